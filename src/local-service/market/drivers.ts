/** The graphics drivers of the market, and the newest CUDA (ROCm for AMD) that each can run. */
import { readTable } from './text-table.ts';

/** Drivers by maker: versions have two or three parts. Oldest: the lowest compute capability that it serves, x 100. */
export const DRIVERS = readTable(
  `
  version     | arch   | cuda | oldest | newest | share
  590.48.01   | nvidia | 13.1 | 750    | 1300   | 8
  580.142     | nvidia | 13.0 | 500    | 1300   | 14
  580.95.05   | nvidia | 13.0 | 500    | 1300   | 30
  575.57.08   | nvidia | 12.9 | 500    | 1200   | 14
  570.195.03  | nvidia | 12.8 | 500    | 1200   | 24
  570.86.10   | nvidia | 12.8 | 500    | 1200   | 7
  565.57.01   | nvidia | 12.7 | 500    | 900    | 9
  560.35.03   | nvidia | 12.6 | 500    | 900    | 8
  550.163.01  | nvidia | 12.4 | 500    | 900    | 12
  550.54.15   | nvidia | 12.4 | 500    | 900    | 6
  545.23.08   | nvidia | 12.3 | 500    | 900    | 3
  535.288.01  | nvidia | 12.2 | 500    | 900    | 8
  535.86.05   | nvidia | 12.2 | 500    | 900    | 4
  525.147.05  | nvidia | 12.0 | 500    | 890    | 2
  470.256.02  | nvidia | 11.4 | 350    | 860    | 1
  6.14.14     | amd    | 6.4  | 0      | 1300   | 5
  6.12.12     | amd    | 6.3  | 0      | 1300   | 3
  6.8.5       | amd    | 6.2  | 0      | 1300   | 2
  `,
  ['version', 'arch'],
  ['cuda', 'oldest', 'newest', 'share'],
);

/** A driver version as the one number that the service also sends: `535.86.05` is 535086005. */
export const driverNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
};
