/** The preview of the offer under the cursor: what it costs, where that stands among those that are alike, the job, its host, and what to mind. Pure. */
import { fixed, grouped } from '../../../base/figures.ts';
import { printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { displayText, formatValue, unitOf } from '../../../catalogue/format.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import { RELIABILITY_TONES, SPAN_TONES, toneOf, VERIFICATION_TONES } from '../../../catalogue/tones.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { type CostLine, costSum, isKnown, type Workload } from '../../../pricing/job-cost.ts';
import { likenessKey, subjectOf, USUAL_LIKENESS } from '../../../pricing/likeness.ts';
import { hoursLeft, leftWords } from '../../../pricing/time-left.ts';
import { rowInFront } from '../../state/list.ts';
import { isDeparted } from '../../state/list-places.ts';
import { labelledLine, type PreviewBlock, type PreviewLine, previewLines } from '../../ui/preview-lines.ts';
import { dim, plain, type Segment, spreadSegments } from '../../ui/segments.ts';
import type { PreviewLines } from '../pane.ts';
import { costTermsOf, shortfallWords } from './job-costs.ts';
import { isCut, type OffersState } from './state.ts';
import { departedWord } from './watch-changes.ts';

/** Undefined while no offer is seen. */
export const offerPreview = (state: OffersState): PreviewLines | undefined => {
  const offer = rowInFront(state.list);
  if (offer === undefined || state.page !== undefined) return undefined;
  return (place) =>
    previewLines(
      ({ width }) => ({
        head: headLines(offer, width),
        blocks: [
          { rank: 0, lines: [priceLine(offer, width)] },
          { rank: 4, lines: worthLines(state, offer, width) },
          { rank: 3, lines: jobLines(state, offer, width) },
          { rank: 5, lines: hostLines(offer, width) },
          { rank: 1, lines: mindLines(state, offer, width) },
        ] satisfies readonly PreviewBlock[],
      }),
      place,
    );
};

const text = (value: unknown): string => (typeof value === 'string' ? printableStart(displayText(value)) : '');

/** Which offer it is, where, and whose. */
const headLines = (offer: Offer, width: number): readonly PreviewLine[] => {
  const { id, num_gpus: gpus, gpu_name: model, machine_id: machine, host_id: host, geolocation: place } = offer;
  return [
    spreadSegments(
      [{ text: `${gpus ?? '?'}× ${text(model) || '?'}`, role: 'strong' }],
      [dim(`offer ${id ?? '?'}`)],
      width,
    ),
    spreadSegments([dim(text(place))], [dim(`machine ${machine ?? '?'}  host ${host ?? '?'}`)], width),
  ];
};

const priceLine = (offer: Offer, width: number): PreviewLine => {
  const { dph_total: total } = offer;
  const perGpu = pricePerGpu(offer);
  return spreadSegments(
    [
      { text: isKnown(total) ? fixed(total, 4) : 'no price', role: 'strong' },
      dim(isKnown(total) ? ' $/h' : ''),
      plain(perGpu === undefined ? '' : `   ${fixed(perGpu, 4)}`),
      dim(perGpu === undefined ? '' : ' $/GPU/h'),
    ],
    [],
    width,
  );
};

/** What it does for the money, and its place by that among those that are alike, the best first. */
const worthLines = ({ list, ...state }: OffersState, offer: Offer, width: number): readonly PreviewLine[] => {
  const { dlperf_per_dphtotal: worth, dlperf } = offer;
  if (!isKnown(worth)) return [];
  const key = keyOf(offer);
  const others = list.rows.filter((other) => other.gpu_name === offer.gpu_name && keyOf(other) === key);
  const better = others.filter(({ dlperf_per_dphtotal: own }) => isKnown(own) && own > worth).length;
  const among = isCut({ ...state, list }) ? ' received' : '';
  return [
    labelledLine('Worth', [plain(figure('dlperf_per_dphtotal', offer)), dim(' DLPerf per $/h')], width, [
      dim(others.length < 2 ? '' : `${grouped(better + 1)} of ${grouped(others.length)}${among}`),
    ]),
    ...(isKnown(dlperf) ? [labelledLine('', [plain(figure('dlperf', offer)), dim(' DLPerf')], width)] : []),
  ];
};

const keyOf = (offer: Offer): string | undefined => {
  const subject = subjectOf(offer);
  return subject && likenessKey(subject, USUAL_LIKENESS);
};

/** The value of a field as it is shown, with its unit where that is no price. */
const figure = (name: string, offer: Offer): string => {
  const field = findOfferField(name);
  return field === undefined ? '' : printableStart(formatValue(field, offer[name]));
};

/** Parts of a job's cost that are told as one. */
const JOB_PARTS: readonly (readonly [string, readonly CostLine['part'][]])[] = [
  ['GPUs', ['price', 'lessSearchDisk', 'bid']],
  ['Disk', ['jobDisk']],
  ['Traffic', ['down', 'up']],
];

/** Cells of what a part is, and of its amount. */
const PART = 9;
const AMOUNT = 11;

/** What the job costs here, part by part. */
const jobLines = (state: OffersState, offer: Offer, width: number): readonly PreviewLine[] => {
  const { workload } = state;
  if (workload === undefined) return [];
  const { lines, total } = costSum(offer, costTermsOf(state));
  const amount = (hourly: number | null): string =>
    (hourly === null ? 'unknown' : fixed(hourly * workload.hours, 2)).padStart(AMOUNT);
  const partLine = (label: string, hourly: number | null, role: Segment['role']): PreviewLine =>
    labelledLine('', [dim(label.padEnd(PART)), { text: amount(hourly), role }, dim(' $')], width);
  return [
    labelledLine('Job', [dim(workloadWords(workload))], width),
    ...JOB_PARTS.map(([label, parts]) => {
      const hourlies = lines.filter(({ part }) => parts.includes(part)).map(({ hourly }) => hourly);
      return partLine(label, hourlies.every(isKnown) ? hourlies.reduce((sum, one) => sum + one, 0) : null, 'plain');
    }),
    partLine('Together', total, 'strong'),
  ];
};

/** `72 h, 200 GB of disk, 50 GB down, 5 GB up`. */
const workloadWords = ({ hours, diskGb, downGb, upGb }: Workload): string =>
  `${grouped(hours)} h, ${grouped(diskGb)} GB disk, ${grouped(downGb)} GB down, ${grouped(upGb)} GB up`;

/** Cells of what is said of a host. */
const FACT = 13;

const hostLines = (offer: Offer, width: number): readonly PreviewLine[] => {
  const of = (name: string): string => figure(name, offer);
  const facts: readonly (readonly [string, Segment['role'] | undefined, string])[] = [
    ['Reliability', toneOf(RELIABILITY_TONES, offer.reliability), `${of('reliability')} %`],
    ['Verification', toneOf(VERIFICATION_TONES, offer.verification), of('verification')],
    ['Stays', toneOf(SPAN_TONES, offer.duration), stayWords(offer)],
    ['vCPU, RAM', undefined, `${of('cpu_cores_effective')}, ${withUnit('cpu_ram', offer)}`],
    ['Disk', undefined, `${withUnit('disk_space', offer)} at ${withUnit('disk_bw', offer)}`],
    ['Network', undefined, `${of('inet_down')} down, ${of('inet_up')} up ${unit('inet_up')}`],
  ];
  return facts.map(([name, role = 'plain', words], place) =>
    labelledLine(place === 0 ? 'Host' : '', [dim(name.padEnd(FACT)), { text: words, role }], width),
  );
};

const unit = (name: string): string => {
  const field = findOfferField(name);
  return field === undefined ? '' : unitOf(field);
};

const withUnit = (name: string, offer: Offer): string => `${figure(name, offer)} ${unit(name)}`;

const stayWords = ({ duration }: Offer): string => {
  const hours = hoursLeft(duration);
  return hours === undefined ? '-' : leftWords(hours);
};

const HOURS_A_DAY = 24;

/** MB/s: a hundred megabits a second. */
const SLOW_NETWORK = 12.5;

/** What may be a reason against it, each with its sign. */
const mindLines = (state: OffersState, offer: Offer, width: number): readonly PreviewLine[] => {
  const { duration, gpu_lanes: lanes, inet_down: down, reliability, verification } = offer;
  const left = hoursLeft(duration);
  const shortfalls = shortfallWords(offer, state.workload);
  const reasons = [
    ...(isDeparted(state.list, offer) ? [`${departedWord(state, offer)} by now`] : []),
    ...shortfalls,
    ...(left !== undefined && left < HOURS_A_DAY && shortfalls.length === 0 ? [`ends in ${leftWords(left)}`] : []),
    ...(verification === 'unverified' || verification === 'deverified' ? [verification] : []),
    ...(toneOf(RELIABILITY_TONES, reliability) === undefined
      ? []
      : [`reliable to ${figure('reliability', offer)} % only`]),
    ...(lanes === 1 ? ['PCIe has one lane'] : []),
    ...(isKnown(down) && down < SLOW_NETWORK ? [`slow network: ${withUnit('inet_down', offer)} down`] : []),
  ];
  const lines = reasons.flatMap((reason) => wrappedLines(`! ${reason}`, width - LABEL_CELLS));
  return lines.map((line, place) => labelledLine(place === 0 ? 'Mind' : '', [{ text: line, role: 'warning' }], width));
};

const LABEL_CELLS = 9;
