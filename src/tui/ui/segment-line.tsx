/** Draws one line of pieces, and lines under one another in a fixed height. */
import { Box, Text } from 'ink';
import { memo, type ReactNode } from 'react';
import { printable } from '../../base/printable.ts';
import type { Ground } from '../../base/roles.ts';
import { band, cutSegments, isBand, keyedSegments, plain, type Segment, spreadSegments } from './segments.ts';
import { Tone, useGround, useNamed } from './theme.tsx';

type Line = {
  readonly left: readonly Segment[];
  readonly right?: readonly Segment[];
  readonly width: number;
  /** What it lies on, over its whole width. */
  readonly ground?: Ground;
};

/**
 * A line of exactly one row: `left` from the left edge, `right` against the right one. Keys that they name are shown as they are by now, and
 * nothing of what they say acts on the terminal, whoever said it.
 */
export const SegmentLine = memo(
  ({ left, right = [], width, ground }: Line) => {
    const colour = useGround(ground);
    const named = useNamed();
    const keyed = (segments: readonly Segment[]) =>
      segments
        .flatMap((segment) => keyedSegments(segment, named))
        .map((piece) => ({ ...piece, text: printable(piece.text) }));
    const pieces = keyed(left);
    const aside = keyed(right);
    const atEnd = pieces.findIndex(({ isAtEnd }) => isAtEnd === true);
    const [start, end] = atEnd < 0 ? [pieces, aside] : [pieces.slice(0, atEnd), [...pieces.slice(atEnd), ...aside]];
    const shown =
      end.length > 0 || colour !== undefined ? spreadSegments(start, end, width) : cutSegments(start, width);
    return (
      <Text wrap="truncate" {...(colour !== undefined && { backgroundColor: colour })}>
        {shown.map(({ text, role, ground: below }, index) =>
          role === 'plain' && below === undefined ? (
            text
          ) : (
            <Tone key={index} of={role} on={below}>
              {text}
            </Tone>
          ),
        )}
        {shown.length === 0 ? ' ' : ''}
      </Text>
    );
  },
  // Pieces are made anew for each frame, and nearly always are those of the one before.
  (before, now) =>
    before.width === now.width &&
    before.ground === now.ground &&
    areSame(before.left, now.left) &&
    areSame(before.right ?? [], now.right ?? []),
);

const areSame = (before: readonly Segment[], now: readonly Segment[]): boolean =>
  before.length === now.length &&
  before.every(
    ({ text, role, ground, isAtEnd }, index) =>
      text === now[index]?.text &&
      role === now[index]?.role &&
      ground === now[index]?.ground &&
      isAtEnd === now[index]?.isAtEnd,
  );

type PageTitleProps = Pick<Line, 'width'> & {
  readonly title: string;
  readonly answer?: readonly Segment[];
  readonly beside?: readonly Segment[];
};

/** The title of a page, in two lines: a blank one, and the band of the section that the page is. */
export const PageTitle = ({ title, answer, beside, width }: PageTitleProps) => (
  <>
    <Text> </Text>
    <SegmentLine left={band(title, answer, beside)} width={width} />
  </>
);

type SegmentLinesProps = {
  readonly lines: readonly (readonly Segment[])[];
  readonly margin?: number;
  readonly width: number;
};

/** Lines one under the other, behind `margin` spaces; a band begins at the edge. */
export const SegmentLines = ({ lines, margin = 0, width }: SegmentLinesProps) =>
  lines.map((line, index) => (
    <SegmentLine
      key={index}
      left={margin === 0 || isBand(line) ? line : [plain(' '.repeat(margin)), ...line]}
      width={width}
    />
  ));

/**
 * The children one below the other, in `height` rows. What does not fit is cut off at the end: left to themselves, lines that are too
 * many would be made lower, and several drawn on one row.
 */
export const CutColumn = ({ height, children }: { readonly height: number; readonly children: ReactNode }) => (
  <Box flexDirection="column" height={height} overflow="hidden">
    <Box flexDirection="column" flexShrink={0} minHeight={height}>
      {children}
    </Box>
  </Box>
);
