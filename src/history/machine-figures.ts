/** What the spans of a machine come to: which state a part of the time had, how long each lasted, and when they turned. Pure. */
import { MACHINE_STATES, type MachineSpan, type MachineState } from './machine-timeline.ts';
import type { Stretch } from './store.ts';

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
