/** Draws the preview in its place: its lines on a ground of their own, and nothing but that while there are none. */
import { Box } from 'ink';
import { memo, useContext } from 'react';
import type { PaneStates } from '../panes/index.ts';
import type { PaneName } from '../panes/names.ts';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { isBand, plain, type Size } from '../ui/segments.ts';
import { LookContext } from '../ui/theme.tsx';
import { previewIn } from './preview-room.ts';

const MARGIN = plain(' '.repeat(RECORD_MARGIN));

type PreviewProps = Size & {
  readonly name: PaneName;
  /** The panes as they were when the cursor rested last; undefined where it has not yet. */
  readonly rested: PaneStates | undefined;
  readonly timeZone: string;
};

/** Drawn anew when the cursor has rested, and not at every key. */
export const Preview = memo(({ name, rested, timeZone, width, height }: PreviewProps) => {
  const { isAscii = false } = useContext(LookContext);
  const linesIn = rested && previewIn(rested, name);
  const lines = linesIn?.({ width: width - 2 * RECORD_MARGIN, height, timeZone, isAscii }) ?? [];
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      {Array.from({ length: height }, (_, line) => (
        <SegmentLine
          key={line}
          left={isBand(lines[line] ?? []) ? (lines[line] ?? []) : [MARGIN, ...(lines[line] ?? [])]}
          width={width}
          ground="band"
        />
      ))}
    </Box>
  );
});
