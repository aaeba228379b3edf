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

/** Characters that fill a part of their cell: where it begins and how wide it is, as shares of the cell. They are drawn as that. */
const BLOCKS: Readonly<Record<string, readonly [from: number, width: number]>> = {
  '█': [0, 1],
  '▐': [0.5, 0.5],
  '▌': [0, 0.5],
};

/** Cells of one look beside each other: the text of each, and the names of the look's parts. */
type Run = {
  readonly column: number;
  readonly texts: readonly string[];
  readonly look: string;
  readonly colour: string;
};

/** The picture of a screen; `title` is read to those who do not see it. */
export const pictureOf = (title: string, lines: readonly (readonly Drawn[])[]): string => {
  const columns = Math.max(...lines.map((line) => line.length));
  const width = round(columns * CELL.width + 2 * MARGIN);
  const height = lines.length * CELL.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="panel" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...lines.flatMap((line, row) => [...groundsOf(line, row), ...runsOf(line).flatMap((run) => drawnRun(run, row))]),
    '</svg>',
    '',
  ].join('\n');
};

/** A bar behind an inverse run, and its text with the width that it has in a terminal, whatever the font. */
const drawnRun = ({ column, texts, look, colour }: Run, row: number): readonly string[] => {
  const x = round(MARGIN + column * CELL.width);
  const y = MARGIN + row * CELL.height;
  const width = round(texts.length * CELL.width);
  const fill = colour === '' ? '' : ` fill="${colour}"`;
  const [from, share] = BLOCKS[texts[0] ?? ''] ?? [];
  if (from !== undefined && share !== undefined) {
    const length = texts.length - 1 + share;
    return [rect(column + from, row, length, fill)];
  }
  const named = look === '' ? '' : ` class="${look}"`;
  const style = colour === '' ? '' : ` style="fill:${colour}"`;
  const text = `<text${named}${style} x="${x}" y="${y + BASELINE}" textLength="${width}">${escaped(texts.join(''))}</text>`;
  return look.startsWith('on-bar') ? [rect(column, row, texts.length, ' class="bar"'), text] : [text];
};

/** A part of a line of so many cells. */
const rect = (column: number, row: number, cells: number, fill: string): string =>
  `<rect${fill} x="${round(MARGIN + column * CELL.width)}" y="${MARGIN + row * CELL.height}" width="${round(cells * CELL.width)}" height="${CELL.height}"/>`;

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
    // Of blocks only whole ones make one shape with the one before.
    if (goesOn && (isBlock ? text === '█' && before.texts[0] === '█' : !Object.hasOwn(BLOCKS, before.texts[0] ?? '')))
      before.texts.push(text);
    else runs.push({ column, texts: [text], look, colour });
  }
  return runs.flatMap((run) => (/on-bar|underlined/.test(run.look) ? [run] : wordsOf(run)));
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
