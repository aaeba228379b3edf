/**
 * Runs of commands, as the store keeps them. Before a command runs its place among the runs that the alert may have is claimed there, so
 * that it is run once, whatever becomes of the program; one that is claimed and has no end has an unknown outcome.
 */
import * as z from 'zod';
import { type EventStore, followEvents, type StoredEvent } from '../history/store.ts';
import { ownMark, stateOf } from '../storage/journal/process-mark.ts';
import { type Alert, armingOf } from './alert.ts';
import type { Firing } from './firing.ts';
import type { CommandEnd } from './run-command.ts';

const STARTED = 'alert-run';
const ENDED = 'alert-run-end';

/** The claim of a run: the place that it has among those of the arming. */
type Claim = { readonly id: string };

/** Claims a run of the command of `alert` for `firing`; undefined where it has run as often as it may. */
export const claimRun = async (
  store: EventStore,
  alert: Alert,
  firing: Firing,
  nowMs: number,
): Promise<Claim | undefined> => {
  const { service, command } = alert;
  for (let place = 1; place <= (command?.runs ?? 0); place++) {
    const id = `${armingOf(alert)}#${place}`;
    const body = JSON.stringify({ firing: firing.key, timeoutMs: command?.timeoutMs ?? 0, by: ownMark() });
    if (await store.noteEvent({ service, kind: STARTED, id, atEpochMs: nowMs, body })) return { id };
  }
  return undefined;
};

/** Notes how a run ended. */
export const noteEnd = async (
  store: EventStore,
  { service }: Pick<Alert, 'service'>,
  { id }: Claim,
  end: CommandEnd,
  nowMs: number,
): Promise<void> => {
  await store.noteEvent({ service, kind: ENDED, id, atEpochMs: nowMs, body: JSON.stringify(end) });
};

/** A run: what it was for, when it began, and how it ended; undefined for one that runs, or of which nobody knows. */
export type Run = {
  readonly firing: string;
  readonly startedMs: number;
  readonly timeoutMs: number;
  /** The program that runs it. */
  readonly by: ReturnType<typeof ownMark>;
  readonly end: CommandEnd | undefined;
};

const startedBody = z.object({
  firing: z.string(),
  timeoutMs: z.number(),
  by: z.object({ host: z.string(), pid: z.number(), began: z.string() }),
});
const endedBody = z.intersection(
  z.object({ output: z.string() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('exited'), code: z.number() }),
    z.object({ kind: z.literal('killed'), signal: z.string() }),
    z.object({ kind: z.literal('timeout') }),
    z.object({ kind: z.literal('unstartable'), reason: z.string() }),
  ]),
);

/** The last runs of `service`, `most` at the most; of one arming alone where it is named. */
export const runsOf = async (
  store: EventStore,
  service: string,
  { most, arming }: { readonly most: number; readonly arming?: string },
): Promise<readonly Run[]> => {
  const wanted = { service, most, ...(arming !== undefined && { idBegins: `${arming}#` }) };
  const [started, ended] = await Promise.all([
    store.events({ ...wanted, kind: STARTED }),
    store.events({ ...wanted, kind: ENDED }),
  ]);
  return joined(started.flatMap(startIn), new Map(ended.map(endIn)));
};

/** Reads the last runs of `service` again and again, each time only what is new of them. */
export const followRuns = (
  service: string,
  most: number,
): ((store: Pick<EventStore, 'events'>) => Promise<readonly Run[]>) => {
  const starts = followEvents<readonly Start[]>({ service, kind: STARTED, most }, [], (known, events) =>
    [...known, ...events.flatMap(startIn)].slice(-most),
  );
  const ends = followEvents<Ends>(
    { service, kind: ENDED, most },
    new Map(),
    (known, events) => new Map([...known, ...events.map(endIn)].slice(-most)),
  );
  return async (store) => joined(...(await Promise.all([starts(store), ends(store)])));
};

type Start = Omit<Run, 'end'> & { readonly id: string };

type Ends = ReadonlyMap<string, CommandEnd | undefined>;

const startIn = ({ id, body, atEpochMs: startedMs }: StoredEvent): readonly Start[] => {
  const { data } = startedBody.safeParse(JSON.parse(body));
  return data === undefined ? [] : [{ ...data, id, startedMs }];
};

const endIn = ({ id, body }: StoredEvent): [string, CommandEnd | undefined] => [
  id,
  endedBody.safeParse(JSON.parse(body)).data,
];

const joined = (starts: readonly Start[], ends: Ends): readonly Run[] =>
  starts.map(({ id, ...start }) => ({ ...start, end: ends.get(id) }));

/** How a run ended, in words. */
export const runWords = ({ startedMs, timeoutMs, by, end }: Omit<Run, 'firing'>, nowMs: number): string => {
  if (end !== undefined) return endWords(end);
  const mayRun = nowMs < startedMs + timeoutMs + SLACK_MS && stateOf(by) !== 'ended';
  return mayRun ? 'its command runs' : 'the outcome of its command is unknown';
};

const SLACK_MS = 10_000;

/** How a command ended, in words. */
export const endWords = (end: CommandEnd): string => {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? 'its command ran' : `its command failed with exit code ${end.code}`;
    case 'killed':
      return `its command was ended by ${end.signal}`;
    case 'timeout':
      return 'its command took too long and was ended';
    case 'unstartable':
      return `its command could not be started: ${end.reason}`;
  }
};
