/** What the looks at a program in use come to: figures, and what grows that must not. Pure. */
import type { Attachments, Heap, ObjectCounts } from './inspector.ts';
import { slope } from './slope.ts';

/** One look, after `rounds` rounds and `atMs` milliseconds of use. */
export type Look = {
  readonly atMs: number;
  readonly rounds: number;
  readonly program: Heap;
  readonly service: Heap;
  readonly objects: ObjectCounts;
  readonly attachments: Attachments;
};

/** The promise: both heaps together, with what the engine compiles, in an hour. */
const LARGEST_GROWTH_MB = 5;

/**
 * What may come to stay with each round. A round presses two hundred keys and makes a dozen calls: whatever is left behind by
 * each of a kind shows long before it counts in megabytes. Of functions none is in order; objects and data are those of the
 * calls that the ledger keeps until it is full.
 */
const LARGEST_OF_ROUND = { functions: 0.5, objects: 100, 'KB of data': 40 } as const;

const HOUR_MS = 3_600_000;
const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** The figures of `looks`, the first of which was after the warm-up. */
export const growthFigures = (looks: readonly Look[]): Readonly<Record<string, string>> => ({
  ...heapFigures(looks, 'program'),
  ...heapFigures(looks, 'service'),
  ...Object.fromEntries(
    Object.entries(ofRound(looks)).map(([kind, growth]) => [`${kind} more each round`, growth.toFixed(2)]),
  ),
});

/** What must not grow and does, in words. */
export const growthFailures = (looks: readonly Look[]): readonly string[] => {
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return ['the heap was never looked at'];
  // Over less than an hour a heap may grow by what an hour allows: a slope through minutes says little.
  const hours = Math.min(1, (last.atMs - first.atMs) / HOUR_MS);
  const grownMb = (hours * (growthPerHour(looks, 'program') + growthPerHour(looks, 'service'))) / MEGABYTE;
  const growth = ofRound(looks);
  return [
    ...(grownMb > LARGEST_GROWTH_MB ? [`the heaps grew by ${grownMb.toFixed(2)} MB`] : []),
    ...KINDS.filter((kind) => growth[kind] > LARGEST_OF_ROUND[kind]).map(
      (kind) => `${kind}: ${growth[kind].toFixed(1)} more with each round`,
    ),
    ...lastingAttachments(looks.map(({ attachments }) => attachments)),
  ];
};

type Kind = keyof typeof LARGEST_OF_ROUND;
const KINDS: readonly Kind[] = ['functions', 'objects', 'KB of data'];

const ofRound = (looks: readonly Look[]): Readonly<Record<Kind, number>> => {
  const growthOf = (value: (look: Look) => number) =>
    slope(looks.map((look) => ({ at: look.rounds, value: value(look) })));
  return {
    functions: growthOf(({ objects }) => objects.functions),
    objects: growthOf(({ objects }) => objects.objects),
    'KB of data': growthOf(({ program, service }) => (program.data + service.data) / KILOBYTE),
  };
};

const heapFigures = (looks: readonly Look[], name: 'program' | 'service') => {
  const inWords = (look: Look | undefined) =>
    look === undefined ? '-' : `${megabytes(wholeOf(look[name]))}, of it code ${megabytes(look[name].code)}`;
  return {
    [`${name}: heap after warm-up MB`]: inWords(looks[0]),
    [`${name}: heap at the end MB`]: inWords(looks.at(-1)),
    [`${name}: growth MB per hour`]: megabytes(growthPerHour(looks, name)),
  };
};

const growthPerHour = (looks: readonly Look[], name: 'program' | 'service'): number =>
  slope(looks.map((look) => ({ at: look.atMs / HOUR_MS, value: wholeOf(look[name]) })));

const wholeOf = ({ data, code }: Heap): number => data + code;

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(2);

/** Kinds of which each look after the first ones saw more than those: whatever is in use by turns comes and goes. */
const lastingAttachments = (looks: readonly Attachments[]): readonly string[] => {
  const half = Math.ceil(looks.length / 2);
  const most = (part: readonly Attachments[], kind: string) => Math.max(...part.map((look) => look[kind] ?? 0));
  const least = (part: readonly Attachments[], kind: string) => Math.min(...part.map((look) => look[kind] ?? 0));
  const [early, late] = [looks.slice(0, half), looks.slice(half)];
  if (late.length === 0) return ['timers and listeners were looked at too seldom'];
  return [...new Set(looks.flatMap((look) => Object.keys(look)))]
    .filter((kind) => least(late, kind) > most(early, kind))
    .map((kind) => `${kind}: ${most(early, kind)} at first, ${least(late, kind)} and more later`);
};
