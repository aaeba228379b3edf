/** The option that says which job offers are compared for, and the refusal of what needs one. */
import { InvalidArgumentError, type Command as Parser } from 'commander';
import { findComputedField } from '../../catalogue/computed-fields.ts';
import { problemTexts } from '../../filter/problems.ts';
import { readStorageGb } from '../../filter/storage-size.ts';
import type { Workload } from '../../pricing/job-cost.ts';
import { commaList } from './values.ts';

/** The job as typed: a disk that is not named is the one that the search is priced with. */
export type WorkloadFlags = { readonly workload?: Omit<Workload, 'diskGb'> & { readonly diskGb?: number } };

const EXAMPLE = 'hours=72,disk=200,down=50,up=5';

const PARTS = ['hours', 'disk', 'down', 'up'] as const;

/** Adds `--workload`, whose value becomes `workload` of the flags. */
export const addWorkloadOption = (parser: Parser): Parser =>
  parser.option(
    '--workload <hours=N,...>',
    `compute what a job costs (job_total, job_hour), such as ${EXAMPLE}; sizes in GB`,
    readWorkload,
  );

/** The job that the flags name; undefined where they name none. */
export const workloadOf = ({ workload }: WorkloadFlags, storageGb: number): Workload | undefined =>
  workload && { diskGb: storageGb, ...workload };

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

const readWorkload = (text: string): WorkloadFlags['workload'] => {
  const given = new Map<string, string>();
  for (const part of commaList(text)) {
    const [name = '', value = ''] = part.split('=', 2);
    if (!PARTS.some((known) => known === name))
      throw new InvalidArgumentError(
        `"${name}" is not a part of a job: write hours, disk, down or up, as in ${EXAMPLE}.`,
      );
    if (given.has(name)) throw new InvalidArgumentError(`${name} is given twice: remove one.`);
    given.set(name, value);
  }
  const hours = given.get('hours');
  if (hours === undefined) throw new InvalidArgumentError(`A job needs hours, as in ${EXAMPLE}.`);
  const disk = given.get('disk');
  return {
    hours: hoursOf(hours),
    downGb: gigabytes('down', given.get('down') ?? '0'),
    upGb: gigabytes('up', given.get('up') ?? '0'),
    ...(disk !== undefined && { diskGb: gigabytes('disk', disk) }),
  };
};

const hoursOf = (text: string): number => {
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  if (value === 0)
    throw new InvalidArgumentError('A job of 0 hours has no price: write how long it runs, as in hours=72.');
  throw new InvalidArgumentError(`"${text}" is not a number of hours: write a number above 0, as in hours=72.`);
};

const gigabytes = (name: string, text: string): number => {
  const value = text !== '' && Number(text) === 0 ? 0 : readStorageGb(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`"${text}" is not a size: write 0 or a size in GB, as in ${name}=50 or ${name}=2TB.`);
};
