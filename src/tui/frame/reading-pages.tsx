/** Draws what is read in front of the pane: a text that is to be copied by hand, and the help. */
import { Box, Text } from 'ink';
import { bodyLines } from '../ui/body-lines.ts';
import { RecordPage } from '../ui/over-list.tsx';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, moreLinesBelow, plain, type Segment } from '../ui/segments.ts';

import { OVERLAY_TITLE_LINES } from './layout.ts';

/** A text in front of the pane, under a title. */
export const TextPage = ({
  title,
  text,
  top,
  width,
  height,
}: {
  readonly title: string;
  readonly text: string;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const lines = bodyLines(text, width - RECORD_MARGIN).map((line) => [plain(line)]);
  return <RecordPage title={title} lines={lines} top={top} width={width} height={height} />;
};

/** The help page: every key that works behind it, and what the words on the screen mean. */
export const Help = ({
  lines,
  top,
  width,
  height,
}: {
  readonly lines: readonly (readonly Segment[])[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const visible = lines.slice(top, top + height - OVERLAY_TITLE_LINES);
  const below = lines.length - top - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Keys that work here', role: 'strong' }]}
        right={[dim(`${moreLinesBelow(below)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
    </Box>
  );
};
