import { describe, expect, test } from 'vitest';
import { cellPainter } from '../src/terminal/frame-difference.ts';
import { FrameWriter } from '../src/terminal/frame-writer.ts';
import { glyphsOf, isWidthCertain } from '../src/terminal/row.ts';
import { openEmulator } from './support/emulator.ts';
import { fakeSink } from './support/fake-sink.ts';
import { inkFrame } from './support/ink-output.ts';
import { manualAfter } from './support/manual-after.ts';

const COLUMNS = 160;
const ROWS = 48;
const LIST_ROWS = 43;

/** A line of the offers list as the program draws it, with figures that differ from line to line. */
function offerLine(id: number, isCurrent: boolean): string {
  const figure = (factor: number, digits: number) => ((id * factor) % 9973).toFixed(digits).padStart(10);
  const price = (0.2 + ((id * 37) % 997) / 250).toFixed(4);
  const first = isCurrent ? `\u001B[1m${price}\u001B[22m` : price;
  const figures = [7, 13, 101, 211, 307, 401, 503, 601, 709].map((factor, at) => figure(factor, at % 3)).join('');
  return `${isCurrent ? ' > ' : '   '}${first}   ${(id % 8) + 1}x RTX 4090     ${figures}  ${['US', 'DE', 'SE'][id % 3]}  ${String(10_000 + id)}`;
}

function offersFrame(top: number, cursor: number): string[] {
  return [
    ' \u001B[1mgpudeck\u001B[22m   local service   key ..3f2a',
    ' / num_gpus>=4 dph_total<3',
    '',
    '\u001B[2m   $/h ^1   GPU             VRAM GB  DLPerf   DLP/$   Rel %  Where  vCPU  RAM GB  Disk GB\u001B[22m',
    ...Array.from({ length: LIST_ROWS }, (_, line) => offerLine(top + line, top + line === cursor)),
    '\u001B[2m / filter   o sort   t type   Enter detail   Space mark   ? help\u001B[22m',
  ];
}

/** Bytes of each update while the list shows these (first line, cursor) one after another. */
async function bytesOf(...steps: [top: number, cursor: number][]): Promise<number[]> {
  const sink = fakeSink(COLUMNS, ROWS);
  const writer = new FrameWriter({
    sink,
    after: manualAfter().after,
    painter: () => cellPainter({ canScroll: true, canRepeat: false, isSynchronized: true }),
    onLost: (error) => expect.unreachable(error.message),
  });
  writer.write('\u001B[?25l');
  for (const [at, [top, cursor]] of steps.entries()) {
    writer.write(inkFrame(offersFrame(top, cursor), at === 0 ? 0 : ROWS));
    await writer.settled();
  }
  return sink.sent.map((bytes) => Buffer.byteLength(bytes));
}

describe('at 160x48 over a slow line', () => {
  test('the cursor moves within the window for 120 bytes at most', async () => {
    const [, ...moves] = await bytesOf([0, 0], [0, 1], [0, 2], [0, 30], [0, 29]);
    expect(moves).toHaveLength(4);
    expect(Math.max(...moves)).toBeLessThanOrEqual(120);
  });

  test('the list scrolls by one line for 350 bytes at most, down and up', async () => {
    const [, ...moves] = await bytesOf([0, 42], [1, 43], [2, 44], [2, 2], [1, 1], [0, 0]);
    const scrolls = [moves[0], moves[1], moves[3], moves[4]].map((bytes) => bytes ?? Number.NaN);
    expect(Math.max(...scrolls)).toBeLessThanOrEqual(350);
  });

  test('a page is 7.5 kB at most', async () => {
    const [, page] = await bytesOf([0, 0], [43, 43]);
    expect(page).toBeLessThanOrEqual(7500);
  });

  test('sixty moves down cost 200 bytes each in the mean', async () => {
    const steps = Array.from({ length: 61 }, (_, at): [number, number] => [Math.max(0, at - 42), at]);
    const [, ...moves] = await bytesOf(...steps);
    expect(moves.reduce((sum, bytes) => sum + bytes, 0) / moves.length).toBeLessThanOrEqual(200);
  });
});

test('a glyph counts as certain only where the emulator gives it the same width', async () => {
  const certain: { text: string; width: number }[] = [];
  for (let codePoint = 0x20; codePoint < 0x3fffe; codePoint += codePoint < 0xffff ? 1 : 89) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const text = String.fromCodePoint(codePoint);
    for (const glyph of glyphsOf(text)) {
      if (glyph.width > 0 && isWidthCertain(glyph.id)) certain.push({ text, width: glyph.width });
    }
  }
  expect(certain.length).toBeGreaterThan(40_000);
  const aRow = 50;
  const emulator = openEmulator(aRow * 3, Math.ceil(certain.length / aRow));
  const placed = certain.map(({ text }, at) => {
    const column = (at % aRow) * 3;
    return `${column === 0 && at > 0 ? '\r\n' : ''}\u001B[${column + 1}G${text}`;
  });
  await emulator.write(placed.join(''));
  const cells = emulator.cells();
  const wrong = certain.filter(({ text, width }, at) => {
    const cell = cells[Math.floor(at / aRow)]?.[(at % aRow) * 3];
    return cell !== `${text} ${width}`.trimEnd();
  });
  expect(wrong.map(({ text, width }) => `U+${text.codePointAt(0)?.toString(16)} ${width}`)).toEqual([]);
});
