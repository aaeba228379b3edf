/** What renters have reported of a machine (docs/interface.md, Reports). */
import { hash } from '../market/random.ts';

const REPORTS = 202;

/** How many reports there are of a machine. */
export const reportCount = (machineId: number): number => hash(machineId, REPORTS) % 4;

/** The texts that a renter chooses from, and what some of them added. */
const PROBLEMS = [
  ['slow internet', 'Pulling the image took half an hour'],
  ['slow disk', ''],
  ['GPU not detected', 'nvidia-smi finds no devices'],
  ['instance does not start', ''],
  ['SSH connection fails', 'The port is closed'],
  ['GPU too hot', 'It is throttled at 93 degrees'],
] as const;

const DAY_S = 86_400;

/** The reports of a machine up to `filledS`, when the market was filled, the newest first. */
export const reportsOf = (machineId: number, filledS: number): readonly object[] =>
  Array.from({ length: reportCount(machineId) }, (_, place) => {
    const lot = hash(machineId, REPORTS, place);
    const [problem, message] = PROBLEMS[lot % PROBLEMS.length] ?? PROBLEMS[0];
    return { problem, message, created_at: filledS - place * 9 * DAY_S - (lot % (8 * DAY_S)) };
  });
