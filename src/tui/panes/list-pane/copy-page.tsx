/** Draws the menu of what can be copied. */
import { Box, Text } from 'ink';
import { cellWidth, padCell, printable, printableStart } from '../../../base/text.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../ui/segments.ts';
import { type CopyItem, type CopySubject, copyItems } from './copy-menu.ts';

/** Lines above those of the menu. */
const TITLE_LINES = 2;

/** The page in `width` by `height` cells; Enter takes the line `at`, from 0. */
export const CopyPage = <Row,>({
  subject,
  at,
  width,
  height,
}: {
  readonly subject: CopySubject<Row>;
  readonly at: number;
  readonly width: number;
  readonly height: number;
}) => {
  const items = copyItems(subject);
  const room = Math.max(1, height - TITLE_LINES);
  const top = Math.max(0, at - room + 1);
  const labels = Math.max(...items.map(({ label }) => cellWidth(printable(label))));
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` Copy ${printable(subject.named(subject.rows.length))}`, role: 'strong' }]}
        width={width}
      />
      <Text> </Text>
      {items.slice(top, top + room).map((item, index) => (
        <SegmentLine key={item.id} left={itemSegments(item, top + index === at, labels)} width={width - 1} />
      ))}
    </Box>
  );
};

const itemSegments = ({ key, label, preview }: CopyItem, isChosen: boolean, labels: number): readonly Segment[] => [
  plain(isChosen ? ' > ' : '   '),
  { text: key, role: 'accent' },
  { text: `   ${padCell(printable(label), labels)}`, role: isChosen ? 'strong' : 'plain' },
  dim(`   ${printableStart(preview)}`),
];
