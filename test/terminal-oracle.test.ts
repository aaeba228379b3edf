/**
 * The frame writer's bytes against a terminal emulator: whatever picture follows whatever picture, the screen must
 * be what painting the new one from scratch gives. `GPUDECK_PAIRS=20000` compares so many pairs, drawn anew.
 *
 * @module-tag exhaustive
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellPainter } from '../src/terminal/frame-difference.ts';
import { FrameWriter } from '../src/terminal/frame-writer.ts';
import { type Cell, openEmulator } from './support/emulator.ts';
import { fakeSink } from './support/fake-sink.ts';
import { inkFrame, inkFrameAfresh } from './support/ink-output.ts';
import { manualAfter } from './support/manual-after.ts';

const PAIRS_ASKED = process.env.GPUDECK_PAIRS;
const PAIRS = Number(PAIRS_ASKED ?? 2400);
const SEED = PAIRS_ASKED ? {} : { seed: 20261121 };
const FRAMES_A_STORY = 12;
const TALLEST = 12;

/** Words with the cells they take, typed by hand: every terminal agrees on these. */
const CERTAIN_WORDS: readonly [word: string, width: number][] = [
  ['gpu', 3],
  ['RTX 4090', 8],
  [' ', 1],
  ['   ', 3],
  ['             ', 13],
  ['日本', 4],
  ['中', 2],
  ['é', 1],
  ['e\u0301x', 2],
  ['…', 1],
  ['│', 1],
  ['█▌', 2],
  ['────────────', 12],
  ['ｗｉｄｅ', 8],
  ['한글', 4],
  ['$1.23', 5],
  ['Xeon®', 5],
  ['aaaaaaaaaaaa', 12],
];
/** On these they do not. */
const UNCERTAIN_WORDS: readonly [word: string, width: number][] = [
  ['😀', 2],
  ['👩‍🚀', 2],
  ['❤️', 2],
  ['ที่', 1],
  ['क्षि', 2],
  ['\uE0A0', 1],
  ['🇩🇪', 2],
  ['✅', 2],
];
const LOOKS = [
  '',
  '\u001B[32m',
  '\u001B[1m',
  '\u001B[7m',
  '\u001B[48;5;236m',
  '\u001B[38;2;1;2;3m',
  '\u001B[22m\u001B[2m',
  '\u001B[3;4;9m',
  '\u001B[41m',
  '\u001B[1;2;53m',
  '\u001B[95;104m',
  '\u001B[5;8m',
  '\u001B]8;;https://example.org/\u0007',
];
const PLAIN = '\u001B[0m\u001B]8;;\u0007';

type Piece = { look: string; word: string; width: number };
type Line = readonly Piece[];
type Change =
  | { kind: 'replace'; at: number; line: Line }
  | { kind: 'insert'; at: number; lines: Line[] }
  | { kind: 'remove'; at: number; count: number }
  | { kind: 'all'; lines: Line[] }
  | { kind: 'resize'; columns: number; rows: number };
type Story = { canScroll: boolean; canRepeat: boolean; isSynchronized: boolean; lines: Line[]; changes: Change[] };

function storyOf(words: readonly [string, number][]): fc.Arbitrary<Story> {
  const piece = fc
    .tuple(fc.constantFrom(...LOOKS), fc.constantFrom(...words))
    .map(([look, [word, width]]) => ({ look, word, width }));
  const line = fc.array(piece, { maxLength: 12 });
  const screenful = fc.array(line, { minLength: TALLEST, maxLength: TALLEST });
  const at = fc.nat(TALLEST - 1);
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ kind: fc.constant('replace' as const), at, line }),
    fc.record({ kind: fc.constant('insert' as const), at, lines: fc.array(line, { minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('remove' as const), at, count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('all' as const), lines: screenful }),
    fc.record({
      kind: fc.constant('resize' as const),
      columns: fc.integer({ min: 2, max: 50 }),
      rows: fc.integer({ min: 1, max: TALLEST }),
    }),
  );
  return fc.record({
    canScroll: fc.boolean(),
    canRepeat: fc.boolean(),
    isSynchronized: fc.boolean(),
    lines: screenful,
    changes: fc.array(change, { minLength: FRAMES_A_STORY - 1, maxLength: FRAMES_A_STORY - 1 }),
  });
}

function afterChange(lines: Line[], change: Change): Line[] {
  if (change.kind === 'resize') return lines;
  if (change.kind === 'all') return change.lines;
  if (change.kind === 'replace') return lines.with(change.at, change.line);
  if (change.kind === 'insert') return lines.toSpliced(change.at, 0, ...change.lines).slice(0, TALLEST);
  const kept = lines.toSpliced(change.at, change.count);
  return [...kept, ...Array.from({ length: TALLEST - kept.length }, () => [])];
}

/** The line as Ink writes it: as many pieces as fit. */
function textOf(line: Line, columns: number): string {
  let width = 0;
  const fitting = line.filter((piece) => {
    width += piece.width;
    return width <= columns;
  });
  return fitting.map((piece) => piece.look + piece.word).join('') + PLAIN;
}

/** Plays a story on a writer and an emulator, and calls `check` after each frame. */
async function play(story: Story, check: (shown: Cell[][], lines: string[], columns: number) => Promise<void>) {
  const clock = manualAfter();
  const size = { columns: 30, rows: 10 };
  const emulator = openEmulator(size.columns, size.rows);
  await emulator.write('\u001B[?1049h\u001B[?7l');
  const sink = fakeSink(size.columns, size.rows, (bytes) => emulator.write(bytes));
  const writer = new FrameWriter({
    painter: () => cellPainter(story),
    sink,
    after: clock.after,
    onLost: (error) => expect.unreachable(error.message),
  });
  let paintedLines = 0;
  let lines = story.lines;
  for (const change of [undefined, ...story.changes]) {
    if (change?.kind === 'resize') {
      emulator.resize(change.columns, change.rows);
      sink.resize(change.columns, change.rows);
      clock.elapse(80);
    }
    if (change) lines = afterChange(lines, change);
    const texts = lines.slice(0, writer.rows).map((line) => textOf(line, writer.columns));
    writer.write(paintedLines > writer.rows ? inkFrameAfresh(texts) : inkFrame(texts, paintedLines));
    paintedLines = texts.length;
    await writer.settled();
    await check(emulator.cells(), texts, writer.columns);
  }
  expect(emulator.scrollbackLines()).toBe(0);
}

const plain = openEmulator(2, 1);

/** The picture painted without any cleverness: every line written where it belongs, on an empty screen. */
async function plainly(texts: string[], columns: number): Promise<Cell[][]> {
  plain.resize(columns, texts.length);
  const lines = texts.map((text, row) => `\u001B[${row + 1}H${text}`);
  await plain.write(`\u001B[?7l\u001B[2J${lines.join('')}`);
  return plain.cells();
}

/** The picture as a new writer paints it: the standard where terminals disagree on widths. */
async function repainted(texts: string[], columns: number): Promise<Cell[][]> {
  const emulator = openEmulator(columns, texts.length);
  await emulator.write('\u001B[?7l');
  const writer = new FrameWriter({
    sink: fakeSink(columns, texts.length, (bytes) => emulator.write(bytes)),
    after: manualAfter().after,
    painter: () => cellPainter({ canScroll: false, canRepeat: false, isSynchronized: false }),
    onLost: (error) => expect.unreachable(error.message),
  });
  writer.write(inkFrame(texts, 0));
  await writer.settled();
  return emulator.cells();
}

const runs = (share: number) => ({ numRuns: Math.ceil((PAIRS * share) / FRAMES_A_STORY), ...SEED });
const timeoutMs = 120_000 + PAIRS * 20;

test('every update leaves the screen as painting the frame line by line would', { timeout: timeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(storyOf(CERTAIN_WORDS), async (story) => {
      await play(story, async (shown, texts, columns) => {
        expect(shown).toEqual(await plainly(texts, columns));
      });
    }),
    runs(0.75),
  );
});

test('where terminals disagree on widths, an update equals a full repaint', { timeout: timeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(storyOf([...CERTAIN_WORDS, ...UNCERTAIN_WORDS]), async (story) => {
      await play(story, async (shown, texts, columns) => {
        expect(shown).toEqual(await repainted(texts, columns));
      });
    }),
    runs(0.25),
  );
});
