/** Measures the offers pane as a person at a terminal meets it: start, moves, filter, sort, memory, silence. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from './figure.ts';
import type { Service } from './service.ts';
import { type KeyFigures, openTerminal, type Terminal } from './terminal.ts';

/** A way to start the program, without what says which offers. */
export type Program = {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** One measured value under the name of its figure. */
type Measured = Pick<Figure, 'name' | 'unit'> & { readonly value: number };

/** Lifts every default clause, so that as many offers come as the service has. */
const EVERYTHING = ['verified=any', 'rentable=any', 'rented=any', 'cpu_arch=any'];

const STARTS = 7;
/** Time after which memory has settled, ms. */
const SETTLING_MS = 5000;
const DOWN = '\u001B[B';
const PAGE_DOWN = '\u001B[6~';
const ESCAPE = '\u001B';
const DELETE_WORD = '\u0017';

/** Moves that are counted for the mean; on this screen the last of them scroll. */
const MOVES = 60;
/** Of these moves the cursor stays in the window, and from the second on every one scrolls. */
const LAST_IN_WINDOW = 35;
const FIRST_SCROLLING = 45;
const ALL_MOVES = 80;
const PAGES = 15;

/** Beginnings of words that offers hold: the first letter could still become a field's name, the second narrows the list. */
const WORDS = ['h1', 'a1', 'l4', '4x', 'x1', 'q8', 'e5'];

/** An offer's row: a count and a model. The skeleton before it has neither. */
const OFFER = /\d+x [A-Z]/;

/** All figures of one program over `rows` offers, but for silence and pauses. */
export const measurePanes = async (program: Program, service: Service, rows: number): Promise<readonly Measured[]> => {
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    await using terminal = await open(program, service, rows);
    starts.push(await terminal.until(hasOffer));
    if (round === 0) await terminal.until(hasAll(rows));
  }

  await using terminal = await open(program, service, rows);
  const loadedMs = await terminal.until(hasAll(rows));
  await pause(SETTLING_MS);
  const memoryMb = await residentMb(await terminal.pid());

  const moves = await pressed(terminal, DOWN, ALL_MOVES);
  const pages = await pressed(terminal, PAGE_DOWN, PAGES);
  await terminal.press('g');
  const { echoes, lists } = await typeWords(terminal);
  const sorts: KeyFigures[] = [];
  for (let round = 0; round < 6; round++) {
    sorts.push(await terminal.press('o'));
    // The service is asked when nothing was pressed for a while; its answer must not fall into the next round.
    await pause(SETTLING_MS / 10);
    await terminal.until((screen) => !screen.some((line) => line.includes('asking')));
  }

  const inWindow = moves.slice(5, LAST_IN_WINDOW);
  const scrolling = moves.slice(FIRST_SCROLLING);
  return [
    { name: 'start to first row', unit: 'ms', value: median(starts) },
    { name: 'start to all rows', unit: 'ms', value: loadedMs },
    { name: 'memory, settled', unit: 'MB', value: memoryMb },
    ...latencyAndBytes('cursor down in the window', inWindow),
    ...latencyAndBytes('cursor down that scrolls', scrolling),
    {
      name: `mean of ${MOVES} cursor downs`,
      unit: 'bytes',
      value: mean(moves.slice(0, MOVES).map(({ bytes }) => bytes)),
    },
    ...latencyAndBytes('page down', pages),
    { name: 'filter character: echo', unit: 'ms', value: median(echoes.map(({ firstMs }) => firstMs)) },
    ...latencyAndBytes('filter character: list', lists),
    { name: 'filter character: paints', unit: 'paints', value: median(lists.map(({ paints }) => paints)) },
    ...latencyAndBytes('sort', sorts),
  ];
};

/** Bytes that the program sends in `durationMs` in which nothing happens. */
export const measureSilence = async (
  program: Program,
  service: Service,
  rows: number,
  durationMs: number,
): Promise<number> => {
  await using terminal = await open(program, service, rows);
  await terminal.until(hasAll(rows));
  await terminal.idleBytes(SETTLING_MS / 5);
  return terminal.idleBytes(durationMs);
};

/** The longest time in which the program could take no key, from its first picture until all `rows` are on screen, ms. */
export const measurePause = async (
  program: Program,
  service: Service,
  rows: number,
  reportFile: string,
): Promise<number> => {
  await using terminal = await open(program, service, rows);
  await terminal.until((screen) => screen.some((line) => line.includes('gpudeck')));
  process.kill(await terminal.pid(), 'SIGUSR2');
  await terminal.until(hasAll(rows));
  process.kill(await terminal.pid(), 'SIGUSR2');
  await pause(SETTLING_MS / 10);
  const reports = (await readFile(reportFile, 'utf8')).trimEnd().split('\n');
  const { longestPauseMs } = JSON.parse(reports.at(-1) ?? '{}') as { longestPauseMs: number };
  return longestPauseMs;
};

const open = (program: Program, service: Service, rows: number): Promise<Terminal> =>
  openTerminal([...program.argv, 'offers', ...EVERYTHING, '--limit', String(rows)], {
    GPUDECK_BASE_URL: service.url,
    GPUDECK_API_KEY: service.apiKey,
    ...program.environment,
  });

const hasOffer = (screen: readonly string[]): boolean => screen.some((line) => OFFER.test(line));

const hasAll = (rows: number) => {
  const count = rows.toLocaleString('en-US');
  return (screen: readonly string[]): boolean => screen.some((line) => line.includes(`${count} of ${count}`));
};

const pressed = async (terminal: Terminal, key: string, count: number): Promise<readonly KeyFigures[]> => {
  const answers: KeyFigures[] = [];
  for (let index = 0; index < count; index++) answers.push(await terminal.press(key));
  return answers;
};

const typeWords = async (terminal: Terminal) => {
  const echoes: KeyFigures[] = [];
  const lists: KeyFigures[] = [];
  await terminal.press('/');
  await terminal.press(' ');
  for (const [first = '', second = ''] of WORDS) {
    echoes.push(await terminal.press(first));
    const list = await terminal.press(second);
    echoes.push(list);
    lists.push(list);
    await terminal.press(DELETE_WORD);
  }
  await terminal.press(ESCAPE);
  return { echoes, lists };
};

const latencyAndBytes = (name: string, keys: readonly KeyFigures[]): readonly Measured[] => [
  { name, unit: 'ms', value: median(keys.map(({ lastMs }) => lastMs)) },
  { name, unit: 'bytes', value: median(keys.map(({ bytes }) => bytes)) },
];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};
