/** Figures of the load trial: calls per second, how long they took, and how the memory went. */
import type { CallName } from './load-calls.ts';

/** The memory at one moment of the trial. */
export type MemorySample = { readonly atMs: number; readonly rssMb: number; readonly heapMb: number };

/** Calls per second in all, and for each kind how many there were and how long they took, in ms. */
export const latencyFigures = (
  latenciesMs: ReadonlyMap<CallName, readonly number[]>,
  durationMs: number,
): Readonly<Record<string, string>> => {
  const calls = [...latenciesMs.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    'calls per second': (calls / (durationMs / 1000)).toFixed(0),
    ...Object.fromEntries(
      [...latenciesMs].map(([name, unsorted]) => {
        const sorted = [...unsorted].sort((a, b) => a - b);
        const [middle, late, last] = [0.5, 0.99, 1].map((part) => percentile(sorted, part).toFixed(1));
        return [`${name} p50 p99 max ms`, `${middle} ${late} ${last} (${sorted.length} calls)`];
      }),
    ),
  };
};

/** How much more memory was in use in the last quarter than in the second one, when everything had warmed up; in MB. */
export const growthOf = (
  samples: readonly MemorySample[],
): { readonly heapMb: number; readonly rssMb: number; readonly figures: Readonly<Record<string, string>> } => {
  const quarter = Math.floor(samples.length / 4);
  const before = meanOf(samples.slice(quarter, 2 * quarter));
  const after = meanOf(samples.slice(3 * quarter));
  const warm = samples.slice(quarter);
  const figure = (key: 'heapMb' | 'rssMb') =>
    `${before[key].toFixed(1)} -> ${after[key].toFixed(1)}, ${slopePerMinute(warm, key).toFixed(2)} a minute`;
  return {
    heapMb: after.heapMb - before.heapMb,
    rssMb: after.rssMb - before.rssMb,
    figures: { 'live objects MB': figure('heapMb'), 'resident MB': figure('rssMb') },
  };
};

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;

const meanOf = (samples: readonly MemorySample[]) => {
  const mean = (key: 'heapMb' | 'rssMb') => samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length;
  return { heapMb: mean('heapMb'), rssMb: mean('rssMb') };
};

/** The slope of the straight line that fits best, in MB a minute. */
const slopePerMinute = (samples: readonly MemorySample[], key: 'heapMb' | 'rssMb'): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middleMs = mean(samples.map(({ atMs }) => atMs));
  const middleMb = mean(samples.map((sample) => sample[key]));
  const along = samples.reduce((sum, sample) => sum + (sample.atMs - middleMs) * (sample[key] - middleMb), 0);
  const spread = samples.reduce((sum, { atMs }) => sum + (atMs - middleMs) ** 2, 0);
  return (along / spread) * 60_000;
};
