/** The page of a filter that is too long for its row: all of it, on as many lines as it takes. */
import { Box, Text } from 'ink';
import { lineOf } from '../state/line.ts';
import { editedLineSegments } from './edited-line.tsx';
import type { LinePiece, Span } from './line-pieces.ts';
import { moreAboveAndBelow } from './more-words.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim, plain, type Segment } from './segments.ts';
import { lineWidth, WHOLE_MARGIN, WHOLE_TITLE_LINES, wholeLines } from './whole-filter.ts';

/** The page in `width` by `height` cells, scrolled down by `top` lines. */
export const WholeFilterPage = ({
  text,
  pieces,
  problems,
  top,
  width,
  height,
}: {
  readonly text: string;
  readonly pieces: readonly LinePiece[];
  readonly problems: readonly Span[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const lines = wholeLines(text, pieces, lineWidth(width));
  const seen = Math.max(1, height - WHOLE_TITLE_LINES);
  // The screen may have become larger since it was scrolled.
  const first = Math.max(0, Math.min(top, lines.length - seen));
  const visible = lines.slice(first, first + seen);
  const below = lines.length - first - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Filter', role: 'strong' }, dim(countWords(pieces))]}
        right={[dim(`${moreAboveAndBelow(first, below)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((line) => (
        <SegmentLine
          key={line.from}
          left={[plain(' '.repeat(WHOLE_MARGIN)), ...stretchSegments(text, line, pieces, problems, width)]}
          width={width}
        />
      ))}
    </Box>
  );
};

const countWords = (pieces: readonly LinePiece[]): string => {
  const count = (kind: LinePiece['kind']) => {
    const some = pieces.filter((piece) => piece.kind === kind).length;
    return some === 0 ? [] : [`${some} ${kind}${some === 1 ? '' : 's'}`];
  };
  return `   ${[...count('clause'), ...count('word')].join(', ')}`;
};

const stretchSegments = (
  text: string,
  { from, to }: Span,
  pieces: readonly LinePiece[],
  problems: readonly Span[],
  width: number,
): readonly Segment[] => {
  const moved = <Some extends Span>(span: Some): Some => ({ ...span, from: span.from - from, to: span.to - from });
  const here = pieces
    .filter((piece) => piece.to > from && piece.from < to)
    .map((piece) => ({ ...moved(piece), parts: piece.parts.map(moved) }));
  return editedLineSegments(lineOf(text.slice(from, to)), problems.map(moved), here, false, width);
};
