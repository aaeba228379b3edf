/** What the market of an offer was, in the place of what it is. Pure. */

import { USUAL_SEARCH } from '../../../../api/requests.ts';
import { counted } from '../../../../base/figures.ts';
import { printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { printLine } from '../../../../filter/print.ts';
import { brailleChart, chartTable } from '../../../ui/chart.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import type { CohortWanted, PastReadState, PastValue } from '../pages.ts';
import { priceWords } from '../position/figures.ts';
import { missingWords, NO_HISTORY } from './missing.ts';
import { type Span, spanNamed } from './spans.ts';

type Lines = readonly (readonly Segment[])[];

/** Cells, lines and the zone of the times; `isInWords` where figures are told rather than drawn. */
type PastPlace = {
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
  readonly isInWords: boolean;
};

/** The chart in `height` lines, drawn or told, or in few what is known of it; `price` is that of the offer now, $/hour for one GPU. */
export const cohortChart = (
  past: PastReadState | undefined,
  span: Span,
  price: number | undefined,
  place: PastPlace,
): Lines => {
  const lines = [titleLine(span, past), ...bodyLines(past, price, place)];
  const isChart = past?.value?.kind === 'cohort' && past.problem === undefined;
  return isChart ? Array.from({ length: place.height }, (_, row) => lines[row] ?? []) : lines;
};

const titleLine = (span: Span, past: PastReadState | undefined): readonly Segment[] => [
  { text: ` Its cohort over ${spanNamed(span).words}, $/GPU/h`, role: 'accent' },
  dim(past?.stage === 'reading' && past.value !== undefined ? '   reading on ...' : ''),
];

const bodyLines = (past: PastReadState | undefined, price: number | undefined, place: PastPlace): Lines => {
  const said = (text: string, role: Segment['role'] = 'dim'): Lines =>
    wrappedLines(text, Math.max(10, place.width - 4)).map((line) => [{ text: `   ${line}`, role }]);
  const missing = missingWords(past);
  if (missing !== undefined) return said(missing, past?.problem === undefined ? 'dim' : 'warning');
  if (past?.wanted.kind !== 'cohort' || past.value === undefined) return [];
  const { wanted, value } = past;
  if (value.kind === 'nothing') return said(nothingWords(value, wanted));
  if (value.kind !== 'cohort') return [];
  const { buckets, range } = value;
  const last = buckets.at(-1);
  if (last === undefined) return said('No offer of this cohort was seen in this time.');
  const points = buckets.map(({ p25: low, median: middle, p75: high, ...time }) => ({ ...time, low, middle, high }));
  const medians = buckets.map(({ median }) => median);
  const command = commandOf(wanted, value.stepMs);
  const legend = place.isInWords ? [] : [legendLine(place.width)];
  const height = place.height - 3 - legend.length;
  return [
    [plain(`   last median ${priceWords(last.median)} (${counted(last.n, 'offer')}), ${rangeWords(medians)}`)],
    ...legend,
    ...(place.isInWords
      ? chartTable(
          {
            points,
            range,
            headings: ['p25', 'median', 'p75'],
            figures: ({ low, middle, high }) => [low, middle, high],
            words: priceWords,
            margin: 3,
          },
          { ...place, height },
        )
      : brailleChart(
          { points, range, mark: price === undefined ? undefined : { figure: price, text: 'this' } },
          { ...place, height },
        )),
    [dim(command.length + 3 < place.width ? `   ${command}` : '')],
  ];
};

/** `0.3000 to 0.4000 in this time`. */
const rangeWords = (figures: readonly number[]): string => {
  const [lowest, highest] = [Math.min(...figures), Math.max(...figures)].map(priceWords);
  return lowest === highest ? 'the same all this time' : `${lowest} to ${highest} in this time`;
};

/** The same figures as records. */
const commandOf = (wanted: CohortWanted, stepMs: number): string => {
  const { type, storageGb, span } = wanted;
  const priced = `${type === USUAL_SEARCH.type ? '' : ` --type ${type}`}${storageGb === USUAL_SEARCH.allocatedStorageGb ? '' : ` --storage ${storageGb}`}`;
  return `gpudeck history '${filterOf(wanted)}'${priced} --from ${spanNamed(span).from} --step ${stepWords(stepMs)}`;
};

const stepWords = (stepMs: number): string =>
  stepMs % HOUR_MS === 0 ? `${stepMs / HOUR_MS}h` : `${stepMs / MINUTE_MS}m`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const legendLine = (width: number): readonly Segment[] => [
  { text: '   ⠤⠤', role: 'accent' },
  dim(' median   ⢕⢕ p25 to p75'),
  dim(width < 76 ? '' : '   blank: not asked, or no such offer'),
];

/** What there is nothing of, and how one gets it. */
const nothingWords = (value: Extract<PastValue, { kind: 'nothing' }>, wanted: CohortWanted): string => {
  if (wanted.conditions === undefined)
    return 'What its cohort is alike in is not known of this offer: loosen the cohort.';
  if (value.unkept.length > 0) return `The history does not keep ${value.unkept.join(', ')}: loosen the cohort.`;
  if (value.isEmpty) return NO_HISTORY;
  return `Nothing was recorded in this time that answers for all of this cohort: gpudeck record '${filterOf(wanted)}' does.`;
};

const filterOf = ({ conditions = [] }: CohortWanted): string =>
  printable(printLine({ clauses: conditions, words: [] }));
