/** What a trial of the long form is: load, kill rounds, fuzz, soak. Nothing here or in a trial may import vitest. */

/** What a trial found. */
type Verdict = {
  /** What was measured, by name with its unit: `p99 ms`, `calls per second`. Printed as it stands, and quoted. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** What was not as promised, one sentence each; empty when all of it held. */
  readonly failures: readonly string[];
};

/** How a trial is to run. */
export type TrialConditions = {
  /** 1 is the long form; 0.01 does a hundredth of its rounds or minutes, but at least one. */
  readonly scale: number;
  /** Prints a line about how far it has come. */
  readonly report: (line: string) => void;
};

/** Something that takes minutes to show. */
export type LongTrial = {
  /** One word, as `npm run faults -- --only WORD` takes it. */
  readonly name: string;
  /** Runs to its end and leaves no process, file or folder behind. Rejects only when the trial itself is broken. */
  readonly run: (conditions: TrialConditions) => Promise<Verdict>;
};
