/** `alerts.json` beside the profiles: read and checked here, and written as a whole. The user may write it too. */
import { join } from 'node:path';
import * as z from 'zod';
import { SEARCH_TYPES, USUAL_SEARCH } from '../api/requests.ts';
import { readSpan } from '../base/time.ts';
import { NO_SETS, type OwnSets } from '../filter/own-sets.ts';
import { LockedFile, whileLocked } from '../storage/files/database-file.ts';
import { type FileProblem, placedProblem, readHandWritten } from '../storage/files/hand-written.ts';
import type { Places } from '../storage/files/places.ts';
import { replacePrivateFile } from '../storage/files/private-file.ts';
import { unwrittenWords } from '../storage/files/typed-file.ts';
import { type Alert, commandProblem, type QuietTime, TELLINGS } from './alert.ts';
import { mended, readSentence } from './read-sentence.ts';

/** `alerts.json`, which nobody has to have. */
export const alertsFile = ({ configFolder }: Pick<Places, 'configFolder'>): string => join(configFolder, 'alerts.json');

const MAXIMUM_BYTES = 256 * 1024;

/** More than anybody reads. */
const MOST_ALERTS = 100;

const FORM =
  'alerts are written as {"alerts": [{"id": "cheap", "sentence": "when ... appears", "service": "https://..."}]}';
const MEMBERS =
  'an alert has id, sentence, service, armed, type, storage_gb, tell, command, timeout, repeat, quiet and debounce, and nothing else';
const ID_FORM = 'is a name of letters, digits, "_" and "-", 60 at most';
const COMMAND_FORM = 'is a list of a program and its arguments, such as ["notify-send", "GPUs"]';
const ARMED_FORM = 'is false, or when it was armed, such as "2026-11-22T10:00:00Z"; gpudeck alerts arm writes it';
const QUIET_FORM = 'is written as "22:00-07:00"';

/** What is usual where a member is left out. */
export const USUAL = { tell: ['line', 'bell'], debounce: '10m', timeout: '30s', repeat: 1 } as const;

/** How often a command may run for one arming, and how long each time. */
const MOST_RUNS = 100;
const LONGEST_RUN_MS = 60 * 60_000;
const LONGEST_DEBOUNCE_MS = 7 * 24 * 60 * 60_000;

/** Milliseconds of `30s` or what `readSpan` reads. */
const readLength = (text: string): number | undefined => {
  const seconds =
    text.trim().endsWith('s') && !text.trim().endsWith('ins') ? Number(text.trim().slice(0, -1)) : undefined;
  if (seconds !== undefined && seconds >= 0 && text.trim() !== 's') return seconds * 1000;
  const span = text.trim() === '0' ? 0 : readSpan(text);
  return span === undefined ? undefined : span * 1000;
};

const lengthOf = (form: string, leastMs: number, mostMs: number) =>
  z.string(form).refine((text) => {
    const ms = readLength(text);
    return ms !== undefined && ms >= leastMs && ms <= mostMs;
  }, form);

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Minutes of the day; undefined for what is no quiet time. */
const readQuiet = (text: string): QuietTime | undefined => {
  const [, ...parts] = CLOCK.exec(text.replaceAll(' ', '')) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  return parts.length === 0 ? undefined : { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

const writtenAlert = z.strictObject(
  {
    id: z.string(ID_FORM).regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,59}$/u, ID_FORM),
    sentence: z.string('is a text, such as "when gpu_name=RTX_4090 dph_gpu<0.25 appears"').max(10_000, 'is too long'),
    service: z.string('is the address of the service').min(1, 'is the address of the service').max(2000, 'is too long'),
    armed: z
      .union(
        [z.literal(false), z.string().refine((text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)))],
        ARMED_FORM,
      )
      .optional(),
    type: z.enum(SEARCH_TYPES, `is one of ${SEARCH_TYPES.join(', ')}`).optional(),
    storage_gb: z.number('is a number of GB above 0').positive('is a number of GB above 0').optional(),
    tell: z.array(z.enum(TELLINGS, `holds ${TELLINGS.join(', ')}`), `is a list of ${TELLINGS.join(', ')}`).optional(),
    command: z
      .array(z.string(COMMAND_FORM).max(10_000, 'is too long'), COMMAND_FORM)
      .min(1, COMMAND_FORM)
      .max(200, 'is too long')
      .optional(),
    timeout: lengthOf('is a time from 1s to 1h, such as "30s"', 1000, LONGEST_RUN_MS).optional(),
    repeat: z
      .int(`is a whole number from 1 to ${MOST_RUNS}`)
      .min(1, `is a whole number from 1 to ${MOST_RUNS}`)
      .max(MOST_RUNS, `is a whole number from 1 to ${MOST_RUNS}`)
      .optional(),
    quiet: z
      .string(QUIET_FORM)
      .refine((text) => readQuiet(text) !== undefined, QUIET_FORM)
      .optional(),
    debounce: lengthOf('is a time from 0 to 7d, such as "10m"', 0, LONGEST_DEBOUNCE_MS).optional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? FORM : MEMBERS) },
);

/** An alert as it is written. */
export type WrittenAlert = z.infer<typeof writtenAlert>;

/** What is written in the file. The meaning of sentences is not looked at. */
const alertsSchema = z.strictObject(
  {
    alerts: z
      .array(writtenAlert, FORM)
      .max(MOST_ALERTS, `holds ${MOST_ALERTS} alerts at most`)
      .superRefine((alerts, context) => {
        for (const [place, { id, command }] of alerts.entries()) {
          const issue = (message: string, member: string) =>
            context.addIssue({ code: 'custom', message, path: [place, member] });
          if (alerts.findIndex((other) => other.id === id) < place) issue('is the id of another alert', 'id');
          const problem = command && commandProblem(command);
          if (problem !== undefined) issue(problem, 'command');
        }
      }),
  },
  { error: ({ code }) => (code === 'invalid_type' ? FORM : undefined) },
);

/** The same, with every sentence read, which may name `sets`. */
const readingSchema = (sets: OwnSets) =>
  alertsSchema.superRefine(({ alerts }, context) => {
    for (const [place, row] of alerts.entries()) {
      const read = alertOf(row, sets);
      if ('problem' in read)
        context.addIssue({ code: 'custom', message: read.problem, path: ['alerts', place, 'sentence'] });
    }
  });

/** What the file says: the alerts that can be used, each as it is written, and what is wrong with it. */
export type AlertsReading = {
  readonly file: string;
  readonly isThere: boolean;
  readonly alerts: readonly Alert[];
  readonly written: readonly WrittenAlert[];
  readonly problems: readonly FileProblem[];
};

/** Reads the file, looked through to its end. Where its form is wrong no alert is used; a sentence that is wrong stops no other. */
export const readAlerts = (places: Pick<Places, 'configFolder'>, sets: OwnSets = NO_SETS): AlertsReading => {
  const file = alertsFile(places);
  const { isThere, content, problems } = readHandWritten(file, () => readingSchema(sets), MAXIMUM_BYTES);
  const written = alertsSchema.safeParse(content).data?.alerts ?? [];
  const alerts = written.flatMap((row) => {
    const read = alertOf(row, sets);
    return 'alert' in read ? [read.alert] : [];
  });
  return { file, isThere, written, alerts, problems };
};

/** The problems of the file in one line each. */
export const alertProblems = ({ file, problems }: AlertsReading): readonly string[] =>
  problems.map((problem) => placedProblem(file, problem));

/** The alert that a row of the file means, or what is wrong with its sentence. */
export const alertOf = (row: WrittenAlert, sets: OwnSets): { readonly alert: Alert } | { readonly problem: string } => {
  const reading = readSentence(row.sentence, sets);
  if ('problems' in reading) {
    const better = mended(row.sentence, sets);
    const [first] = reading.problems;
    const said = withoutStop(first?.message ?? 'is no sentence');
    return { problem: better === undefined ? said : `${said} Perhaps: ${better}` };
  }
  const { command } = row;
  return {
    alert: {
      id: row.id,
      text: row.sentence,
      sentence: reading.sentence,
      service: row.service,
      type: row.type ?? USUAL_SEARCH.type,
      storageGb: row.storage_gb ?? USUAL_SEARCH.allocatedStorageGb,
      armedAtMs: typeof row.armed === 'string' ? Date.parse(row.armed) : undefined,
      tell: row.tell ?? USUAL.tell,
      quiet: row.quiet === undefined ? undefined : readQuiet(row.quiet),
      debounceMs: readLength(row.debounce ?? USUAL.debounce) ?? 0,
      command: command && {
        args: command,
        timeoutMs: readLength(row.timeout ?? USUAL.timeout) ?? 0,
        runs: row.repeat ?? USUAL.repeat,
      },
    },
  };
};

/** A problem ends with a stop that is added to it. */
const withoutStop = (message: string): string => (message.endsWith('.') ? message.slice(0, -1) : message);

/**
 * Writes the file anew with what `change` makes of the alerts that it has now, while no other program changes it; in words why it could
 * not be written, or undefined. A file whose form is wrong is left as it is.
 */
export const changeAlerts = (
  places: Pick<Places, 'configFolder'>,
  change: (written: readonly WrittenAlert[]) => readonly WrittenAlert[],
): string | undefined => {
  const file = alertsFile(places);
  try {
    return whileLocked(file, () => {
      const { value, problem: wrong } = readHandWritten(file, () => alertsSchema, MAXIMUM_BYTES);
      if (wrong !== undefined) return wrong;
      const alerts = change(value?.alerts ?? []);
      const problem = newAlertProblem(alerts);
      if (problem === undefined) replacePrivateFile(file, `${JSON.stringify({ alerts }, null, 2)}\n`);
      return problem;
    });
  } catch (error) {
    return error instanceof LockedFile ? error.message : unwrittenWords(error, file);
  }
};

/** The id of an alert that nobody has named: the first number that none of `written` has. */
export const freeId = (written: readonly Pick<WrittenAlert, 'id'>[]): string => {
  let number = 1;
  while (written.some(({ id }) => id === String(number))) number++;
  return String(number);
};

/** What is wrong with the form of `alerts`, of which the last is new; undefined where they can be written. */
export const newAlertProblem = (alerts: readonly WrittenAlert[]): string | undefined => {
  const [issue] = alertsSchema.safeParse({ alerts }).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const member = issue.path[2];
  return `${typeof member === 'string' ? `${member} ` : 'the file '}${issue.message}.`;
};

/** The JSON schema of the file, for editors. */
export const alertsJsonSchema = (): object => z.toJSONSchema(alertsSchema, { io: 'input' });
