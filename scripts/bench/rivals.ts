/**
 * The same rows in programs that people page through tables with, those of them that are installed: each key is pressed in
 * gpudeck and then in each of them, because a machine's speed changes by the second.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { aligned, median, shortened } from './figure.ts';
import { EVERYTHING, hasOffer, openOffers } from './panes.ts';
import { type Keys, OURS, RIVALS, type Rival, WORD } from './programs.ts';
import { openService, type Service } from './service.ts';
import { type KeyFigures, openTerminal, PAGE_DOWN, type Terminal } from './terminal.ts';

const SIZES = [10_000, 25_000];
const STARTS = 5;
/** Time after which each has read all of its rows, ms. */
const SETTLING_MS = 5000;
/** Of the moves the first are not counted, up to the 35th the cursor is inside the window, after the 50th every one scrolls. */
const MOVES = 90;
const FIRST_WARM = 5;
const LAST_IN_WINDOW = 35;
const FIRST_SCROLLING = 50;
const PAGES = 60;

const NARROWINGS = 5;
const SORTS = 6;

/** A way to start one of the programs on the rows. */
type Contender = Keys & { readonly name: string; readonly open: () => Promise<Terminal> };

/** A figure with the value of each program by its name, gpudeck's first; undefined for one that has no such thing. */
type Comparison = {
  readonly name: string;
  readonly rows: number;
  readonly unit: 'ms' | 'MB' | 'bytes';
  readonly values: ReadonlyMap<string, number | undefined>;
};

/** What was measured, and the programs that are not installed here. */
type Compared = { readonly comparisons: readonly Comparison[]; readonly missing: readonly string[] };

/** Measures the program that `launcher` starts and each rival that is installed, over 10,000 and 25,000 offers. */
export const compareWithRivals = async (launcher: string): Promise<Compared> => {
  const installed = RIVALS.filter(({ command }) => spawnSync(command, ['--version']).error === undefined);
  const comparisons: Comparison[] = [];
  for (const rows of SIZES) comparisons.push(...(await compareOver(rows, launcher, installed)));
  return { comparisons, missing: RIVALS.filter((rival) => !installed.includes(rival)).map(({ name }) => name) };
};

const compareOver = async (
  rows: number,
  launcher: string,
  rivals: readonly Rival[],
): Promise<readonly Comparison[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-bench-'));
  try {
    await using service = await openService(launcher, rows);
    const environment = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
    const file = join(folder, 'offers.txt');
    await writeFile(file, await tableOf(launcher, service, environment, rows));
    const ours = { argv: [process.execPath, launcher], environment };
    return await measure(rows, [
      { ...OURS, name: 'gpudeck', open: () => openOffers(ours, service, rows) },
      ...rivals.map((rival) => ({ ...rival, open: () => openTerminal(rival.argv(file), environment) })),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** One JSON object a line: `{name, rows, program, ours, theirs, unit}`, `theirs` null where the program has no such thing. */
export const printComparedLines = ({ comparisons }: Compared): string =>
  comparisons
    .flatMap(({ name, rows, unit, values }) => {
      const [ours, ...rivals] = values;
      return rivals.map(([program, theirs = null]) =>
        JSON.stringify({ name, rows, program, ours: ours?.[1], theirs, unit }),
      );
    })
    .join('\n');

/** A table for reading: behind the figure of each rival how many times ours it is. Its last line names what is not installed. */
export const printComparedTable = ({ comparisons, missing }: Compared): string => {
  const programs = [...(comparisons[0]?.values.keys() ?? [])];
  const header = ['', 'offers', '', ...programs.flatMap((name, place) => (place === 0 ? [name] : [name, 'to ours']))];
  const lines = comparisons.map(({ name, rows, unit, values }) => {
    const ours = values.get('gpudeck') ?? 0;
    const cells = programs.flatMap((program, place) => {
      const value = values.get(program);
      if (value === undefined) return ['', ''];
      return place === 0 ? [shortened(value)] : [shortened(value), `x ${(value / ours).toFixed(2)}`];
    });
    return [name, rows.toLocaleString('en-US'), unit, ...cells];
  });
  const absent = missing.length === 0 ? [] : [`not installed, and not compared: ${missing.join(', ')}`];
  return [aligned([header, ...lines]), ...absent].join('\n');
};

const measure = async (rows: number, contenders: readonly Contender[]): Promise<readonly Comparison[]> => {
  const comparisons: Comparison[] = [];
  const add = (name: string, unit: Comparison['unit'], values: readonly (number | undefined)[]) =>
    comparisons.push({
      name,
      rows,
      unit,
      values: new Map(contenders.map((contender, place) => [contender.name, values[place]])),
    });
  const addKeys = (name: string, answers: readonly (readonly KeyFigures[])[]) => {
    const read = (value: (figures: KeyFigures) => number) =>
      answers.map((keys) => (keys.length === 0 ? undefined : median(keys.map(value))));
    add(
      name,
      'ms',
      read(({ lastMs }) => lastMs),
    );
    add(
      name,
      'bytes',
      read(({ bytes }) => bytes),
    );
  };

  const starts = await rounds(contenders, STARTS, async ({ open }) => {
    await using terminal = await open();
    return await terminal.until(hasOffer);
  });
  add('start to first row', 'ms', starts.map(median));

  await using terminals = new AsyncDisposableStack();
  const opened = await inTurn(contenders, async ({ open, ...keys }) => ({
    ...keys,
    terminal: terminals.use(await open()),
  }));
  await inTurn(opened, ({ terminal }) => terminal.until(hasOffer));
  await pause(SETTLING_MS);

  const moves = await rounds(opened, MOVES, ({ terminal, down }) => terminal.press(down));
  addKeys(
    'cursor down in the window',
    moves.map((keys) => keys.slice(FIRST_WARM, LAST_IN_WINDOW)),
  );
  addKeys(
    'cursor down that scrolls',
    moves.map((keys) => keys.slice(FIRST_SCROLLING)),
  );
  addKeys('page down', await rounds(opened, PAGES, ({ terminal }) => terminal.press(PAGE_DOWN)));
  const narrowings = await rounds(opened, NARROWINGS, async ({ terminal, narrow }) => {
    if (narrow === undefined) return [];
    for (const key of narrow.before) await terminal.press(key);
    const narrowed = await terminal.press(narrow.last);
    for (const key of narrow.back) await terminal.press(key);
    return [narrowed];
  });
  addKeys(
    `narrow to ${WORD}: the last key`,
    narrowings.map((keys) => keys.flat()),
  );
  const sorts = await rounds(opened, SORTS, async ({ terminal, sort }, round) =>
    sort === undefined ? [] : [await terminal.press(sort[round % 2] ?? sort[0])],
  );
  addKeys(
    'sort',
    sorts.map((keys) => keys.flat()),
  );
  add('memory afterwards', 'MB', await inTurn(opened, ({ terminal }) => terminal.residentMb()));
  return comparisons;
};

const inTurn = async <Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
};

/** What `run` gave for each of `items`, round after round. */
const rounds = async <Item, Result>(
  items: readonly Item[],
  count: number,
  run: (item: Item, round: number) => Promise<Result>,
): Promise<readonly (readonly Result[])[]> => {
  const results = items.map((): Result[] => []);
  for (let round = 0; round < count; round++) {
    for (const [place, item] of items.entries()) results[place]?.push(await run(item, round));
  }
  return results;
};

/** The rows as text with the columns that the program shows, 160 cells wide. */
const tableOf = async (
  launcher: string,
  { url, apiKey }: Service,
  environment: Readonly<Record<string, string>>,
  rows: number,
): Promise<string> => {
  const argv = [launcher, 'search', ...EVERYTHING, '--limit', String(rows), '--table'];
  const { stdout } = await promisify(execFile)(process.execPath, argv, {
    maxBuffer: 1024 * rows,
    env: { ...process.env, ...environment, GPUDECK_BASE_URL: url, GPUDECK_API_KEY: apiKey },
  });
  return stdout;
};
