/**
 * What instances were seen doing whenever somebody listed them, kept in the state folder: for how long one has been idle or stopped, as
 * far as it was looked at. Of each only the last unbroken row of looks is kept, so that the file stays small.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { parseJson } from '../base/json.ts';
import { once } from '../base/once.ts';
import { IDLE, statusOf } from '../catalogue/instance-columns.ts';
import type { Instance } from '../catalogue/values.ts';
import { putPrivateFile, readPrivateFile } from '../storage/files/private-file.ts';

/** `quiet`: it runs, and less than 5 % of its GPUs is in use; `gone`: it has exited, or its host is not heard of. */
const STATES = ['quiet', 'busy', 'loading', 'stopped', 'outbid', 'gone', 'other'] as const;

export type SeenState = (typeof STATES)[number];

/** Looks one after the other that all saw the same. Moments are Unix epoch milliseconds. */
export type Seen = {
  readonly id: number;
  /** When the instance began, as its record says, s; of another instance with this id nothing was seen. */
  readonly startS: number | null;
  readonly state: SeenState;
  /** The first of the looks, and the last. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** How many, one at least, and the longest time between two of them. */
  readonly looks: number;
  readonly longestGapMs: number;
};

/** What was seen of each instance, by its id. */
export type SeenById = ReadonlyMap<number, Seen>;

const BY_STATUS: Readonly<Record<string, SeenState>> = {
  provisioning: 'loading',
  loading: 'loading',
  stopped: 'stopped',
  frozen: 'stopped',
  outbid: 'outbid',
  exited: 'gone',
  unknown: 'gone',
  offline: 'gone',
};

/** Its state by its record. */
export const seenStateOf = (instance: Instance): SeenState => {
  const { gpu_util: percent, actual_status: status } = instance;
  if (status === 'running' && typeof percent === 'number') return percent < IDLE.belowPercent ? 'quiet' : 'busy';
  return BY_STATUS[statusOf(instance)] ?? 'other';
};

/** `before`, after a look at `instances`; what is not among them may belong to another key, and stays for a while. Pure. */
export const lookedAt = (before: SeenById, instances: readonly Instance[], nowMs: number): SeenById => {
  const next = new Map(before);
  for (const instance of instances) {
    const { id, start_date: startS = null } = instance;
    if (typeof id !== 'number') continue;
    const state = seenStateOf(instance);
    const seen = before.get(id);
    const goesOn = seen?.state === state && seen.startS === startS && seen.lastMs <= nowMs;
    next.set(
      id,
      goesOn
        ? {
            ...seen,
            lastMs: nowMs,
            looks: seen.looks + 1,
            longestGapMs: Math.max(seen.longestGapMs, nowMs - seen.lastMs),
          }
        : { id, startS, state, sinceMs: nowMs, lastMs: nowMs, looks: 1, longestGapMs: 0 },
    );
  }
  return new Map(
    [...next]
      .filter(([, { lastMs }]) => nowMs - lastMs < FORGOTTEN_MS)
      .sort(([, one], [, other]) => other.lastMs - one.lastMs)
      .slice(0, MOST),
  );
};

/** What was not seen for so long is forgotten, and so is what was seen before so many others. */
const FORGOTTEN_MS = 14 * 86_400_000;
const MOST = 400;

const when = () => z.number().nonnegative();
const row = () => z.tuple([z.int(), z.number().nullable(), z.enum(STATES), when(), when(), z.int().positive(), when()]);
const fileSchema = once(() => z.object({ format: z.literal(1), services: z.record(z.string(), z.array(row())) }));

/** What was seen at each service, by its one name (`serviceAt`); `local` for the program's own. */
export type GpuSamples = {
  /** Notes a look. What the folder cannot take is known to this run alone. */
  readonly note: (service: string, instances: readonly Instance[], nowMs: number) => void;
  readonly of: (service: string) => SeenById;
  /** Resolves when all that was noted so far is kept, or could not be. */
  readonly settled: () => Promise<void>;
};

/** Those in `file`, whose folder is not made for them; without one they are of this run alone. */
export const createGpuSamples = (file: string | undefined): GpuSamples => {
  let known: Readonly<Record<string, SeenById>> = {};
  let writing: Promise<void> = Promise.resolve();
  let unwritten = 0;
  const read = () => (file === undefined || unwritten > 0 ? undefined : readSeen(file)) ?? known;
  const write = async (text: string): Promise<void> => {
    if (file !== undefined && existsSync(dirname(file)))
      await putPrivateFile(file, Buffer.from(text)).catch(() => undefined);
    unwritten--;
  };
  return {
    of: (service) => read()[service] ?? new Map(),
    note: (service, instances, nowMs) => {
      const before = read();
      known = { ...before, [service]: lookedAt(before[service] ?? new Map(), instances, nowMs) };
      unwritten++;
      const text = textOf(known);
      writing = writing.then(() => write(text));
    },
    settled: () => writing,
  };
};

/** What the file says; undefined where there is none, or none that can be read: it is written anew then. */
const readSeen = (file: string): Readonly<Record<string, SeenById>> | undefined => {
  const text = readOrNothing(file);
  const { data } = fileSchema().safeParse(text === undefined ? undefined : parseJson(text));
  return data && mapped(data.services, (rows) => new Map(rows.map(seenOf).map((seen) => [seen.id, seen])));
};

const readOrNothing = (file: string): string | undefined => {
  try {
    return readPrivateFile(file);
  } catch {
    return undefined;
  }
};

const mapped = <From, To>(of: Readonly<Record<string, From>>, make: (from: From) => To): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(of).map(([name, from]) => [name, make(from)]));

const seenOf = ([id, startS, state, sinceMs, lastMs, looks, longestGapMs]: z.output<ReturnType<typeof row>>): Seen => ({
  ...{ id, startS, state, sinceMs, lastMs, looks, longestGapMs },
});

const textOf = (services: Readonly<Record<string, SeenById>>): string => {
  const rows = mapped(services, (seen) =>
    [...seen.values()].map(
      ({ id, startS, state, sinceMs, lastMs, looks, longestGapMs }): z.input<ReturnType<typeof row>> => [
        ...([id, startS, state, sinceMs, lastMs, looks, longestGapMs] as const),
      ],
    ),
  );
  return JSON.stringify({ format: 1, services: rows });
};

/** `client`, whose lists of instances are noted as looks. Nothing waits for that. */
export const watchingClient = (client: Client, samples: GpuSamples, service: string, now: () => number): Client => ({
  ...client,
  list: async (call, options) => {
    const reply = await client.list(call, options);
    const { name }: { readonly name: string } = call;
    // The records of this call are instances, which its type does not say.
    if (name === CALLS.instances.name) samples.note(service, reply.records as readonly Instance[], now());
    return reply;
  },
});
