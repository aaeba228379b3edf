/** Prints alerts, what fired, and what an alert would have found in the history. */

import { createAccountFirings } from '../../../alerts/account-firings.ts';
import { type Alert, armingOf, type MarketAlert } from '../../../alerts/alert.ts';
import type { AlertsReading } from '../../../alerts/alerts-file.ts';
import { FIRED, type Firing, findingWords, firingIn, firingsTogether } from '../../../alerts/firing.ts';
import { backTest } from '../../../alerts/hold-against.ts';
import { type Run, runsOf, runWords } from '../../../alerts/runs.ts';
import { printSentence } from '../../../alerts/sentence.ts';
import { grouped } from '../../../base/figures.ts';
import { printable } from '../../../base/printable.ts';
import { cellWidth } from '../../../base/text.ts';
import { utcMoment, utcTime } from '../../../base/time.ts';
import type { HistoryStore } from '../../../history/store.ts';
import { accountAlertsFile } from '../../../storage/files/places.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { sayGenerated, withHistory } from '../../with-history.ts';

/** Prints every alert with its state. */
export const printAlerts = (
  { alerts, written }: AlertsReading,
  { isJson }: { readonly isJson: boolean },
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
  { id, most, isJson }: { readonly id?: string; readonly most: number; readonly isJson: boolean },
  io: CommandIo,
): Promise<ExitCode> =>
  withHistory({ isOnlyRead: true }, io, async (store) => {
    const { service } = io.setup;
    const events = await store.events({ service, kind: FIRED, most, ...(id !== undefined && { idBegins: `${id}@` }) });
    const { places, timeZone } = io.setup;
    const ofAccount = createAccountFirings(accountAlertsFile(places), timeZone).since(service, 0).firings;
    const own = ofAccount.filter(({ alert }) => id === undefined || alert === id);
    const firings = firingsTogether(
      events.flatMap((event) => firingIn(event) ?? []),
      own,
      most,
    );
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
        return `${utcTime(finding.atEpochMs)}  ${printable(`${alert}: ${words}${said === '' ? '' : ` (${said})`}`)}\n`;
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
  at: utcMoment(finding.atEpochMs),
  alert,
  sentence,
  words,
  ...foundOf(finding),
  tell,
  late: isLate,
  quiet: isQuiet,
});

const foundOf = ({ count, offers, figure }: Firing['finding']) => ({
  count,
  offers,
  ...(figure !== undefined && {
    figure: figure.value,
    samples: figure.samples ?? null,
    before: figure.before?.value ?? null,
  }),
});

/** Prints what `alert` would have found; resolves to the exit code, every message written. Nothing is run and nothing noted. */
export const printCheck = (
  alert: MarketAlert,
  { backMs, isJson }: { readonly backMs: number; readonly isJson: boolean },
  io: CommandIo,
): Promise<ExitCode> =>
  withHistory({ isOnlyRead: true }, io, async (store) => {
    const { sentence } = alert;
    const { timeZone } = io.setup;
    const test = await backTest(store, alert, { nowMs: io.clock.now(), backMs });
    const { findings, found, answers, firstMs, lastMs, lastCount } = test;
    if (firstMs !== undefined) await sayGenerated(store, firstMs, io);
    const rows = findings.map((finding) => ({ finding, words: findingWords(sentence, finding, timeZone) }));
    if (isJson) {
      const report = {
        sentence: printSentence(sentence),
        answers,
        from: firstMs === undefined ? null : utcMoment(firstMs),
        to: lastMs === undefined ? null : utcMoment(lastMs),
        found,
        findings: rows.map(({ finding, words }) => ({
          at: utcMoment(finding.atEpochMs),
          words,
          ...foundOf(finding),
        })),
      };
      await writeText(io.stdout, `${JSON.stringify(report, null, 2)}\n`);
      return EXIT.done;
    }
    const text = rows.map(({ finding, words }) => `${utcTime(finding.atEpochMs)}  ${printable(words)}\n`).join('');
    if (text !== '' && !(await writeText(io.stdout, text))) return EXIT.done;
    const say = (line: string): void => io.writeError(`gpudeck: ${line}\n`);
    if (answers === 0 || firstMs === undefined || lastMs === undefined) {
      say('nothing that answers this was recorded in this time: gpudeck record asks for it while the alert is armed');
      return EXIT.done;
    }
    const times = found === 1 ? 'once' : `${found} times`;
    const looked = answers === 1 ? 'one answer' : `${grouped(answers)} answers`;
    say(
      `${found === 0 ? 'would not have fired' : `would have fired ${times}`}, by ${looked} ${answers === 1 ? `of ${utcTime(firstMs)}` : `from ${utcTime(firstMs)} to ${utcTime(lastMs)}`}`,
    );
    if (sentence.kind === 'offers' && sentence.becomes === 'there' && lastCount !== undefined && lastCount > 0)
      say(
        lastCount === 1
          ? 'one offer fits now; only one that comes fires'
          : `${lastCount} offers fit now; only those that come fire`,
      );
    return EXIT.done;
  });
