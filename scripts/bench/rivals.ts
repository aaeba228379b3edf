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
import { openService, type Service } from './service.ts';
import { DOWN, type KeyFigures, openTerminal, PAGE_DOWN, type Terminal } from './terminal.ts';

const ROWS = 10_000;
const STARTS = 5;
/** Time after which each has read all of its rows, ms. */
const SETTLING_MS = 5000;
/** Of the moves the first are not counted, up to the 35th the cursor is inside the window, after the 50th every one scrolls. */
const MOVES = 90;
const FIRST_WARM = 5;
const LAST_IN_WINDOW = 35;
const FIRST_SCROLLING = 50;
const PAGES = 60;

/** What a terminal sends for the arrow down to a program that has asked for these forms of the keys. */
const APPLICATION_DOWN = '\u001BOB';

/** A program, how it is started on a file whose first line is a header, and the arrow that it reads. */
type Rival = {
  readonly name: string;
  readonly command: string;
  readonly argv: (file: string) => readonly string[];
  readonly down: string;
};

const RIVALS: readonly Rival[] = [
  { name: 'less -S', command: 'less', argv: (file) => ['less', '-S', file], down: APPLICATION_DOWN },
  {
    name: 'fzf',
    command: 'fzf',
    argv: (file) => ['sh', '-c', 'exec fzf --layout=reverse --header-lines=1 --no-sort <"$0"', file],
    down: DOWN,
  },
  { name: 'visidata', command: 'vd', argv: (file) => ['vd', '--filetype=fixed', file], down: APPLICATION_DOWN },
];

/** A way to start one of the programs on the rows. */
type Contender = { readonly name: string; readonly down: string; readonly open: () => Promise<Terminal> };

/** A figure with the value of each program by its name, gpudeck's first. */
type Comparison = {
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'bytes';
  readonly values: ReadonlyMap<string, number>;
};

/** What was measured, and the programs that are not installed here. */
type Compared = { readonly comparisons: readonly Comparison[]; readonly missing: readonly string[] };

/** Measures the program that `launcher` starts and each rival that is installed, over 10,000 offers. */
export const compareWithRivals = async (launcher: string): Promise<Compared> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-bench-'));
  try {
    await using service = await openService(launcher, ROWS);
    const environment = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
    const file = join(folder, 'offers.txt');
    await writeFile(file, await tableOf(launcher, service, environment));
    const isInstalled = ({ command }: Rival) => spawnSync(command, ['--version']).error === undefined;
    const installed = RIVALS.filter(isInstalled);
    const ours = { argv: [process.execPath, launcher], environment };
    const contenders: readonly Contender[] = [
      { name: 'gpudeck', down: DOWN, open: () => openOffers(ours, service, ROWS) },
      ...installed.map(({ name, down, argv }) => ({ name, down, open: () => openTerminal(argv(file), environment) })),
    ];
    return {
      comparisons: await measure(contenders),
      missing: RIVALS.filter((rival) => !installed.includes(rival)).map(({ name }) => name),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** One JSON object a line: `{name, rows, program, ours, theirs, unit}`. */
export const printComparedLines = ({ comparisons }: Compared): string =>
  comparisons
    .flatMap(({ name, unit, values }) => {
      const [ours, ...rivals] = values;
      return rivals.map(([program, theirs]) =>
        JSON.stringify({ name, rows: ROWS, program, ours: ours?.[1], theirs, unit }),
      );
    })
    .join('\n');

/** A table for reading: behind the figure of each rival how many times ours it is. */
export const printComparedTable = ({ comparisons }: Compared): string => {
  const programs = [...(comparisons[0]?.values.keys() ?? [])];
  const header = ['', '', ...programs.flatMap((name, place) => (place === 0 ? [name] : [name, 'to ours']))];
  const lines = comparisons.map(({ name, unit, values }) => {
    const ours = values.get('gpudeck') ?? 0;
    const cells = programs.flatMap((program, place) => {
      const value = values.get(program) ?? 0;
      return place === 0 ? [shortened(value)] : [shortened(value), `x ${(value / ours).toFixed(2)}`];
    });
    return [name, unit, ...cells];
  });
  return aligned([header, ...lines]);
};

const measure = async (contenders: readonly Contender[]): Promise<readonly Comparison[]> => {
  const comparisons: Comparison[] = [];
  const add = (name: string, unit: Comparison['unit'], values: readonly number[]) =>
    comparisons.push({
      name,
      unit,
      values: new Map(contenders.map((contender, place) => [contender.name, values[place] ?? 0])),
    });

  const starts: (readonly number[])[] = [];
  for (let round = 0; round < STARTS; round++) {
    starts.push(
      await inTurn(contenders, async ({ open }) => {
        await using terminal = await open();
        return await terminal.until(hasOffer);
      }),
    );
  }
  add('start to first row', 'ms', medians(contenders, starts));

  await using terminals = new AsyncDisposableStack();
  const opened = await inTurn(contenders, async ({ open, down }) => ({ down, terminal: terminals.use(await open()) }));
  await inTurn(opened, ({ terminal }) => terminal.until(hasOffer));
  await pause(SETTLING_MS);
  const press = async (count: number, keyOf: (down: string) => string): Promise<readonly (readonly KeyFigures[])[]> => {
    const answers: (readonly KeyFigures[])[] = [];
    for (let index = 0; index < count; index++) {
      answers.push(await inTurn(opened, ({ terminal, down }) => terminal.press(keyOf(down))));
    }
    return answers;
  };
  const addKeys = (name: string, answers: readonly (readonly KeyFigures[])[]) => {
    const read = (value: (figures: KeyFigures) => number) =>
      medians(
        contenders,
        answers.map((round) => round.map(value)),
      );
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
  const moves = await press(MOVES, (down) => down);
  addKeys('cursor down in the window', moves.slice(FIRST_WARM, LAST_IN_WINDOW));
  addKeys('cursor down that scrolls', moves.slice(FIRST_SCROLLING));
  addKeys('page down', await press(PAGES, () => PAGE_DOWN));
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

/** The median over all rounds, of each contender. */
const medians = (contenders: readonly Contender[], rounds: readonly (readonly number[])[]): readonly number[] =>
  contenders.map((_, place) => median(rounds.map((round) => round[place] ?? 0)));

/** The rows as text with the columns that the program shows, 160 cells wide. */
const tableOf = async (
  launcher: string,
  { url, apiKey }: Service,
  environment: Readonly<Record<string, string>>,
): Promise<string> => {
  const argv = [launcher, 'search', ...EVERYTHING, '--limit', String(ROWS), '--table'];
  const { stdout } = await promisify(execFile)(process.execPath, argv, {
    maxBuffer: 1024 * ROWS,
    env: { ...process.env, ...environment, GPUDECK_BASE_URL: url, GPUDECK_API_KEY: apiKey },
  });
  return stdout;
};
