/** The matrix of calls by faults: which cells there are, playing them, and printing what came of them. */
import type { Called } from './called.ts';
import { type CellResult, playCell, type Wrong } from './cell.ts';
import { CALLS, type Fault, type Outcome } from './fault.ts';
import { ANSWER_FAULTS } from './plays/answer.ts';
import { CONNECTION_FAULTS } from './plays/connection.ts';
import { refusals } from './plays/refusal.ts';
import { SIZE_FAULTS } from './plays/size.ts';
import { TIME_FAULTS } from './plays/time.ts';
import { READS } from './reads.ts';
import { createWorld, type World } from './world.ts';
import { WRITES } from './writes.ts';

/** The six calls as a person makes them. */
export const CALLED: readonly Called[] = [...READS, ...WRITES];

/** Every fault there is; redirects point to `trapUrl`. */
const faultsFor = (trapUrl: string): readonly Fault[] => [
  ...CONNECTION_FAULTS,
  ...TIME_FAULTS,
  ...ANSWER_FAULTS,
  ...SIZE_FAULTS,
  ...refusals(trapUrl),
];

/** Plays every cell whose row `isWanted`; tells of each when it is done. */
export const playMatrix = async (
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  await using world: World = await createWorld();
  for (const fault of faultsFor(world.trap.url)) {
    if (!isWanted(rowOf(fault))) continue;
    for (const called of CALLED) {
      if (fault.calls?.includes(called.name) !== false) onCell(await playCell(world, called, fault));
    }
  }
};

/** What a row of the matrix is called. */
export const rowOf = ({ group, name }: Fault): string => `${group}: ${name}`;

const MARKS: Readonly<Record<Outcome, string>> = { answered: 'done', failed: 'not done', unknown: 'unknown' };

/** The matrix as lines of text: a row for each fault, a column for each call, what the user is shown in each cell. */
export const matrixLines = (results: readonly CellResult[]): readonly string[] => {
  const rows = new Map<string, Map<string, string>>();
  for (const { fault, call, outcome, problems } of results) {
    const row = rows.get(rowOf(fault)) ?? new Map<string, string>();
    row.set(call, problems.length > 0 ? 'WRONG' : outcome === undefined ? '?' : MARKS[outcome]);
    rows.set(rowOf(fault), row);
  }
  const width = Math.max(0, ...[...rows.keys()].map((name) => name.length)) + 2;
  const heading = ['', ...CALLS.map((call) => HEADINGS[call])];
  const line = ([first = '', ...cells]: readonly string[]) =>
    `${first.padEnd(width)}${cells.map((cell) => cell.padEnd(CELL_WIDTH)).join('')}`.trimEnd();
  return [line(heading), ...[...rows].map(([name, row]) => line([name, ...CALLS.map((call) => row.get(call) ?? '-')]))];
};

const CELL_WIDTH = 13;
const HEADINGS = {
  searchOffers: 'search',
  listVolumes: 'volumes',
  listConnections: 'connections',
  scheduleMaintenance: 'maintenance',
  createWebhook: 'webhook',
  replaceNotificationPreferences: 'preferences',
} as const;

/** A failing cell in detail: what is wrong, and the screen as it was. */
export const detailLines = ({ fault, call, problems, screen }: CellResult): readonly string[] => [
  '',
  `WRONG: ${call}, ${rowOf(fault)}`,
  ...problems.map(({ kind, text }) => `  ${kind}: ${text}`),
  ...screen.split('\n').map((line) => `  | ${line}`.trimEnd()),
];

/** How many cells have a problem of this kind. */
export const countOf = (results: readonly CellResult[], wrong: Wrong): number =>
  results.filter(({ problems }) => problems.some(({ kind }) => kind === wrong)).length;
