/** The page of a machine beside its fields: its place in the market, what renters find of it, what it earned, and what is told of it. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { counted, plural } from '../../../base/figures.ts';
import { weekdayTime } from '../../../base/time.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { displayText } from '../../../catalogue/format.ts';
import { occupancyWords } from '../../../catalogue/machine-fields.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { leanRoles, leanWords } from '../../../drawing/lean.ts';
import { windowWords } from '../../../maintenance/standing-windows.ts';
import { isOpenDay } from '../../../money/days.ts';
import { EARNED_NAMES, earnedByKind } from '../../../money/payments.ts';
import { priceWords, rankWords } from '../../../pricing/place-words.ts';
import { type Asked, lastArrived } from '../../state/remote.ts';
import { paragraph, type RecordLine } from '../../ui/record-lines.ts';
import { band, dim, piece, plain } from '../../ui/segments.ts';
import type { ListPlace } from '../list-pane/description.ts';
import { dayChart } from '../page/days-chart.ts';
import { placeLines } from '../page/place-chart.ts';
import { type About, EARNED_DAYS, type OwnMachine, type Told } from './state.ts';

/** Lines of the chart of prices. */
const PLACE_LINES = 8;

/** Cells from which on there is room for the id of an offer. */
const ID_FROM = 64;

/** Offers of a machine that are told. */
const MOST_OFFERS = 8;

/** In `room` cells. */
export const machineLines = (machine: OwnMachine, room: number, place: ListPlace): readonly RecordLine[] => {
  const { told } = machine;
  return [
    ...occupancyLines(machine, room),
    ...windowLines(told?.windows, room, place.timeZone),
    [],
    ...marketLines(machine, room, place),
    ...(told?.offers === undefined ? [] : [[], ...offerLines(told.offers, told.market?.isWhole === true, room)]),
    ...(told?.about === undefined ? [] : aboutLines(told.about, room, place)),
    [],
  ];
};

/** The letters of the GPUs in words. */
const occupancyLines = ({ gpu_occupancy: letters }: OwnMachine, room: number): readonly RecordLine[] => {
  const words = occupancyWords(letters);
  return words === undefined || words === '' ? [] : paragraph(displayText(`In use: ${words}.`), room);
};

/** The windows announced for it. */
const windowLines = (standing: Told['windows'], room: number, timeZone: string): readonly RecordLine[] => {
  const windows = standing?.map((window) => windowWords(window, timeZone));
  const words =
    windows === undefined
      ? 'Windows announced: not known. The service has not listed any in this run.'
      : windows.length === 0
        ? 'Windows announced: none.'
        : `${plural(windows.length, 'Window')} announced: ${windows.join('; ')}.`;
  return paragraph(words, room);
};

const marketLines = (
  { listed, told }: OwnMachine,
  room: number,
  { timeZone, bars = 'blocks', isInWords = false }: ListPlace,
): readonly RecordLine[] => {
  const { place, market, marketFailure } = told ?? {};
  const title = 'Its price in the market';
  const failed = marketFailure === undefined ? [] : failureLines(marketFailure, room);
  if (market === undefined) return [band(title), ...(failed.length > 0 ? failed : [[dim('It is not known.')]])];
  if (place === undefined) {
    const why = listed === false ? 'It is not listed, and has no place.' : 'Not known: nobody said what it costs.';
    return [band(title), ...paragraph(why, room, listed === false ? 'warning' : 'dim')];
  }
  const { others, isWhole, readAtEpochMs } = market;
  const lean = place.fromMedian ?? 0;
  const like = `others that are alike in model and verification, $/GPU/h without disk, ${weekdayTime(readAtEpochMs, timeZone)}`;
  const all = [...others, place.price].sort((one, other) => one - other);
  return [
    band(
      title,
      isWhole
        ? [plain(`${rankWords(place)}  `), piece(leanWords(lean), leanRoles(lean).text)]
        : [piece('not known', 'warning')],
    ),
    ...placeLines(
      all,
      place.price,
      { width: room, height: PLACE_LINES },
      isInWords || bars === 'blank' ? 'told' : bars,
    ),
    ...failed,
    ...paragraph(`Among ${counted(others.length, 'offer')} of ${like}.`, room, 'dim'),
    ...(isWhole
      ? []
      : paragraph(
          'The service has cut its answer: there are more, and where it stands among all is not known.',
          room,
          'warning',
        )),
  ];
};

/** What a search finds of it now. */
const offerLines = (offers: readonly Offer[], isWhole: boolean, room: number): readonly RecordLine[] => [
  band('What renters find of it', [
    dim(offers.length > 0 ? counted(offers.length, 'offer') : isWhole ? 'nothing' : 'not known'),
  ]),
  ...(offers.length === 0 && isWhole ? paragraph('No offer of it can be rented on demand now.', room, 'dim') : []),
  ...offers.slice(0, MOST_OFFERS).map((offer): RecordLine => {
    const price = pricePerGpu(offer);
    return [
      plain(displayText(gpusText(offer.num_gpus, offer.gpu_name)).padEnd(18)),
      plain(typeof offer.dph_total === 'number' ? `  ${priceWords(offer.dph_total)}` : '  ?'),
      dim(` $/h${price === undefined ? '' : `, ${priceWords(price)} $/GPU/h`}`),
      dim(room < ID_FROM ? '' : `, offer ${offer.id ?? '?'}`),
    ];
  }),
  ...(offers.length > MOST_OFFERS ? [[dim(`and ${offers.length - MOST_OFFERS} more`)]] : []),
];

/** What was asked of it alone, and what was recorded. */
const aboutLines = ({ earned, reports, past }: About, room: number, place: ListPlace): readonly RecordLine[] => [
  [],
  ...earnedLines(earned, room, place),
  [],
  ...reportLines(reports, room, place.timeZone),
  ...pastLines(past, room, place.timeZone),
];

const failureLines = ({ whatCameBack, whatToDo }: Explanation, room: number): readonly RecordLine[] =>
  paragraph(`! ${whatCameBack} ${whatToDo}`, room, 'danger');

/** What is said while there is no answer, or under the last one where a newer failed. */
const stateLines = ({ answer }: Asked<unknown, Explanation>, room: number): readonly RecordLine[] => {
  if (answer.stage === 'failed') return failureLines(answer.failure, room);
  return lastArrived(answer) === undefined ? [[dim('Asking ...')]] : [];
};

const earnedLines = (
  earned: About['earned'],
  room: number,
  { bars = 'blocks', isInWords = false }: ListPlace,
): readonly RecordLine[] => {
  const title = `Earned in ${EARNED_DAYS} days, UTC`;
  const last = lastArrived(earned.answer);
  if (last === undefined) return [band(title), ...stateLines(earned, room)];
  if (last.value === undefined)
    return [band(title), ...paragraph('This service does not tell what machines have earned.', room)];
  // Premiums are told of all machines together.
  const days = (last.value.days ?? []).flatMap(({ day, sla: _, ...parts }) =>
    day === undefined ? [] : [{ day, isOpen: isOpenDay(day, last.atEpochMs), kinds: earnedByKind(parts) }],
  );
  const chart =
    days.length === 0
      ? [band(title, [dim('nothing')])]
      : dayChart(title, days, EARNED_NAMES, { width: room, bars, isInWords, most: EARNED_DAYS });
  return [...chart, ...stateLines(earned, room)];
};

const reportLines = (reports: About['reports'], room: number, timeZone: string): readonly RecordLine[] => {
  const last = lastArrived(reports.answer);
  if (last === undefined) return [band('Reports of renters'), ...stateLines(reports, room)];
  const { value: told } = last;
  if (told === undefined) return [band('Reports of renters'), ...paragraph('This service does not tell them.', room)];
  return [
    band('Reports of renters', [dim(told.length === 0 ? 'none' : String(told.length))]),
    ...told.flatMap(({ problem = '?', message, createdAtS }) =>
      paragraph(
        `${createdAtS === undefined ? '?' : weekdayTime(createdAtS * 1000, timeZone)}  ${problem}${message ? `: ${message}` : ''}`,
        room,
      ),
    ),
    ...stateLines(reports, room),
  ];
};

/** When its price became another one, by the record. */
const pastLines = (past: About['past'], room: number, timeZone: string): readonly RecordLine[] => {
  if (past === undefined) return [];
  const changes = past === 'nothing' ? [] : (past.prices?.changes ?? []);
  const none =
    past === 'nothing' ? 'No record of it: gpudeck record keeps what it is listed for.' : 'Its price has not changed.';
  return [
    [],
    band('What changed', [dim('from your record')]),
    ...(changes.length === 0 ? paragraph(none, room, 'dim') : []),
    ...changes.map(({ price, before, atEpochMs }): RecordLine => {
      const lean = price / before - 1;
      return [
        dim(`${weekdayTime(atEpochMs, timeZone)}  `),
        plain(`${priceWords(before)} to ${priceWords(price)} $/GPU/h  `),
        piece(leanWords(lean), leanRoles(lean).text),
      ];
    }),
  ];
};
