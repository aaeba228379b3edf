/** Runs trials of the long form one after the other and prints what they found. */
import type { LongTrial } from './trial.ts';

/** Runs `trials`; resolves to the number of failures. */
export const runTrials = async (
  trials: readonly LongTrial[],
  scale: number,
  print: (line: string) => void,
): Promise<number> => {
  let failureCount = 0;
  for (const { name, run } of trials) {
    const startedMs = performance.now();
    const { figures, failures } = await run({ scale, report: (line) => print(`${name}: ${line}`) });
    const tookS = Math.round((performance.now() - startedMs) / 1000);
    print(`${name}: ${failures.length === 0 ? 'held' : `${failures.length} failures`}, ${tookS} s`);
    for (const [figure, value] of Object.entries(figures)) print(`  ${figure.padEnd(WIDTH)}${value}`);
    for (const failure of failures) print(`  FAILED: ${failure}`);
    failureCount += failures.length;
  }
  return failureCount;
};

const WIDTH = 32;
