/** Measures the offers pane as a person at a terminal meets it: start, moves, filter, sort, memory, silence. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Both, keyFigures, mean, press, pressed, summed } from './both.ts';
import { type Figure, median } from './figure.ts';
import { measureFindAndCompare } from './find-and-compare.ts';
import type { Service } from './service.ts';
import { DOWN, ESCAPE, type KeyFigures, openTerminal, PAGE_DOWN, type Terminal } from './terminal.ts';

/** A way to start the program, without what says which offers. */
export type Program = {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** Lifts every default clause, so that as many offers come as the service has. */
export const EVERYTHING = ['verified=any', 'rentable=any', 'rented=any', 'cpu_arch=any'];

const STARTS = 7;
/** Time after which memory has settled, ms. */
const SETTLING_MS = 5000;
const DELETE_WORD = '\u0017';

/** Moves that are counted for the mean; on this screen the last of them scroll. */
const MOVES = 60;
/** Of these moves the cursor stays in the window, and from the second on every one scrolls. */
const LAST_IN_WINDOW = 35;
const FIRST_SCROLLING = 45;
const ALL_MOVES = 80;
/** On a quick line, whose quickness is asked for again after half a minute. */
const QUICK_MOVES = 55;
/** The first moves are not counted: they compile what all moves use. */
const FIRST_WARM = 5;
/** A thousand offers have 20 pages and the moves before them; more pages are paged through from the top again. */
const PAGES = 20;
const PAGE_ROUNDS = 3;
const SORTS = 9;
/** How often the list is refreshed at the end of the session after which memory is measured. */
const REFRESHES = 8;

/** Beginnings of words that offers hold: the first letter could still become a field's name, the second narrows the list. */
const WORDS = ['h1', 'a1', 'l4', '4x', '2x', 'b2', 't4'];

/** An offer's row: a count and a model. The skeleton before it has neither. */
const OFFER = /\d+[x×] [A-Z]/;

/** All figures over `rows` offers, but for silence and pauses. Both do each step in turn: a machine's speed changes by the second. */
export const measurePanes = async (
  pair: Both<Program> & { readonly before?: Program | undefined },
  service: Service,
  rows: number,
): Promise<readonly Figure[]> => {
  const starts: Both<number>[] = [];
  const startsBefore: number[] = [];
  const start = async (program: Program, stayMs = 0): Promise<number> => {
    await using terminal = await openOffers(program, service, rows);
    const tookMs = await terminal.until(hasOffer);
    await pause(stayMs);
    return tookMs;
  };
  // A start that is let live keeps what was compiled in it: the first one ever is not what is measured.
  for (const program of [pair.ours, pair.bare, pair.before])
    if (program !== undefined) await start(program, SETTLING_MS);
  for (let round = 0; round < STARTS; round++) {
    starts.push({ ours: await start(pair.ours), bare: await start(pair.bare) });
    if (pair.before !== undefined) startsBefore.push(await start(pair.before));
  }

  await using ours = await openOffers(pair.ours, service, rows);
  const oursLoadedMs = await ours.until(hasAll(rows));
  await using bare = await openOffers(pair.bare, service, rows);
  const bareLoadedMs = await bare.until(hasAll(rows));
  await pause(SETTLING_MS);
  const memory = { ours: await ours.residentMb(), bare: await bare.residentMb() };

  const terminals = { ours, bare };
  const moves = await pressed(terminals, DOWN, ALL_MOVES);
  const pages: Both<KeyFigures>[] = [];
  for (let round = 0; round < PAGE_ROUNDS; round++) {
    pages.push(...(await pressed(terminals, PAGE_DOWN, PAGES)));
    await press(terminals, 'g');
  }
  const { echoes, lists } = await typeWords(terminals);
  const sorts: Both<KeyFigures>[] = [];
  for (let round = 0; round < SORTS; round++) {
    sorts.push(await press(terminals, 'o'));
    for (const terminal of [ours, bare]) await untilAnswered(terminal);
  }
  const found = await measureFindAndCompare(terminals, rows);
  for (let round = 0; round < REFRESHES; round++) {
    await press(terminals, 'R');
    for (const terminal of [ours, bare]) await untilAnswered(terminal);
  }
  await pause(SETTLING_MS);
  const memoryAfterwards = { ours: await ours.residentMb(), bare: await bare.residentMb() };

  const figure = (name: string, unit: Figure['unit'], values: Both<number>): Figure => ({
    name,
    rows,
    ...values,
    unit,
  });
  const timeAndBytes = (name: string, keys: readonly Both<KeyFigures>[]) => keyFigures(name, rows, keys);
  return [
    {
      ...figure(
        'start to first row',
        'ms',
        summed(starts, (startMs) => startMs),
      ),
      ...(pair.before !== undefined && { before: median(startsBefore) }),
    },
    ...(pair.before === undefined ? [] : [await movesBeside(pair.ours, pair.before, service, rows)]),
    figure('start to all rows', 'ms', { ours: oursLoadedMs, bare: bareLoadedMs }),
    figure('memory, settled', 'MB', memory),
    ...timeAndBytes('cursor down in the window', moves.slice(FIRST_WARM, LAST_IN_WINDOW)),
    ...timeAndBytes('cursor down that scrolls', moves.slice(FIRST_SCROLLING)),
    figure(
      `mean of ${MOVES} cursor downs`,
      'bytes',
      summed(moves.slice(0, MOVES), ({ bytes }) => bytes, mean),
    ),
    ...timeAndBytes('page down', pages),
    figure(
      'filter character: echo',
      'ms',
      summed(echoes, ({ firstMs }) => firstMs),
    ),
    ...timeAndBytes('filter character: list', lists),
    figure(
      'first word that narrows',
      'ms',
      summed(lists.slice(0, 1), ({ lastMs }) => lastMs),
    ),
    figure(
      'filter character: paints',
      'paints',
      summed(lists, ({ paints }) => paints),
    ),
    ...timeAndBytes('sort', sorts),
    ...found,
    figure('memory after a session', 'MB', memoryAfterwards),
    ...(await measureQuickMoves(pair.ours, service, rows)),
  ];
};

/** The moves on a line that has shown itself to be quick, where the row under the cursor is emphasised as a whole. */
const measureQuickMoves = async (program: Program, service: Service, rows: number): Promise<readonly Figure[]> => {
  await using terminal = await openOffers(program, service, rows, { isQuick: true });
  await terminal.until(hasAll(rows));
  const moves: KeyFigures[] = [];
  for (let index = 0; index < QUICK_MOVES; index++) moves.push(await terminal.press(DOWN));
  const figure = (name: string, some: readonly KeyFigures[]): Figure => ({
    name: `${name}, quick line`,
    rows,
    unit: 'bytes',
    ours: median(some.map(({ bytes }) => bytes)),
  });
  return [
    figure('cursor down in the window', moves.slice(FIRST_WARM, LAST_IN_WINDOW)),
    figure('cursor down that scrolls', moves.slice(FIRST_SCROLLING)),
  ];
};

/** Bytes that the program sends in `durationMs` in which nothing happens. */
export const measureSilence = async (
  program: Program,
  service: Service,
  rows: number,
  durationMs: number,
): Promise<number> => {
  await using terminal = await openOffers(program, service, rows);
  await terminal.until(hasAll(rows));
  // What is left is asked for once, and told in the header.
  await terminal.idleBytes(SETTLING_MS);
  return await terminal.idleBytes(durationMs);
};

/** The longest time in which the program could take no key, from its first picture until all `rows` are on screen, ms. */
export const measurePause = async (
  program: Program,
  service: Service,
  rows: number,
  reportFile: string,
): Promise<number> => {
  await using terminal = await openOffers(program, service, rows);
  await terminal.until((screen) => screen.some((line) => line.includes('gpudeck')));
  await longestPause(terminal, reportFile);
  await terminal.until(hasAll(rows));
  return await longestPause(terminal, reportFile);
};

/** The same of a program that is loaded with `watch.mjs`, since it was asked last. */
export const longestPause = async (terminal: Terminal, reportFile: string): Promise<number> => {
  process.kill(await terminal.pid(), 'SIGUSR2');
  await pause(SETTLING_MS / 10);
  const reports = (await readFile(reportFile, 'utf8')).trimEnd().split('\n');
  const { longestPauseMs } = JSON.parse(reports.at(-1) ?? '{}') as { longestPauseMs: number };
  return longestPauseMs;
};

/** Opens the offers pane on `rows` offers. */
export const openOffers = (
  program: Program,
  service: Pick<Service, 'url' | 'apiKey'>,
  rows: number,
  {
    isQuick = false,
    limit = rows,
    order = 'dlperf_per_dphtotal:desc',
  }: { readonly isQuick?: boolean; readonly limit?: number; readonly order?: string } = {},
): Promise<Terminal> =>
  openTerminal(
    // Named, because the order that was left last comes back.
    [...program.argv, 'offers', ...EVERYTHING, '--order', order, '--limit', String(limit)],
    { GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey, ...program.environment },
    isQuick,
  );

/** True when an offer stands on the screen. */
export const hasOffer = (screen: readonly string[]): boolean => screen.some((line) => OFFER.test(line));

/** True when all `rows` stand there. */
export const hasAll = (rows: number) => {
  const count = rows.toLocaleString('en-US');
  return (screen: readonly string[]): boolean => screen.some((line) => line.includes(`1/${count}`));
};

/** Waits until no question is under way: what was pressed before has to be on the screen, and the service to be asked. */
export const untilAnswered = async (terminal: Terminal): Promise<void> => {
  await pause(SETTLING_MS / 10);
  await terminal.screen();
  await terminal.until((screen) => !screen.some((line) => / ask(ed \d|ing)/.test(line)));
};

const typeWords = async (terminals: Both<Terminal>) => {
  const echoes: Both<KeyFigures>[] = [];
  const lists: Both<KeyFigures>[] = [];
  await press(terminals, '/');
  await press(terminals, ' ');
  for (const [first = '', second = ''] of WORDS) {
    echoes.push(await press(terminals, first));
    const list = await press(terminals, second);
    echoes.push(list);
    lists.push(list);
    await press(terminals, DELETE_WORD);
  }
  await press(terminals, ESCAPE);
  return { echoes, lists };
};

/** Moves of the cursor within the window, in turn with those of another build. */
const movesBeside = async (own: Program, other: Program, service: Service, rows: number): Promise<Figure> => {
  await using ours = await openOffers(own, service, rows);
  await using before = await openOffers(other, service, rows);
  for (const terminal of [ours, before]) await terminal.until(hasAll(rows));
  const moves = (await pressed({ ours, bare: before }, DOWN, LAST_IN_WINDOW)).slice(FIRST_WARM);
  const { ours: ownMs, bare: otherMs } = summed(moves, ({ lastMs }) => lastMs);
  return { name: 'cursor down, in turn with before', rows, ours: ownMs, before: otherMs, unit: 'ms' };
};
