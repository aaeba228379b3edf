/** The page of several records side by side: what each is headed by, then a line for each field. */
import { Box } from 'ink';
import { type Comparing, comparedPlace } from '../state/over-list.ts';
import {
  COMPARISON_TITLE_LINES,
  type Comparison,
  comparisonLength,
  comparisonLines,
  comparisonWindow,
  headingSegments,
} from './comparison-lines.ts';
import { MessagePage } from './message-page.tsx';
import { moreLinesBelow } from './more-words.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim } from './segments.ts';

/** The page in `width` by `height` cells; `noun` is what a record is called. */
export const ComparisonPage = ({
  comparing,
  comparison,
  noun,
  width,
  height,
}: {
  readonly comparing: Comparing;
  readonly comparison: Comparison;
  readonly noun: string;
  readonly width: number;
  readonly height: number;
}) => {
  const { keys, headings, sections } = comparison;
  const current = comparedPlace(comparing, keys);
  const window = comparisonWindow(keys.length, current, width);
  const room = Math.max(1, height - COMPARISON_TITLE_LINES);
  const length = comparisonLength(sections);
  const top = Math.max(0, Math.min(comparing.top, length - room));
  const gone = comparing.isAwaited ? [] : comparing.keys.filter((key) => !keys.includes(key));
  const names = headings.map(([name]) => name);
  const whats = headings.map(([, what]) => what);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[
          {
            text: ` ${comparing.isAwaited ? comparing.keys.length : keys.length} ${noun}s side by side`,
            role: 'strong',
          },
          dim(comparing.isDifferingOnly ? '   differences' : '   * the best'),
        ]}
        right={[dim(`${moreLinesBelow(length - top - room)} `)]}
        width={width}
      />
      <SegmentLine left={[{ text: goneWords(gone, noun), role: 'warning' }]} width={width} />
      <SegmentLine left={headingSegments(names, current, window, true)} width={width} />
      <SegmentLine left={headingSegments(whats, current, window, false)} width={width} />
      {keys.length === 0 || sections.length === 0 ? (
        <MessagePage lines={[emptyWords(comparing, keys.length, noun)]} width={width} />
      ) : (
        comparisonLines(sections, window)
          .slice(top, top + room)
          .map((line, index) => <SegmentLine key={index} left={line} width={width} />)
      )}
    </Box>
  );
};

const goneWords = (gone: readonly (string | number)[], noun: string): string => {
  if (gone.length === 0) return '';
  return gone.length === 1
    ? ` The ${noun} ${gone[0]} is no longer in the list.`
    : ` No longer in the list: ${gone.join(', ')}.`;
};

const emptyWords = ({ isAwaited }: Comparing, count: number, noun: string): string => {
  if (count > 0) return 'They do not differ in any field. d shows every field.';
  return isAwaited
    ? `The ${noun}s that you compared have not come yet. Esc goes back to the list.`
    : `None of these ${noun}s is in the list now. Esc goes back.`;
};
