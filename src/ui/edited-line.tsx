/** A line of text that is being edited: its cursor, the places where it is wrong, and the part that fits the screen. */
import { Text } from 'ink';
import type { Line } from '../state/line.ts';
import type { Segment } from './segments.ts';
import { cellWidth, printable } from './text.ts';
import { type Role, Tone } from './theme.tsx';

/** A stretch of the text, from `from` up to and without `to`, in UTF-16 units. */
export type Span = { readonly from: number; readonly to: number };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The pieces that show `line` in `width` cells, with `mistakes` marked. The cursor is shown when `isEditing`; a line that
 * does not fit is shown around its cursor.
 */
const editedLineSegments = (
  line: Line,
  mistakes: readonly Span[],
  isEditing: boolean,
  width: number,
): readonly Segment[] => {
  const characters = [...segmenter.segment(`${line.text} `)].map(({ segment, index }) => {
    const text = printable(segment);
    const role: Role =
      isEditing && index === line.at
        ? 'cursor'
        : mistakes.some(({ from, to }) => index >= from && index < Math.max(to, from + 1))
          ? 'mistake'
          : 'plain';
    return { text, role, index, cells: cellWidth(text) };
  });
  let start = 0;
  const at = characters.findIndex(({ index }) => index >= line.at);
  const cellsTo = (from: number) =>
    characters.slice(from, at < 0 ? undefined : at + 1).reduce((sum, { cells }) => sum + cells, 0);
  for (let used = cellsTo(0); used > width && start < characters.length; start++) used -= characters[start]?.cells ?? 0;
  const pieces: { text: string; role: Role }[] = [];
  let free = width;
  for (const { text, role, cells } of characters.slice(start)) {
    free -= cells;
    if (free < 0) break;
    const last = pieces.at(-1);
    if (last?.role === role) last.text += text;
    else pieces.push({ text, role });
  }
  return pieces;
};

/** Draws an edited line; see `editedLineSegments`. */
export const EditedLine = ({
  line,
  mistakes = [],
  isEditing,
  width,
}: {
  readonly line: Line;
  readonly mistakes?: readonly Span[];
  readonly isEditing: boolean;
  readonly width: number;
}) => (
  <Text wrap="truncate">
    {editedLineSegments(line, mistakes, isEditing, width).map(({ text, role }, index) => (
      <Tone key={index} of={role}>
        {text}
      </Tone>
    ))}
  </Text>
);
