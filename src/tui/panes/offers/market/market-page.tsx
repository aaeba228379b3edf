/** Draws the page of the whole market: a row for each group, its prices as a box on one axis, and the group under the cursor in figures. */

import { Box } from 'ink';
import { memo, useContext } from 'react';
import { counted, fixed, grouped } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { lastKept } from '../../../../base/once.ts';
import { cellWidth } from '../../../../base/text.ts';
import { generatedWords } from '../../../../history/generated.ts';
import { exactWords, percentileWords, priceWords, rankWords } from '../../../../pricing/place-words.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { idle } from '../../../state/remote.ts';
import { FilterLine } from '../../../ui/filter-line.tsx';
import { type BarLook, barLook } from '../../../ui/gauge.ts';
import { ageSegment } from '../../../ui/list-words.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { band, dim, pageTabSegments, plain, type Segment, segmentsWidth } from '../../../ui/segments.ts';
import { GUTTER, Table, type TableCell, type TableColumn, tableRoom, textOfCell } from '../../../ui/table.tsx';
import { LookContext } from '../../../ui/theme.tsx';
import type { Drawn } from '../../page/page.ts';
import type { MarketOrder, MarketPage } from '../pages.ts';
import { termsWords as pricedWords } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { weekSegments } from '../week-column.ts';
import { answerAtHand, failedLine, isSameMarket, remoteOf } from './asked-market.ts';
import {
  directionOf,
  groupedBy,
  type MarketGroup,
  marketGroupsHere,
  marketQuestionOf,
  marketRows,
} from './market-rows.ts';
import { axisHeading, boxLegend, ownSign, priceAxis, priceBox } from './price-box.ts';

/** The tabs of the pane, the one at place `open` in brackets. */
export const offersTabs = (open: 0 | 1): readonly Segment[] => pageTabSegments(['Offers', 'Market'], open);

/** Cells from which on they have room. */
export const TABS_FROM = 100;

/** Lines above the rows: the title, the legend or the words, the headings. Below: the title of the group, its figures. */
const LINES_ABOVE = 3;
const LINES_BELOW = 2;

/** Lines of a page from which on the group under the cursor is told below the rows; where bytes count only with machines of the user's. */
const TOLD_FROM = 12;

/** Rows of the page that are visible in `height` lines. */
export const marketHeight = (height: number): number =>
  Math.max(1, height - LINES_ABOVE - (height < TOLD_FROM ? 0 : LINES_BELOW));

/** The page in `width` by `height` cells. */
export const MarketView = memo(({ state, page, width, height, timeZone }: Drawn<OffersState, MarketPage>) => {
  const look = barLook(useContext(LookContext));
  const rows = marketRows(state, page);
  const room = marketHeight(height);
  const at = rows.findIndex(({ key }) => key === page.at);
  const { row, top } = cursorInView({ row: Math.max(0, at), top: page.top }, { count: rows.length, height: room });
  const { columns, cellsOf } = tableOf(rows, width, look, page.order, state.past !== undefined);
  const shown = rows.slice(top, top + room);
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
          facts={[plain(`${counted(rows.length, 'group')} `)]}
          width={width}
        />
      ) : (
        <SegmentLine left={legendSegments(state, page, look, { width, timeZone })} width={width} />
      )}
      {current === undefined ? (
        <MessagePage lines={emptyLines(state, page)} width={width} />
      ) : (
        <Table
          columns={columns}
          rows={shown.map((group) => ({ key: group.key, cells: cellsOf(group), isMarked: false }))}
          cursorRow={row - top}
        />
      )}
      {current === undefined || height < TOLD_FROM || (look === 'blank' && current.own.length === 0) ? null : (
        <>
          <Box flexGrow={1} />
          <SegmentLine
            left={band(current.name, [{ text: 'Enter', role: 'accent' }, dim(' lists its offers')])}
            width={width}
          />
          <SegmentLine left={toldSegments(current, width)} width={width} />
        </>
      )}
    </Box>
  );
}, isSameMarket);

/** What is at hand may have been asked for by another page. */
const ageOf = (state: OffersState, page: MarketPage, timeZone: string): Segment => {
  const last = answerAtHand(state.market, marketQuestionOf(page));
  const atHand = last === undefined ? idle : ({ stage: 'loaded', ticket: 0, last } as const);
  return ageSegment(remoteOf(state.market, marketQuestionOf(page)) ?? atHand, timeZone);
};

/** `on demand, 8 GB, verified`. */
const termsWords = (page: MarketPage): string =>
  `${pricedWords(page)}, verified${page.likeness.verification === 'any' ? ' or not' : ''}`;

/** Cells from which on these terms stand in the title, and else below it. */
const TERMS_FROM = 80;

/** `Market  2,372 offers of 62 models, on demand, 8 GB, verified`. */
const titleSegments = (state: OffersState, page: MarketPage, width: number): readonly Segment[] => {
  const { isCut, unpriced = 0 } = answerAtHand(state.market, marketQuestionOf(page))?.value ?? {};
  const groups = marketGroupsHere(state, page);
  const offers = groups?.reduce((sum, { spread }) => sum + spread.n, 0) ?? 0;
  const models = counted(new Set(groups?.map(({ like }) => like.model)).size, 'model');
  return [
    { text: ' Market  ', role: 'strong' },
    plain(groups === undefined ? '' : `${counted(offers, 'offer')} of ${models}`),
    dim(width < TERMS_FROM ? '' : `${groups === undefined ? '' : ', '}${termsWords(page)}`),
    { text: isCut ? ', cut by the service' : '', role: 'warning' },
    dim(unpriced === 0 ? '' : `, ${grouped(unpriced)} without a price`),
  ];
};

/** Cells from which on there is room to say beside the signs up to when the past is generated. */
const GENERATED_FROM = 150;

/** What the signs mean, or why no newer offers came. */
const legendSegments = (
  state: OffersState,
  page: MarketPage,
  look: BarLook,
  { width, timeZone }: Pick<Drawn<OffersState, MarketPage>, 'width' | 'timeZone'>,
): readonly Segment[] => {
  const failed = failedLine(remoteOf(state.market, marketQuestionOf(page)));
  if (failed !== undefined) return failed;
  const by = ['model', ...groupedBy(page.likeness).map(({ label }) => label)].join(', ');
  const terms = width < TERMS_FROM ? `${termsWords(page)}, ` : '';
  const untilMs = state.past?.generatedUntilEpochMs;
  const generated =
    untilMs === undefined ? '' : `${width < GENERATED_FROM ? 'generated' : generatedWords(untilMs, timeZone)}   `;
  return fitting([[dim(`   ${terms}$/GPU/h by ${by}   `)], [dim(generated)], ...boxLegend(look)], width);
};

/** What is said in place of rows. */
const emptyLines = (state: OffersState, page: MarketPage): readonly string[] => {
  const remote = remoteOf(state.market, marketQuestionOf(page));
  if (marketGroupsHere(state, page) !== undefined) return ['There is no such group.'];
  if (remote?.stage === 'failed') return [remote.failure.tried];
  return remote?.stage === 'loading'
    ? ['Asking for all offers ...']
    : [`All offers were not asked for so: ${keyName('offers.market-ask')} asks.`];
};

/** A column, and what it says of a group. */
type MarketColumn = TableColumn & { readonly cell: (group: MarketGroup) => TableCell };

/** The columns, and the cells of a group, which are the same as long as the table is. The week has its room before it is read. */
const tableOf = lastKept(
  (groups: readonly MarketGroup[], width: number, look: BarLook, order: MarketOrder, hasPast: boolean) => {
    const mark = { arrow: directionOf(order) === 'asc' ? '↑' : '↓', rank: '' };
    const columns = columnsOf(groups, width, look, hasPast).map((column) =>
      column.id === order ? { ...column, mark } : column,
    );
    const kept = new Map<MarketGroup, readonly TableCell[]>();
    return {
      columns,
      cellsOf: (group: MarketGroup) => kept.getOrInsertComputed(group, () => columns.map(({ cell }) => cell(group))),
    };
  },
);

/** Widths from which on there is room for DLP/$ and changes, and for the week as bars. */
const CHANGES_FROM = 72;
const WEEK_FROM = 120;

/** Least cells of a box, of a name, and most of that. */
const BOX_MINIMUM = 16;
const NAME = { least: 12, most: 34 };

/** Cells of a price. */
const PRICE = 8;

const columnsOf = (
  groups: readonly MarketGroup[],
  width: number,
  look: BarLook,
  hasPast: boolean,
): readonly MarketColumn[] => {
  const column = (id: string, heading: string, cells: number, cell: MarketColumn['cell']): MarketColumn => ({
    ...{ id, heading, width: cells, align: 'right', isCurrent: false, cell },
  });
  const tenth = (part: 'p10' | 'p90') =>
    column(part, part, PRICE, ({ spread }) => (spread.n < PERCENTILES_FROM ? '' : priceWords(spread[part])));
  const isWide = width >= CHANGES_FROM;
  const isTold = look === 'blank' && isWide;
  const hasBars = look === 'blocks' && width >= WEEK_FROM;
  const before = [
    column('count', 'n', 5, ({ spread }) => grouped(spread.n)),
    ...(isTold ? [tenth('p10')] : []),
    column('median', 'median', PRICE, ({ spread }) => priceWords(spread.median)),
    ...(isTold ? [tenth('p90')] : []),
    ...(isWide ? [column('score', 'DLP/$', 6, ({ score }) => (score === undefined ? '' : fixed(score, 1)))] : []),
  ];
  const behind = !(isWide && hasPast)
    ? []
    : [
        column('week', '7 days', hasBars ? 13 : 6, ({ week = [] }) => weekSegments(week, hasBars)),
        ...(width >= WEEK_FROM
          ? [column('day', '1 day', 5, ({ week = [] }) => weekSegments(week.slice(-2), false))]
          : []),
      ];
  const taken = [...before, ...behind].reduce((sum, { width: cells }) => sum + cells + tableRoom(width).gap, GUTTER);
  const longest = Math.max(NAME.least, ...groups.map((group) => cellWidth(textOfCell(nameCell(group, look)))));
  const name = Math.min(longest, isWide ? NAME.most : width - taken);
  const room = width - taken - name - tableRoom(width).gap - 1;
  const axis = look === 'blank' || room < BOX_MINIMUM ? undefined : priceAxis(groups, ownPrices(groups), room);
  return [
    { ...column('name', 'GPU', name, (group) => nameCell(group, look)), align: 'left' },
    ...before,
    ...(axis === undefined
      ? []
      : [
          column('box', axisHeading(axis).padEnd(room), room, (group) =>
            priceBox(group, ownPrices([group]), axis, look),
          ),
        ]),
    ...behind,
  ];
};

const nameCell = ({ name, own }: MarketGroup, look: BarLook): TableCell =>
  own.length === 0
    ? name
    : [
        { text: name, role: 'strong' },
        { text: ownSign(look), role: 'mark' },
      ];

const ownPrices = (groups: readonly MarketGroup[]): readonly number[] =>
  groups.flatMap(({ own }) => own.flatMap(({ place }) => place?.price ?? []));

/** Where the user's machines stand in the group, and its figures; what does not fit in `width` cells is left out. */
const toldSegments = ({ own, spread, prices }: MarketGroup, width: number): readonly Segment[] => {
  const { p10, p25, median, p75, p90, min, max } = spread;
  const third = own[0]?.third;
  const each = prices.map(priceWords).join(' ');
  const ends = { from: min, to: max };
  const figures = prices.length < PERCENTILES_FROM ? ends : { p25, median, p75, p10, p90, ...ends };
  const pieces: readonly (readonly [string, string])[] = [
    ...own.map(({ subject, place, isListed }): readonly [string, string] => {
      const said = place === undefined ? '' : [percentileWords(place), rankWords(place)].filter(Boolean).join(', ');
      const at = place === undefined ? ' no known price' : ` at ${priceWords(place.price)}, `;
      return ['yours', `${subject.machineId ?? '?'}${at}${isListed || said === '' ? said : `(${said})`}`];
    }),
    ...(third === undefined ? [] : [['to be 3rd', exactWords(third)] as const]),
    ...(figures === ends && each.length + GUTTER + 'each '.length < width
      ? [['each', each] as const]
      : Object.entries(figures).map(([name, price]) => [name, priceWords(price)] as const)),
  ];
  return fitting([[plain('   ')], ...pieces.map(([name, text]) => [dim(`${name} `), plain(`${text}   `)])], width);
};

/** Of `pieces`, which end in three blanks, the first one, and of the others those that fit in `width` cells. */
const fitting = (pieces: readonly (readonly Segment[])[], width: number): readonly Segment[] => {
  let taken = 0;
  const line = pieces.flatMap((piece) => {
    const cells = segmentsWidth(piece);
    if (taken > 0 && taken + cells >= width + 3) return [];
    taken += cells;
    return piece;
  });
  return line.map((piece, place) => (place === line.length - 1 ? { ...piece, text: piece.text.trimEnd() } : piece));
};
