/** Draws what each part of the filter keeps of the market. */
import { Box, Text } from 'ink';
import { cellWidth, padCell, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import type { OffersState } from '../state.ts';
import { baseInUse } from './market-base.ts';
import type { PartRow, WaterfallPage } from './page.ts';
import { baseLines, baseSegments } from './words.ts';

/** Cells of the cursor, of a column of counts, and of the least that a bar and a part have. */
const GUTTER = 3;
const COUNT_WIDTH = 10;
const BAR_MINIMUM = 6;
const BAR_MAXIMUM = 40;
const PART_MINIMUM = 12;

/** Cells between the parts and the counts, and between those and the bars. */
const GAP = 2;

/** The page in `width` by `height` cells. */
export const WaterfallView = ({
  page,
  state,
  width,
  height,
  timeZone,
}: {
  readonly page: WaterfallPage;
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => {
  const base = baseInUse(state);
  const kept = page.rows.at(-1)?.counts?.after;
  const said = baseLines(state, kept, timeZone);
  const role = said[0]?.role ?? 'plain';
  const lines = wrappedLines(said.map(({ text }) => text).join(''), width - 2 * GUTTER);
  const room = Math.max(1, height - lines.length - 4);
  const top = Math.max(0, page.at - room + 1);
  const layout = layoutOf(page.rows, width);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' What the filter keeps', role: 'strong' }]}
        right={baseSegments(state, timeZone)}
        width={width}
      />
      <Text> </Text>
      {lines.map((text, index) => (
        <SegmentLine key={index} left={[plain('   '), { text, role }]} width={width} />
      ))}
      <Text> </Text>
      <SegmentLine left={[dim(headings(layout))]} width={width} />
      {page.rows.slice(top, top + room).map((row, index) => (
        <SegmentLine
          key={top + index}
          left={rowSegments(row, top + index === page.at, layout, base?.facts.count ?? 0)}
          width={width}
        />
      ))}
    </Box>
  );
};

type Layout = { readonly part: number; readonly bar: number };

const layoutOf = (rows: readonly PartRow[], width: number): Layout => {
  const longest = Math.max(PART_MINIMUM, ...rows.map((row) => cellWidth(partWords(row))));
  const fixed = GUTTER + 3 * COUNT_WIDTH + GAP;
  const part = Math.max(PART_MINIMUM, Math.min(longest, width - fixed - BAR_MINIMUM));
  return { part, bar: Math.max(BAR_MINIMUM, Math.min(BAR_MAXIMUM, width - fixed - part - 1)) };
};

const headings = ({ part }: Layout): string =>
  [
    '   ',
    padCell('part', part),
    ...['alone', 'left', 'without'].map((text) => padCell(text, COUNT_WIDTH, 'right')),
  ].join('');

const rowSegments = (row: PartRow, isCurrent: boolean, { part, bar }: Layout, offers: number): readonly Segment[] => {
  const { counts, isOff, isEvaluated } = row;
  const text = padCell(partWords(row), part);
  const start: readonly Segment[] = [
    plain(isCurrent ? ' > ' : '   '),
    { text, role: isCurrent ? 'strong' : isOff ? 'dim' : 'plain' },
  ];
  if (counts === undefined) return start;
  const figures = isOff
    ? [counts.alone, undefined, undefined]
    : isEvaluated
      ? [counts.alone, counts.after, counts.without]
      : [undefined, counts.after, undefined];
  const drawn = figures.map((figure) =>
    padCell(figure === undefined ? '-' : figure.toLocaleString('en-US'), COUNT_WIDTH, 'right'),
  );
  const told = isOff ? 'off' : isEvaluated ? '#'.repeat(barLength(counts.after, offers, bar)) : 'not judged here';
  return [...start, isOff ? dim(drawn.join('')) : plain(drawn.join('')), plain(' '.repeat(GAP)), dim(told)];
};

/** Cells of a bar: none for nothing, one at least for anything. */
const barLength = (count: number, of: number, cells: number): number =>
  count === 0 || of === 0 ? 0 : Math.max(1, Math.round((count / of) * cells));

const partWords = ({ text, isDefault }: PartRow): string => `${printable(text)}${isDefault ? ' (default)' : ''}`;
