/** Draws the page of the whole market: a row for each group, its prices as a box on one axis, and the group under the cursor in figures. */

import { Box } from 'ink';
import { memo, useContext } from 'react';
import { counted, fixed, grouped } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { lastKept } from '../../../../base/once.ts';
import { cellWidth, printableStart } from '../../../../base/text.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { idle, lastArrived } from '../../../state/remote.ts';
import { sparkline } from '../../../ui/chart.ts';
import { FilterLine } from '../../../ui/filter-line.tsx';
import { ageSegment } from '../../../ui/list-words.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import {
  cutSegments,
  dim,
  isNarrow,
  pageTabSegments,
  plain,
  type Segment,
  segmentsWidth,
} from '../../../ui/segments.ts';
import { GUTTER, plainColumn, Table, type TableCell, type TableColumn, tableRoom } from '../../../ui/table.tsx';
import { LookContext } from '../../../ui/theme.tsx';
import type { Drawn } from '../../page/page.ts';
import type { MarketPage } from '../pages.ts';
import { pricingWords, TYPE_WORDS } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { answerAtHand, remoteOf } from './asked-market.ts';
import {
  groupedBy,
  MARKET_ORDERS,
  type MarketGroup,
  marketGroupsHere,
  marketQuestionOf,
  marketRows,
} from './market-rows.ts';
import { exactWords, percentileWords, priceWords, rankWords } from './market-words.ts';
import { axisHeading, axisTicks, type BoxStyle, boxLegend, ownSign, priceAxis, priceBox } from './price-box.ts';

/** The tabs of the pane, the one at place `open` in brackets. */
export const offersTabs = (open: 0 | 1): readonly Segment[] => pageTabSegments(['Offers', 'Market'], open);

/** Lines above the rows: the title, the legend or the words, the headings; and below: the title of the group, its figures. */
const LINES_ABOVE = 3;
const LINES_BELOW = 2;

/** Lines of a page from which on the group under the cursor is told below the rows. */
const TOLD_FROM = 12;

/** Rows of the page that are visible in `height` lines. */
export const marketHeight = (height: number): number =>
  Math.max(1, height - LINES_ABOVE - (height < TOLD_FROM ? 0 : LINES_BELOW));

/** How the page is drawn: `figures` where boxes would cost too much, or be read aloud. */
type Style = BoxStyle | 'figures';

/** The page in `width` by `height` cells. */
export const MarketView = memo(
  ({ state, page, width, height, timeZone }: Drawn<OffersState, MarketPage>) => {
    const { isAscii = false, isPlain = false, isSparse } = useContext(LookContext);
    const style: Style = isPlain || isSparse ? 'figures' : isAscii ? 'ascii' : 'blocks';
    const rows = marketRows(state, page);
    const room = marketHeight(height);
    const at = rows.findIndex(({ key }) => key === page.at);
    const { row, top } = cursorInView({ row: Math.max(0, at), top: page.top }, { count: rows.length, height: room });
    const { columns, cellsOf } = tableOf(rows, width, style, page.order, page.isOfDay);
    const current = rows[row];
    return (
      <Box flexDirection="column" height={height}>
        <SegmentLine
          left={titleSegments(state, page, width)}
          right={[...(width >= TABS_FROM ? offersTabs(1) : []), ageOf(state, page, timeZone)]}
          width={width}
        />
        {page.isTyping || page.words.text !== '' ? (
          <FilterLine
            line={page.words}
            isEditing={page.isTyping}
            example=""
            facts={foundSegments(rows)}
            width={width}
          />
        ) : (
          <SegmentLine {...legendLine(state, page, style, width)} width={width} />
        )}
        {current === undefined ? (
          <MessagePage lines={emptyLines(state, page)} width={width} />
        ) : (
          <>
            <Table
              columns={columns}
              rows={rows
                .slice(top, top + room)
                .map((group) => ({ key: group.key, cells: cellsOf(group), isMarked: false }))}
              cursorRow={row - top}
            />
            {height < TOLD_FROM ? null : (
              <>
                <Box flexGrow={1} />
                <SegmentLine
                  left={[{ text: ` ${current.name}`, role: 'strong' }]}
                  right={[{ text: 'Enter', role: 'accent' }, dim(' lists its offers ')]}
                  width={width}
                  ground="band"
                />
                <SegmentLine left={toldSegments(current, width)} width={width} />
              </>
            )}
          </>
        )}
      </Box>
    );
  },
  (before, now) =>
    before.page === now.page &&
    before.width === now.width &&
    before.height === now.height &&
    before.state.market === now.state.market &&
    before.state.past === now.state.past,
);

/** Cells from which on the tabs have room. */
export const TABS_FROM = 100;

/** What is at hand may have been asked for by another page. */
const ageOf = (state: OffersState, page: MarketPage, timeZone: string): Segment => {
  const question = marketQuestionOf(page);
  const last = answerAtHand(state.market, question);
  const remote = remoteOf(state.market, question);
  return remote !== undefined || last === undefined
    ? ageSegment(remote ?? idle, timeZone)
    : ageSegment({ stage: 'loaded', ticket: 0, last }, timeZone);
};

/** `on demand, 8 GB, verified`. */
const termsWords = (page: MarketPage): string =>
  [
    pricingWords(page).replaceAll('   ', ', '),
    page.likeness.verification === 'any' ? 'verified or not' : 'verified',
  ].join(', ');

/** `Market  2,372 offers of 62 models, on demand, 8 GB, verified`; on a narrow screen the terms stand in the line below. */
const titleSegments = (state: OffersState, page: MarketPage, width: number): readonly Segment[] => {
  const title: Segment = { text: ' Market', role: 'strong' };
  const answer = answerAtHand(state.market, marketQuestionOf(page))?.value;
  const groups = marketGroupsHere(state, page) ?? [];
  const offers = groups.reduce((sum, { spread }) => sum + spread.n, 0);
  const models = new Set(groups.map(({ like }) => like.model)).size;
  return [
    title,
    ...(answer === undefined ? [] : [plain(`  ${counted(offers, 'offer')} of ${counted(models, 'model')}`)]),
    ...(width < TERMS_FROM ? [] : [dim(`${answer === undefined ? '  ' : ', '}${termsWords(page)}`)]),
    ...(answer?.isCut ? [{ text: ', cut by the service', role: 'warning' } as const] : []),
    ...(answer === undefined || answer.unpriced === 0 ? [] : [dim(`, ${grouped(answer.unpriced)} without a price`)]),
  ];
};

/** Cells from which on the terms stand in the title. */
const TERMS_FROM = 80;

const foundSegments = (rows: readonly MarketGroup[]): readonly Segment[] => [
  plain(`${counted(rows.length, 'group')} `),
];

/** What the signs mean, or why no newer offers came. */
const legendLine = (state: OffersState, page: MarketPage, style: Style, width: number) => {
  const remote = remoteOf(state.market, marketQuestionOf(page));
  if (remote?.stage === 'failed' && lastArrived(remote) !== undefined) {
    const { whatCameBack, whatToDo } = remote.failure;
    return { left: [{ text: `   ${printableStart(`${whatCameBack} ${whatToDo}`)}`, role: 'danger' } as const] };
  }
  const by = ['model', ...groupedBy(page.likeness).map(({ label }) => label)].join(', ');
  const left = [dim(`   by ${by}${width < TERMS_FROM ? `, ${termsWords(page)}` : ''}`)];
  const legend = style === 'figures' ? [] : [plain('   '), ...boxLegend(style)];
  const right = [dim('$/GPU/h ')];
  const fits = (line: readonly Segment[]) => segmentsWidth([...line, ...right]) + 2 <= width;
  return { left: fits([...left, ...legend]) ? [...left, ...legend] : left, ...(fits(left) && { right }) };
};

/** What is said in place of rows. */
const emptyLines = (state: OffersState, page: MarketPage): readonly string[] => {
  const remote = remoteOf(state.market, marketQuestionOf(page));
  const priced = TYPE_WORDS[page.type];
  if (marketGroupsHere(state, page) !== undefined)
    return page.words.text === ''
      ? [`No offer is priced so: ${priced}.`]
      : ['No group has all of these words.', `${keyName('offers.market-find')} changes them.`];
  if (remote?.stage === 'failed') {
    const { tried, whatCameBack, whatToDo } = remote.failure;
    return [tried, whatCameBack, whatToDo];
  }
  return remote?.stage === 'loading'
    ? [`Asking for all offers, ${priced} ...`]
    : [`All offers, ${priced}, were not asked for: ${keyName('offers.market-ask')} asks.`];
};

/** Widths from which on there is room for DLP/$ and changes, and for the past as bars. */
const SCORE_FROM = 72;
const WEEK_FROM = 120;

/** Least cells of a box, and of a name. */
const BOX_MINIMUM = 16;
const NAME = { least: 12, most: 34 };

const weekHeading = (isOfDay: boolean): string => (isOfDay ? '1 day' : '7 days');

/** The columns, and the cells of a group, which are the same as long as the table is. */
const tableOf = lastKept(
  (
    groups: readonly MarketGroup[],
    width: number,
    style: Style,
    order: MarketPage['order'],
    isOfDay: boolean,
  ): { readonly columns: readonly TableColumn[]; readonly cellsOf: (group: MarketGroup) => readonly TableCell[] } => {
    const isWide = width >= SCORE_FROM;
    const isFigures = style === 'figures';
    const cellsBeside = columnsBeside(groups, width, style, isOfDay);
    const { gap } = tableRoom(width);
    const longest = Math.max(NAME.least, ...groups.map((group) => cellWidth(nameWords(group, style))));
    const taken = cellsBeside.reduce((sum, { width: cells }) => sum + cells + gap, 0);
    const name = Math.min(longest, isWide ? NAME.most : width - GUTTER - taken);
    const room = width - GUTTER - name - taken - gap - 1;
    const axis = isFigures || room < BOX_MINIMUM ? undefined : priceAxis(groups, ownPrices(groups), room);
    const grid = axis === undefined ? [] : axisTicks(axis).map(({ cell }) => cell);
    const box: readonly MarketColumn[] =
      axis === undefined || isFigures
        ? []
        : [
            {
              ...plainColumn(axisHeading(axis), room),
              cell: (group) => priceBox(group, ownPrices([group]), axis, { style, grid }),
            },
          ];
    const columns: readonly MarketColumn[] = [
      {
        ...plainColumn('GPU', name),
        cell: (group) => [
          group.own.length === 0 ? plain(group.name) : { text: group.name, role: 'strong' },
          ...(group.own.length === 0 ? [] : [{ text: ownWords(style), role: 'mark' } as const]),
        ],
      },
      ...cellsBeside.filter(({ isBehind }) => isBehind !== true),
      ...box,
      ...cellsBeside.filter(({ isBehind }) => isBehind === true),
    ];
    const { heading, direction } = MARKET_ORDERS[order];
    const mark = { arrow: direction === 'asc' ? '↑' : '↓', rank: '' };
    const ordered = heading === 'change' ? weekHeading(isOfDay) : heading;
    const kept = new Map<MarketGroup, readonly TableCell[]>();
    return {
      columns: columns.map((column) => (column.heading === ordered ? { ...column, mark } : column)),
      cellsOf: (group) => kept.getOrInsertComputed(group, () => columns.map(({ cell }) => cell(group))),
    };
  },
);

/** A column, and what it says of a group; `isBehind` the boxes. */
type MarketColumn = TableColumn & {
  readonly cell: (group: MarketGroup) => TableCell;
  readonly isBehind?: true;
};

/** The columns beside the names and the boxes. */
const columnsBeside = (
  groups: readonly MarketGroup[],
  width: number,
  style: Style,
  isOfDay: boolean,
): readonly MarketColumn[] => {
  const isWide = width >= SCORE_FROM;
  const of = (heading: string, cells: number, cell: MarketColumn['cell']): MarketColumn => ({
    ...plainColumn(heading, cells, 'right'),
    cell,
  });
  const percentile = (heading: string, part: 'p10' | 'p90') =>
    of(heading, PRICE, ({ spread }) => (spread.n < PERCENTILES_FROM ? '' : priceWords(spread[part])));
  const isFigures = style === 'figures';
  const hasPast = groups.some(({ week }) => week !== undefined);
  return [
    of('n', 5, ({ spread }) => grouped(spread.n)),
    ...(isFigures && isWide ? [percentile('p10', 'p10')] : []),
    of('median', PRICE, ({ spread }) => priceWords(spread.median)),
    ...(isFigures && isWide ? [percentile('p90', 'p90')] : []),
    ...(isWide ? [of('DLP/$', 6, ({ score }) => (score === undefined ? '' : fixed(score, 1)))] : []),
    ...(hasPast && isWide && !isNarrow(width) ? [weekColumn(width, style, isOfDay)] : []),
  ];
};

const PRICE = 8;

/** The week as bars, where there is room for them, and how much it has changed. */
const weekColumn = (width: number, style: Style, isOfDay: boolean): MarketColumn => {
  const bars = style === 'blocks' && width >= WEEK_FROM ? 7 : 0;
  return {
    ...plainColumn(weekHeading(isOfDay), bars + CHANGE, 'right'),
    isBehind: true,
    cell: ({ week = [], change }) => {
      const known = week.filter((median) => median !== undefined).length;
      const words = changeSegment(change);
      const drawn = bars === 0 || known < 2 ? '' : sparkline(week);
      return [
        { text: drawn, role: 'chart' },
        { ...words, text: words.text.padStart(CHANGE) },
      ];
    },
  };
};

/** Cells of a change, and of the heading above it. */
const CHANGE = 6;

/** Percent of a change from which on it is one. */
const MOVED = 2;

/** `-7%`, `same`. */
const changeSegment = (change: number | undefined): Segment => {
  if (change === undefined) return plain('');
  const percent = Math.round(change * 100);
  const text = percent === 0 ? 'same' : `${percent > 0 ? '+' : '-'}${Math.min(999, Math.abs(percent))}%`;
  return { text, role: percent <= -MOVED ? 'cheap' : percent >= MOVED ? 'dear' : 'plain' };
};

const ownPrices = (groups: readonly MarketGroup[]): readonly number[] =>
  groups.flatMap(({ own }) => own.flatMap(({ place }) => place?.price ?? []));

const ownWords = (style: Style): string => (style === 'figures' ? ', yours' : ` ${ownSign(style)}`);

const nameWords = ({ name, own }: MarketGroup, style: Style): string =>
  `${name}${own.length === 0 ? '' : ownWords(style)}`;

/** Where the user's machines stand in the group, and its figures; what does not fit in `width` cells is left out. */
const toldSegments = ({ own, spread, prices }: MarketGroup, width: number): readonly Segment[] => {
  const { n, min, p10, p25, median, p75, p90, max } = spread;
  const [worst] = own;
  const figures: readonly (readonly [string, readonly number[]])[] =
    n < PERCENTILES_FROM && n * PRICE < width - GUTTER - 'each '.length
      ? [['each', prices]]
      : Object.entries({
          ...(n < PERCENTILES_FROM ? { median } : { p25, median, p75, p10, p90 }),
          from: min,
          to: max,
        }).map(([name, price]) => [name, [price]]);
  const pieces: readonly (readonly Segment[])[] = [
    ...own.map((placed, index): readonly Segment[] => ownSegments(placed, index === 0)),
    ...(worst?.third === undefined ? [] : [[dim('to be 3rd '), plain(exactWords(worst.third))]]),
    ...figures.map(([name, told]) => [dim(`${name} `), plain(told.map(priceWords).join(' '))]),
  ];
  let line: readonly Segment[] = [plain('   ')];
  for (const piece of pieces) {
    const next = [...line, ...(line.length === 1 ? [] : [plain('   ')]), ...piece];
    if (segmentsWidth(next) < width) line = next;
  }
  return cutSegments(line, width);
};

/** `yours 1209 at 0.3766, p21, 57th of 257`; in brackets the place of one that no search finds now. */
const ownSegments = (
  { subject, place, isListed }: MarketGroup['own'][number],
  isFirst: boolean,
): readonly Segment[] => {
  const said = place === undefined ? [] : [percentileWords(place), rankWords(place)].filter(Boolean);
  const words = said.length === 0 ? 'no known price' : isListed ? said.join(', ') : `(${said.join(', ')})`;
  return [
    dim(isFirst ? 'yours ' : ''),
    { text: String(subject.machineId ?? '?'), role: 'mark' },
    plain(place === undefined ? ` ${words}` : ` at ${priceWords(place.price)}, ${words}`),
  ];
};
