/** Draws one line of pieces. */
import { Text } from 'ink';
import { memo } from 'react';
import { cutSegments, type Segment, spreadSegments } from './segments.ts';
import { Tone } from './theme.tsx';

/** A line of exactly one row: `left` from the left edge, `right` against the right one. */
export const SegmentLine = memo(
  ({
    left,
    right = [],
    width,
  }: {
    readonly left: readonly Segment[];
    readonly right?: readonly Segment[];
    readonly width: number;
  }) => {
    const pieces = right.length === 0 ? cutSegments(left, width) : spreadSegments(left, right, width);
    return (
      <Text wrap="truncate">
        {pieces.map(({ text, role }, index) =>
          role === 'plain' ? (
            text
          ) : (
            <Tone key={index} of={role}>
              {text}
            </Tone>
          ),
        )}
        {pieces.length === 0 ? ' ' : ''}
      </Text>
    );
  },
);
