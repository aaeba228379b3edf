/** Prints alerts, and what fired. */
import { type Alert, armingOf } from '../../../alerts/alert.ts';
import type { AlertsReading } from '../../../alerts/alerts-file.ts';
import { FIRED, type Firing, firingIn } from '../../../alerts/firing.ts';
import { type Run, runsOf, runWords } from '../../../alerts/runs.ts';
import { cellWidth, printable } from '../../../base/text.ts';
import type { HistoryStore } from '../../../history/store.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { withHistory } from '../../with-history.ts';
import { moment } from '../history/moments.ts';
import type { AlertsTask } from './tasks.ts';

/** Prints every alert with its state. */
export const printAlerts = (
  { alerts, written }: AlertsReading,
  { isJson }: Extract<AlertsTask, { action: 'list' }>,
  io: CommandIo,
): Promise<ExitCode> => {
  const print = async (store: HistoryStore | undefined): Promise<ExitCode> => {
    const nowMs = io.clock.now();
    const rows = await Promise.all(
      written.map(async (row) => {
        const alert = alerts.find(({ id }) => id === row.id);
        return { row, state: alert === undefined ? 'cannot be used' : await stateOf(store, alert, io, nowMs) };
      }),
    );
    if (isJson) {
      await writeText(
        io.stdout,
        `${JSON.stringify(
          rows.map(({ row, state }) => ({ ...row, state })),
          null,
          2,
        )}\n`,
      );
      return EXIT.done;
    }
    const widths = [0, 1].map((cell) =>
      Math.max(...rows.map(({ row, state }) => cellWidth(printable([row.id, state][cell] ?? ''))), 0),
    );
    const text = rows
      .map(({ row, state }) => {
        const cells = [row.id, state].map((cell, place) => {
          const shown = printable(cell);
          return shown + ' '.repeat((widths[place] ?? 0) - cellWidth(shown));
        });
        return `${[...cells, printable(row.sentence)].join('  ')}\n`;
      })
      .join('');
    if (text !== '') await writeText(io.stdout, text);
    else io.writeError("gpudeck alerts: there are none: gpudeck alerts add 'when machine 8207 is gone' adds one\n");
    return EXIT.done;
  };
  // What commands came to is in the history; without them there is nothing to look up.
  const isWithCommand = alerts.some(({ command, armedAtMs }) => command !== undefined && armedAtMs !== undefined);
  return isWithCommand ? withHistory({ isOnlyRead: true }, io, print) : print(undefined);
};

/** What an alert does now, in some words. */
const stateOf = async (
  store: HistoryStore | undefined,
  alert: Alert,
  io: CommandIo,
  nowMs: number,
): Promise<string> => {
  const { armedAtMs, service, command } = alert;
  if (armedAtMs === undefined) return 'disarmed';
  if (service !== io.setup.service) return 'for another service';
  if (armedAtMs > nowMs) return 'armed in the future: arm it again';
  if (command === undefined || store === undefined) return 'armed';
  const runs = await runsOf(store, service, { most: command.runs, arming: armingOf(alert) });
  if (runs.length === 0) return 'armed';
  const left = command.runs - runs.length;
  const last = runs.at(-1);
  return `armed, ${last === undefined ? '' : runWords(last, nowMs)}, ${left === 0 ? 'runs no more' : `runs ${left} more`}`;
};

/** Prints what fired. */
export const printEvents = (
  { id, most, isJson }: Extract<AlertsTask, { action: 'events' }>,
  io: CommandIo,
): Promise<ExitCode> =>
  withHistory({ isOnlyRead: true }, io, async (store) => {
    const { service } = io.setup;
    const events = await store.events({ service, kind: FIRED, most, ...(id !== undefined && { idBegins: `${id}@` }) });
    const firings = events.flatMap((event) => firingIn(event) ?? []);
    const runs = new Map((await runsOf(store, service, { most: 2000 })).map((run) => [run.firing, run]));
    const rows = firings.map((firing) => {
      const run = runs.get(firing.key);
      return { firing, command: commandWords(firing, run, io), output: run?.end?.output };
    });
    if (isJson) {
      const records = rows.map(({ firing, command, output }) => ({
        ...recordOf(firing),
        ...(command !== undefined && { command }),
        ...(output !== undefined && { output }),
      }));
      await writeText(io.stdout, `${JSON.stringify(records, null, 2)}\n`);
      return EXIT.done;
    }
    const text = rows
      .map(({ firing: { finding, alert, words, isLate, isQuiet }, command }) => {
        const remarks = [isLate ? 'found later' : '', isQuiet ? 'not told: quiet time' : '', command ?? ''];
        const said = remarks.filter((remark) => remark !== '').join('; ');
        return `${moment(finding.atEpochMs)}  ${printable(`${alert}: ${words}${said === '' ? '' : ` (${said})`}`)}\n`;
      })
      .join('');
    if (text !== '') await writeText(io.stdout, text);
    else io.writeError('gpudeck: nothing has fired\n');
    return EXIT.done;
  });

/** What became of the command of a firing; undefined where it has none. */
const commandWords = ({ hasCommand, isLate, isQuiet }: Firing, run: Run | undefined, io: CommandIo) => {
  if (!hasCommand) return undefined;
  if (run !== undefined) return runWords(run, io.clock.now());
  return isLate || isQuiet
    ? 'its command did not run'
    : 'its command did not run: it had run before, or the program ended';
};

const recordOf = ({ alert, sentence, words, finding, tell, isLate, isQuiet }: Firing) => ({
  at: moment(finding.atEpochMs),
  alert,
  sentence,
  words,
  count: finding.count,
  offers: finding.offers,
  ...(finding.figure !== undefined && { figure: finding.figure.value, before: finding.figure.before?.value ?? null }),
  tell,
  late: isLate,
  quiet: isQuiet,
});
