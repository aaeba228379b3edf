/** Draws what each part of the filter keeps of the market, or what it says of one offer or machine. */
import { Box, Text } from 'ink';
import { useContext } from 'react';
import { cellWidth, cutCell, padCell, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { Field } from '../../../ui/field.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, isNarrow, plain, type Segment } from '../../../ui/segments.ts';

import { LookContext, useNamed } from '../../../ui/theme.tsx';
import type { OffersState } from '../state.ts';
import { baseInUse } from './market-base.ts';
import type { PartRow, WaterfallPage } from './page.ts';
import { verdictSegment, whyAnswer, whyTitle } from './why-words.ts';
import { baseSegment, baseSegments, grouped } from './words.ts';

/** Cells of the cursor, of a column of counts, and of the least and the most that a bar and a part have. */
const GUTTER = 3;
const COUNT_WIDTH = { usual: 9, narrow: 8 };
const BAR_MINIMUM = 10;
const BAR_MAXIMUM = 40;
const PART_MINIMUM = { usual: 12, narrow: 10 };

/** Cells that a verdict keeps beside the parts. */
const VERDICT_MINIMUM = 30;

/** Cells of what is said of a part that has no counts: `not judged`. */
const STATE_WIDTH = 10;

/** Cells between the parts, the counts and the bars. */
const GAP = 2;

/** Lines around those of the text under the title and the rows: the title, the market, a blank one, the headings. */
const OTHER_LINES = 4;

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
  const { isPlain = false } = useContext(LookContext);
  const { rows, why, asking, at } = page;
  const said = saidOf(page, state, timeZone);
  const lines = wrappedLines(useNamed()(said.text), width - 2 * GUTTER);
  const room = Math.max(1, height - lines.length - OTHER_LINES - (asking === undefined ? 0 : 1));
  const top = Math.max(0, at - room + 1);
  const offers = baseInUse(state)?.facts.count ?? 0;
  const least = isNarrow(width) ? PART_MINIMUM.narrow : PART_MINIMUM.usual;
  const parts = Math.max(least, ...rows.map((row) => cellWidth(partWords(row))));
  const hasCounts = why === undefined && offers > 0;
  const countWidth = isNarrow(width) ? COUNT_WIDTH.narrow : COUNT_WIDTH.usual;
  const counts = hasCounts ? 3 * countWidth + GAP + BAR_MINIMUM : why === undefined ? STATE_WIDTH : VERDICT_MINIMUM;
  const fixed = GUTTER + GAP + counts;
  const part = Math.min(parts, Math.max(least, width - fixed));
  const bar = isPlain ? 0 : Math.min(BAR_MAXIMUM, width - GUTTER - part - 3 * countWidth - 2 * GAP - 1);
  const told = why && (why.inMarket || why.shown);
  const besides = (row: PartRow, place: number): readonly Segment[] =>
    why === undefined
      ? countSegments(row, offers, bar, countWidth)
      : [verdictSegment(row, why.verdicts[place], told ?? 0)];
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` ${why === undefined ? 'What the filter keeps' : whyTitle(why)}`, role: 'strong' }]}
        width={width}
      />
      <SegmentLine left={baseSegments(state, timeZone)} width={width} />
      {asking !== undefined && (
        <Field label="   Id of an offer or a machine:" line={asking.line} isOpen width={width} />
      )}
      {lines.map((text, index) => (
        <SegmentLine key={index} left={[plain(' '.repeat(GUTTER)), { text, role: said.role }]} width={width} />
      ))}
      <Text> </Text>
      <SegmentLine left={[dim(headings(part, hasCounts ? countWidth : undefined))]} width={width} />
      {rows.slice(top, top + room).map((row, index) => (
        <SegmentLine
          key={top + index}
          left={[...partSegments(row, top + index === at, part), plain(' '.repeat(GAP)), ...besides(row, top + index)]}
          width={width}
        />
      ))}
    </Box>
  );
};

/** What stands under the title. */
const saidOf = ({ rows, why, asking }: WaterfallPage, state: OffersState, timeZone: string): Segment => {
  if (asking !== undefined)
    return asking.problem === undefined
      ? dim('12345 is an offer, or else a machine; machine 8207 is a machine.')
      : { text: printable(asking.problem), role: 'danger' };
  if (why !== undefined) return baseSegment(state, whyAnswer(state, why, rows, timeZone), timeZone);
  const kept = rows.at(-1)?.counts?.after;
  return baseSegment(
    state,
    kept === undefined ? undefined : `${grouped(kept)} ${kept === 1 ? 'passes' : 'pass'} the whole filter.`,
    timeZone,
  );
};

const headings = (part: number, countWidth: number | undefined): string => {
  const start = `${' '.repeat(GUTTER)}${padCell('part', part)}${' '.repeat(GAP)}`;
  if (countWidth === undefined) return start;
  return `${start}${['alone', 'left', 'without'].map((text) => padCell(text, countWidth, 'right')).join('')}`;
};

const partSegments = (row: PartRow, isCurrent: boolean, width: number): readonly Segment[] => [
  plain(isCurrent ? ' > ' : ' '.repeat(GUTTER)),
  { text: padCell(cutCell(partWords(row), width), width), role: isCurrent ? 'strong' : row.isOff ? 'dim' : 'plain' },
];

/** The counts of a part and its bar, or why it has none. */
const countSegments = (
  { counts, isOff, isEvaluated }: PartRow,
  offers: number,
  bar: number,
  width: number,
): readonly Segment[] => {
  if (counts === undefined) return [dim(isOff ? 'off' : isEvaluated ? '' : 'not judged')];
  const { alone, after, without } = counts;
  const figures = [
    isEvaluated ? alone : undefined,
    isOff ? undefined : after,
    isOff || !isEvaluated ? undefined : without,
  ];
  const text = figures.map((figure) => padCell(figure === undefined ? '-' : grouped(figure), width, 'right'));
  const told = isOff ? 'off' : isEvaluated ? BLOCK.repeat(barLength(after, offers, bar)) : 'not judged';
  return [{ text: text.join(''), role: isOff ? 'dim' : 'plain' }, plain(' '.repeat(GAP)), dim(told)];
};

const BLOCK = '█';

/** Cells of a bar: none for nothing, one at least for anything. */
const barLength = (count: number, of: number, cells: number): number =>
  count === 0 || of === 0 || cells <= 0 ? 0 : Math.max(1, Math.round((count / of) * cells));

const partWords = ({ text, isDefault }: PartRow): string => `${printable(text)}${isDefault ? ' (default)' : ''}`;
