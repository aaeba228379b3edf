/** What `npm run faults` does with its options, apart from the process around it. */
import { runTrials } from './long/run-trials.ts';
import { LONG_TRIALS } from './long/trials.ts';
import { playMatrix } from './matrix.ts';
import { countLines, detailLines, failing, matrixLines } from './print-matrix.ts';

/** What was asked for. */
type FaultOptions = {
  /** Runs the trials of the long form too. */
  readonly isLong: boolean;
  /** Names of the only trials to run; empty for all. Then the matrix is not played. */
  readonly only: readonly string[];
  /** Plays only the rows of the matrix whose names hold this text. */
  readonly row: string;
  /** Length of the trials: 1 for the long form. */
  readonly scale: number;
};

/** Runs what was asked for; resolves to the exit code: 0 when everything held. Throws an Error for a name nobody knows. */
export const runFaults = async ({ isLong, only, row, scale }: FaultOptions): Promise<number> => {
  const unknown = only.filter((name) => LONG_TRIALS.every((trial) => trial.name !== name));
  if (unknown.length > 0) throw new Error(`there is no trial called ${unknown.join(', ')}`);
  const trials = LONG_TRIALS.filter(({ name }) => (only.length === 0 ? isLong : only.includes(name)));
  const failureCount = await runTrials(trials, scale, print);
  const failingCells = only.length === 0 ? await runMatrix(row) : 0;
  return failureCount + failingCells === 0 ? 0 : 1;
};

const print = (line: string): void => console.log(line);

/** Plays the matrix and prints it; resolves to the number of cells in which something is wrong. */
const runMatrix = async (row: string): Promise<number> => {
  let playedCount = 0;
  const results = await playMatrix(
    (name) => name.includes(row),
    () => {
      playedCount++;
      if (process.stderr.isTTY) process.stderr.write(`\r${playedCount} cells`);
    },
  );
  matrixLines(results).forEach(print);
  failing(results).flatMap(detailLines).forEach(print);
  print('');
  countLines(results).forEach(print);
  return failing(results).length;
};
