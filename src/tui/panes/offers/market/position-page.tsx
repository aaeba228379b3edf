/**
 * The page of where an offer stands in its market: a title, the field for a price or a place, and lines that scroll, with the prices of
 * its cohort as bars.
 */

import { SEARCH_TYPES, type SearchType, USUAL_SEARCH } from '../../../../api/requests.ts';
import { counted, grouped } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { cellText, cellWidth, cutCell, padCell, printable, printableStart } from '../../../../base/text.ts';
import { clockTime } from '../../../../base/time.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import { cohortOf, likenessTurned } from '../../../../pricing/likeness.ts';
import { distanceWords, percentileWords, priceWords, rankWords } from '../../../../pricing/place-words.ts';
import { ageSegment } from '../../../ui/list-words.ts';
import { dim, isNarrow, piece, plain, type Segment } from '../../../ui/segments.ts';
import { type LinesPlace, linesPage } from '../../page/lines-page.tsx';
import type { PositionPage } from '../pages.ts';
import { TYPE_WORDS } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { remoteOf } from './asked-market.ts';
import { histogramLines } from './histogram.ts';
import { ALIKE_KEYS, alikeWords } from './market-words.ts';
import { cohortChart } from './past-lines.ts';
import {
  answersTo,
  pageStanding,
  questionOf,
  type Source,
  type Standing,
  sourceOf,
  type WishAnswer,
} from './standing.ts';

type Lines = readonly (readonly Segment[])[];

/** Everything below the field, in `width` cells; the histogram has as many lines as `height` leaves, a few at least. */
const positionLines = (state: OffersState, page: PositionPage, place: LinesPlace): Lines => {
  const source = sourceOf(state, page, page.type);
  const failure = failureLines(state, page, place.width);
  if (source === undefined)
    return [
      ...failure,
      ...nothingLines(state, page, place.width),
      ...pastLines(state, page, undefined, place, place.height),
      [],
      ...typeLines(state, page, place),
    ];
  const standing = pageStanding(page, source, page.type);
  const answers = answersTo(page.wish.text, standing);
  const asked = answers.flatMap(({ price }) => price ?? []);
  const above = [
    ...answers.flatMap((answer) => answerLines(answer, place.width)),
    ...failure,
    ...sourceLines(page, source, questionOf(page, state.storageGb).storageGb, place),
    ...unusualLines(page, standing, place.width),
  ];
  const figures = [...typeLines(state, page, place), [], ...cohortLines(page, source, standing, place), []];
  if (page.span !== undefined)
    return [
      ...above,
      ...pastLines(state, page, standing.place?.price, place, above.length + figures.length),
      [],
      ...figures,
    ];
  const room = place.height - above.length - figures.length;
  return [...above, ...figures, ...histogramLines(standing, asked, { ...place, height: room })];
};

/** The past has what `others` lines leave it, but is legible where that is too little. */
const pastLines = (
  { past }: OffersState,
  { span }: PositionPage,
  price: number | undefined,
  { isInWords = false, ...place }: LinesPlace,
  others: number,
): Lines => {
  const height = Math.max(
    Math.min(PAST_LINES.least, place.height),
    Math.min(PAST_LINES.most, place.height - others - 1),
  );
  return span === undefined ? [] : cohortChart(past, span, price, { ...place, height, isInWords });
};

const PAST_LINES = { least: 16, most: 26 } as const;

const wrapped = (text: string, width: number, role: Segment['role']): Lines =>
  wrappedLines(printableStart(text), Math.max(10, width - 4)).map((line) => [{ text: `   ${line}`, role }]);

const answerLines = (answer: WishAnswer, width: number): Lines =>
  wrapped(answer.text, width, answer.isProblem ? 'warning' : 'strong');

const failureLines = (state: OffersState, page: PositionPage, width: number): Lines => {
  const remote = remoteOf(state.market, questionOf(page, state.storageGb));
  if (remote?.stage !== 'failed') return [];
  const { whatCameBack, whatToDo } = remote.failure;
  return wrapped(`${whatCameBack} ${whatToDo}`, width, 'danger');
};

const nothingLines = (state: OffersState, page: PositionPage, width: number): Lines => {
  const { model } = page.subject;
  const isAsking = remoteOf(state.market, questionOf(page, state.storageGb))?.stage === 'loading';
  const priced = `${PRICES[page.type]} of ${model}`;
  return wrapped(
    isAsking ? `Asking for ${priced} ...` : `No ${priced} are here: ${keyName('offers.position-ask')} asks for them.`,
    width,
    'strong',
  );
};

const PRICES: Readonly<Record<SearchType, string>> = {
  ondemand: 'on-demand prices',
  bid: 'bid prices',
  reserved: 'reserved prices',
};

/** Of which offers everything below is. */
const sourceLines = (page: PositionPage, source: Source, storageGb: number, { width, timeZone }: LinesPlace): Lines => {
  const { basis, peers, atEpochMs, isCut, unpriced, filter } = source;
  const { model } = page.subject;
  const time = `as of ${clockTime(atEpochMs, timeZone)}`;
  const left = unpriced === 0 ? '' : ` ${counted(unpriced, 'offer')} without a price left out.`;
  const priced = storageGb === USUAL_SEARCH.allocatedStorageGb ? '' : `, priced with ${grouped(storageGb)} GB of disk`;
  const count = peers.length;
  if (basis === 'market') {
    const cut = isCut ? ' The service cut the list: this is a part of the market.' : '';
    const some = count === 1 ? `The one offer of ${model}` : `Among all ${counted(count, 'offer')} of ${model}`;
    const among = count === 0 ? `No priced offers of ${model} are` : some;
    return wrapped(
      `${among} for rent, verified or not${priced}, ${time}.${cut}${left}`,
      width,
      isCut ? 'warning' : 'dim',
    );
  }
  const asked = filter === '' ? '' : `, asked with ${filter}`;
  const cut = isCut ? ', which was cut' : '';
  const among = count === 1 ? `The one offer of ${model}` : `Among the ${counted(count, 'offer')} of ${model}`;
  return wrapped(
    `${among} in the list${cut}${asked}, ${time}. ${keyName('offers.position-ask')} asks for all.${left}`,
    width,
    'warning',
  );
};

/** What is to be known of this offer. */
const unusualLines = (page: PositionPage, standing: Standing, width: number): Lines =>
  unusual(page, standing).flatMap((note) => wrapped(note, width, 'warning'));

const unusual = (
  page: PositionPage,
  { subject, isListed, isOnlyOfModel, place, others }: Standing,
): readonly string[] => {
  if (subject.gpus === undefined || subject.gpus < 1)
    return ['How many GPUs it has is not known, so neither is the price of one.'];
  if (place === undefined)
    return [page.subjectType === page.type ? 'Its price is not known.' : `It has none of these ${PRICES[page.type]}.`];
  return [
    ...(isListed ? [] : ['It is not among them: this is the place that its price would have.']),
    ...(others.length > 0
      ? []
      : isOnlyOfModel
        ? ['There is no other offer to compare it with.']
        : ['No other offer is like it: loosen the cohort.']),
  ];
};

/** A line for each way of pricing; the present one is pointed at. */
const typeLines = (state: OffersState, page: PositionPage, { width, timeZone }: LinesPlace): Lines => {
  const isWide = width >= 70;
  // The median is marked among the bars too.
  const line = (label: string, price: string, rank: string, percentile: string, median: string): string =>
    `${padCell(label, 11)}${price.padStart(8)}${
      isNarrow(width) ? padCell(rank, 17, 'right') : `${padCell(rank, 18, 'right')}${percentile.padStart(5)}  ${median}`
    }`;
  return [
    [dim(`   ${line('$/GPU/h', 'this', 'rank', '', 'median')}`)],
    ...SEARCH_TYPES.map((type): readonly Segment[] => {
      const isCurrent = type === page.type;
      const source = sourceOf(state, page, type);
      const mark = plain(isCurrent ? ' > ' : '   ');
      const role = isCurrent ? 'strong' : 'plain';
      if (source === undefined) return [mark, { text: padCell(TYPE_WORDS[type], 11), role }, dim(notAsked(isCurrent))];
      const { place, spread } = pageStanding(page, source, type);
      const text = line(
        TYPE_WORDS[type],
        place === undefined ? '-' : priceWords(place.price),
        place === undefined ? '-' : rankWords(place),
        percentileWords(place),
        padCell(medianWords(place?.price, spread, isWide), isWide ? 18 : 11),
      );
      return [mark, { text, role }, dim(ofWhich(source, timeZone, width))];
    }),
  ];
};

/** `8 % under 0.3010`. */
const medianWords = (price: number | undefined, spread: Standing['spread'], isWide: boolean): string => {
  if (spread === undefined) return 'no offers';
  const figure = priceWords(spread.median);
  if (price === undefined) return figure;
  const distance = distanceWords(price, spread.median);
  return isWide || distance === '' ? `${distance} ${figure}`.trim() : distance;
};

/** Which offers a line is of, where that is not said elsewhere. */
const ofWhich = ({ basis, atEpochMs }: Source, timeZone: string, width: number): string => {
  if (width < 100) return basis === 'list' ? ' list' : '';
  return `   ${basis === 'list' ? 'the list' : 'all'}, as of ${clockTime(atEpochMs, timeZone)}`;
};

const notAsked = (isCurrent: boolean): string =>
  `not asked: ${isCurrent ? `${keyName('offers.position-ask')} asks` : `${keyName('offers.position-type')} goes there`}`;

/** How large the cohort is, and how large it would be if one thing were asked in the next way. */
const cohortLines = (
  page: PositionPage,
  { peers }: Source,
  { subject, all }: Standing,
  { width, named = (message) => message }: LinesPlace,
): Lines => {
  const room = width >= 70 ? 26 : 18;
  const isShort = isNarrow(width);
  const keys = ALIKE_KEYS.map(({ name }) => named(keyName(`offers.position-${name}`)));
  const keyRoom = Math.max(...keys.map((key) => key.length));
  return [
    [
      piece(padCell(` Cohort: ${grouped(all.length)} of ${counted(peers.length, 'offer')}`, 20 + room), 'accent'),
      dim(isShort ? '' : '  its key makes it'),
    ],
    ...ALIKE_KEYS.map(({ name, label }, place): readonly Segment[] => {
      const next = likenessTurned(page.likeness, name);
      const size = cohortOf(subject, peers, next).length;
      const now = printable(alikeWords(name, page.likeness, subject));
      return [
        plain('   '),
        { text: (keys[place] ?? '').padEnd(keyRoom), role: 'accent' },
        plain(`  ${padCell(label, 14)}`),
        { text: padCell(cellText(now, room), room), role: now === 'any' ? 'plain' : 'strong' },
        dim(isShort ? '' : `  ${printable(alikeWords(name, next, subject))}: ${grouped(size)}`),
      ];
    }),
  ];
};

/** `Offer 12345   4× RTX 4090   US   machine 8207, yours`. */
const positionTitle = ({ subject, isOwn }: PositionPage, width: number): string => {
  const { id, gpus, model, country, machineId } = subject;
  const machine = machineId === undefined ? [] : [`machine ${machineId}${isOwn ? ', yours' : ''}`];
  const offer = [`Offer ${id ?? '?'}`, gpusText(gpus, model)];
  const place = country === undefined ? [] : [country];
  // What is said further below, or is known best, leaves a narrow screen first.
  const titles = [[...offer, ...place, ...machine], [...offer, ...machine], offer].map((parts) =>
    printableStart(parts.join('   ')),
  );
  return titles.find((title) => cellWidth(title) < width) ?? cutCell(titles.at(-1) ?? '', width - 1);
};

export const POSITION = linesPage<OffersState, PositionPage>({
  owner: 'offers',
  name: 'position',
  group: 'Market position',
  title: positionTitle,
  aside: (state, page, timeZone) => {
    const remote = remoteOf(state.market, questionOf(page, state.storageGb));
    return remote?.stage === 'loading' ? [ageSegment(remote, timeZone)] : [];
  },
  field: {
    name: 'wish',
    label: ' Price or place:',
    // No price and no place is written longer.
    maximum: 40,
    example: `press ${keyName('offers.wish')}: 0.30, 3rd, p25, median, -8%`,
    opener: `${keyName('offers.wish')} changes it`,
  },
  lines: positionLines,
  // All offers at hand are gone through for it: not for every frame.
  drawnFrom: ({ market, past, answer, list, storageGb }) => [market, past, answer, list.rows, storageGb],
});
