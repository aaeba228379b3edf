/** What prices would bring for a machine, as lines: in words, as a curve, as a table. Pure. */
import { keyName } from '../../../base/named-keys.ts';
import { capital } from '../../../base/text.ts';
import { generatedWords } from '../../../history/generated.ts';
import type { RecordedAdvice } from '../../../history/rental-record.ts';
import { adviceTable, adviceWords, basisWords } from '../../../hosting/advice-words.ts';
import type { subjectOfMachine } from '../../../hosting/machine-market.ts';
import type { AdvicePoint } from '../../../pricing/advice.ts';
import { standingBars } from '../../ui/gauge.ts';
import { paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';
import { band, dim, joinedSegments, piece, plain } from '../../ui/segments.ts';
import type { LinesPlace } from '../page/lines-page.tsx';
import { pointLine } from '../page/place-chart.ts';

/** Of which machine, and what it is compared by; `told` is there once the history was read, a text where it could not be. */
export type AdvicePage = {
  readonly kind: 'advice';
  readonly top: number;
  readonly machineId: number;
  readonly subject: NonNullable<ReturnType<typeof subjectOfMachine>>;
  readonly gpus: number;
  readonly told?: RecordedAdvice | string;
};

/** Lines of the bars, and cells left of everything. */
const CHART_LINES = 6;
const MARGIN = 2;

export const adviceLines = (page: AdvicePage, place: LinesPlace): readonly RecordLine[] =>
  linesOf(page, place).map(setInBy(MARGIN));

const linesOf = (
  { told, subject: { price } }: AdvicePage,
  { width, timeZone, isInWords = false, bars = 'blocks', named = (text) => text }: LinesPlace,
): readonly RecordLine[] => {
  const room = width - 2 * MARGIN;
  if (told === undefined) return [[dim('Reading the history ...')]];
  if (typeof told === 'string') return paragraph(told, room, 'warning');
  const { curve, best, generatedUntilEpochMs } = told;
  const [first = '', ...others] = adviceWords(told, price);
  const { heading, rows } = adviceTable(told, price, room);
  return [
    ...paragraph(first, room, best === undefined ? 'warning' : 'strong'),
    ...others.flatMap((text) => paragraph(text, room)),
    ...(isInWords || bars === 'blank' || curve.length < 2
      ? []
      : [[], band('$ a day, by the price of a GPU'), ...chartLines(told, price, room)]),
    ...(curve.length === 0 ? [] : [[], [dim(heading)]]),
    ...rows.map(
      ({ words, isBest, isNow }): RecordLine => [piece(words, isBest ? 'strong' : isNow ? 'accent' : 'plain')],
    ),
    [],
    ...(generatedUntilEpochMs === undefined
      ? []
      : paragraph(`${capital(generatedWords(generatedUntilEpochMs, timeZone))}.`, room, 'warning')),
    ...basisWords(told, timeZone).flatMap((text) => paragraph(text, room, 'dim')),
    ...paragraph(
      named(`Nothing is set from here: ${keyName('machines.price')} in the list does, after a review.`),
      room,
      'dim',
    ),
  ];
};

/** What is expected at prices from the lowest to the highest as bars; below them the one that brings the most, the present one and the median. */
const chartLines = (
  { curve, best, medianPrice }: RecordedAdvice,
  price: number | undefined,
  width: number,
): readonly RecordLine[] => {
  const marks = [
    { at: best?.price, words: 'the most' },
    { at: price, words: 'now' },
    { at: medianPrice, words: 'median' },
  ].flatMap(({ at, words }) => (at === undefined ? [] : [{ at, words }]));
  const prices = [...curve, ...marks.map(({ at }) => ({ price: at }))].map((it) => it.price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const columnOf = (at: number): number =>
    high === low ? 0 : Math.min(width - 1, Math.floor(((at - low) / (high - low)) * width));
  const incomes = Array.from({ length: width }, (_, column) =>
    incomeAt(curve, low + ((column + 0.5) / width) * (high - low)),
  );
  const most = Math.max(...incomes);
  // Between prices that were recorded nothing but a line is known.
  const recorded = new Set(curve.map((point) => columnOf(point.price)));
  return [
    ...standingBars(
      incomes.map((income) => income / most),
      CHART_LINES,
      'blocks',
    ).map((line) =>
      joinedSegments([...line].map((text, column) => piece(text, recorded.has(column) ? 'accent' : 'chart'))),
    ),
    ...marks.map(({ at, words }) => pointLine([plain(`${at.toFixed(4)} ${words}`)], columnOf(at), width)),
  ];
};

/** $ a day between the two points of the curve around a price, in proportion; outside of them nothing is known. */
const incomeAt = (curve: readonly AdvicePoint[], price: number): number => {
  const above = curve.findIndex((point) => point.price >= price);
  const [before, after] = [curve[above - 1], curve[above]];
  if (before === undefined || after === undefined) return 0;
  const part = (price - before.price) / (after.price - before.price);
  return before.income.expected + (after.income.expected - before.income.expected) * part;
};
