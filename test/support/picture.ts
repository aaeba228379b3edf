/** A screen as an SVG picture: the cells of the emulator, those of one look that follow each other as one text. */
import { of256 } from './contrast.ts';
import type { Drawn } from './emulator.ts';

/** Pixels of a cell, and around all of them. */
const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;
/** Where text stands in its cell, from the cell's top. */
const BASELINE = 13.5;

/** The panel is dark whatever the page is, so that every colour is readable on it: it is the ground of the usual theme. */
const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d3d7de;white-space:pre}
.panel{fill:#16181d;stroke:#4b5263}.bold{font-weight:700}.dim{fill:#959caa}.underlined{text-decoration:underline}
.bar{fill:#d3d7de}.on-bar{fill:#16181d}`;

/** Characters that fill a part of their cell: where it begins, how wide it is, and how high from the bottom, as shares of the cell. */
type Block = readonly [from: number, width: number, height: number];

/** They are drawn as what they fill. */
const BLOCKS: Readonly<Record<string, Block>> = {
  '█': [0, 1, 1],
  '▐': [0.5, 0.5, 1],
  ...Object.fromEntries([...'▏▎▍▌▋▊▉'].map((text, eighths): [string, Block] => [text, [0, (eighths + 1) / 8, 1]])),
  ...Object.fromEntries([...'▁▂▃▄▅▆▇'].map((text, eighths): [string, Block] => [text, [0, 1, (eighths + 1) / 8]])),
};

/** Cells of one look beside each other: the text of each, and the names of the look's parts. */
type Run = {
  readonly column: number;
  readonly texts: readonly string[];
  readonly look: string;
  readonly colour: string;
};

/** The picture of a screen; `title` is read to those who do not see it. */
export const pictureOf = (title: string, lines: Screen): string => onPanel(title, lines, '', lines.flatMap(drawnLine));

/** The cells of a screen, line by line. */
export type Screen = readonly (readonly Drawn[])[];

/** Parts of the screens of several themes, each on its ground, in two columns. */
export const stripOf = (
  title: string,
  parts: readonly { readonly lines: Screen; readonly ground: string; readonly text: string; readonly dim: string }[],
): string => {
  const [{ lines } = { lines: [] }] = parts;
  const columns = Math.max(...lines.map((line) => line.length)) + 4;
  const rows = lines.length + 1;
  const size: Screen = Array.from({ length: rows * Math.ceil(parts.length / 2) }, () => [
    ...Array.from({ length: columns * 2 }, () => BLANK),
  ]);
  const styles = parts.map(
    ({ text, dim }, place) =>
      `.t${place} text{fill:${text}}.t${place} .dim{fill:${dim}}.t${place} .bar{fill:${text}}.t${place} .on-bar{fill:${dim}}`,
  );
  const drawn = parts.map((part, place) => {
    const x = round((place % 2) * columns * CELL.width);
    const y = Math.floor(place / 2) * rows * CELL.height;
    const ground = `<rect fill="${part.ground}" x="${MARGIN / 2}" y="${MARGIN / 2}" width="${round((columns - 2) * CELL.width)}" height="${(rows - 0.5) * CELL.height}"/>`;
    return `<g class="t${place}" transform="translate(${x} ${y})">${ground}${part.lines.flatMap(drawnLine).join('')}</g>`;
  });
  return onPanel(title, size, styles.join('\n'), drawn);
};

const BLANK: Drawn = {
  text: ' ',
  width: 1,
  colour: undefined,
  ground: undefined,
  isBold: false,
  isDim: false,
  isUnderlined: false,
  isInverse: false,
};

/** A picture of the size of `screen` with a `style` of its own; `title` is read to those who do not see it. */
export const onPanel = (title: string, screen: Screen, style: string, drawn: readonly string[]): string => {
  const columns = Math.max(...screen.map((line) => line.length));
  const width = round(columns * CELL.width + 2 * MARGIN);
  const height = screen.length * CELL.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}${style}</style>`,
    `<rect class="panel" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
};

/** One line of a screen. */
export const drawnLine = (line: readonly Drawn[], row: number): readonly string[] => [
  ...groundsOf(line, row),
  ...runsOf(line).flatMap((run) => drawnRun(run, row)),
];

/** A bar behind an inverse run, and its words with the width that they have in a terminal, whatever the font. */
const drawnRun = (run: Run, row: number): readonly string[] => {
  const bar = run.look.startsWith('on-bar') ? [rect(run.column, row, run.texts.length, ' class="bar"')] : [];
  return [...bar, ...(run.look.includes('underlined') ? [run] : wordsOf(run)).flatMap((word) => drawnWord(word, row))];
};

const drawnWord = ({ column, texts, look, colour }: Run, row: number): readonly string[] => {
  const x = round(MARGIN + column * CELL.width);
  const y = MARGIN + row * CELL.height;
  const width = round(texts.length * CELL.width);
  const fill = colour === '' ? '' : ` fill="${colour}"`;
  const block = BLOCKS[texts[0] ?? ''];
  if (block !== undefined) {
    const [from, share, high] = block;
    return [rect(column + from, row, texts.length - 1 + share, fill === '' ? ' class="bar"' : fill, high)];
  }
  const named = look === '' ? '' : ` class="${look}"`;
  const style = colour === '' ? '' : ` style="fill:${colour}"`;
  const text = `<text${named}${style} x="${x}" y="${y + BASELINE}" textLength="${width}">${escaped(texts.join(''))}</text>`;
  return [text];
};

/** A part of a line of so many cells, as `high` from the bottom as a share of them. */
const rect = (column: number, row: number, cells: number, fill: string, high = 1): string => {
  const height = CELL.height * high;
  const y = MARGIN + (row + 1) * CELL.height - height;
  return `<rect${fill} x="${round(MARGIN + column * CELL.width)}" y="${round(y)}" width="${round(cells * CELL.width)}" height="${round(height)}"/>`;
};

/** What the cells of a line stand on, those of one colour beside each other as one. */
const groundsOf = (line: readonly Drawn[], row: number): readonly string[] => {
  const drawn: string[] = [];
  let from = 0;
  for (let column = 1; column <= line.length; column++) {
    const ground = line[from]?.ground;
    if (line[column]?.ground === ground && column < line.length) continue;
    if (ground !== undefined) drawn.push(rect(from, row, column - from, ` fill="${colourOf(ground)}"`));
    from = column;
  }
  return drawn;
};

const colourOf = (index: number): string =>
  `#${of256(index)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

const runsOf = (line: readonly Drawn[]): readonly Run[] => {
  const runs: { column: number; texts: string[]; look: string; colour: string }[] = [];
  for (const [column, cell] of line.entries()) {
    const look = lookOf(cell);
    const colour = cell.colour === undefined || cell.isInverse ? '' : colourOf(cell.colour);
    const text = cell.width === 0 ? '' : cell.text;
    const before = runs.at(-1);
    const isBlock = Object.hasOwn(BLOCKS, text);
    const goesOn = before !== undefined && before.look === look && before.colour === colour;
    // Of blocks only whole ones, and those that are as high as the one before, make one shape with it.
    const isOneShape = text === before?.texts[0] && BLOCKS[text]?.[1] === 1;
    if (goesOn && (isBlock ? isOneShape : !Object.hasOwn(BLOCKS, before.texts[0] ?? ''))) before.texts.push(text);
    else runs.push({ column, texts: [text], look, colour });
  }
  return runs;
};

/** The parts of a run between spaces: one space stays within a part, and more are not drawn, so that columns stay in their places. */
const wordsOf = ({ column, texts, look, colour }: Run): readonly Run[] => {
  const words: { column: number; texts: string[]; look: string; colour: string }[] = [];
  let spaces = 2;
  for (const [index, text] of texts.entries()) {
    if (text === ' ') spaces++;
    else {
      const before = words.at(-1);
      if (before === undefined || spaces > 1) words.push({ column: column + index, texts: [text], look, colour });
      else before.texts.push(...(spaces === 1 ? [' '] : []), text);
      spaces = 0;
    }
  }
  return words;
};

const lookOf = ({ isBold, isDim, isUnderlined, isInverse }: Drawn): string =>
  [isInverse ? 'on-bar' : '', isBold ? 'bold' : '', isDim ? 'dim' : '', isUnderlined ? 'underlined' : '']
    .filter((name) => name !== '')
    .join(' ');

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
