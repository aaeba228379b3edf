/** The program's long life: an hour at the hands of a script, and then nobody. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keyBytes } from '../../support/fake-keyboard.ts';
import { openPty, type Pty } from '../../support/pty.ts';
import { type Attachments, type Inspector, openInspector } from './soak/inspector.ts';
import { processorMs, residentMb } from './soak/process-time.ts';
import { MEASURED_SIZE, ROUND, SIZES, TOO_SMALL } from './soak/round.ts';
import { growthPerHour, type Sample } from './soak/slope.ts';
import type { LongTrial } from './trial.ts';

/** Length of the long form, and of that the time in which caches and histories may fill, in milliseconds. */
const HOUR_MS = 3_600_000;
const WARM_UP_SHARE = 0.25;
/** Least time between two looks at the heap, ms; each costs a full collection. */
const LOOK_MS = 30_000;
/** How long nobody does anything in the long form, and at least, ms. */
const IDLE_MS = 60_000;
const SHORTEST_IDLE_MS = 20_000;
/** As fast as somebody who knows the keys; ms between two of them. */
const KEY_PAUSE_MS = 40;
/** For an Esc to be read by itself, once what it does has begun to show. */
const ESCAPE_PAUSE_MS = 250;
/** Until the last picture was painted and the last answer taken, ms. */
const SETTLE_MS = 1500;

/** The promises. */
const LARGEST_GROWTH_MB = 5;
const LARGEST_IDLE_SHARE = 0.005;
const LARGEST_CURSOR_BYTES = 120;

const MEGABYTE = 1024 * 1024;

/** The soak: memory, timers and listeners over an hour of use, processor time and bytes afterwards while nothing is done. */
export const soak: LongTrial = {
  name: 'soak',
  run: async ({ scale, report }) => {
    const folder = mkdtempSync(join(tmpdir(), 'gpudeck-soak-'));
    try {
      const port = await freePort();
      await using pty = openPty(
        [process.execPath, `--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http', 'dist/gpudeck.js'],
        { ...MEASURED_SIZE, environment: { HOME: folder, GPUDECK_API_KEY: undefined, GPUDECK_BASE_URL: undefined } },
      );
      await pty.until((screen) => /as of \d/.test(screen.join('\n')));
      const [id] = pty.processes();
      if (id === undefined) throw new Error('the program has no process');
      using inspector = await openInspector(port);
      const use = await liveThrough(pty, inspector, HOUR_MS * scale, report);
      const memoryMb = residentMb(id);
      const cursorBytes = await bytesOfCursorMoves(pty);
      const idle = await idleFor(pty, id, Math.max(SHORTEST_IDLE_MS, IDLE_MS * scale));
      const figures = {
        'minutes of use': (use.lengthMs / 60_000).toFixed(1),
        rounds: use.rounds,
        'keys pressed': use.keys,
        'bytes sent to the terminal': pty.bytesReceived(),
        ...heapFigures('program', use.heaps.program),
        ...heapFigures('service', use.heaps.service),
        'memory at the end MB': memoryMb.toFixed(0),
        'cursor down bytes': cursorBytes,
        'idle processor percent': (idle.share * 100).toFixed(3),
        'idle bytes': idle.bytes,
      };
      return { figures, failures: [...failuresOf(use), ...idleFailures(idle, cursorBytes)] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** What became of the program while it was used. Samples begin after the warm-up. */
type Use = {
  readonly lengthMs: number;
  readonly rounds: number;
  readonly keys: number;
  readonly heaps: Readonly<Record<'program' | 'service', readonly Sample[]>>;
  readonly attachments: readonly Attachments[];
};

const liveThrough = async (
  pty: Pty,
  inspector: Inspector,
  wantedMs: number,
  report: (line: string) => void,
): Promise<Use> => {
  const startedMs = performance.now();
  const passedMs = () => performance.now() - startedMs;
  const mainHeap: Sample[] = [];
  const workerHeap: Sample[] = [];
  const attachments: Attachments[] = [];
  let rounds = 0;
  let keys = 0;
  let lookedMs = Number.NEGATIVE_INFINITY;
  // Two rounds are never too much: what differs between them is looked at.
  while (rounds < 2 || passedMs() < wantedMs) {
    keys += await goRound(pty, rounds);
    rounds++;
    if (passedMs() - lookedMs < Math.min(LOOK_MS, wantedMs / 20)) continue;
    lookedMs = passedMs();
    await pause(SETTLE_MS);
    const { main, workers } = await inspector.heaps();
    const inWords = `${megabytes(main)} MB, its service's ${megabytes(workers)} MB`;
    report(`${(passedMs() / 60_000).toFixed(1)} min, round ${rounds}: the program's heap ${inWords}`);
    if (passedMs() < wantedMs * WARM_UP_SHARE) continue;
    mainHeap.push({ atMs: passedMs(), value: main });
    workerHeap.push({ atMs: passedMs(), value: workers });
    attachments.push(await inspector.attachments());
  }
  return { lengthMs: passedMs(), rounds, keys, heaps: { program: mainHeap, service: workerHeap }, attachments };
};

/** One round; resolves to the number of keys it took. */
const goRound = async (pty: Pty, round: number): Promise<number> => {
  const size = SIZES[round % SIZES.length] ?? MEASURED_SIZE;
  for (const { columns, rows } of [...TOO_SMALL, size]) {
    pty.resize(columns, rows);
    await pause(KEY_PAUSE_MS);
  }
  await pause(SETTLE_MS);
  for (const { keys, shows } of ROUND) {
    for (const key of keys) {
      const before = pty.screen().join('\n');
      pty.write(keyBytes(key));
      // Each Esc of a round closes something. A key that is read together with it counts as typed with Alt.
      if (key === 'escape') await pty.until((screen) => screen.join('\n') !== before, PATIENCE_MS);
      await pause(key === 'escape' ? ESCAPE_PAUSE_MS : KEY_PAUSE_MS);
    }
    if (shows !== undefined) await pty.until((screen) => shows.test(screen.join('\n')), PATIENCE_MS);
  }
  return ROUND.reduce((sum, { keys }) => sum + keys.length, 0);
};

/** The service lets volumes be listed each 5.5 s; a busy machine takes its time. */
const PATIENCE_MS = 30_000;

const MOVES = 20;

/** Bytes of one move of the cursor within the window, in the mean. */
const bytesOfCursorMoves = async (pty: Pty): Promise<number> => {
  pty.resize(MEASURED_SIZE.columns, MEASURED_SIZE.rows);
  await pause(SETTLE_MS);
  pty.write(keyBytes('g'));
  await pause(SETTLE_MS);
  const before = pty.bytesReceived();
  for (let move = 0; move < MOVES; move++) {
    pty.write(keyBytes('down'));
    await pause(2 * KEY_PAUSE_MS);
  }
  return Math.round((pty.bytesReceived() - before) / MOVES);
};

type Idle = { readonly share: number; readonly bytes: number };

/** What the program does while nobody does anything: its share of one processor, and the bytes that it sends. */
const idleFor = async (pty: Pty, id: number, lengthMs: number): Promise<Idle> => {
  await pause(SETTLE_MS);
  const before = { bytes: pty.bytesReceived(), ms: processorMs(id) };
  await pause(lengthMs);
  return { share: (processorMs(id) - before.ms) / lengthMs, bytes: pty.bytesReceived() - before.bytes };
};

const heapFigures = (name: string, heap: readonly Sample[]) => ({
  [`${name}: heap after warm-up MB`]: megabytes(heap[0]?.value ?? 0),
  [`${name}: heap at the end MB`]: megabytes(heap.at(-1)?.value ?? 0),
  [`${name}: growth MB per hour`]: megabytes(growthPerHour(heap)),
});

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(2);

const failuresOf = ({ heaps, attachments }: Use): readonly string[] => {
  const [first] = heaps.program;
  const last = heaps.program.at(-1);
  if (first === undefined || last === undefined) return ['the heap was never looked at'];
  // Over less than an hour a heap may grow by what an hour allows: a slope through minutes says little.
  const hours = Math.min(1, (last.atMs - first.atMs) / HOUR_MS);
  const grown = hours * (growthPerHour(heaps.program) + growthPerHour(heaps.service));
  return [
    ...(grown > LARGEST_GROWTH_MB * MEGABYTE ? [`the heaps grew by ${megabytes(grown)} MB`] : []),
    ...leaks(attachments),
  ];
};

/** Kinds of which each look after the first ones saw more than those: whatever is in use by turns comes and goes. */
const leaks = (looks: readonly Attachments[]): readonly string[] => {
  const half = Math.ceil(looks.length / 2);
  const most = (part: readonly Attachments[], kind: string) => Math.max(...part.map((look) => look[kind] ?? 0));
  const least = (part: readonly Attachments[], kind: string) => Math.min(...part.map((look) => look[kind] ?? 0));
  const [early, late] = [looks.slice(0, half), looks.slice(half)];
  if (late.length === 0) return ['timers and listeners were looked at too seldom'];
  return [...new Set(looks.flatMap((look) => Object.keys(look)))]
    .filter((kind) => least(late, kind) > most(early, kind))
    .map((kind) => `${kind}: ${most(early, kind)} at first, ${least(late, kind)} and more later`);
};

const idleFailures = ({ share, bytes }: Idle, cursorBytes: number): readonly string[] => [
  ...(share > LARGEST_IDLE_SHARE ? [`idle, it takes ${(share * 100).toFixed(2)} % of a processor`] : []),
  ...(bytes > 0 ? [`idle, it sent ${bytes} bytes`] : []),
  ...(cursorBytes > LARGEST_CURSOR_BYTES ? [`a move of the cursor takes ${cursorBytes} bytes`] : []),
];

/** A port of this machine that nobody listens on. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
};
