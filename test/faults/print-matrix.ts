/** How the matrix is printed: a row for each fault, a column for each call, then what is wrong, then the counts. */

import { COMMAND_CALLS } from './commands/command-call.ts';
import { CALLS, INSTANCE_WRITES, WEBHOOK_WRITES } from './fault.ts';
import type { CellResult, Wrong } from './result.ts';

const HEADINGS = {
  searchOffers: 'search',
  listVolumes: 'volumes',
  listConnections: 'connections',
  scheduleMaintenance: 'maintenance',
  createWebhook: 'webhook',
  replaceNotificationPreferences: 'preferences',
  rentOffer: 'rent',
  rentWithPut: 'rent by PUT',
  coverOffer: 'cover',
  listInstances: 'pages',
  destroySeveral: 'destroy 3',
  stopTogether: 'stop all',
  startTogether: 'start all',
  destroyTogether: 'destroy all',
  acceptIncrease: 'accept raise',
  rejectIncrease: 'reject raise',
  priceSeveral: 'price 3',
  changeInstance: 'label',
  rebootInstance: 'reboot',
  bidForInstance: 'bid',
  destroyInstance: 'destroy',
  changeWebhook: 'hook change',
  deleteWebhook: 'hook delete',
  rotateWebhook: 'hook secret',
  testWebhook: 'hook test',
} as const;

const CELL_WIDTH = 13;

const COLUMNS = [...CALLS, ...COMMAND_CALLS, ...INSTANCE_WRITES, ...WEBHOOK_WRITES];

/** What the user is shown in each cell; `WRONG` where something does not hold. */
export const matrixLines = (results: readonly CellResult[]): readonly string[] => {
  const rows = Map.groupBy(results, ({ row }) => row);
  const width = Math.max(0, ...[...rows.keys()].map((name) => name.length)) + 2;
  const line = (first: string, cells: readonly string[]) =>
    `${first.padEnd(width)}${cells.map((cell) => cell.padEnd(CELL_WIDTH)).join('')}`.trimEnd();
  return [
    line(
      '',
      COLUMNS.map((call) => HEADINGS[call]),
    ),
    ...[...rows].map(([name, cells]) =>
      line(
        name,
        COLUMNS.map((call) => wordOf(cells.find((cell) => cell.call === call))),
      ),
    ),
  ];
};

const wordOf = (cell: CellResult | undefined): string => {
  if (cell === undefined) return '-';
  return cell.problems.length > 0 ? 'WRONG' : cell.shown;
};

/** A failing cell in detail: what is wrong, and the screen as it was. */
export const detailLines = ({ row, call, problems, screen }: CellResult): readonly string[] => [
  '',
  `WRONG: ${call}, ${row}`,
  ...problems.map(({ kind, text }) => `  ${kind}: ${text}`),
  ...(screen === '' ? [] : screen.split('\n').map((text) => `  | ${text}`.trimEnd())),
];

/** The counts in three lines: of what was searched for secrets, of everything else that can be wrong, and of what must never be. */
export const countLines = (results: readonly CellResult[]): readonly string[] => {
  const count = (wrong: Wrong) => results.filter(({ problems }) => problems.some(({ kind }) => kind === wrong)).length;
  const others = (['words', 'outcome', 'memory', 'repaint', 'terminal', 'open file', 'redirect followed'] as const).map(
    (kind) => `${kind} ${count(kind)}`,
  );
  const counts = [
    `crashes ${count('crash')}`,
    `hangs ${count('hang')}`,
    `duplicate writes ${count('duplicate write')}`,
    `inputs lost ${count('input lost')}`,
    `secrets shown ${count('leak')}`,
  ];
  const searchedCount = results.reduce((sum, cell) => sum + cell.searchedCount, 0);
  return [
    `texts and files searched for keys and secrets ${searchedCount}`,
    `cells with anything wrong ${failing(results).length}; of other kinds: ${others.join(', ')}`,
    `cells ${results.length}, ${counts.join(', ')}`,
  ];
};

/** The cells in which something is wrong. */
export const failing = (results: readonly CellResult[]): readonly CellResult[] =>
  results.filter(({ problems }) => problems.length > 0);
