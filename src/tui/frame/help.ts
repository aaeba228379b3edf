/**
 * The key tables as people read them: how keys are printed, by group and in the footer, and the help page as lines: every key that
 * works behind it by what one wants to do, and the signs as they look, in columns, then what the words on the screen mean. Pure.
 */

import { shownPress } from '../../base/press-names.ts';
import { cellWidth, padCell } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import type { Binding } from '../keys/binding.ts';
import { meanings, type PictureLook, type ScreenWord } from '../ui/list-words.ts';
import { inColumns } from '../ui/record-lines.ts';
import { band, dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';

/** Every key of a row, as printed. */
export const shownKeys = ({ keys }: Binding): string => keys.map(shownPress).join(' ');

/** The bindings by group, groups in their order, those of the page in which they first appear. */
export const groupsOf = (bindings: readonly Binding[]): readonly (readonly [string, readonly Binding[]])[] => {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const members = groups.get(binding.group);
    if (members === undefined) groups.set(binding.group, [binding]);
    else members.push(binding);
  }
  return [...groups].sort(([one], [other]) => intentOrder(one, other));
};

/** Groups in the order of the help; those that only the open page has come first. */
export const intentOrder = (one: string, other: string): number => INTENTS.indexOf(one) - INTENTS.indexOf(other);

/** The help, where letters are keys and where they are text; and the palette. */
const HELP = 'frame.help';
const HELP_TYPING = 'frame.help-typing';
const PALETTE = 'frame.palette';

/** Cells from which on the palette has its place behind the help whatever else there is; with fewer it takes what the others leave. */
const PALETTE_FROM = 100;

/**
 * The footer's keys: as many of those meant for it as fit into `width` cells, in their order. What leads back and the help always
 * stand there, at the end; where something is typed the help does where two other keys have room as well.
 */
export const footerSegments = (bindings: readonly Binding[], width: number): readonly Segment[] => {
  const meant = bindings.filter(({ isInFooter }) => isInFooter);
  const palette = meant.filter(({ id }) => id === PALETTE);
  const help = meant.find(({ id }) => id === HELP || id === HELP_TYPING) ?? meant.at(-1);
  const back = meant.filter((binding) => binding.keys[0] === 'escape' && binding !== help);
  const [first, ...rest] = meant.filter((one) => ![...back, ...palette, help].includes(one));
  const early = rest.filter(({ isInFooter }) => isInFooter === 'early');
  const others = [...(first === undefined ? [] : [first]), ...early, ...rest.filter((one) => !early.includes(one))];
  const isTight =
    segmentsWidth([...others.slice(0, 2), ...back.slice(0, 1), ...(help ? [help] : [])].flatMap(pairOf)) > width;
  const helping = help === undefined || (isTight && help.id === HELP_TYPING) ? [] : [help];
  const end = palette.flatMap(pairOf);
  const last = [...[...back.slice(0, 1), ...helping].flatMap(pairOf), ...(width < PALETTE_FROM ? [] : end)];
  const shown: Segment[] = [];
  for (const binding of [...others, ...back.slice(1)]) {
    const pair = pairOf(binding);
    if (segmentsWidth([...shown, ...pair, ...last]) <= width) shown.push(...pair);
  }
  const all = [...shown, ...last];
  return width < PALETTE_FROM && segmentsWidth([...all, ...end]) <= width ? [...all, ...end] : all;
};

const pairOf = ({ keys: [first = ''], label }: Binding): readonly Segment[] => [
  { text: ` ${shownPress(first)}`, role: 'accent' },
  dim(` ${label}  `),
];

/** One line of the page. */
type HelpLine = readonly Segment[];

/** Cells that a column of keys needs to be readable, and cells between two columns. */
const LEAST_COLUMN = 36;
const GAP = 2;
const MOST_COLUMNS = 3;

/** Cells for keys at the left of what they do. */
const MOST_KEYS = 12;

/** Groups of keys that mean nothing away from the screen they move on: the palette leaves those of other panes out. */
export const GROUPS_OF_HANDS: readonly string[] = ['Move', 'Editing text'];

/** What one wants to do, in the order of the help. What only the open page has comes before all of it. */
const INTENTS: readonly string[] = [
  ...['Find', 'Views', 'Arrange', 'Look', 'Price', 'Choose', 'Rent', 'Use', 'Change', 'Copy', 'Host', 'Watch'],
  ...['Panes', 'Services', 'Program', ...GROUPS_OF_HANDS],
];

/** The page in `width` cells. Keys fill column after column, so that groups that belong together stay together. */
export const helpLines = (
  bindings: readonly Binding[],
  words: readonly ScreenWord[],
  width: number,
  look: PictureLook = { isSparse: true },
): readonly HelpLine[] => {
  const signs = words.flatMap(({ picture, meaning }) => (picture ? [{ front: picture(look), text: meaning }] : []));
  return [
    ...keyLines(bindings, signs, width),
    ...wordLines(
      words.filter(({ picture }) => !picture),
      width,
    ),
  ];
};

/** What stands in a block: keys or a sign at the left, and what that does or says. */
type Told = { readonly front: readonly Segment[]; readonly text: string };

const keyLines = (bindings: readonly Binding[], signs: readonly Told[], width: number): readonly HelpLine[] => {
  const keyed = bindings.filter(({ keys }) => keys.length > 0);
  const count = Math.max(1, Math.min(MOST_COLUMNS, Math.floor((width - 1 + GAP) / (LEAST_COLUMN + GAP))));
  const columnWidth = Math.floor((width - 1 - GAP * (count - 1)) / count);
  const columns = inColumns(
    [
      ...groupsOf(keyed).map(([heading, members]) => blockLines(heading, members.map(toldOf), columnWidth)),
      ...(signs.length === 0 ? [] : [blockLines('Marks and signs', signs, columnWidth)]),
    ],
    count,
  );
  const height = Math.max(0, ...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) => [
    plain(' '),
    ...columns.flatMap((lines, column) => {
      const line = lines[row] ?? [];
      const isLast = column === columns.length - 1;
      const gap = columnWidth + GAP - segmentsWidth(line);
      return isLast ? line : [...line, plain(' '.repeat(Math.max(1, gap)))];
    }),
  ]);
};

const toldOf = (binding: Binding): Told => ({
  front: [{ text: shownKeys(binding), role: 'accent' }],
  text: binding.help ?? binding.label,
});

const blockLines = (heading: string, told: readonly Told[], width: number): readonly HelpLine[] => {
  const lengths = told.map(({ front }) => segmentsWidth(front));
  // Many keys for one thing stand in a line of their own, and leave the others their room.
  const keysWidth = Math.max(...lengths.filter((length) => length <= MOST_KEYS), Math.min(MOST_KEYS, ...lengths));
  const textWidth = Math.max(1, width - keysWidth - 4);
  return [
    [{ text: padCell(` ${heading}`, width), role: 'strong', ground: 'band' }],
    ...told.flatMap(({ front, text: words }) => {
      const frontWidth = segmentsWidth(front);
      const isAlone = frontWidth > keysWidth;
      const lines = wrappedLines(words, textWidth).map((text, row) => {
        const before = row === 0 && !isAlone ? front : [];
        return [plain('  '), ...before, plain(' '.repeat(keysWidth + 2 - segmentsWidth(before))), dim(text)];
      });
      if (!isAlone) return lines;
      const shown =
        frontWidth <= width - 2
          ? [front]
          : wrappedLines(textOf(front), width - 2).map((text): HelpLine => [{ text, role: 'accent' }]);
      return [...shown.map((line) => [plain('  '), ...line]), ...lines];
    }),
  ];
};

const textOf = (line: HelpLine): string => line.map(({ text }) => text).join('');

const wordLines = (words: readonly ScreenWord[], width: number): readonly HelpLine[] => {
  if (words.length === 0) return [];
  const wordWidth = Math.min(20, Math.max(...words.map(({ word }) => cellWidth(word))));
  return [
    [],
    band('What the words on the screen mean'),
    ...words.flatMap(({ word, meaning }) =>
      wrappedLines(meaning, Math.max(1, width - wordWidth - 6)).map((text, row) => [
        plain(`   ${padCell(row === 0 ? word : '', wordWidth)}  `),
        dim(text),
      ]),
    ),
  ];
};

export const HEADER_WORDS = meanings({
  'Esc, q, Ctrl-C': 'go back; from a pane itself q and Ctrl-C quit',
  'X, D, x':
    'take away: what the service has, after a review; what only this program keeps; a part of what is put together, or what goes on',
  'gpudeck --mouse': 'the wheel scrolls, a click goes to a row or a pane; Shift and drag select text',
  'key ..3f2a': 'the last characters of the API key in use, and where it came from',
  'read-only': 'nothing is sent that notifies, creates, replaces or costs',
});
