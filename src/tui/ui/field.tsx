/**
 * A line of text on the screen, edited or kept, and a text field on one row: its label, and its text. Closed a field is drawn by
 * ink-text-input, which is given no focus and so listens to nothing, with the key that opens it; open it is the line being edited,
 * with its cursor, the places where it is wrong, and the part that fits the screen.
 */

import { Box } from 'ink';
import { default as TextInput } from 'ink-text-input';
import { keyName } from '../../base/named-keys.ts';
import { CUT_MARK, cellWidth, cutCell, printable } from '../../base/text.ts';
import { type Line, lineOf } from '../state/line.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim, type Segment, segmentsWidth } from './segments.ts';
import { type Role, Tone, useNamed } from './theme.tsx';

/** A stretch of a text, from `from` up to and without `to`, in UTF-16 units. Lists of them are in the order of their places. */
export type Span = { readonly from: number; readonly to: number };

/** A clause or a word of a line, and its parts by what they are. */
export type LinePiece = Span & {
  readonly kind: 'clause' | 'word';
  readonly parts: readonly (Span & { readonly role: keyof typeof ROLES })[];
};

/** Cuts a text into its pieces. */
export type PiecesOf = (text: string) => readonly LinePiece[];

const ROLES = { field: 'field', operator: 'plain', value: 'value', word: 'plain' } as const satisfies Record<
  string,
  Role
>;

/** Tells the roles of places in a text that are asked for from left to right. */
const partRoleAt = (pieces: readonly LinePiece[]): ((place: number) => Role) => {
  const parts = pieces.flatMap((piece) => piece.parts);
  let next = 0;
  return (place) => {
    while ((parts[next]?.to ?? Number.POSITIVE_INFINITY) <= place) next++;
    const part = parts[next];
    return part === undefined || place < part.from ? 'plain' : ROLES[part.role];
  };
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Units of the text that are looked at on either side of the cursor for each cell of the screen. */
const UNITS_PER_CELL = 8;

/**
 * The segments that show `line` in `width` cells, with `problems` marked, which stand in the order of the text, and the rest
 * coloured by what the parts of `pieces` are. When `isEditing`, the cursor is shown, and of a line that does not fit what stands around it; else its beginning. An end that is cut is marked. Of a
 * text of any length no more is looked at than can be seen.
 */
export const editedLineSegments = (
  line: Line,
  problems: readonly Span[],
  pieces: readonly LinePiece[],
  isEditing: boolean,
  width: number,
): readonly Segment[] => {
  const isSelected = isEditing && line.isSelected === true;
  const place = isEditing ? line.at : 0;
  const text = isEditing ? `${line.text} ` : line.text;
  const from = characterStart(text, place - width * UNITS_PER_CELL);
  const seen = text.slice(from, place + width * UNITS_PER_CELL);
  const isProblem = placeMatcher(problems);
  const roleAt = partRoleAt(pieces);
  const characters = [...segmenter.segment(seen)].map(({ segment, index: offset }) => {
    const index = from + offset;
    const character = printable(segment);
    const role: Role =
      isEditing && (isSelected ? index < line.text.length : index === line.at)
        ? 'cursor'
        : isProblem(index)
          ? 'problem'
          : roleAt(index);
    return { text: character, role, index, cells: cellWidth(character) };
  });
  const cellsOf = (some: typeof characters) => some.reduce((sum, { cells }) => sum + cells, 0);
  const at = isEditing ? characters.findIndex(({ index }) => index >= line.at) : 0;
  const isMoreBehind = from + seen.length < text.length;
  const endMark = at === characters.length - 1 ? 0 : 1;
  let rest = cellsOf(characters) + (isMoreBehind ? width : 0);
  let start = 0;
  if (rest > width || from > 0) {
    let toCursor = cellsOf(characters.slice(0, at + 1));
    for (; start < at && toCursor + (start > 0 || from > 0 ? 1 : 0) + endMark > width; start++) {
      const cells = characters[start]?.cells ?? 0;
      toCursor -= cells;
      rest -= cells;
    }
  }
  const isStartCut = start > 0 || from > 0;
  const segments: { text: string; role: Role }[] = isStartCut ? [{ text: CUT_MARK, role: 'dim' }] : [];
  const room = isStartCut ? width - 1 : width;
  const isEndCut = rest > room;
  let free = isEndCut ? room - 1 : room;
  for (const { text: shown, role, cells } of characters.slice(start)) {
    free -= cells;
    if (free < 0) break;
    const last = segments.at(-1);
    if (last?.role === role) last.text += shown;
    else segments.push({ text: shown, role });
  }
  if (isEndCut) segments.push({ text: CUT_MARK, role: 'dim' });
  return segments;
};

const characterStart = (text: string, place: number): number =>
  place <= 0 ? 0 : (segmenter.segment(text).containing(place)?.index ?? place);

/** Tells of places that are asked for from left to right whether they are in one of `spans`; an empty one covers its first place. */
const placeMatcher = (spans: readonly Span[]): ((place: number) => boolean) => {
  let next = 0;
  let reach = 0;
  return (place) => {
    for (let span = spans[next]; span !== undefined && span.from <= place; span = spans[++next]) {
      reach = Math.max(reach, span.to, span.from + 1);
    }
    return place < reach;
  };
};

type EditedLineProps = {
  readonly line: Line;
  readonly problems?: readonly Span[];
  readonly pieces?: readonly LinePiece[];
  readonly isEditing: boolean;
  readonly width: number;
};

/** Draws an edited line; see `editedLineSegments`. */
export const EditedLine = ({ line, problems = [], pieces = [], isEditing, width }: EditedLineProps) => (
  <SegmentLine left={editedLineSegments(line, problems, pieces, isEditing, width)} width={width} />
);

/** Cells that an open field keeps however long its label is. */
const ROOM_MINIMUM = 10;

type FieldProps = {
  readonly label: string;
  readonly line: Line;
  readonly problems?: readonly Span[];
  readonly isOpen: boolean;
  readonly example?: string;
  readonly opener?: string;
  readonly width: number;
};

/**
 * The field. While it is closed, `example` says how an empty one is filled, and `opener` which key opens one that is filled; a
 * field that is only there while it is open has neither.
 */
export const Field = ({ label, line, problems = [], isOpen, example = '', opener = '', width }: FieldProps) => {
  const named = useNamed();
  const name = [{ text: `${label} `, role: isOpen ? 'accent' : 'plain' } as const];
  const nameWidth = Math.min(segmentsWidth(name), Math.max(1, width - ROOM_MINIMUM - 1));
  const room = Math.max(ROOM_MINIMUM, width - nameWidth - 1);
  return (
    <Box height={1} width={width} overflow="hidden">
      <Box flexShrink={0}>
        <SegmentLine left={name} width={nameWidth} />
      </Box>
      {isOpen ? (
        <EditedLine line={line} problems={problems} isEditing width={room} />
      ) : (
        <ClosedField
          text={printable(line.text)}
          note={named(line.text === '' ? example : `   ${opener}`)}
          room={room}
        />
      )}
    </Box>
  );
};

const ClosedField = ({ text, note, room }: { readonly text: string; readonly note: string; readonly room: number }) => (
  <Tone of="plain">
    <TextInput value={cutCell(text, room - cellWidth(note))} focus={false} onChange={leaveAsItIs} />
    <Tone of="dim">{cutCell(note, room)}</Tone>
  </Tone>
);

/** Never called: a field without focus hears no key. */
const leaveAsItIs = () => undefined;

/**
 * The line `text` in `width` cells. Where no piece fits beside the count of the others, the first one is cut between its parts;
 * where no part fits either, the count stands alone, but for a single word, which is cut. `way` is the key that shows the whole line.
 */
export const keptLineSegments = (
  text: string,
  problems: readonly Span[],
  pieces: readonly LinePiece[],
  width: number,
  way: string,
): readonly Segment[] => {
  const upTo = (end: number, room: number) =>
    editedLineSegments(lineOf(text.slice(0, end)), problems, pieces, false, room);
  const cells = (end: number) => cellWidth(printable(text.slice(0, end)));
  const [first] = pieces;
  if (first === undefined || text.length <= width / 2 || cells(text.length) <= width) return upTo(text.length, width);
  const most = fitting(pieces, cells, width);
  for (const isShort of [false, true]) {
    for (let count = most; count > 0; count--) {
      const end = pieces[count - 1]?.to ?? 0;
      const rest = [dim(hiddenWords(pieces.slice(count), isShort, way))];
      if (cells(end) + segmentsWidth(rest) <= width) return [...upTo(end, width), ...rest];
    }
  }
  const rest = [dim(hiddenWords(pieces.slice(1), true, way))];
  const room = width - segmentsWidth(rest);
  const end = first.parts.findLast(({ to }) => cells(to) <= room - 2)?.to;
  if (end !== undefined) return [...upTo(end, room), dim(` ${CUT_MARK}`), ...rest];
  const isWord = pieces.length === 1 && first.kind === 'word';
  return isWord ? [...upTo(text.length, room), ...rest] : [dim(hiddenWords(pieces, false, way).trimStart())];
};

/** How many of the first pieces fit, nothing else beside them. */
const fitting = (pieces: readonly LinePiece[], cells: (end: number) => number, width: number): number => {
  const beyond = pieces.findIndex(({ to }) => cells(to) > width);
  return beyond < 0 ? pieces.length : beyond;
};

/** What is said of pieces that are not shown, and what leads to them. */
const hiddenWords = (pieces: readonly LinePiece[], isShort: boolean, way: string): string => {
  if (pieces.length === 0) return `  (${way})`;
  const kinds = new Set(pieces.map(({ kind }) => kind));
  const noun = kinds.size > 1 ? 'more' : kinds.has('word') ? 'word' : 'clause';
  const words = isShort ? '' : ` ${noun}${noun === 'more' || pieces.length === 1 ? '' : 's'}`;
  return `${isShort ? ' ' : '  '}+${pieces.length}${words} (${way})`;
};

type KeptLineProps = {
  readonly text: string;
  readonly problems: readonly Span[];
  readonly pieces: readonly LinePiece[];
  readonly width: number;
};

/** Draws such a line. */
export const KeptLine = ({ text, problems, pieces, width }: KeptLineProps) => {
  const way = useNamed()(keyName('filter-whole'));
  return <SegmentLine left={keptLineSegments(text, problems, pieces, width, way)} width={width} />;
};
