/**
 * What became of a machine: when it was for rent, when rented, when neither. An absence is told only where a question would have brought
 * the machine and its answer was whole; all other time is unknown. And what that comes to: how long each state lasted, and when they turned. Pure.
 */
import type { Offer } from '../catalogue/values.ts';
import { type Asked, restrictionsOf } from './asked.ts';
import { traitsOf } from './kept-offer.ts';
import { LONGEST_GAP_MS } from './round-difference.ts';
import type { Interval, RecordedRound, Stretch } from './store.ts';

/**
 * `listed`: an answer held an offer of it that could be rented. `rented`: answers held its offers, and none could be. `gone`: it was not
 * there, though what is rented was asked for too. `away`: it was not among what can be rented, or is verified, and nobody asked for more.
 */
const MACHINE_STATES = ['listed', 'rented', 'gone', 'away'] as const;

/** One of them. */
export type MachineState = (typeof MACHINE_STATES)[number];

/** A time in which a machine was in one state; the next one begins later where nothing is known between them. */
export type MachineSpan = Stretch & { readonly state: MachineState };

/** A question, and all answers to it that count: ascending. */
export type Heard = { readonly id: number; readonly asked: Asked; readonly rounds: readonly RecordedRound[] };

/** Filters on what does not change of a machine. */
const LASTING = ['machine_id', 'host_id', 'gpu_name', 'gpu_arch', 'cpu_arch', 'cpu_name', 'geolocation', 'datacenter'];

/** Filters on what does, and is told of it. */
const MOVING = ['rentable', 'rented', 'verified'];

/** Disk in GB that any machine has free. */
const ANY_DISK_GB = 8;

/** The spans in `stretch`, ascending, of a machine whose offers have `intervals`; `isMeant` tells whether a filter lets the machine through. */
export const machineTimeline = (
  intervals: readonly Interval[],
  heard: readonly Heard[],
  stretch: Stretch,
  isMeant: (asked: Asked, name: string) => boolean,
): readonly MachineSpan[] => {
  const absent = heard.flatMap((question) => {
    const state = absenceIn(question.asked, isMeant);
    if (state === undefined) return [];
    const seen = seenIn(intervals, question);
    return without(wholeSpans(question.rounds), seen).map((span) => ({ ...span, state }));
  });
  const seen = heard.flatMap((question) => seenIn(intervals, question));
  return merged([...seen, ...absent].flatMap((span) => clipped(span, stretch)));
};

/** The same without the times in which it was not there. */
export const seenTimeline = (
  intervals: readonly Interval[],
  heard: readonly Heard[],
  stretch: Stretch,
): readonly MachineSpan[] =>
  merged(heard.flatMap((question) => seenIn(intervals, question)).flatMap((span) => clipped(span, stretch)));

const seenIn = (intervals: readonly Interval[], { id, rounds }: Heard): readonly MachineSpan[] => {
  const lastMs = rounds.at(-1)?.atEpochMs;
  return lastMs === undefined
    ? []
    : intervals.filter(({ question }) => question === id).map((interval) => spanOf(interval, lastMs));
};

/** True where an answer to `asked` holds machines whether they are rented or not, and leaves out none for what changes besides. */
export const holdsRented = (asked: Asked): boolean =>
  restrictionsOf(asked).every(([name]) => name === 'verified' || LASTING.includes(name));

/** The time in which it was seen so. One that stands is known up to the last answer. */
const spanOf = ({ fromEpochMs, untilEpochMs, traits }: Interval, lastMs: number): MachineSpan => {
  const toEpochMs = untilEpochMs ?? Math.max(lastMs, fromEpochMs);
  return { fromEpochMs, toEpochMs, state: seenStateOf(traitsOf(traits)) };
};

/** In which state the machine of an offer is that an answer held. */
export const seenStateOf = ({ rentable, rented }: Offer): 'rented' | 'listed' =>
  rentable === false || rented === true ? 'rented' : 'listed';

/** What it means that an answer does not hold the machine; undefined where that may have any reason. */
const absenceIn = (asked: Asked, isMeant: (asked: Asked, name: string) => boolean): 'gone' | 'away' | undefined => {
  if (asked.storageGb > ANY_DISK_GB) return undefined;
  const names = restrictionsOf(asked).map(([name]) => name);
  const isAll = names.every((name) => MOVING.includes(name) || (LASTING.includes(name) && isMeant(asked, name)));
  if (!isAll) return undefined;
  return names.some((name) => MOVING.includes(name)) ? 'away' : 'gone';
};

/** The times from a whole answer to the next one. */
const wholeSpans = (rounds: readonly RecordedRound[]): readonly Stretch[] => {
  const spans: { fromEpochMs: number; toEpochMs: number }[] = [];
  for (const [place, { atEpochMs, isWhole }] of rounds.entries()) {
    const next = rounds[place + 1]?.atEpochMs;
    if (!isWhole || next === undefined || next - atEpochMs > LONGEST_GAP_MS) continue;
    const last = spans.at(-1);
    if (last?.toEpochMs === atEpochMs) last.toEpochMs = next;
    else spans.push({ fromEpochMs: atEpochMs, toEpochMs: next });
  }
  return spans;
};

/** What of `spans` (ascending, apart) none of `others` reaches into. */
const without = (spans: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] => {
  const sorted = others.toSorted((one, other) => one.fromEpochMs - other.fromEpochMs);
  return spans.flatMap(({ fromEpochMs, toEpochMs }) => {
    const left: Stretch[] = [];
    let from = fromEpochMs;
    for (const other of sorted) {
      if (other.toEpochMs <= from) continue;
      if (other.fromEpochMs >= toEpochMs) break;
      if (other.fromEpochMs > from) left.push({ fromEpochMs: from, toEpochMs: other.fromEpochMs });
      from = Math.max(from, other.toEpochMs);
    }
    if (from < toEpochMs) left.push({ fromEpochMs: from, toEpochMs });
    return left;
  });
};

const clipped = (span: MachineSpan, { fromEpochMs, toEpochMs }: Stretch): readonly MachineSpan[] => {
  const from = Math.max(span.fromEpochMs, fromEpochMs);
  const to = Math.min(span.toEpochMs, toEpochMs);
  return from < to ? [{ ...span, fromEpochMs: from, toEpochMs: to }] : [];
};

/** One state at a time, ascending: of those that are told of a moment the first of `MACHINE_STATES`. */
export const merged = (evidence: readonly MachineSpan[]): readonly MachineSpan[] => {
  const turns = evidence
    .flatMap(({ fromEpochMs, toEpochMs, state }) => [
      { atMs: fromEpochMs, state, by: 1 },
      { atMs: toEpochMs, state, by: -1 },
    ])
    .sort((one, other) => one.atMs - other.atMs);
  const told = { listed: 0, rented: 0, gone: 0, away: 0 };
  const spans: { fromEpochMs: number; toEpochMs: number; state: MachineState }[] = [];
  for (const [place, { atMs, state, by }] of turns.entries()) {
    told[state] += by;
    const nextMs = turns[place + 1]?.atMs;
    const current = MACHINE_STATES.find((name) => told[name] > 0);
    if (nextMs === undefined || nextMs === atMs || current === undefined) continue;
    const last = spans.at(-1);
    if (last?.toEpochMs === atMs && last.state === current) last.toEpochMs = nextMs;
    else spans.push({ fromEpochMs: atMs, toEpochMs: nextMs, state: current });
  }
  return spans;
};

/** When a machine came to be in a state; undefined where nobody knows its state from then on. */
type MachineTurn = { readonly atEpochMs: number; readonly state: MachineState | undefined };

/** Figures of a machine in a stretch. */
export type MachineFigures = {
  /** Parts of the stretch, ascending, each with the state that lasted longest in it; undefined where none is known. */
  readonly parts: readonly (MachineState | undefined)[];
  /** How long each state lasted, ms. */
  readonly lengths: Readonly<Record<MachineState, number>>;
  /** The last turns, ascending. */
  readonly turns: readonly MachineTurn[];
};

/** How many parts a stretch has. */
const MACHINE_PARTS = 60;

/** Turns that are told. */
const MOST_TURNS = 12;

/** The figures of `spans` (ascending, apart, in `stretch`). */
export const machineFigures = (spans: readonly MachineSpan[], stretch: Stretch): MachineFigures => {
  const partMs = (stretch.toEpochMs - stretch.fromEpochMs) / MACHINE_PARTS;
  const parts = Array.from({ length: MACHINE_PARTS }, none);
  const lengths = none();
  for (const { fromEpochMs, toEpochMs, state } of spans) {
    lengths[state] += toEpochMs - fromEpochMs;
    const first = Math.floor((fromEpochMs - stretch.fromEpochMs) / partMs);
    for (let part = first; part < MACHINE_PARTS; part++) {
      const from = stretch.fromEpochMs + part * partMs;
      if (from >= toEpochMs) break;
      const sums = parts[part];
      if (sums !== undefined) sums[state] += Math.min(toEpochMs, from + partMs) - Math.max(fromEpochMs, from);
    }
  }
  return { parts: parts.map(longestOf), lengths, turns: turnsOf(spans).slice(-MOST_TURNS) };
};

const none = (): Record<MachineState, number> => ({ listed: 0, rented: 0, gone: 0, away: 0 });

const longestOf = (sums: Readonly<Record<MachineState, number>>): MachineState | undefined => {
  const longest = Math.max(...MACHINE_STATES.map((state) => sums[state]));
  return longest > 0 ? MACHINE_STATES.find((state) => sums[state] === longest) : undefined;
};

/** The end of what is known is a turn where more is known later. */
const turnsOf = (spans: readonly MachineSpan[]): readonly MachineTurn[] =>
  spans.flatMap((span, place): readonly MachineTurn[] => {
    const next = spans[place + 1];
    const isFollowed = next === undefined || next.fromEpochMs === span.toEpochMs;
    const turn = { atEpochMs: span.fromEpochMs, state: span.state };
    return isFollowed ? [turn] : [turn, { atEpochMs: span.toEpochMs, state: undefined }];
  });
