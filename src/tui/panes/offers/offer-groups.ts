/** What is to be known of an offer beside its fields, as groups of lines: its week, worth and host, the job there, and what to mind. Pure. */

import { grouped } from '../../../base/figures.ts';
import { printableStart } from '../../../base/text.ts';
import { formatValue, unitOf } from '../../../catalogue/format.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import { RELIABILITY_TONES, toneOf } from '../../../catalogue/tones.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { isKnown } from '../../../pricing/job-cost.ts';
import { priceWords } from '../../../pricing/place-words.ts';
import { hoursLeft, leftWords } from '../../../pricing/time-left.ts';
import { isDeparted } from '../../state/list-places.ts';
import { type BarLook, standingBars } from '../../ui/gauge.ts';
import { paragraph, type RecordLine, sectionParts } from '../../ui/record-lines.ts';
import { band, dim, plain } from '../../ui/segments.ts';
import { shortfallWords } from './job-costs.ts';
import { alikeTo } from './lean.ts';
import type { OffersState } from './state.ts';
import { departedWord } from './watch-changes.ts';
import { weekIn } from './weeks.ts';

type Group = readonly RecordLine[];

/** Lines of the bars of a week, the share of its mean that they are high at the least, and that of the lowest of them. */
const WEEK_LINES = 2;
const CALM = 0.2;
const LOWEST = 0.1;

/** What a GPU of it cost on each of seven days; nothing where less than two are known. */
export const weekGroup = (state: OffersState, offer: Offer, width: number, style: BarLook): Group => {
  const week = weekIn(state)(offer) ?? [];
  const known = week.filter((price) => price !== undefined);
  if (known.length < 2) return [];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, (CALM * (high + low)) / 2);
  const base = (high + low - span) / 2;
  const cells = Math.max(1, Math.floor((width + 1) / week.length) - 1);
  const shares = week.flatMap((price) => {
    const share = price === undefined ? 0 : Math.max(LOWEST, (price - base) / span);
    return [...Array.from({ length: cells }, () => share), 0];
  });
  return [
    band('7 days', [dim('daily means '), plain(priceWords(low)), dim(' to '), plain(priceWords(high))]),
    ...(style === 'blocks' ? standingBars(shares, WEEK_LINES, style) : []).map(
      (text): RecordLine => [{ text, role: 'chart' }],
    ),
  ];
};

/** What it does for the money, and its place by that among those that are alike, the best first. */
export const worthGroup = ({ list }: OffersState, offer: Offer): Group => {
  const { dlperf_per_dphtotal: worth } = offer;
  const { offers = [] } = alikeTo(offer, list.rows) ?? {};
  if (!isKnown(worth) || offers.length === 0) return [];
  const better = offers.filter(({ dlperf_per_dphtotal: own }) => isKnown(own) && own > worth).length;
  const place = `${grouped(better + 1)} of ${grouped(offers.length)}`;
  return [band('Worth', [plain(textOf('dlperf_per_dphtotal', offer)), dim(` DLPerf per $/h   ${place}`)])];
};

/** The value of a field as it is shown, without its unit. */
const textOf = (name: string, offer: Offer): string => {
  const field = findOfferField(name);
  return field === undefined ? '' : printableStart(formatValue(field, offer[name]));
};

/** What is told of the machine, and how it is called here. */
const HOST = {
  reliability: 'Reliability',
  verification: 'Verification',
  duration: 'Stays available',
  cpu_cores_effective: 'vCPUs',
  cpu_ram: 'RAM',
  disk_space: 'Free disk',
  disk_bw: 'Disk speed',
  inet_down: 'Download',
  inet_up: 'Upload',
} as const;

/** The machine in a column of `cells` cells. */
export const hostGroup = (offer: Offer, cells: number): Group => {
  const entries = Object.entries(HOST).flatMap(([name, label]) => {
    const field = findOfferField(name);
    if (field === undefined) return [];
    const role = field.tones && toneOf(field.tones, offer[name]);
    return { label, value: textOf(name, offer), unit: unitOf(field), role };
  });
  return sectionParts([{ title: 'Host', entries }], cells)[0] ?? [];
};

const HOURS_A_DAY = 24;

/** MB/s: a hundred megabits a second. */
const SLOW_NETWORK = 12.5;

/** What may be a reason against it, each with its sign, in lines of `width` cells. */
export const mindGroup = (state: OffersState, offer: Offer, width: number): Group => {
  const { duration, gpu_lanes: lanes, inet_down: down, reliability, verification } = offer;
  const left = hoursLeft(duration);
  const shortfalls = shortfallWords(offer, state.workload);
  const isToldEnd = shortfalls.length > 0;
  const reasons = [
    ...(isDeparted(state.list, offer) ? [`It is in newer answers no more: ${departedWord(state, offer)}.`] : []),
    ...shortfalls,
    ...(left !== undefined && left < HOURS_A_DAY && !isToldEnd ? [`It ends in ${leftWords(left)}.`] : []),
    ...(verification === 'unverified' || verification === 'deverified' ? [`It is ${verification}.`] : []),
    ...(toneOf(RELIABILITY_TONES, reliability) === undefined
      ? []
      : [`It was reliable for ${textOf('reliability', offer)} % of the time only.`]),
    ...(lanes === 1 ? ['Its GPUs have one lane of PCIe.'] : []),
    ...(isKnown(down) && down < SLOW_NETWORK ? [`Its network is slow: ${textOf('inet_down', offer)} MB/s down.`] : []),
  ];
  if (reasons.length === 0) return [];
  return [band('Mind'), ...reasons.flatMap((reason) => paragraph(`! ${reason}`, width, 'warning'))];
};
