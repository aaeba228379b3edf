/** The page of one record that is looked at closely: a title, and as many of its lines as fit. */
import { Box, Text } from 'ink';
import { cellWidth, printableStart } from '../../base/text.ts';
import { linesBelowBeside } from './more-words.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES, type RecordLine } from './record-lines.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim, plain } from './segments.ts';

/** The page in `width` by `height` cells, scrolled down by `top` lines. */
export const RecordPage = ({
  title,
  lines,
  top,
  width,
  height,
}: {
  readonly title: string;
  readonly lines: readonly RecordLine[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const visible = lines.slice(top, top + height - RECORD_TITLE_LINES);
  const below = lines.length - top - visible.length;
  const head = ` ${printableStart(title)}`;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: head, role: 'strong' }]}
        right={[dim(`${linesBelowBeside(below, cellWidth(head), width)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((line, index) => (
        <SegmentLine key={index} left={[plain(' '.repeat(RECORD_MARGIN)), ...line]} width={width} />
      ))}
    </Box>
  );
};
