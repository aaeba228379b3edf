/** What each figure may be at most on a screen of 160x48. A figure that is not named here is only watched. */
import type { Figure } from './figure.ts';

/** For figures of this name and unit over so many offers (any number, where none is given). */
type Ceiling = Pick<Figure, 'name' | 'unit'> & { readonly rows?: number } & (
    | { readonly most: number }
    /** Compared with the same app on Ink's own writer, in the same run. */
    | { readonly timesBare: number }
  );

const FRAME_MS = 1000 / 60;

/** What a key does with all rows: within a frame over 10,000, and not to be waited for over 100,000. */
const OVER_ALL_ROWS = [
  ...['a word', 'a figure', 'three clauses', 'a region'].map((line) => `narrow by ${line}`),
  ...['price', 'model, then price', 'driver'].map((order) => `sort by ${order}`),
  'texts counted for a line',
  'waterfall, a bound moved',
];

const CEILINGS: readonly Ceiling[] = [
  { name: 'start to first row', unit: 'ms', rows: 1000, most: 350 },
  { name: 'start to first row', unit: 'ms', rows: 10_000, most: 600 },
  { name: 'start to first row', unit: 'ms', rows: 100_000, most: 1500 },
  ...['memory, settled', 'memory after a session'].flatMap((name): readonly Ceiling[] => [
    { name, unit: 'MB', rows: 1000, most: 150 },
    { name, unit: 'MB', rows: 10_000, most: 250 },
    { name, unit: 'MB', rows: 25_000, most: 300 },
    { name, unit: 'MB', rows: 100_000, most: 450 },
  ]),
  { name: 'cursor down in the window', unit: 'ms', timesBare: 1.3 },
  { name: 'cursor down in the window', unit: 'bytes', most: 120 },
  { name: 'cursor down in the window, quick line', unit: 'bytes', most: 700 },
  { name: 'cursor down that scrolls, quick line', unit: 'bytes', most: 700 },
  { name: 'cursor down that scrolls', unit: 'ms', timesBare: 1 },
  { name: 'cursor down that scrolls', unit: 'bytes', most: 350 },
  { name: 'mean of 60 cursor downs', unit: 'bytes', most: 200 },
  { name: 'page down', unit: 'ms', timesBare: 1 },
  { name: 'page down', unit: 'bytes', most: 7500 },
  { name: 'filter character: echo', unit: 'ms', rows: 10_000, most: FRAME_MS },
  { name: 'filter character: list', unit: 'ms', rows: 10_000, most: 40 },
  { name: 'filter character: list', unit: 'ms', rows: 25_000, most: 60 },
  { name: 'first word that narrows', unit: 'ms', rows: 10_000, most: 40 },
  { name: 'first word that narrows', unit: 'ms', rows: 25_000, most: 60 },
  { name: 'filter character: list', unit: 'bytes', most: 7000 },
  { name: 'filter character: paints', unit: 'paints', most: 1 },
  { name: 'sort', unit: 'ms', rows: 10_000, most: 60 },
  { name: 'sort', unit: 'ms', rows: 25_000, most: 120 },
  { name: 'sort', unit: 'ms', rows: 100_000, most: 200 },
  { name: 'next match (n)', unit: 'bytes', most: 7500 },
  { name: 'compare 4 (=)', unit: 'bytes', most: 7500 },
  { name: 'compare: a line down', unit: 'bytes', most: 350 },
  { name: 'renting: the form (r)', unit: 'bytes', most: 7500 },
  { name: 'instances: cursor moved', unit: 'bytes', most: 120 },
  { name: 'instances: a record (Enter)', unit: 'bytes', most: 7500 },
  { name: 'instances: a log (i)', unit: 'bytes', most: 7500 },
  { name: 'instances: 20 s of silence', unit: 'bytes', most: 0 },
  { name: 'instances: memory', unit: 'MB', most: 160 },
  ...['own machines opened', 'announced windows opened', 'a webhook (Enter)', 'events opened'].map(
    (page): Ceiling => ({ name: `host: ${page}`, unit: 'bytes', most: 7500 }),
  ),
  { name: 'host: 20 s of events without a new one', unit: 'bytes', most: 0 },
  { name: 'host: 20 s of events with one new one', unit: 'bytes', most: 350 },
  { name: 'host: memory', unit: 'MB', most: 160 },
  { name: 'watching: a round, 0 % changed', unit: 'bytes', most: 0 },
  { name: 'watching: a round, 1 % changed', unit: 'bytes', most: 2500 },
  { name: 'watching: a round, 10 % changed', unit: 'bytes', most: 7500 },
  { name: 'watching: between rounds', unit: 'bytes', most: 0 },
  ...OVER_ALL_ROWS.flatMap((name): readonly Ceiling[] => [
    { name, unit: 'CPU ms', rows: 10_000, most: FRAME_MS },
    { name, unit: 'CPU ms', rows: 25_000, most: 40 },
    { name, unit: 'CPU ms', rows: 100_000, most: 200 },
  ]),
  { name: 'bytes in a minute of silence', unit: 'bytes', most: 0 },
  { name: 'longest pause while loading', unit: 'ms', rows: 25_000, most: 50 },
];

/** The most that `figure` may be, in its unit; undefined where nothing was promised. */
export const ceilingOf = ({ name, unit, rows, bare }: Figure): number | undefined => {
  const ceiling = CEILINGS.find(
    (candidate) =>
      candidate.name === name && candidate.unit === unit && (candidate.rows === undefined || candidate.rows === rows),
  );
  if (ceiling === undefined) return undefined;
  if ('most' in ceiling) return ceiling.most;
  return bare === undefined ? undefined : ceiling.timesBare * bare;
};
