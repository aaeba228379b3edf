/** A line of text that is being edited: its cursor, the places where it is wrong, and the part that fits the screen. */
import { Text } from 'ink';
import { CUT_MARK, cellWidth, printable } from '../../base/text.ts';
import type { Line } from '../state/line.ts';
import { type LinePiece, partRoleAt, type Span } from './line-pieces.ts';
import type { Segment } from './segments.ts';
import { type Role, Tone } from './theme.tsx';

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

/** Draws an edited line; see `editedLineSegments`. */
export const EditedLine = ({
  line,
  problems = [],
  pieces = [],
  isEditing,
  width,
}: {
  readonly line: Line;
  readonly problems?: readonly Span[];
  readonly pieces?: readonly LinePiece[];
  readonly isEditing: boolean;
  readonly width: number;
}) => (
  <Text wrap="truncate">
    {editedLineSegments(line, problems, pieces, isEditing, width).map(({ text, role }, index) => (
      <Tone key={index} of={role}>
        {text}
      </Tone>
    ))}
  </Text>
);
