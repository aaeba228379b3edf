/** A screen as an SVG picture: the cells of the emulator, those of one look that follow each other as one text. */
import type { Drawn } from './emulator.ts';

/** Pixels of a cell, and around all of them. */
const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;
/** Where text stands in its cell, from the cell's top. */
const BASELINE = 13.5;

/** The terminal's colours, by the roles that have them before a dark background (src/tui/ui/colours.ts). */
const ROLES: Readonly<Record<number, string>> = { 2: 'good', 3: 'warning', 6: 'accent', 9: 'danger' };

/** The panel is dark whatever the page is, so that every colour is readable on it. */
const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dae0;white-space:pre}
.panel{fill:#1c2028;stroke:#4b5263}.bold{font-weight:700}.dim{fill:#8b93a3}.underlined{text-decoration:underline}
.danger{fill:#ff7b72}.good{fill:#7ee787}.warning{fill:#e3b341}.accent{fill:#56d4dd}.bar{fill:#d7dae0}.on-bar{fill:#1c2028}`;

/** Cells of one look beside each other: the text of each, and the names of the look's parts. */
type Run = { readonly column: number; readonly texts: readonly string[]; readonly look: string };

/** The picture of a screen; `title` is read to those who do not see it. */
export const pictureOf = (title: string, lines: readonly (readonly Drawn[])[]): string => {
  const columns = Math.max(...lines.map((line) => line.length));
  const width = round(columns * CELL.width + 2 * MARGIN);
  const height = lines.length * CELL.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="panel" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...lines.flatMap((line, row) => runsOf(line).flatMap((run) => drawnRun(run, row))),
    '</svg>',
    '',
  ].join('\n');
};

/** A bar behind an inverse run, and its text with the width that it has in a terminal, whatever the font. */
const drawnRun = ({ column, texts, look }: Run, row: number): readonly string[] => {
  const x = round(MARGIN + column * CELL.width);
  const y = MARGIN + row * CELL.height;
  const width = round(texts.length * CELL.width);
  const named = look === '' ? '' : ` class="${look}"`;
  const bar = `<rect class="bar" x="${x}" y="${y}" width="${width}" height="${CELL.height}"/>`;
  const text = `<text${named} x="${x}" y="${y + BASELINE}" textLength="${width}">${escaped(texts.join(''))}</text>`;
  return look.startsWith('on-bar') ? [bar, text] : [text];
};

const runsOf = (line: readonly Drawn[]): readonly Run[] => {
  const runs: { column: number; texts: string[]; look: string }[] = [];
  for (const [column, cell] of line.entries()) {
    const look = lookOf(cell);
    const text = cell.width === 0 ? '' : cell.text;
    const before = runs.at(-1);
    if (before?.look === look) before.texts.push(text);
    else runs.push({ column, texts: [text], look });
  }
  return runs.flatMap((run) => (/on-bar|underlined/.test(run.look) ? [run] : wordsOf(run)));
};

/** The parts of a run between spaces: one space stays within a part, and more are not drawn, so that columns stay in their places. */
const wordsOf = ({ column, texts, look }: Run): readonly Run[] => {
  const words: { column: number; texts: string[]; look: string }[] = [];
  let spaces = 2;
  for (const [index, text] of texts.entries()) {
    if (text === ' ') spaces++;
    else {
      const before = words.at(-1);
      if (before === undefined || spaces > 1) words.push({ column: column + index, texts: [text], look });
      else before.texts.push(...(spaces === 1 ? [' '] : []), text);
      spaces = 0;
    }
  }
  return words;
};

const lookOf = ({ colour, isBold, isDim, isUnderlined, isInverse }: Drawn): string =>
  [
    isInverse ? 'on-bar' : colour === undefined ? '' : (ROLES[colour] ?? ''),
    isBold ? 'bold' : '',
    isDim ? 'dim' : '',
    isUnderlined ? 'underlined' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
