/** What one offer costs as lines of text: the sum line by line, and who says what; whether it holds the job, and the job in words. Pure. */

import type { SearchType } from '../../../api/requests.ts';
import { fixed, grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { cutCell, padCell } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { hourly } from '../../../money/money.ts';
import {
  type CostLine,
  type CostTerms,
  costSum,
  isKnown,
  premiumOf,
  shortfallOf,
  type Workload,
} from '../../../pricing/job-cost.ts';
import { costSpans, endNotes, hoursLeft, leftWords, tenths } from '../../../pricing/time-left.ts';
import { targetText } from '../../../pricing/workload-text.ts';
import { needlessBid, pointlessBid } from '../../../rentals/plan.ts';
import { type BarLook, lyingBar } from '../../ui/gauge.ts';
import { dim, isNarrow, piece, plain, type Segment } from '../../ui/segments.ts';
import { GUTTER } from '../../ui/table.tsx';
import { leastBid } from './bid.ts';
import { shownPricing } from './pricing.ts';
import type { OffersState } from './state.ts';

/** What is said once `workload` is compared for with `offers` in the table. */
export const acceptedWords = (offers: readonly Offer[], workload: Workload): string => {
  const shortfalls = offers.flatMap((offer) => shortfallOf(offer, workload) ?? []);
  if (shortfalls.length === 0) return '=$/job is what it costs in all, =job $/h for each of its hours.';
  const clauses = [
    ...(shortfalls.some(({ hours }) => hours !== undefined) ? [`duration>=${workload.hours}h`] : []),
    ...(shortfalls.some(({ diskGb }) => diskGb !== undefined) ? [`disk_space>=${workload.diskGb}`] : []),
  ];
  return `${grouped(shortfalls.length)} of ${grouped(offers.length)} cannot hold it: add ${clauses.join(' ')} to the filter.`;
};

/** Why `offer` cannot hold `workload`, a sentence for each reason. */
export const shortfallWords = (offer: Offer, workload: Workload | undefined): readonly string[] => {
  const shortfall = workload && shortfallOf(offer, workload);
  if (shortfall === undefined) return [];
  const { hours, diskGb } = shortfall;
  return [
    ...(hours === undefined
      ? []
      : [`The offer ends in ${tenths(hours)} h, before the ${grouped(workload?.hours ?? 0)} h of the job are over.`]),
    ...(diskGb === undefined
      ? []
      : [`Its free disk, ${tenths(diskGb)} GB, is less than the ${grouped(workload?.diskGb ?? 0)} GB of the job.`]),
  ];
};

/** What the lines are made for. */
type ShownTerms = CostTerms & { readonly searchDiskGb: number; readonly type: SearchType };

/** What the costs of an offer depend on beside the offer. */
export const costTermsOf = (state: OffersState): ShownTerms => {
  const { type, storageGb, slaTarget } = shownPricing(state);
  return { workload: state.workload, bid: state.bid, pricedTarget: slaTarget, searchDiskGb: storageGb, type };
};

/** The lines in `width` cells with what is to be known of them, and a blank one. */
export const costLines = (
  offer: Offer,
  terms: ShownTerms,
  width: number,
  look: BarLook,
): readonly (readonly Segment[])[] => {
  const { isTooLow, missing } = summed(offer, terms);
  return [
    ...costTable(offer, terms, width, look),
    ...notes(offer, terms, missing, isTooLow).flatMap(({ text, role }) =>
      wrappedLines(text, width).map((part): readonly Segment[] => [{ text: part, role }]),
    ),
    [],
  ];
};

/** What it costs, at its own price where the bid is too low for it. */
const summed = (offer: Offer, terms: ShownTerms) => {
  const least = leastBid(offer);
  const isTooLow = terms.bid !== undefined && least !== undefined && terms.bid < least;
  return { ...costSum(offer, isTooLow ? { ...terms, bid: undefined } : terms), isTooLow };
};

/** The sum line by line, on a wide screen each with its share as a bar; on a narrow one only what an hour, and a job or a month, costs. */
export const costTable = (
  offer: Offer,
  terms: ShownTerms,
  width: number,
  look: BarLook,
): readonly (readonly Segment[])[] => {
  const { workload } = terms;
  const { lines, total, isTooLow } = summed(offer, terms);
  const isWide = width >= WIDE;
  const job = workload === undefined ? [] : [['$/job', workload.hours] as const];
  const spans = costSpans(hoursLeft(offer.duration)).map(
    ({ name, hours }) => [`$/${name === 'end' ? leftWords(hours) : name}`, hours] as const,
  );
  const all = [['$/h', 1] as const, ...spans, ...job];
  const isShort = isNarrow(width + GUTTER);
  const shown = isShort ? [...all.slice(0, 1), ...all.slice(-1)] : all;
  const times = shown.map(([, factor]) => factor);
  const cells = isWide ? 12 : 9;
  const labelCells = isWide ? 40 : Math.min(20, isShort ? width - 2 * cells : 20);
  const row = (label: string, hourly: number | null): string =>
    padCell(cutCell(label, labelCells), labelCells) +
    times.map((factor, place) => figure(hourly === null ? null : hourly * factor, place === 0 ? 4 : 2, cells)).join('');
  const heading = shown.map(([name]) => name.padStart(cells)).join('');
  const bar = Math.min(BAR_MOST, width - labelCells - times.length * cells - BAR_GAP);
  const barOf = (hourly: number | null): string =>
    bar < BAR_LEAST ? '' : ' '.repeat(BAR_GAP) + lyingBar((hourly ?? 0) / (total || 1), bar, look);
  return [
    [piece(padCell('What it costs', labelCells) + heading, 'strong')],
    ...lines.map((line) => [
      plain(row(labelOf(line, terms, isWide), line.hourly)),
      piece(barOf(line.hourly), 'accent-bar'),
    ]),
    [piece(row(totalLabel(terms, isTooLow), total), 'strong')],
  ];
};

/** Cells of a bar, and before it. */
const BAR_LEAST = 8;
const BAR_MOST = 40;
const BAR_GAP = 3;

/** Cells from which on labels are whole. */
const WIDE = 40 + 4 * 12;

const UNKNOWN = 'unknown';

const figure = (value: number | null, digits: number, cells: number): string => {
  if (value === null) return UNKNOWN.padStart(cells);
  const shown = fixed(value, digits);
  return (shown.length < cells ? shown : fixed(value, 0)).padStart(cells);
};

/** The `=` of what is computed is that of the table's headings. */
const labelOf = ({ part, from }: CostLine, terms: ShownTerms, isWide: boolean): string => {
  const [short, long] = LABELS[part](terms.searchDiskGb, terms.workload);
  return `${from === 'computed' ? '=' : ' '}${isWide ? long : short}`;
};

const LABELS: Readonly<
  Record<CostLine['part'], (searchGb: number, workload: Workload | undefined) => readonly [string, string]>
> = {
  price: (searchGb) => [`Price, ${gb(searchGb)} in it`, `Price with the search's disk, ${gb(searchGb)}`],
  lessSearchDisk: (searchGb) => [`less those ${gb(searchGb)}`, `less that disk of the search, ${gb(searchGb)}`],
  gpus: () => ['GPUs', 'GPUs: the price without the disk'],
  searchDisk: (searchGb) => [`Disk, ${gb(searchGb)}`, `Disk of the search, ${gb(searchGb)}`],
  bid: () => ['Your bid', 'Your bid for the GPUs'],
  jobDisk: (_, job) => [`Disk, ${gb(job?.diskGb ?? 0)}`, `Disk of the job, ${gb(job?.diskGb ?? 0)}`],
  down: (_, job) => [`In, ${gb(job?.downGb ?? 0)}`, `Traffic in, ${gb(job?.downGb ?? 0)}, over its hours`],
  up: (_, job) => [`Out, ${gb(job?.upGb ?? 0)}`, `Traffic out, ${gb(job?.upGb ?? 0)}, over its hours`],
};

const gb = (size: number): string => `${grouped(size)} GB`;

/** Without job and bid the service itself gives the total. */
const totalLabel = ({ workload, bid, type }: ShownTerms, isTooLow: boolean): string => {
  const isOwnPrice = bid === undefined || isTooLow;
  if (workload !== undefined) return `=Total of ${grouped(workload.hours)} h`;
  if (isOwnPrice && type === 'reserved') return ' Total if reserved';
  return `${isOwnPrice ? ' ' : '='}You pay`;
};

const notes = (
  offer: Offer,
  { workload, bid, pricedTarget, type }: ShownTerms,
  missing: readonly string[],
  isTooLow: boolean,
): readonly Segment[] => {
  const least = leastBid(offer);
  const leastWords = least === undefined ? 'no least named' : `least ${hourly(least)}`;
  const premium = premiumOf(offer);
  const isAtBid = bid !== undefined && !isTooLow;
  const isTooShort = workload !== undefined && shortfallOf(offer, workload)?.hours !== undefined;
  const senseless = type === 'ondemand' ? senselessBid(offer, isTooLow ? undefined : bid) : undefined;
  return [
    ...(isTooShort ? [] : endNotes(hoursLeft(offer.duration), 'The offer')),
    ...warned(
      ...shortfallWords(offer, workload).map((text) => `! ${text}`),
      missing.length > 0 &&
        `The total is unknown: the service did not give ${missing.join(', ')}${bid === undefined ? '' : ' for this bid'}.`,
      isTooLow && `Your bid of ${hourly(bid ?? 0)} is too low here, so that this is the offer's own price.`,
      senseless !== undefined && `! ${senseless}`,
    ),
    ...(pricedTarget === undefined || isAtBid || !isKnown(premium)
      ? []
      : [
          dim(
            `The price has the SLA premium for ${targetText(pricedTarget)} in it: ${hourly(premium)}, as the service says.`,
          ),
        ]),
    ...warned(
      type === 'reserved' &&
        !isAtBid &&
        'A reserved price is prepaid: what is rented from here costs the price on demand.',
    ),
    dim(
      `= computed here. ${keyName('offers.bid')}: at a bid, ${leastWords}.${workload === undefined ? ` ${keyName('offers.workload')}: for a job.` : ''}`,
    ),
  ];
};

/** Those of `texts` that there are. */
const warned = (...texts: readonly (string | false)[]): readonly Segment[] =>
  texts.filter((text) => text !== false).map((text) => piece(text, 'warning'));

/** Why bidding, or such a bid, makes no sense on an offer priced on demand. */
const senselessBid = (offer: Offer, bid: number | undefined): string | undefined =>
  pointlessBid(offer) ?? (bid === undefined ? undefined : needlessBid(bid, offer));

/** `job 72 h 200 GB`: the hours and the job's own disk, and the SLA target where one is wanted. */
export const jobWords = ({ hours, diskGb, slaTarget }: Workload): string =>
  `job ${grouped(hours)} h ${grouped(diskGb)} GB${slaTarget === undefined ? '' : ` SLA ${targetText(slaTarget)}`}`;
