/** The option that says which job offers are compared for, and the refusal of what needs one. */
import { InvalidArgumentError, type Command as Parser } from 'commander';
import { findComputedField } from '../../catalogue/computed-fields.ts';
import { problemTexts } from '../../filter/problems.ts';
import type { Workload } from '../../pricing/job-cost.ts';
import { readWorkload, TARGET, targetText, WORKLOAD_EXAMPLE } from '../../pricing/workload-text.ts';

/** The job as typed: a disk that is not named is the one that the search is priced with. */
export type WorkloadFlags = { readonly workload?: Omit<Workload, 'diskGb'> & { readonly diskGb?: number } };

/** Adds `--workload`, whose value becomes `workload` of the flags. */
export const addWorkloadOption = (parser: Parser): Parser =>
  parser.option(
    '--workload <hours=N,...>',
    `compute what a job costs (job_total, job_hour), such as ${WORKLOAD_EXAMPLE}; sizes in GB; sla=99% adds the SLA premium`,
    workloadOption,
  );

/** The job that the flags name; undefined where they name none. */
export const workloadOf = ({ workload }: WorkloadFlags, storageGb: number): Workload | undefined =>
  workload && { diskGb: storageGb, ...workload };

/** `filter` with the SLA target of `workload`: only then the service tells the premium. */
export const withTarget = (filter: string, workload: Workload | undefined): string =>
  workload?.slaTarget === undefined ? filter : `${filter} ${TARGET}=${targetText(workload.slaTarget)}`.trim();

/** Ends the program with what to do where one of `names` needs a job and none is known. */
export const refuseWithoutWorkload = (parser: Parser, names: readonly string[], workload?: Workload): void => {
  const problem = workloadProblem(names, workload);
  if (problem !== undefined) parser.error(`error: ${problem}`);
};

/** What to do where one of `names` needs a job and none is known; undefined where none does. */
export const workloadProblem = (names: readonly string[], workload: Workload | undefined): string | undefined => {
  const needing = names.find((name) => findComputedField(name)?.needsWorkload);
  return needing === undefined || workload !== undefined ? undefined : problemTexts.workloadMissing(needing).message;
};

const workloadOption = (text: string): WorkloadFlags['workload'] => {
  const reading = readWorkload(text);
  if ('problem' in reading) throw new InvalidArgumentError(reading.problem);
  return reading;
};
