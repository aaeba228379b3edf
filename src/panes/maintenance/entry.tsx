/** A line of the wizard that is typed: what it is for, and its text with the places that are wrong. */
import { Box } from 'ink';
import type { Line } from '../../state/line.ts';
import { EditedLine, type Span } from '../../ui/edited-line.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, segmentsWidth } from '../../ui/segments.ts';

/** The line, exactly one row; `example` stands in an empty one that is not being typed. */
export const Entry = ({
  label,
  line,
  mistakes = [],
  isEditing,
  example,
  width,
}: {
  readonly label: string;
  readonly line: Line;
  readonly mistakes?: readonly Span[];
  readonly isEditing: boolean;
  readonly example: string;
  readonly width: number;
}) => {
  const name = [{ text: `   ${label} `, role: isEditing ? 'accent' : 'plain' } as const];
  const nameWidth = segmentsWidth(name);
  const room = Math.max(10, width - nameWidth - 1);
  return (
    <Box height={1} width={width} overflow="hidden">
      <Box flexShrink={0}>
        <SegmentLine left={name} width={nameWidth} />
      </Box>
      {isEditing || line.text !== '' ? (
        <EditedLine line={line} mistakes={mistakes} isEditing={isEditing} width={room} />
      ) : (
        <SegmentLine left={[dim(example)]} width={room} />
      )}
    </Box>
  );
};
