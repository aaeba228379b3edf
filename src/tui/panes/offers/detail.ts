/**
 * The closer look at offers as lines of text: every field by group, with its unit, and what the catalogue does not know; where the price
 * of one stands among those that came with it; several side by side. Pure.
 */

import { keyName } from '../../../base/named-keys.ts';
import { lastKept } from '../../../base/once.ts';
import { cutCell, padCell, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { COMPARED_OFFER_FIELDS, comparisonOf, differingRows } from '../../../catalogue/comparison.ts';
import { findComputedField, pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { BREAKDOWN_FIGURES, type Breakdown, type Field } from '../../../catalogue/field.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../../../catalogue/offer-fields.ts';
import { GROUP_TITLES, sectionsOf } from '../../../catalogue/sections.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { JOB_FIELDS } from '../../../pricing/job-cost.ts';
import { cohortOf, isSameOffer, type Likeness, peerOf, subjectOf, USUAL_LIKENESS } from '../../../pricing/likeness.ts';
import { ofModel } from '../../../pricing/same-model.ts';
import { ascending, LEAST_ALIKE, rankOf, spreadOf } from '../../../pricing/spread.ts';
import type { Comparison } from '../../ui/over-list-lines.ts';
import {
  besideLines,
  columnsIn,
  inColumns,
  RECORD_MARGIN,
  type RecordLine,
  sectionParts,
} from '../../ui/record-lines.ts';
import { band, dim, isNarrow, plain, type Segment } from '../../ui/segments.ts';
import { GUTTER } from '../../ui/table.tsx';
import { costLines, costTermsOf } from './job-costs.ts';
import { alikeTo, leanRoles, leanWords } from './lean.ts';
import { offerPastLines } from './market/past-lines.ts';
import { type MeaningPlace, meaningParts } from './offer-meaning.ts';
import type { OffersState } from './state.ts';

/** An offer's price among those of its like. Prices are in $/hour. */
type Standing = {
  /** What is compared: `4× RTX 4090`. */
  readonly like: string;
  /** Place of the offer from the cheapest, from 1; offers of one price share the first of their places. */
  readonly rank: number;
  /** How many there are, the offer among them. */
  readonly count: number;
  readonly lowest: number;
  readonly median: number;
  readonly own: number;
};

const ANY: Likeness = { ...USUAL_LIKENESS, verification: 'any' };

/**
 * How the total price of `offer` (docs/interface.md, Offer) compares among `offers`: with those of as many of the same GPU, and per GPU
 * with all of the same GPU; kept for the frames that follow. Nothing for an offer whose price, model or count is not known.
 */
export const standings = lastKept((offer: Offer, offers: readonly Offer[]): readonly Standing[] => {
  const subject = subjectOf(offer);
  const own = peerOf(offer);
  if (subject?.gpus === undefined || own === undefined) return [];
  const { model, gpus } = subject;
  const sameModel = ofModel(offers, model).flatMap((other) => peerOf(other) ?? []);
  const self = sameModel.find((peer) => isSameOffer(peer, own));
  const standing = (like: string, likeness: Likeness, times: number): Standing => {
    const others = cohortOf(own, sameModel, likeness).filter((peer) => peer !== self);
    const all = ascending([own, ...others].map(({ price }) => price));
    const { min, median } = spreadOf(all) ?? { min: own.price, median: own.price };
    return {
      ...{ like, rank: rankOf(own.price, all), count: all.length },
      ...{ lowest: min * times, median: median * times, own: own.price * times },
    };
  };
  return [standing(gpusText(gpus, model), { ...ANY, gpus: 'same' }, gpus), standing(`${model}, per GPU`, ANY, 1)];
});

/** The pages of an open offer, as they are saved, and what their tabs say. */
export const OFFER_PAGES = [
  { name: 'fields', title: 'Fields' },
  { name: 'costs', title: 'Costs' },
  { name: 'past', title: 'History' },
] as const;

export const COSTS_PAGE = OFFER_PAGES.findIndex(({ name }) => name === 'costs');

export const isCostsPage = (page: number): boolean => page === COSTS_PAGE;

/** True for the page with what is known of the past. */
export const isPastPage = (page: number): boolean => OFFER_PAGES[page]?.name === 'past';

const COLUMNS_MOST = 4;

/** The lines of the fields page on a screen of `width` cells: its groups in columns, where there are several in the last one what they mean. */
export const detailLines = (
  offer: Offer,
  state: OffersState,
  width: number,
  place: Omit<MeaningPlace, 'width'>,
): readonly RecordLine[] => {
  const { count, cells } = columnsIn(width - RECORD_MARGIN, COLUMNS_MOST);
  const record = { ...offer, dph_gpu: pricePerGpu(offer) };
  const sections = sectionsOf(record, fieldsOf(offer)).map((section) => answered(section, offer, state));
  const [first = [], ...fields] = sectionParts(sections, cells);
  const meanings = meaningParts(offer, state, { ...place, width: cells - RECORD_MARGIN - 1 });
  const columns =
    count === 1
      ? inColumns([first, ...meanings, ...fields], 1)
      : [...inColumns([first, ...fields], count - 1), ...inColumns(meanings, 1)];
  return besideLines(columns, cells);
};

/** A group with what stands out of it: the price and its distance from the median, or whether the offer is verified. */
const answered = (section: ReturnType<typeof sectionsOf>[number], offer: Offer, { list }: OffersState) => {
  const { title, entries } = section;
  const [first, ...others] = entries;
  if (title === GROUP_TITLES.price && first !== undefined) {
    const { median = 0, prices = [] } = alikeTo(offer, list.rows) ?? {};
    const share = (pricePerGpu(offer) ?? 0) / median - 1;
    const isTold = prices.length >= LEAST_ALIKE && median > 0;
    const answer = isTold ? [{ text: leanWords(share), role: leanRoles(share).text }, dim(' vs median')] : [];
    return { title, entries: [{ ...first, role: 'strong' as const }, ...others], answer };
  }
  return section;
};

/** Every field, and what the job costs where one is known: the `=` says that it is computed, as in the table. */
const fieldsOf = (offer: Offer): readonly Field[] => ('job_total' in offer ? [...FIELDS, ...JOB_ENTRIES] : FIELDS);

const computed = (names: readonly string[]): readonly Field[] =>
  names.flatMap((name) => {
    const field = findComputedField(name);
    return field === undefined ? [] : [{ ...field, label: `=${field.label}` }];
  });

const FIELDS = [...OFFER_FIELDS, ...computed(['dph_gpu'])];
const JOB_ENTRIES = computed(JOB_FIELDS);

/** Lines that a page of the open offer takes on a screen of `width` cells. */
export const detailHeight = (offer: Offer, page: number, width: number, state: OffersState): number => {
  if (isPastPage(page)) return offerPastLines(state.past, { width: width - RECORD_MARGIN, ...ANYWHERE }).length;
  const lines = isCostsPage(page) ? costsPageLines : detailLines;
  return lines(offer, state, width, ANYWHERE).length;
};

/** Cells from which on the costs page has two columns. */
const TWO_COLUMNS_FROM = 160;

/** The lines of the costs page: what it costs, and beside or below that where its price stands, and of which parts the service makes it. */
export const costsPageLines = (
  offer: Offer,
  state: OffersState,
  width: number,
  { look, named }: Pick<MeaningPlace, 'look' | 'named'>,
): readonly RecordLine[] => {
  const { cells } = columnsIn(width - RECORD_MARGIN, width < TWO_COLUMNS_FROM ? 1 : 2);
  const room = cells - GUTTER;
  const costs = costLines(offer, costTermsOf(state), room, look);
  const market = marketLines(offer, state.list.rows, room);
  const parts = [...breakdownLines(offer), ...breakdownNotes(room)];
  if (width < TWO_COLUMNS_FROM) return [...costs, ...market, ...parts];
  const [sum = [], beside = []] = [costs, [...market, ...parts]].map((lines) =>
    lines.map((line, place) => (place === 0 || line === parts[0] ? banded(line) : line)),
  );
  // What stands beside a line must not move when that names a key.
  const told = sum.map((line) => line.map((piece) => ({ ...piece, text: named(piece.text) })));
  return besideLines([told, beside], cells);
};

/** Headings of a table as a band: its title stands a cell before the rows, the others where they stood. */
const banded = (line: RecordLine): RecordLine =>
  band(
    line
      .map(({ text }) => text)
      .join('')
      .replace('  ', '   '),
  );

/** In another zone there are as many lines, and in words no more. */
const ANYWHERE = { timeZone: 'UTC', isInWords: false, isPlain: false, look: 'blocks', named: String } as const;

/** Where the offer's price stands among `offers`, those that came with it: five lines in `width` cells; on a narrow screen without the median. */
const marketLines = (offer: Offer, offers: readonly Offer[], width: number): readonly (readonly Segment[])[] => {
  const rows = standings(offer, offers);
  const isWide = width >= 34 + 15 + 3 * 9;
  const isShort = isNarrow(width + GUTTER);
  const marketLine = isWide ? lineIn(32, 15, 9) : isShort ? lineIn(12, 8, 8) : lineIn(22, 11, 8);
  const title = isWide ? 'Similar offers received, $/hour' : isShort ? 'Similar, $/h' : 'Similar offers, $/hour';
  const heading = marketLine(title, 'rank', isShort ? ['lowest', 'this'] : ['lowest', 'median', 'this']);
  return [
    [{ text: heading, role: 'strong' }],
    ...rows.map(({ like, rank, count, lowest, median, own }) => [
      plain(
        marketLine(
          printableStart(like),
          isShort ? `${rank}/${count}` : `${rank} of ${count}`,
          (isShort ? [lowest, own] : [lowest, median, own]).map((price) => price.toFixed(4)),
        ),
      ),
    ]),
    ...(rows.length === 0 ? [[dim('Its price, its model or its count is not known.')], []] : []),
    [dim(`${keyName('offers.position')}: its place among all of its model`)],
    [],
  ];
};

const lineIn =
  (likeCells: number, rankCells: number, priceCells: number) =>
  (like: string, rank: string, prices: readonly string[]): string =>
    padCell(cutCell(like, likeCells), likeCells) +
    padCell(rank, rankCells, 'right') +
    prices.map((price) => price.padStart(priceCells)).join('');

/** The six figures of both breakdowns side by side, in 37 cells. */
const breakdownLines = (offer: Offer): readonly (readonly Segment[])[] => [
  [{ text: lineIn(17, 10, 10)('$/hour', 'search', ['instance']), role: 'strong' }],
  ...BREAKDOWN_FIGURES.map(({ name, label }) => [
    plain(lineIn(17, 10, 10)(label, costOf(offer.search, name), [costOf(offer.instance, name)])),
  ]),
];

/** What the two columns are, in `width` cells. */
const breakdownNotes = (width: number): readonly (readonly Segment[])[] =>
  wrappedLines(
    'search: the price of this search. instance: what the service says is charged for an instance created by it, while it runs. ' +
      'The discount is for a reserved one, which is prepaid.',
    width,
  ).map((text) => [dim(text)]);

const costOf = (breakdown: Breakdown | null | undefined, name: keyof Breakdown): string => {
  const figure = breakdown?.[name];
  return typeof figure === 'number' ? figure.toFixed(4) : '-';
};

/** What is shown of `offers`: every field, or those alone in which they differ. */
export const offersCompared = (offers: readonly Offer[], isDifferingOnly: boolean): Comparison => {
  const hasJob = offers.some((offer) => 'job_total' in offer);
  const fields = hasJob ? COMPARED_OFFER_FIELDS : COMPARED_OFFER_FIELDS.filter(({ needsWorkload }) => !needsWorkload);
  const groups = comparisonOf(offers, fields);
  return {
    keys: offers.flatMap(({ id }) => id ?? []),
    headings: offers.map(({ id, num_gpus: count, gpu_name: model }) => [String(id ?? '?'), gpusText(count, model)]),
    sections: isDifferingOnly ? differingRows(groups) : groups,
    bestNote:
      new Set(offers.map(({ num_gpus: count }) => count)).size > 1 ? ', of totals among as many GPUs' : undefined,
  };
};
