/** What is paid for and of no use: instances and volumes, what each costs a day, and how one ends it. Nothing acts by it. Pure. */
import { counted } from '../base/figures.ts';
import { clockTimeAndDay, utcTime } from '../base/time.ts';
import { IDLE, isDiskAlone, presentRate, statusOf } from '../catalogue/instance-columns.ts';
import type { Instance, Volume } from '../catalogue/values.ts';
import { inDollars, sumOf } from './amount.ts';
import { type Seen, type SeenById, type SeenState, seenStateOf } from './gpu-samples.ts';
import { toTheCent } from './money.ts';

/** Of an instance what it is seen doing, and a volume that hangs on nothing. */
type WasteKind = 'idle' | 'stopped' | 'gone' | 'outbid' | 'loading' | 'unattached';

export type Waste = {
  readonly kind: WasteKind;
  readonly type: 'instance' | 'volume';
  readonly id: number;
  readonly label?: string | undefined;
  /** Dollars a day as it is now; undefined where nobody says. */
  readonly perDay: number | undefined;
  /** Dollars a day that its disk would cost while it is stopped. */
  readonly perDayStopped?: number | undefined;
  /** The word of the service for its state. */
  readonly status?: string;
  /** The looks that all saw it so. */
  readonly seen?: Seen;
};

/** What is wasted, the dearest first, and what looks so and was not watched for long enough. */
export type WasteFound = { readonly rows: readonly Waste[]; readonly unsure: readonly Waste[] };

const HOUR_MS = 3_600_000;

/** What is wasted by the state it is seen in, and for how long it has to be seen so, ms. */
const KINDS: Readonly<Partial<Record<SeenState, { readonly kind: WasteKind; readonly afterMs: number }>>> = {
  quiet: { kind: 'idle', afterMs: HOUR_MS },
  stopped: { kind: 'stopped', afterMs: 0 },
  gone: { kind: 'gone', afterMs: 0 },
  outbid: { kind: 'outbid', afterMs: HOUR_MS },
  loading: { kind: 'loading', afterMs: HOUR_MS / 4 },
};

/** What of these is wasted at `nowMs`, Unix epoch milliseconds, as far as it was seen. */
export const wasteOf = (
  instances: readonly Instance[],
  volumes: readonly Volume[],
  seen: SeenById,
  nowMs: number,
): WasteFound => {
  const found = instances.flatMap((instance) => {
    const waste = instanceWaste(instance, seen, nowMs);
    return waste === undefined ? [] : [waste];
  });
  const unattached = volumes.flatMap(({ id, instances: on, storage_total_cost: rate }): readonly Waste[] =>
    typeof id === 'number' && on?.length === 0 ? [{ kind: 'unattached', type: 'volume', id, perDay: daily(rate) }] : [],
  );
  const isSure = ({ seen: looks, afterMs }: (typeof found)[number]): boolean => looks.lastMs - looks.sinceMs >= afterMs;
  return {
    rows: [...found.filter(isSure).map(withoutLimit), ...unattached].sort(
      (one, other) => (other.perDay ?? Infinity) - (one.perDay ?? Infinity) || one.id - other.id,
    ),
    unsure: found.filter((waste) => !isSure(waste)).map(withoutLimit),
  };
};

const withoutLimit = ({ afterMs: _, ...waste }: Waste & { readonly afterMs: number }): Waste => waste;

const instanceWaste = (instance: Instance, seenById: SeenById, nowMs: number) => {
  const { id, label, search, start_date: startS = null } = instance;
  const state = seenStateOf(instance);
  const wasted = KINDS[state];
  const perDay = daily(presentRate(instance));
  if (typeof id !== 'number' || wasted === undefined || perDay === 0) return undefined;
  const before = seenById.get(id);
  const isSame = before?.state === state && before.startS === startS && before.sinceMs <= nowMs;
  const now: Seen = { id, startS, state, sinceMs: nowMs, lastMs: nowMs, looks: 1, longestGapMs: 0 };
  return {
    kind: wasted.kind,
    type: 'instance' as const,
    id,
    label: label === null || label === '' ? undefined : label,
    perDay,
    perDayStopped: isDiskAlone(instance) ? undefined : daily(search?.diskHour ?? instance.storage_total_cost),
    status: statusOf(instance),
    seen: isSame ? before : now,
    afterMs: wasted.afterMs,
  };
};

const daily = (perHour: number | null | undefined): number | undefined =>
  typeof perHour === 'number' ? perHour * 24 : undefined;

/** `idle instance 4711`, `volume 12`. */
export const wasteName = ({ kind, type, id }: Pick<Waste, 'kind' | 'type' | 'id'>): string =>
  type === 'volume' ? `volume ${id}` : `${kind === 'gone' ? 'lost' : kind} instance ${id}`;

/** Why it is waste, and since when as far as it was watched; moments on a clock in `timeZone` as seen from `nowMs`. */
export const wasteWords = (
  { kind, perDayStopped, status = '', seen }: Waste,
  nowMs: number,
  timeZone: string,
): string => {
  const isWatched = seen !== undefined && seen.looks > 1;
  const looks = isWatched
    ? ` at all ${counted(seen.looks, 'look')} since ${clockTimeAndDay(seen.sinceMs, nowMs, timeZone)}`
    : '';
  switch (kind) {
    case 'idle': {
      const stopped = perDayStopped === undefined ? '' : `; stopped, its disk costs ${toTheCent(perDayStopped)} a day`;
      return `GPU below ${IDLE.belowPercent} %${isWatched ? looks : ' now'}${stopped}`;
    }
    case 'gone':
      return `${status}${looks}: it does not run again by itself`;
    case 'outbid':
      return `outbid${looks}: another bid is higher, and its disk is charged`;
    case 'stopped':
      return `${status}${looks}: its disk is charged until it is destroyed`;
    case 'loading':
      return `${status}${looks}: its disk is charged already`;
    case 'unattached':
      return 'hangs on no instance, and is charged until it is deleted';
  }
};

/** The command that ends it, without the program's name; undefined where the program has none. */
export const wasteCommand = ({ type, id }: Pick<Waste, 'type' | 'id'>): string =>
  type === 'instance' ? `instance destroy ${id}` : `volume delete ${id}`;

/** It as it is written for programs; what nobody has told is null. */
export const wasteRecord = (one: Waste) => ({
  kind: one.kind,
  type: one.type,
  id: one.id,
  label: one.label ?? null,
  per_day: one.perDay ?? null,
  per_day_stopped: one.perDayStopped ?? null,
  since: one.seen === undefined ? null : utcTime(one.seen.sinceMs),
  looks: one.seen?.looks ?? null,
  command: `gpudeck ${wasteCommand(one)}`,
});

/** What is wasted a day, dollars; `isLeast` where nobody says what some of it costs. */
export const wasteTotal = (rows: readonly Waste[]): { readonly perDay: number; readonly isLeast: boolean } => ({
  perDay: inDollars(sumOf(rows.map(({ perDay = 0 }) => perDay))),
  isLeast: rows.some(({ perDay }) => perDay === undefined),
});
