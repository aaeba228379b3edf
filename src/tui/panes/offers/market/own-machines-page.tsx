/** Draws the page of the user's own machines, and how long they were rented, beside others that are alike. */

import { Box } from 'ink';
import { memo, useContext } from 'react';
import { grouped, plural } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { cellText, cellWidth, padCell, printable, printableStart } from '../../../../base/text.ts';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import type { RentedShares, RentedTimes } from '../../../../history/rented-shares.ts';
import { ALIKE_IN } from '../../../../pricing/likeness.ts';
import { isLet, type MachineOrder, type Place, type Placed } from '../../../../pricing/place.ts';
import {
  distanceWords,
  exactWords,
  ordinal,
  percentileWords,
  priceWords,
  rankWords,
} from '../../../../pricing/place-words.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { type BarLook, barLook } from '../../../ui/gauge.ts';
import { ageSegment } from '../../../ui/list-words.ts';
import { failureSentences, MessagePage } from '../../../ui/message-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, isNarrow, piece, plain, type Segment, segmentsWidth } from '../../../ui/segments.ts';
import { LookContext } from '../../../ui/theme.tsx';
import type { Drawn } from '../../page/page.ts';
import { leanSegments } from '../lean.ts';
import type { OwnMachinesPage, PastReadState } from '../pages.ts';
import { TYPE_WORDS } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { answerAtHand, failedLine, isSameMarket, remoteOf } from './asked-market.ts';
import { isMarked, ownQuestionOf, ownRows, withoutOffer } from './market-state.ts';
import { ALIKE_KEYS } from './market-words.ts';
import { lengthWords, missingWords } from './past-lines.ts';

/** The line in `width` cells; `machineId` is the machine under the cursor. Empty where no history is kept. */
const rentedLine = (
  past: PastReadState | undefined,
  machineId: number | undefined,
  width: number,
): readonly Segment[] => {
  if (past === undefined || past.wanted.kind !== 'machines') return [];
  const missing = missingWords(past);
  if (missing !== undefined) return [dim(`   ${missing}`)];
  const shares = past.value?.kind === 'machines' ? past.value.shares : undefined;
  const share = shares === undefined ? undefined : shareWords(shares.own);
  if (shares === undefined || share === undefined) return [dim(UNKNOWN)];
  const all = `   Rented in ${knownWords(shares)}: yours ${share}, ${othersWords(shares.others)}`;
  const machine = shares.machines.find((it) => it.machineId === machineId);
  const own = machine === undefined ? undefined : shareWords(machine.own);
  const line = [plain(all), dim(past.generatedUntilEpochMs === undefined ? '' : ', generated')];
  const more =
    machine === undefined || own === undefined
      ? []
      : [dim(`   machine ${machineId}: ${own}, ${othersWords(machine.others)}`)];
  return segmentsWidth([...line, ...more]) < width ? [...line, ...more] : line;
};

const UNKNOWN = "   How long they were rented: gpudeck record 'rentable=any rented=any' keeps it.";

/** How much is known of a machine of the user's on average: `9 days`. */
const knownWords = ({ own, machines }: RentedShares): string =>
  lengthWords((own.rentedMs + own.listedMs) / Math.max(1, machines.length));

/** `64 %` of the time in which they were rented or for rent; undefined where nobody knows that of any time. */
const shareWords = ({ rentedMs, listedMs }: RentedTimes): string | undefined =>
  rentedMs + listedMs === 0 ? undefined : `${Math.round((rentedMs / (rentedMs + listedMs)) * 100)} %`;

const othersWords = (times: RentedTimes): string => `others ${shareWords(times) ?? 'not known'}`;

/** The page in `width` by `height` cells. */
export const OwnMachinesView = memo(({ state, page, width, height, timeZone }: Drawn<OffersState, OwnMachinesPage>) => {
  const look = barLook(useContext(LookContext));
  const { rows = [], cursor } = page;
  const without = withoutOfferLine(page, width);
  const room = ownRows(page, height);
  const { row, top } = cursorInView(cursor, { count: rows.length, height: room });
  const gpus = gpusRoom(page, width);
  const remote = remoteOf(state.market, ownQuestionOf(page));
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` ${ownTitle(page)}`, role: 'strong' }]}
        right={[dim(markedWords(page)), ageSegment(remote ?? { stage: 'idle' }, timeZone)]}
        width={width}
      />
      <SegmentLine left={comparedLine(state, page, width)} width={width} />
      {rows.length === 0 ? (
        <>
          <MessagePage lines={emptyLines(state, page)} width={width} />
          <SegmentLine left={without} width={width} />
        </>
      ) : (
        <>
          <SegmentLine left={rentedLine(state.past, rows[row]?.subject.machineId, width)} width={width} />
          <SegmentLine left={ownHeading(gpus, width)} width={width} />
          {rows.slice(top, top + room).map((placed, index) => (
            <SegmentLine
              key={index}
              left={ownLine(
                placed,
                { isCurrent: top + index === row, isMarked: isMarked(page, placed.subject.machineId) },
                gpus,
                width,
                look,
              )}
              width={width}
            />
          ))}
          {without.length === 0 ? undefined : <SegmentLine left={without} width={width} />}
        </>
      )}
    </Box>
  );
}, isSameMarket);

type Line = readonly Segment[];

const ORDER_WORDS: Readonly<Record<MachineOrder, string>> = {
  worst: 'by distance from median',
  machine: 'by machine',
  model: 'by model',
  price: 'dearest first',
};

/** `Your 9 machines, by distance from median; rented ones last`. */
const ownTitle = ({ rows = [], order }: OwnMachinesPage): string => {
  if (rows.length === 0) return 'Your machines';
  const own = rows.length === 1 ? 'Your machine' : `Your ${grouped(rows.length)} machines`;
  const isAnyLet = rows.some((row) => isLet(row) && row.place !== undefined);
  return `${own}, ${ORDER_WORDS[order]}${isAnyLet ? '; rented ones last' : ''}`;
};

/** `2 marked`. */
const markedWords = ({ marked }: OwnMachinesPage): string =>
  marked.length === 0 ? '' : `${grouped(marked.length)} marked  `;

/** What each is compared with; why newer ones did not come, where the last question failed. */
const comparedLine = (state: OffersState, page: OwnMachinesPage, width: number): Line => {
  const failed = failedLine(remoteOf(state.market, ownQuestionOf(page)));
  if (failed !== undefined && page.rows !== undefined) return failed;
  const alike = ALIKE_KEYS.filter(({ name }) => page.likeness[name] !== ALIKE_IN[name][0]).map(({ name, label }) =>
    name === 'place' ? page.likeness.place : label,
  );
  const like = alike.length === 0 ? '' : `, alike in ${alike.join(', ')}`;
  const isCut = answerAtHand(state.market, ownQuestionOf(page))?.value.isCut === true;
  const unlisted = page.rows?.some(({ place, isListed }) => place !== undefined && !isListed) === true;
  const [legend, shortLegend] = unlisted && !isCut ? ['; in brackets: not listed', '; (): not listed'] : ['', ''];
  const compared = `   ${TYPE_WORDS[page.type]}, each in its model${like}`;
  const short = `   ${TYPE_WORDS[page.type]}, by ${['model', ...alike].join(', ')}${shortLegend}`;
  const fitting = [`${compared}${legend}`, `${compared}${shortLegend}`].find((words) => words.length < width);
  return [dim(fitting ?? short), ...(isCut ? [piece(' (the service cut them)', 'warning')] : [])];
};

/** Which machines of the user have no offer, in one line of `width` cells; empty where there is none that is known. */
const withoutOfferLine = (page: OwnMachinesPage, width: number): Line => {
  const ids = withoutOffer(page);
  if (ids.length === 0) return [];
  const said = `   No offer at present: ${plural(ids.length, 'machine')} `;
  const words = (count: number): string => {
    const more = ids.length - count;
    return `${said}${ids.slice(0, count).join(', ')}${more === 0 ? '' : ` and ${grouped(more)} more`}`;
  };
  const fitting = ids.findLastIndex((_, place) => words(place + 1).length < width) + 1;
  return [{ text: words(Math.max(1, fitting)), role: 'warning' }];
};

/** What is said in place of rows. */
const emptyLines = (state: OffersState, page: OwnMachinesPage): ReturnType<typeof failureSentences> => {
  const remote = remoteOf(state.market, ownQuestionOf(page));
  if (remote?.stage === 'failed') return failureSentences(remote.failure);
  if (remote?.stage === 'loading') return ['Asking for your offers, then for all others of their models ...'];
  if (page.rows === undefined)
    return [`Your offers ${PRICED[page.type]} were not asked for: ${keyName('offers.own-ask')} asks.`];
  return [
    `No offer names user ${page.hostId} as its host.`,
    'That is the user of the profile or of GPUDECK_USER_ID. Machines that are not listed have no offers.',
  ];
};

const PRICED = { ondemand: 'on demand', bid: 'as bid', reserved: 'reserved' } as const;

/** Widths from which more is shown. */
const WIDE = 80;
const WIDEST = 110;

/** Cells from which on a narrow screen has room for the distance from the median. */
const DISTANCE_FROM = 48;

/** Least cells of the GPUs. */
const GPUS_MINIMUM = 14;

/** The cells of a row, in their order. */
type Cells = Readonly<
  Record<'machine' | 'gpus' | 'price' | 'rank' | 'percentile' | 'distance' | 'median' | 'quarter' | 'third', string>
>;

/** Cells of the GPUs: as many as the longest of them has, where the screen has them. */
const gpusRoom = ({ rows = [] }: OwnMachinesPage, width: number): number => {
  const longest = Math.max(GPUS_MINIMUM, ...rows.map((row) => cellWidth(gpusOf(row))));
  const others = width >= WIDEST ? 82 : width >= WIDE ? 61 : 46;
  return Math.max(GPUS_MINIMUM, Math.min(longest, width - others));
};

/** `4× RTX 4090 +1` in at most `room` cells: how many further offers the machine has is not cut. */
const gpusOf = ({ subject: { gpus, model }, others }: Placed, room = Number.POSITIVE_INFINITY): string => {
  const more = others === 0 ? '' : ` +${others}`;
  const what = printable(printableStart(gpusText(gpus, model)));
  return `${room < cellWidth(what) + more.length ? cellText(what, room - more.length) : what}${more}`;
};

const laidOut = ({ machine, gpus, price, rank, ...cells }: Cells, room: number, width: number): string => {
  const { percentile, distance, median, quarter, third } = cells;
  const isWide = width >= WIDE;
  // The page behind Enter names the GPUs.
  if (isNarrow(width))
    return [
      `${machine.padStart(7)}${price.padStart(9)}${padCell(rank, rankRoom(width), 'right')}`,
      width >= DISTANCE_FROM ? distance.padStart(11) : '',
    ]
      .join('')
      .trimEnd();
  return [
    `${machine.padStart(7)}  ${padCell(gpus, room)}${price.padStart(8)}`,
    padCell(rank, rankRoom(width), 'right'),
    isWide ? `${percentile.padStart(5)} ${distance.padStart(10)} ${median.padEnd(7)}` : distance.padStart(11),
    width >= WIDEST ? `${quarter.padStart(9)}${third.padStart(12)}` : '',
  ]
    .join('')
    .trimEnd();
};

const rankRoom = (width: number): number => (width >= WIDE ? 17 : 15);

/** What stands above the columns of figures. */
const ownHeading = (room: number, width: number): Line => [
  dim(`   ${headingOf(room, width)}${width < BAR_FROM ? '' : `${' '.repeat(BAR_GAP)}to median`}`),
];

const headingWidth = (room: number, width: number): number => headingOf(room, width).length;

const headingOf = (room: number, width: number): string => {
  const [distance, median] = width >= WIDE ? ['', 'median'] : ['median', ''];
  const headings = { machine: 'Machine', gpus: 'GPUs +offers', price: '$/GPU/h', rank: 'rank', percentile: '' };
  return laidOut({ ...headings, distance, median, quarter: 'p25', third: 'for 3rd' }, room, width);
};

/** A row. */
const ownLine = (
  placed: Placed,
  { isCurrent, isMarked }: { readonly isCurrent: boolean; readonly isMarked: boolean },
  room: number,
  width: number,
  look: BarLook,
): Line => {
  const { subject, place, spread, third, isListed } = placed;
  const price = (figure: number | undefined) => (figure === undefined ? '-' : priceWords(figure));
  const text = laidOut(
    {
      machine: String(subject.machineId ?? '?'),
      gpus: gpusOf(placed, room),
      price: price(place?.price),
      rank: place === undefined ? 'no known price' : rankOfRow(place, isListed, rankRoom(width)),
      percentile: percentileWords(place),
      distance: place === undefined || spread === undefined ? '' : distanceWords(place.price, spread.median),
      median: spread === undefined ? '' : priceWords(spread.median),
      quarter: spread !== undefined && spread.n < PERCENTILES_FROM ? '' : price(spread?.p25),
      third: third === undefined ? '-' : exactWords(third),
    },
    room,
    width,
  );
  const role = isCurrent ? 'strong' : isListed ? 'plain' : 'dim';
  const line: Line = [plain(`${isMarked ? '*' : ' '}${isCurrent ? '> ' : '  '}`), { text, role }];
  if (place === undefined || spread === undefined || spread.median <= 0 || width < BAR_FROM) return line;
  const bar = leanSegments(place.price / spread.median - 1, look).slice(0, -1);
  return [...line, plain(' '.repeat(Math.max(BAR_GAP, headingWidth(room, width) + BAR_GAP - cellWidth(text)))), ...bar];
};

/** Cells of a screen from which on a bar stands behind a row, and those before it. */
const BAR_FROM = 120;
const BAR_GAP = 3;

/** In brackets where a search does not find the offer now, as when its GPUs are rented; as much as there is room for. */
const rankOfRow = (place: Place, isListed: boolean, room: number): string => {
  const whole = rankWords(place);
  if (isListed) return whole;
  const bracketed = `(${whole})`;
  return bracketed.length < room ? bracketed : `(${ordinal(place.rank)})`;
};
