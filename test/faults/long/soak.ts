/** The program's long life: an hour at the hands of a script, and then nobody. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keyBytes } from '../../support/fake-keyboard.ts';
import type { Pty } from '../../support/pty.ts';
import { processorMs, residentMb } from './process-time.ts';
import { openInspectedProgram } from './soak/inspected-program.ts';
import type { Heap, Inspector } from './soak/inspector.ts';
import { growthFailures, growthFigures, type Look } from './soak/judgement.ts';
import { MEASURED_SIZE, ROUND, SIZES, TOO_SMALL } from './soak/round.ts';
import type { LongTrial } from './trial.ts';

/** Length of the long form, and of that the time in which caches and histories may fill, in milliseconds. */
const HOUR_MS = 3_600_000;
const WARM_UP_SHARE = 0.25;
/** Rounds until the ledger has all the bodies that it keeps, and as many again that say what a round leaves behind. */
const WARM_UP_ROUNDS = 12;
const LEAST_ROUNDS = 2 * WARM_UP_ROUNDS;
/** Least time between two looks at the heap, ms; each costs full collections, and comes after the same size of the terminal. */
const LOOK_MS = 30_000;
/** How long nobody does anything, ms: long enough for what is cleared away once, some time after the last key, to weigh little. */
const IDLE_MS = 60_000;
/** As fast as somebody who knows the keys; ms between two of them. */
const KEY_PAUSE_MS = 20;
/** For an Esc to arrive by itself, and again in the program's own time for it to be read. */
const ESCAPE_PAUSE_MS = 250;
/** Until the last picture was painted and the last answer taken, ms. */
const SETTLE_MS = 1500;

/** The promises. */
const LARGEST_IDLE_SHARE = 0.005;
const LARGEST_CURSOR_BYTES = 120;

const MEGABYTE = 1024 * 1024;

/** The soak: memory, timers and listeners over an hour of use, processor time and bytes afterwards while nothing is done. */
export const soak: LongTrial = {
  name: 'soak',
  run: async ({ scale, report }) => {
    const folder = mkdtempSync(join(tmpdir(), 'gpudeck-soak-'));
    try {
      await using program = await openInspectedProgram(folder, MEASURED_SIZE);
      const { pty, inspector, id } = program;
      const use = await liveThrough(pty, inspector, HOUR_MS * scale, report);
      const memoryMb = residentMb(id);
      const cursorBytes = await bytesOfCursorMoves(pty);
      const idle = await idleFor(pty, id);
      const figures = {
        'minutes of use': (use.lengthMs / 60_000).toFixed(1),
        rounds: use.rounds,
        'keys pressed': use.keys,
        'bytes sent to the terminal': pty.bytesReceived(),
        ...growthFigures(use.looks),
        'memory at the end MB': memoryMb.toFixed(0),
        'cursor down bytes': cursorBytes,
        'idle processor percent': (idle.share * 100).toFixed(3),
        'idle bytes': idle.bytes,
      };
      return { figures, failures: [...growthFailures(use.looks), ...idleFailures(idle, cursorBytes)] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** What became of the program while it was used. Looks begin after the warm-up. */
type Use = {
  readonly lengthMs: number;
  readonly rounds: number;
  readonly keys: number;
  readonly looks: readonly Look[];
};

const liveThrough = async (
  pty: Pty,
  inspector: Inspector,
  wantedMs: number,
  report: (line: string) => void,
): Promise<Use> => {
  const startedMs = performance.now();
  const passedMs = () => performance.now() - startedMs;
  const looks: Look[] = [];
  let rounds = 0;
  let keys = 0;
  let lookedMs = Number.NEGATIVE_INFINITY;
  while (rounds < LEAST_ROUNDS || passedMs() < wantedMs) {
    keys += await goRound(pty, inspector, rounds);
    rounds++;
    if (rounds % SIZES.length !== 0 || passedMs() - lookedMs < Math.min(LOOK_MS, wantedMs / 20)) continue;
    lookedMs = passedMs();
    pty.resize(MEASURED_SIZE.columns, MEASURED_SIZE.rows);
    await pause(SETTLE_MS);
    const { main: program, workers: service } = await inspector.heaps();
    const when = `${(lookedMs / 60_000).toFixed(1)} min, round ${rounds}`;
    report(`${when}: the program's heap ${heapWords(program)}, its service's ${heapWords(service)}`);
    if (rounds < WARM_UP_ROUNDS || lookedMs < wantedMs * WARM_UP_SHARE) continue;
    const [objects, attachments] = [await inspector.objects(), await inspector.attachments()];
    looks.push({ atMs: lookedMs, rounds, program, service, objects, attachments });
  }
  return { lengthMs: passedMs(), rounds, keys, looks };
};

const heapWords = ({ data, code }: Heap): string => `${megabytes(data)} MB and ${megabytes(code)} MB of code`;

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(2);

/** One round; resolves to the number of keys it took. */
const goRound = async (pty: Pty, inspector: Inspector, round: number): Promise<number> => {
  const size = SIZES[round % SIZES.length] ?? MEASURED_SIZE;
  for (const { columns, rows } of [...TOO_SMALL, size]) {
    pty.resize(columns, rows);
    await pause(KEY_PAUSE_MS);
  }
  await pause(SETTLE_MS);
  for (const { keys, shows } of ROUND) {
    for (const key of keys) {
      pty.write(keyBytes(key));
      await pause(key === 'escape' ? ESCAPE_PAUSE_MS : KEY_PAUSE_MS);
      // A key that is read together with Esc counts as typed with Alt, and a busy machine may have held both up until now. The
      // screen does not tell: what Esc closes may not have been painted yet.
      if (key === 'escape') await inspector.goneOn(ESCAPE_PAUSE_MS);
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
const idleFor = async (pty: Pty, id: number): Promise<Idle> => {
  await pause(SETTLE_MS);
  const before = { bytes: pty.bytesReceived(), ms: processorMs(id) };
  await pause(IDLE_MS);
  return { share: (processorMs(id) - before.ms) / IDLE_MS, bytes: pty.bytesReceived() - before.bytes };
};

const idleFailures = ({ share, bytes }: Idle, cursorBytes: number): readonly string[] => [
  ...(share > LARGEST_IDLE_SHARE ? [`idle, it takes ${(share * 100).toFixed(2)} % of a processor`] : []),
  ...(bytes > 0 ? [`idle, it sent ${bytes} bytes`] : []),
  ...(cursorBytes > LARGEST_CURSOR_BYTES ? [`a move of the cursor takes ${cursorBytes} bytes`] : []),
];
