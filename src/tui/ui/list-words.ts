/**
 * What is said of any list, beside its rows: where the cursor stands, its order, its marks, how old its answer is and what is
 * being done about it, what the words on the screen mean, and how many of its rows are visible.
 */

import { grouped } from '../../base/figures.ts';
import { keyName } from '../../base/named-keys.ts';
import { cellWidth, printable } from '../../base/text.ts';
import { clockTime, clockTimeAndDay, exactTime } from '../../base/time.ts';
import type { FetchedList } from '../state/fetched-list.ts';
import type { List, RowKey } from '../state/list.ts';
import { presentOf } from '../state/list-places.ts';
import { keySet, markedAmong, markWords } from '../state/marks.ts';
import { type Order, orderArrow } from '../state/order.ts';
import { lastArrived, type Progress, type Remote, type RetryWords } from '../state/remote.ts';
import type { ListRow } from '../state/row-words.ts';
import type { FailureWords } from './message-page.tsx';
import { dim, isLow, piece, plain, type Segment, segmentsWidth } from './segments.ts';
import type { Role } from './theme.tsx';

/** A list's counts: the cursor's row from 0, the rows that are shown, and those that came, with a sign where there may be more. */
type Counts = {
  readonly row: number;
  readonly shown: number;
  readonly came: number;
  readonly isCut?: boolean;
  /** Only marked rows are shown. */
  readonly isMarkedOnly?: boolean | undefined;
};

/**
 * `12/41 of 1,000`, or `12/1,000` where all that came is shown, or `marked only 2/3`; the row keeps its width, so that nothing else moves with it.
 * Where lines are appended (`isPlain`) the place is left out: it would be said again with every move.
 */
export const countSegment = (
  { row, shown, came, isCut = false, isMarkedOnly = false }: Counts,
  isPlain: boolean,
): Segment => {
  const all = `${grouped(came)}${isCut ? '+' : ''}`;
  const isPlaceSaid = !isPlain && shown > 0;
  const place = grouped(row + 1).padStart(grouped(shown).length);
  // Where marked rows are few, how many there are in all is no help: the words have its room.
  if (isMarkedOnly) {
    return { text: `marked only ${isPlaceSaid ? `${place}/` : ''}${grouped(shown)}`, role: 'warning' };
  }
  if (!isPlaceSaid) return plain(`${grouped(shown)} of ${all}`);
  return plain(shown === came ? `${place}/${all}` : `${place}/${grouped(shown)} of ${all}`);
};

/** What the words are made of. */
type Ordered = {
  readonly order: Order;
  /** Every column, those that are hidden among them. */
  readonly columns: readonly { readonly heading: string; readonly sortField: string | undefined }[];
  /** What is said of a list that nobody has sorted. */
  readonly unsorted?: string;
  /** The part of a list that was sorted, where the whole was not: `the first 1,000`. */
  readonly among?: string | undefined;
  /** Rows keep the places that they had by earlier values, so that this is the order they were in. */
  readonly isEarlier?: boolean;
  /** What rows are grouped by. */
  readonly within?: string | undefined;
};

/**
 * `by DLP/$ ↓, $/h ↑`, or `as it was by DLP/$ ↓, $/h ↑`, in at most `room` cells, else `by DLP/$ ↓ +1`; nothing where that does not fit either. What was sorted of a
 * list that was cut stands behind it.
 */
export const orderSegments = (
  { order, columns, unsorted = 'as received', among, isEarlier = false, within }: Ordered,
  room: number,
): readonly Segment[] => {
  const keys = order.map(([field, direction]) => {
    const { heading = field } = columns.find(({ sortField }) => sortField === field) ?? {};
    return `${printable(heading)} ${orderArrow(direction)}`;
  });
  const [first] = keys;
  if (first === undefined) return cellWidth(unsorted) <= room ? [dim(unsorted)] : [];
  const short = keys.length === 1 ? first : `${first} +${keys.length - 1}`;
  const behind: readonly Segment[] =
    among === undefined ? [] : [{ text: `, sorted here among ${among}`, role: 'warning' }];
  const before = `${isEarlier ? 'as it was ' : ''}by ${within === undefined ? '' : `${within}, then `}`;
  return (
    [keys.join(', '), short]
      .map((text) => [dim(`${before}${text}`), ...behind])
      .find((line) => segmentsWidth(line) <= room) ?? []
  );
};

/** What had to be left out of an answer: values of a wrong kind, and entries that are no record. */
type Losses = {
  readonly malformedValues: number;
  readonly malformedRecords: number;
  readonly isTruncated?: boolean;
  readonly isEndless?: boolean;
};

/** The part of a list that the words on its marks are made of. */
type ListMarks<Row> = Pick<List<Row>, 'marked' | 'gone' | 'shown' | 'departed'>;

/** The words, each followed by spaces; none when there is nothing to say. */
export const listFootnote = (list: ListMarks<ListRow>, losses: Losses | undefined): readonly Segment[] => [
  ...marksFootnote(list, ({ key }) => key),
  ...(losses?.isTruncated
    ? [piece(losses.isEndless ? 'its pages do not end   ' : 'cut by the service   ', 'warning')]
    : []),
  ...warning(losses?.malformedValues ?? 0, 'unreadable value'),
  ...warning(losses?.malformedRecords ?? 0, 'unreadable entry', 'unreadable entries'),
];

/** How many rows are marked, how many of those are hidden and how many are gone; none when there is nothing to say. */
export const marksFootnote = <Row>(
  list: ListMarks<Row>,
  keyOf: (row: Row) => RowKey | undefined,
): readonly Segment[] => {
  const { marked, gone = [] } = list;
  if (marked.length === 0 && gone.length === 0) return [];
  const keys = keySet(marked);
  const here = marked.length - gone.filter((key) => keys.has(key)).length;
  const hidden = here - markedAmong<Row, RowKey | undefined>(presentOf(list, list.shown), keyOf, marked).length;
  const words = markWords(here, hidden, gone.length);
  return [{ text: `${words}   `, role: hidden === 0 && gone.length === 0 ? 'plain' : 'warning' }];
};

const warning = (count: number, one: string, several = `${one}s`): readonly Segment[] =>
  count === 0 ? [] : [{ text: `${count} ${count === 1 ? one : several}   `, role: 'warning' }];

/** The stage of a question in a word or two; `progress` is how far an answer has come in, for the one under way. */
export const ageSegment = (remote: Remote<unknown, unknown>, timeZone: string, progress = ''): Segment => {
  switch (remote.stage) {
    case 'idle':
      return { text: '   not asked yet ', role: 'dim' };
    case 'loading':
      if (remote.retry !== undefined) return { text: `   no answer${asOf(remote, timeZone)} `, role: 'warning' };
      if (remote.progress !== undefined) return { text: `   ${progressWords(remote.progress)} ... `, role: 'accent' };
      if (remote.isQuiet === true && remote.last !== undefined) return answeredSegment(remote.last.atEpochMs, timeZone);
      return { text: `   ${askedWords(remote, timeZone)}${progress === '' ? '' : `: ${progress}`} `, role: 'accent' };
    case 'loaded':
      return answeredSegment(remote.last.atEpochMs, timeZone);
    case 'failed':
      return { text: `   failed${asOf(remote, timeZone)} `, role: 'danger' };
  }
};

/** `asked 20:16:04`. */
const askedWords = ({ askedAtEpochMs: atMs }: { readonly askedAtEpochMs?: number }, timeZone: string): string =>
  atMs === undefined ? 'asked' : `asked ${exactTime(atMs, timeZone)}`;

/** `75 of 1,000`. */
const progressWords = ({ count, total }: Progress): string =>
  `${grouped(count)}${total === undefined ? '' : ` of ${grouped(total)}`}`;

const answeredSegment = (atEpochMs: number, timeZone: string): Segment => ({
  text: `   as of ${clockTime(atEpochMs, timeZone)} `,
  role: 'dim',
});

/** The age of an answer of this run; that of a kept one takes more words (`keptSegments`). */
const asOf = ({ last }: Exclude<Remote<unknown, unknown>, { stage: 'idle' }>, timeZone: string): string =>
  last === undefined || last.foundAtEpochMs !== undefined ? '' : `, as of ${clockTime(last.atEpochMs, timeZone)}`;

/** Says that what is shown was kept by an earlier run, and from when it is; nothing when it is an answer of this one. */
export const keptSegments = (remote: Remote<unknown, unknown>, timeZone: string): readonly Segment[] => {
  const last = lastArrived(remote);
  if (last?.foundAtEpochMs === undefined) return [];
  const time = clockTimeAndDay(last.atEpochMs, last.foundAtEpochMs, timeZone);
  // Every start begins so: that is nothing to be warned of before something has failed.
  const role = remote.stage === 'loading' && remote.retry === undefined ? 'dim' : 'warning';
  return [{ text: `   as of ${time}, kept from an earlier run: no answer since`, role }];
};

/**
 * What the message line says of a question that goes out in `waitS` seconds, because of `retry` or else because its turn has
 * not come; nothing when it does not wait. `asking` is the row whose key asks at once (`keyName`).
 */
export const waitSegments = (waitS: number | undefined, retry?: RetryWords, asking = 'refresh'): readonly Segment[] => {
  if (retry !== undefined) return retrySegments(waitS, retry, asking);
  if (waitS === undefined) return [];
  return [{ text: `Asking in ${waitS} s: the service limits how often it may be asked.`, role: 'accent' }];
};

const retrySegments = (
  waitS: number | undefined,
  { attempt, ofTries, because }: RetryWords,
  asking: string,
): readonly Segment[] => {
  const tries = ofTries === undefined ? `try ${attempt}` : `try ${attempt} of ${ofTries}`;
  const text =
    waitS === undefined
      ? `Asking again, ${tries}: ${because}.`
      : `Again in ${waitS} s, ${tries}: ${because}. ${keyName(asking)} now, Esc stops.`;
  return [{ text: printable(text), role: 'warning' }];
};

/** What decides how a sign is drawn; each look takes as many lines. */
export type PictureLook = { readonly isAscii?: boolean; readonly isSparse: boolean };

/** Something that stands on the screen, and what it means; a sign has a picture, which help shows in place of the word. */
export type ScreenWord = {
  readonly word: string;
  readonly meaning: string;
  readonly picture?: (look: PictureLook) => readonly Segment[];
};

/** Words by themselves, each with what it means. */
export const meanings = (words: Readonly<Record<string, string>>): readonly ScreenWord[] =>
  Object.entries(words).map(([word, meaning]) => ({ word, meaning }));

/** A sign that always looks the same. */
export const sign = (text: string, role: Role, meaning: string): ScreenWord => ({
  word: text,
  meaning,
  picture: () => [{ text, role }],
});

/** The words of every list. */
export const LIST_WORDS: readonly ScreenWord[] = [
  ...meanings({
    'as of 14:03': `when the service gave the answer that you see; ${keyName('refresh')} asks again`,
    'asked 14:03:27': 'when the service was asked; until its answer comes, what stands there is what it said before',
    '12/41 of 60': 'the cursor is on row 12 of 41, which the filter leaves of 60',
  }),
  {
    word: `+2 clauses (${keyName('filter-whole')})`,
    meaning: `parts of a long filter that do not fit; ${keyName('filter-whole')} shows all of it`,
  },
  {
    word: keyName('filter-language'),
    meaning: 'while you type: what a filter can say; Enter there puts it into the line',
  },
  {
    word: keyName('line-undo'),
    meaning: 'while you type: takes back the last edit, and once more does it again; Ctrl-/ in most terminals',
  },
  ...meanings({
    'marked only': `rows without a mark are not shown; ${keyName('marked-only')} shows all again`,
    '3 marked, 1 hidden': 'the filter hides a marked row; actions skip it',
    '1 gone': 'a marked row is missing from the newest answer',
  }),
  sign('>', 'strong', 'the row that keys work on'),
  sign('*', 'mark', `a marked row; ${keyName('unmark')} clears the marks`),
  sign(
    '~',
    'plain',
    `has the text found with ${keyName('find')}; ${keyName('find-next')} and ${keyName('find-before')} go on and back`,
  ),
  sign('↑¹ ↓²', 'accent', 'sorted by this column first, upwards, by that one next'),
  ...meanings({
    'by $/h ↑, Days ↓': 'what the rows are sorted by, also where the column is not in view; +1: and one more',
  }),
  sign('← →', 'dim', 'more columns on that side'),
  sign('?', 'plain', 'the service sent a value of an unexpected type'),
  sign('-', 'plain', 'the service sent no value'),
];

/**
 * A list as its page needs it; what is known beside its rows is the pane's to show. One without an answer is not asked for: its
 * rows come by themselves.
 */
export type ShownList<Row extends ListRow> = Pick<FetchedList<Row, unknown, FailureWords>, 'list'> &
  Partial<Pick<FetchedList<Row, unknown, FailureWords>, 'answer' | 'waitS'>>;

/** Lines of a page that are no row: the words, a blank line or a note, and the headings. */
const LINES_ABOVE_ROWS = 3;

/** Lines of a failed call over the rows that are still good. */
const FAILURE_LINES = 3;

/** Rows on a page of `height` lines; one at least. */
export const rowsOnPage = (height: number, hasFailure: boolean): number =>
  Math.max(1, height - LINES_ABOVE_ROWS + (isLow(height) ? 1 : 0) - (hasFailure ? FAILURE_LINES : 0));

/** How many rows of `state` are visible on a page of `height` lines. */
export const visibleRows = <Row extends ListRow>(state: ShownList<Row>, height: number): number =>
  rowsOnPage(height, failureOver(state) !== undefined);

/** The failure that stands over rows which are still good; one without rows has the page for itself. */
export const failureOver = <Row extends ListRow>({ answer, list }: ShownList<Row>): FailureWords | undefined =>
  answer?.stage === 'failed' && list.rows.length > 0 ? answer.failure : undefined;
