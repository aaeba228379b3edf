/** What is said of offers that are watched: a line for all, and a sign and a word for each. Pure. */
import { grouped } from '../../../../base/figures.ts';
import { cutCell } from '../../../../base/text.ts';
import { clockTime, clockTimeAndDay } from '../../../../base/time.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { lastArrived } from '../../../state/remote.ts';
import { plain, type Segment } from '../../../ui/segments.ts';
import type { TableColumn } from '../../../ui/table.tsx';
import type { OffersState } from '../state.ts';
import { type Change, type ChangeCounts, changeCounts, changeOf, departureOf, lowestNow } from './changes.ts';
import { isAnswerWhole } from './state.ts';

const SIGNS: Readonly<Record<Change['kind'], string>> = {
  new: '+',
  came: '+',
  gone: '-',
  passed: '-',
  left: '?',
  lost: '-',
  cheaper: '↓',
  dearer: '↑',
};

/** Each in a word or two, as it stands in its row. */
const WORDS: Readonly<Record<Change['kind'], string>> = {
  new: 'new',
  came: 'new here',
  gone: 'gone',
  passed: 'came, went',
  left: 'cut off',
  lost: 'no match',
  cheaper: 'cheaper',
  dearer: 'dearer',
};

/** The same behind a count. */
const COUNTED: readonly (readonly [Change['kind'], string])[] = [
  ['new', 'new'],
  ['came', 'new here'],
  ['gone', 'gone'],
  ['passed', 'came and went'],
  ['left', 'cut off'],
  ['lost', 'no longer matching'],
  ['cheaper', 'cheaper'],
  ['dearer', 'dearer'],
];

/** Screens on which a row has room for the word, and for the price as it was. */
const WORD_FROM = 80;
const PRICE_FROM = 120;

/** Cells of what stands before a row on a screen of `width` cells. */
export const changeWidth = (width: number): number => (width >= PRICE_FROM ? 22 : width >= WORD_FROM ? 12 : 1);

/** The column of it: it stands before the others, and no key goes to it. */
export const changeColumn = (width: number): TableColumn => ({
  id: 'change',
  heading: width >= WORD_FROM ? 'changed' : '',
  width: changeWidth(width),
  align: 'left',
  isCurrent: false,
});

/** Tells for each offer what stands before it on a screen of `width` cells; undefined while nothing is compared. */
export const changeWords = (state: OffersState, width: number): ((offer: Offer) => string) | undefined => {
  const { seen } = state.watch;
  if (seen === undefined) return undefined;
  const isWhole = isAnswerWhole(state);
  return (offer) => {
    const change = changeOf(seen, offer, { departed: departureOf(state.list, offer), isWhole });
    return change === undefined ? '' : wordsOf(change, width);
  };
};

const wordsOf = (change: Change, width: number): string => {
  const sign = SIGNS[change.kind];
  if (width < WORD_FROM) return sign;
  const words = `${sign} ${WORDS[change.kind]}`;
  return width >= PRICE_FROM && 'was' in change ? cutCell(`${words}, was ${change.was}`, changeWidth(width)) : words;
};

/** `Since 14:03: 12 new, 7 gone, 31 cheaper`, and what of watching is to be known; empty where offers are neither watched nor compared. */
export const watchSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const { seen, isOn, everyS, againAtEpochMs } = state.watch;
  if (isOn !== true && seen === undefined) return [];
  const next =
    againAtEpochMs === undefined || state.answer.stage !== 'failed'
      ? ''
      : `Asked again at ${clockTime(againAtEpochMs, timeZone)}. `;
  const watched = isOn ? `${next}Watched every ${spanWords(everyS)}.` : 'Not watched any more.';
  if (seen === undefined) return [plain(watched)];
  const counts = countWords(changeCounts(state.list, seen, isAnswerWhole(state)));
  const lowest = lowestNow(state.list, seen);
  const nowEpochMs = lastArrived(state.answer)?.atEpochMs ?? seen.atEpochMs;
  const since = clockTimeAndDay(seen.atEpochMs, nowEpochMs, timeZone);
  return [
    plain(`${isOn && next === '' ? '' : `${watched} `}Since ${since}: `),
    counts === '' ? { text: 'nothing has changed', role: 'dim' } : { text: counts, role: 'strong' },
    plain(lowest === undefined ? '' : `; lowest ${lowest.now}, was ${lowest.was}`),
  ];
};

const countWords = (counts: ChangeCounts): string =>
  COUNTED.flatMap(([kind, words]) => (counts[kind] === 0 ? [] : [`${grouped(counts[kind])} ${words}`])).join(', ');

/** True while the newest answer is never older than a round: that is said in place of its time, which would change with each. */
export const isQuietlyWatched = ({ watch, answer }: OffersState): boolean =>
  watch.isOn === true &&
  (answer.stage === 'loaded' || (answer.stage === 'loading' && answer.isQuiet === true && answer.retry === undefined));

/** `45 s`, `2 min`, `1 h`. */
export const spanWords = (seconds: number): string => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

/** What has become of an offer that newer answers do not have, in a word. */
export const departedWord = (state: OffersState, offer: Offer): string =>
  departureOf(state.list, offer) === 'lost' ? 'no longer matches' : WORDS[isAnswerWhole(state) ? 'gone' : 'left'];

/** Why nothing works on offers that newer answers do not have. */
export const departedWords = (state: OffersState, offers: readonly Offer[]): string => {
  const [first] = offers;
  const one = offers.length === 1;
  const what = one ? `Offer ${first?.id ?? '?'}` : `These ${offers.length} offers`;
  if (offers.every((offer) => departureOf(state.list, offer) === 'lost'))
    return `${what} ${one ? 'does' : 'do'} not match the filter any more: / changes the filter.`;
  if (isAnswerWhole(state)) {
    return `${what} ${one ? 'is' : 'are'} gone: the newest answer has ${one ? 'it' : 'them'} no more.`;
  }
  return `${what} ${one ? 'is' : 'are'} cut off: the newest answer has other offers first. Narrow the filter to see.`;
};
