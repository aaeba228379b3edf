/** Carries out what `gpudeck alerts` asks for. */
import { type Alert, isOfMarket, type Telling } from '../../../alerts/alert.ts';
import {
  type AlertsReading,
  alertOf,
  alertProblems,
  changeAlerts,
  freeId,
  newAlertProblem,
  readAlerts,
  type WrittenAlert,
} from '../../../alerts/alerts-file.ts';
import { NO_PAST } from '../../../alerts/desk.ts';
import { mended, readSentence } from '../../../alerts/read-sentence.ts';
import { programProblem } from '../../../alerts/run-command.ts';
import { printSentence } from '../../../alerts/sentence.ts';
import type { SearchType } from '../../../api/requests.ts';
import { nearestWords } from '../../../base/nearest-words.ts';
import { printable } from '../../../base/printable.ts';
import { jsonLine } from '../../../formats/json.ts';
import { readSets } from '../../../storage/files/sets.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { readLookBack } from '../../look-back.ts';
import { pointAtProblems } from '../../read-filter.ts';
import { writeText } from '../../record-writer.ts';

/** An alert as it is to be added. */
type NewAlert = {
  readonly sentence: string;
  readonly command: readonly string[];
  readonly id?: string;
  readonly type?: SearchType;
  readonly storageGb?: number;
  readonly tell?: readonly Telling[];
  readonly quiet?: string;
  readonly debounce?: string;
  readonly timeout?: string;
  readonly repeat?: number;
  readonly isDisarmed: boolean;
};

type ById = { readonly id: string; readonly isJson: boolean };

/** What is done with alerts, and with which. */
export type AlertsTask =
  | { readonly action: 'list'; readonly isJson: boolean }
  | { readonly action: 'add'; readonly alert: NewAlert; readonly isJson: boolean }
  | ({ readonly action: 'arm' | 'disarm' | 'remove' } & ById)
  | {
      readonly action: 'check';
      /** The id of an alert, or a sentence. */
      readonly what: string;
      readonly pricing: { readonly type?: SearchType; readonly storageGb?: number; readonly debounce?: string };
      /** How far back, as it was typed. */
      readonly from: string;
      readonly isJson: boolean;
    }
  | {
      readonly action: 'events';
      readonly id?: string;
      readonly most: number;
      readonly isJson: boolean;
    };

/** Does what `task` asks for; resolves to the exit code, every message written. */
export const carryOut = async (task: AlertsTask, io: CommandIo): Promise<ExitCode> => {
  const sets = readSets(io.setup.places);
  const reading = readAlerts(io.setup.places, sets);
  for (const problem of alertProblems(reading)) say(io, problem);
  // A file whose form is wrong is left as it is, until somebody has mended it.
  if (reading.problems.length > 0 && reading.written.length === 0 && task.action !== 'events') return EXIT.badUsage;
  switch (task.action) {
    case 'add':
      return add(task, reading, io);
    case 'arm':
    case 'disarm':
    case 'remove':
      return change(task.action, task, reading, io);
    case 'list': {
      const { printAlerts } = await import('./print-alerts.ts');
      return printAlerts(reading, task, io);
    }
    case 'events': {
      const { printEvents } = await import('./print-alerts.ts');
      return printEvents(task, io);
    }
    case 'check': {
      const alert = meantBy(task, reading, io);
      const backMs = alert && (await readLookBack(task.from, 'alerts', io));
      if (alert === undefined || backMs === undefined) return EXIT.badUsage;
      if (!isOfMarket(alert)) {
        say(io, NO_PAST);
        return EXIT.badUsage;
      }
      const { printCheck } = await import('./print-alerts.ts');
      return printCheck(alert, { ...task, backMs }, io);
    }
  }
};

const say = ({ writeError }: Pick<CommandIo, 'writeError'>, text: string): void =>
  writeError(`gpudeck alerts: ${printable(text)}\n`);

/** Says what is wrong with `sentence`; false where nothing is. */
const isWrong = (sentence: string, isUnquoted: boolean, io: CommandIo): boolean => {
  const sets = readSets(io.setup.places);
  const reading = readSentence(sentence, sets);
  if ('sentence' in reading) {
    for (const { message } of reading.hints) say(io, message);
    return false;
  }
  const better = mended(sentence, sets);
  io.writeError(
    `gpudeck alerts: there is a problem in the sentence\n${pointAtProblems(sentence, reading.problems)}\n${
      better === undefined ? '' : `Perhaps you mean: ${printable(better)}\n`
    }${isUnquoted ? 'Put the whole sentence in quotes, and -- before a command.\n' : ''}`,
  );
  return true;
};

const add = async (
  { alert: wanted, isJson }: Extract<AlertsTask, { action: 'add' }>,
  { alerts }: AlertsReading,
  io: CommandIo,
): Promise<ExitCode> => {
  const { setup, clock } = io;
  const isUnquoted = wanted.command.length > 0 && !wanted.sentence.trim().includes(' ');
  if (isWrong(wanted.sentence, isUnquoted, io)) return EXIT.badUsage;
  const reading = readSentence(wanted.sentence, readSets(setup.places));
  const { tell, quiet, debounce, timeout, repeat, type, storageGb, command } = wanted;
  let id = wanted.id ?? '';
  let added: WrittenAlert | undefined;
  const sentence = 'sentence' in reading ? printSentence(reading.sentence) : wanted.sentence;
  const problem = changeAlerts(setup.places, (written) => {
    id = wanted.id ?? freeId(written);
    const alert: WrittenAlert = {
      id,
      sentence,
      service: setup.service,
      armed: wanted.isDisarmed ? false : new Date(clock.now()).toISOString(),
      ...(type !== undefined && { type }),
      ...(storageGb !== undefined && { storage_gb: storageGb }),
      ...(tell !== undefined && { tell: [...tell] }),
      ...(command.length > 0 && { command: [...command] }),
      ...(timeout !== undefined && { timeout }),
      ...(repeat !== undefined && { repeat }),
      ...(quiet !== undefined && { quiet }),
      ...(debounce !== undefined && { debounce }),
    };
    added = alert;
    return [...written, alert];
  });
  if (problem !== undefined) {
    say(io, problem);
    return EXIT.badUsage;
  }
  io.writeError(
    `alert ${id} ${wanted.isDisarmed ? 'is kept, and waits for nothing' : 'waits'}: ${printable(sentence)}\n`,
  );
  const [program] = command;
  const lacking = program === undefined ? undefined : programProblem(program, io.accessParts.environment);
  // The recorder that runs it may see another PATH.
  if (lacking !== undefined) say(io, `its command could not be started from here. ${lacking}`);
  if (!wanted.isDisarmed && 'sentence' in reading && reading.sentence.kind === 'account')
    io.writeError(
      'It is looked at every five minutes while the panes are open, and after each round of gpudeck record.\n',
    );
  else if (!wanted.isDisarmed && alerts.every(({ armedAtMs }) => armedAtMs === undefined))
    io.writeError(
      `Alerts are looked at while gpudeck record runs${io.setup.address.kind === 'local' ? '; the panes do not look at those of the local service' : ', and with what is asked in the panes'}.\n`,
    );
  if (isJson && added !== undefined) await writeText(io.stdout, jsonLine(added));
  return EXIT.done;
};

const change = async (
  action: 'arm' | 'disarm' | 'remove',
  { id, isJson }: ById,
  { written, file }: AlertsReading,
  io: CommandIo,
): Promise<ExitCode> => {
  const found = written.find((row) => row.id === id);
  if (found === undefined) {
    sayUnknown(id, { written, file }, io);
    return EXIT.badUsage;
  }
  if (action === 'arm' && isWrong(found.sentence, false, io)) return EXIT.badUsage;
  const armed = action === 'arm' ? new Date(io.clock.now()).toISOString() : false;
  const problem = changeAlerts(io.setup.places, (now) =>
    now.flatMap((row) => (row.id !== id ? [row] : action === 'remove' ? [] : [{ ...row, armed }])),
  );
  if (problem !== undefined) {
    say(io, problem);
    return EXIT.badUsage;
  }
  io.writeError(`alert ${id} ${DONE[action]}\n`);
  if (isJson) await writeText(io.stdout, jsonLine(action === 'remove' ? found : { ...found, armed }));
  return EXIT.done;
};

const sayUnknown = (id: string, { written, file }: Pick<AlertsReading, 'written' | 'file'>, io: CommandIo): void => {
  const ids = written.map((row) => row.id);
  const [near] = nearestWords(id, ids);
  const advice =
    near !== undefined
      ? ` Did you mean ${near}?`
      : ids.length === 0
        ? ` ${file} holds none.`
        : ` There are ${ids.join(', ')}.`;
  say(io, `there is no alert ${id}.${advice}`);
};

const DONE = { arm: 'waits from now on', disarm: 'waits no more', remove: 'is removed' } as const;

/** The alert of that id, or one with that sentence; undefined, and said, for what is neither. */
const meantBy = (
  { what, pricing }: Extract<AlertsTask, { action: 'check' }>,
  { alerts, written, file }: AlertsReading,
  io: CommandIo,
): Alert | undefined => {
  const kept = alerts.find(({ id }) => id === what);
  if (kept !== undefined) return kept;
  if (written.some(({ id }) => id === what)) return undefined;
  // A sentence has a blank.
  if (!what.trim().includes(' ')) {
    sayUnknown(what, { written, file }, io);
    return undefined;
  }
  if (isWrong(what, false, io)) return undefined;
  const { type, storageGb, debounce } = pricing;
  const row: WrittenAlert = {
    ...{ id: 'check', sentence: what, service: io.setup.service },
    ...(type !== undefined && { type }),
    ...(storageGb !== undefined && { storage_gb: storageGb }),
    ...(debounce !== undefined && { debounce }),
  };
  const problem = newAlertProblem([row]);
  const read = alertOf(row, readSets(io.setup.places));
  if (problem === undefined && 'alert' in read) return read.alert;
  say(io, problem ?? ('problem' in read ? read.problem : ''));
  return undefined;
};
