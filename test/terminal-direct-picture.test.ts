/** Frames put together line by line against the same frames drawn by Ink's own output, cell by cell. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directPicture, type Operation } from '../src/terminal/direct-picture.ts';
import { FrameReader } from '../src/terminal/frame-reader.ts';
import { published } from './support/published.ts';

const { default: Output } =
  await published<typeof import('../node_modules/ink/build/output.js')>('ink/build/output.js');

const COLUMNS = 24;
const HEIGHT = 4;

test('the output compared with knows nothing of the direct way', () => {
  expect(Output.prototype.get.toString()).not.toContain('directPicture');
});

const write = (x: number, y: number, text: string, ...transformers: ((line: string) => string)[]): Operation => ({
  type: 'write',
  x,
  y,
  text,
  transformers,
});
const bold = (line: string) => `\u001B[1m${line}\u001B[22m`;
const green = (line: string) => `\u001B[32m${line}\u001B[39m`;

const drawnByInk = (operations: readonly Operation[]): string => {
  const output = new Output({ width: COLUMNS, height: HEIGHT });
  for (const operation of operations) {
    if (operation.type === 'unclip') output.unclip();
    else if (operation.type === 'clip') {
      const { x1, x2, y1, y2 } = operation.clip;
      output.clip({ x1, x2, y1, y2 });
    } else output.write(operation.x, operation.y, operation.text, { transformers: [...operation.transformers] });
  }
  return output.get().output;
};

/** The cells that a terminal shows of a frame. */
const cellsOf = (picture: string) => {
  const reader = new FrameReader(COLUMNS, HEIGHT);
  reader.read(picture);
  return reader.frame().rows.map(({ glyphs, styles }) => [[...glyphs], [...styles]]);
};

const expectSame = (picture: string | undefined, operations: readonly Operation[]) => {
  if (picture !== undefined) expect(cellsOf(picture)).toEqual(cellsOf(drawnByInk(operations)));
};

test('lines side by side keep their places and colours', () => {
  const operations = [write(0, 0, ' gpudeck', bold), write(12, 0, 'H100…', green, bold), write(2, 2, '─│─')];
  const picture = directPicture(operations, HEIGHT);
  expect(picture?.replace(/\u001B\[[\d;]*m/g, '')).toBe(' gpudeck    H100…\n\n  ─│─\n');
  expectSame(picture, operations);
});

test('a colour that a text leaves open ends with the text', () => {
  const operations = [write(0, 0, '\u001B[31mred'), write(4, 0, 'plain'), write(0, 1, 'plain')];
  expect(directPicture(operations, HEIGHT)).toBeDefined();
  expectSame(directPicture(operations, HEIGHT), operations);
});

test('what lies outside a clip is not drawn, and after the clip everything is', () => {
  const operations: Operation[] = [
    { type: 'clip', clip: { y1: 1, y2: 2 } },
    write(0, 0, 'above'),
    write(0, 1, 'inside'),
    write(0, 2, 'below'),
    { type: 'unclip' },
    write(0, 3, 'footer'),
  ];
  expect(directPicture(operations, HEIGHT)).toBe('\ninside\n\nfooter');
  expectSame(directPicture(operations, HEIGHT), operations);
});

test('in a clip within a clip only what both leave is drawn', () => {
  const operations: Operation[] = [
    { type: 'clip', clip: { x1: 0, x2: COLUMNS, y1: 0, y2: 2 } },
    { type: 'clip', clip: { y1: 1, y2: 4 } },
    write(0, 0, 'outer'),
    write(0, 1, 'both'),
    write(0, 2, 'inner'),
    { type: 'unclip' },
    write(9, 0, 'outer'),
    write(9, 3, 'inner'),
    { type: 'unclip' },
  ];
  expect(directPicture(operations, HEIGHT)).toBe('         outer\nboth\n\n');
  expectSame(directPicture(operations, HEIGHT), operations);
});

test.each<[string, readonly Operation[]]>([
  ['over another text', [write(0, 0, 'under'), write(2, 0, 'over')]],
  ['left of an earlier text', [write(9, 0, 'right'), write(0, 0, 'left')]],
  ['across the edge of a clip', [{ type: 'clip', clip: { x1: 0, x2: 3 } }, write(0, 0, 'long')]],
  ['left of the screen', [write(-1, 0, 'cut')]],
  ['of two lines', [write(0, 0, 'one\ntwo')]],
  ['with a wide character', [write(0, 0, '中')]],
  ['with a combining mark', [write(0, 0, 'e\u0301')]],
  ['with an emoji', [write(0, 0, '©\uFE0F')]],
  ['with a soft hyphen', [write(0, 0, 'a\u00ADb')]],
  ['with a link', [write(0, 0, '\u001B]8;;http://x/\u0007x\u001B]8;;\u0007')]],
])('a text %s is left to Ink', (_, operations) => {
  expect(directPicture(operations, HEIGHT)).toBeUndefined();
});

const texts = fc.constantFrom(
  'gpu',
  'RTX 4090',
  ' ',
  '   ',
  '1.1034',
  'Québec',
  '…',
  '────',
  bold('a') + green('b'),
  '中',
);
const writes = fc
  .record({
    x: fc.integer({ min: -1, max: COLUMNS }),
    y: fc.integer({ min: -1, max: HEIGHT }),
    text: texts,
    looks: fc.subarray([bold, green]),
  })
  .map(({ x, y, text, looks }) => write(x, y, text, ...looks));
const edge = fc.integer({ min: 0, max: COLUMNS });
// Ink names both edges of an axis or neither.
const axes = fc.record({
  across: fc.option(fc.record({ x1: edge, x2: edge }), { nil: {} }),
  down: fc.option(fc.record({ y1: edge, y2: edge }), { nil: {} }),
});
const clips = fc
  .tuple(axes, fc.array(writes, { maxLength: 2 }))
  .map(([{ across, down }, inside]): Operation[] => [
    { type: 'clip', clip: { ...across, ...down } },
    ...inside,
    { type: 'unclip' },
  ]);
const nestedClips = fc
  .tuple(clips, clips)
  .map(([outer, inner]): Operation[] => [...outer.slice(0, -1), ...inner, ...outer.slice(-1)]);
const frames = fc
  .array(fc.oneof({ weight: 3, arbitrary: writes.map((operation): Operation[] => [operation]) }, clips, nestedClips), {
    maxLength: 6,
  })
  .map((parts) => parts.flat());

test('whatever is drawn without Ink looks as Ink would draw it', () => {
  let drawn = 0;
  fc.assert(
    fc.property(frames, (operations) => {
      const picture = directPicture(operations, HEIGHT);
      if (picture !== undefined) drawn++;
      expectSame(picture, operations);
    }),
    { numRuns: 4000, seed: 20261121 },
  );
  expect(drawn).toBeGreaterThan(500);
});

test('bars of parts of cells are drawn in the direct way too, and as Ink draws them', () => {
  const operations = [write(0, 0, '  ▐██│     -45%', green), write(0, 1, '▁▂▃▄▅▆▇█▏▎▍▌▋▊▉', bold)];
  expect(directPicture(operations, HEIGHT)).toBeDefined();
  expectSame(directPicture(operations, HEIGHT), operations);
});
