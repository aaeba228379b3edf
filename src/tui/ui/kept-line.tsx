/** A line that is not being edited: whole, or cut between two of its pieces with a count of those that are not shown. */
import { Text } from 'ink';
import { CUT_MARK, cellWidth, printable } from '../../base/text.ts';
import { lineOf } from '../state/line.ts';
import { editedLineSegments } from './edited-line.tsx';
import type { LinePiece, Span } from './line-pieces.ts';
import { dim, type Segment, segmentsWidth } from './segments.ts';
import { Tone } from './theme.tsx';

/** What leads to the whole line; see `keys/list-filter.ts`. */
const WAY = '(F)';

/**
 * The line `text` in `width` cells. Where no piece fits beside the count of the others, the first one is cut between its parts;
 * where no part fits either, the count stands alone, but for a single word, which is cut.
 */
export const keptLineSegments = (
  text: string,
  problems: readonly Span[],
  pieces: readonly LinePiece[],
  width: number,
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
      const rest = [dim(hiddenWords(pieces.slice(count), isShort))];
      if (cells(end) + segmentsWidth(rest) <= width) return [...upTo(end, width), ...rest];
    }
  }
  const rest = [dim(hiddenWords(pieces.slice(1), true))];
  const room = width - segmentsWidth(rest);
  const end = first.parts.findLast(({ to }) => cells(to) <= room - 2)?.to;
  if (end !== undefined) return [...upTo(end, room), dim(` ${CUT_MARK}`), ...rest];
  const isWord = pieces.length === 1 && first.kind === 'word';
  return isWord ? [...upTo(text.length, room), ...rest] : [dim(hiddenWords(pieces, false).trimStart())];
};

/** How many of the first pieces fit, nothing else beside them. */
const fitting = (pieces: readonly LinePiece[], cells: (end: number) => number, width: number): number => {
  const beyond = pieces.findIndex(({ to }) => cells(to) > width);
  return beyond < 0 ? pieces.length : beyond;
};

/** What is said of pieces that are not shown, and what leads to them. */
const hiddenWords = (pieces: readonly LinePiece[], isShort: boolean): string => {
  if (pieces.length === 0) return `  ${WAY}`;
  const kinds = new Set(pieces.map(({ kind }) => kind));
  const noun = kinds.size > 1 ? 'more' : kinds.has('word') ? 'word' : 'clause';
  const words = isShort ? '' : ` ${noun}${noun === 'more' || pieces.length === 1 ? '' : 's'}`;
  return `${isShort ? ' ' : '  '}+${pieces.length}${words} ${WAY}`;
};

/** Draws such a line. */
export const KeptLine = ({
  text,
  problems,
  pieces,
  width,
}: {
  readonly text: string;
  readonly problems: readonly Span[];
  readonly pieces: readonly LinePiece[];
  readonly width: number;
}) => (
  <Text wrap="truncate">
    {keptLineSegments(text, problems, pieces, width).map(({ text: shown, role }, index) => (
      <Tone key={index} of={role}>
        {shown}
      </Tone>
    ))}
  </Text>
);
