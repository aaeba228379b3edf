/** What the offers pane knows, and how facts change it. Pure; times and tickets come as arguments. */

import type { Explanation } from '../../../api/errors/explain.ts';
import type { SearchReply } from '../../../api/records/replies.ts';
import type { SearchRequest, SearchType, SortKey } from '../../../api/requests.ts';
import { findFilterField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { compileLine } from '../../../filter/evaluate.ts';
import type { Clause, FilterLine, Problem } from '../../../filter/line.ts';
import { parseLine } from '../../../filter/parse.ts';
import { wireFilters } from '../../../filter/request.ts';
import { readStorageGb } from '../../../filter/storage-size.ts';
import type { KeptAnswer, KeptOffers } from '../../../storage/files/kept-answer.ts';
import { atStart, type Cursor, cursorAnchored, cursorAt, type Extent } from '../../state/cursor.ts';
import {
  type Line,
  type LineEdit,
  lineAccepted,
  lineCancelled,
  lineOf,
  lineOffered,
  lineOpened,
  lineReplaced,
} from '../../state/line.ts';
import { chosenAmong, markTurned, rangeMarked } from '../../state/marks.ts';
import { type Recall, recallBegun, recalledText, recallMoved } from '../../state/recall.ts';
import {
  arrived,
  asked,
  failed,
  foundAgain,
  idle,
  isAwaited,
  lastArrived,
  putOff,
  type Remote,
  type RetryWords,
  retryOf,
} from '../../state/remote.ts';
import type { SearchStart } from '../pane.ts';
import { INITIAL_ORDER, offersInOrder } from './order.ts';
import type { Pricing } from './pricing.ts';
import { type SeenTexts, textsOf, textsSeen } from './seen-texts.ts';

/** What is known of a finished search beside its offers. */
type SearchFacts = {
  /** How many offers came. */
  readonly count: number;
  /** The limit that was sent; as many offers as this mean that the list may be cut. */
  readonly limit: number;
  /** Values of a kind that their field cannot have. */
  readonly malformedValues: number;
  /** The service said that it cut the list, whatever the limit. */
  readonly isTruncated?: boolean | undefined;
};

/** The form that asks for the storage size or the limit; `problem` says why the last try was not taken. */
type Prompt = { readonly subject: PromptSubject; readonly line: Line; readonly problem?: string };

/** What a form asks for. */
export type PromptSubject = 'storage' | 'limit';

/** The offer that is looked at closely, one of its two pages, and how far that is scrolled. */
export type Detail = { readonly offer: Offer; readonly page: 'fields' | 'costs'; readonly top: number };

/** What Tab found for the place where the cursor is in the filter; `chosen` is the index of the candidate that stands there now. */
export type Candidates = {
  readonly texts: readonly string[];
  readonly chosen?: number;
  /** Where the candidate begins in the line, and the line and place that this was found for. */
  readonly from: number;
  readonly text: string;
  readonly at: number;
};

/** The state of the offers pane. */
export type OffersState = {
  readonly filter: Line;
  /** The filter as it is meant now: while it is being typed, an unfinished clause is left out. */
  readonly parsed: FilterLine;
  /** The newest filter without problems: what narrows the rows and what is sent. */
  readonly applied: FilterLine;
  /**
   * Present while the filter is being edited: the newest line without problems whose every token was behind the user, the
   * earlier lines once they are gone through, and what Tab found. `held` is there once the typing pauses: what would be wrong
   * with the clause before the cursor, which was left out so far, if it were finished.
   */
  readonly editing?: {
    readonly settled: FilterLine;
    readonly held?: Problem;
    readonly recall?: Recall;
    readonly candidates?: Candidates;
  };
  /** What Tab offers as values. */
  readonly seen: SeenTexts;
  readonly order: readonly SortKey[];
  readonly type: SearchType;
  /** Disk of the instance to be created, GB. */
  readonly storageGb: number;
  readonly limit: number;
  readonly search: Remote<SearchFacts, Explanation>;
  /** Seconds left until a failed search is sent again; present while it waits for that. */
  readonly waitS?: number;
  /** The newest question, to see whether another one is needed. */
  readonly sent?: SearchRequest;
  /** The question that the offers on screen answer. */
  readonly answered?: SearchRequest;
  /** The filter of an earlier run that the offers on screen answer, where it asked something else than this one. */
  readonly keptFilter?: string;
  /** Offers received so far while the first answer is still coming in. */
  readonly receivedSoFar?: number;
  /** The offers of the newest answer, in the pane's order. */
  readonly offers: readonly Offer[];
  /** What the prices of those offers are for. */
  readonly pricing?: Pricing;
  /** Those of them that the filter leaves: the rows of the table. */
  readonly shown: readonly Offer[];
  readonly cursor: Cursor;
  /** Id of the column that the column cursor is on. */
  readonly column: string;
  /** An offer that the cursor goes to once it is there, and the page that it is opened at: where an earlier run was. */
  readonly sought?: { readonly id: number; readonly page?: Detail['page'] };
  /** Ids of marked offers, in the order in which they were marked. */
  readonly marked: readonly number[];
  readonly detail?: Detail;
  readonly prompt?: Prompt;
  /** What was typed into each form when it was cancelled last. */
  readonly cancelled: Readonly<Partial<Record<PromptSubject, string>>>;
};

/** Largest limit worth sending: a whole market is about 25,000 offers, the local service gives at most 100,000. */
export const LIMIT_MAXIMUM = 100_000;

/** What a pane opened without options starts with: nothing typed, and the usual storage, limit and order. */
export const USUAL_START: SearchStart = {
  filter: '',
  order: INITIAL_ORDER,
  type: 'ondemand',
  storageGb: 8,
  limit: 1000,
};

/** The pane before anything was asked. */
export const initialOffers = (start: SearchStart): OffersState => {
  const parsed = parseLine(start.filter);
  return {
    ...start,
    filter: lineOf(start.filter),
    parsed,
    applied: parsed.problems.length === 0 ? parsed : parseLine(''),
    seen: {},
    search: idle,
    offers: [],
    shown: [],
    cursor: atStart,
    column: 'dph_total',
    marked: [],
    cancelled: {},
  };
};

/** The question that the pane asks now (docs/interface.md, Search offers). */
export const searchRequest = (state: OffersState): SearchRequest => ({
  filters: wireFilters(state.applied).filters,
  limit: state.limit,
  type: state.type,
  order: state.order,
  allocatedStorageGb: state.storageGb,
});

/** True when the newest question would be asked the same way again. */
export const isAnswered = (state: OffersState): boolean => isSame(state.sent, searchRequest(state));

const isSame = (a: SearchRequest | undefined, b: SearchRequest | undefined): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** True when as many offers came as were asked for, or the service says that it cut the list, so that there may be more. */
export const isCut = (state: OffersState): boolean => isCutAtLimit(state) || isCutByService(state);

/** True when as many offers came as were asked for: asking for more may bring them. */
export const isCutAtLimit = ({ search }: OffersState): boolean => {
  const facts = lastArrived(search)?.value;
  return facts !== undefined && facts.count >= facts.limit;
};

/** True when the service says that it cut the list. */
export const isCutByService = ({ search }: OffersState): boolean => lastArrived(search)?.value.isTruncated === true;

/** The offer under the cursor, or undefined in an empty list. */
export const currentOffer = ({ shown, cursor }: OffersState): Offer | undefined => shown[cursor.row];

/** The marked offers that are shown; the one under the cursor when none is marked. */
export const chosenOffers = (state: OffersState): readonly Offer[] =>
  chosenAmong<Offer, Offer['id']>(state.shown, ({ id }) => id, state.marked, currentOffer(state));

/** What the prices of the rows on screen are for. */
export const shownPricing = ({ pricing, type, storageGb }: OffersState): Pricing => pricing ?? { type, storageGb };

/** The pricing that was asked for and that the rows on screen do not have yet; undefined when they have it. */
export const awaitedPricing = ({ offers, pricing, type, storageGb }: OffersState): Partial<Pricing> | undefined => {
  if (offers.length === 0 || pricing === undefined) return undefined;
  const awaited = {
    ...(pricing.type !== type && { type }),
    ...(pricing.storageGb !== storageGb && { storageGb }),
  };
  return Object.keys(awaited).length === 0 ? undefined : awaited;
};

const pricingOf = (request: SearchRequest): Pricing => ({ type: request.type, storageGb: request.allocatedStorageGb });

/** The machines that `offers` are on. */
export const machinesOf = (offers: readonly Offer[]): readonly number[] => [
  ...new Set(offers.flatMap((offer) => offer.machine_id ?? [])),
];

/** The filter began to be edited. */
export const filterOpened = (state: OffersState): OffersState => ({
  ...state,
  filter: lineOpened(state.filter),
  seen: textsSeen(state.offers, state.seen),
  editing: { settled: state.applied },
});

/**
 * The filter's text or the place in it changed; rows narrow at once. A line that turns out wrong takes back what its beginning
 * seemed to say: the last line that was good as a whole is in force again.
 */
export const filterEdited = (before: OffersState, filter: Line, height: number): OffersState => {
  const state = typingResumed(before);
  const { editing } = state;
  const parsed = lineRead(state, filter.text, editing === undefined ? undefined : filter.at);
  const next = { ...state, filter, parsed };
  if (parsed.problems.length > 0)
    return editing === undefined ? next : narrowed({ ...next, applied: editing.settled }, height);
  const isSettled = editing !== undefined && !isAtCursor(parsed, filter.at);
  return narrowed({ ...next, applied: parsed, ...(isSettled && { editing: { ...editing, settled: parsed } }) }, height);
};

/** The typing paused: what stands before the cursor may be all that was meant. */
export const typingPaused = (state: OffersState): OffersState => {
  const { editing, parsed, filter } = state;
  if (editing === undefined || parsed.unfinished === undefined || parsed.problems.length > 0) return state;
  const [held] = lineRead(state, filter.text).problems;
  return held === undefined ? state : { ...state, editing: { ...editing, held } };
};

const typingResumed = (state: OffersState): OffersState => {
  if (state.editing?.held === undefined) return state;
  const { held: _, ...editing } = state.editing;
  return { ...state, editing };
};

/** What `text` says; its texts are compared with those that offers were seen to have. */
const lineRead = ({ seen }: OffersState, text: string, cursor?: number): FilterLine =>
  parseLine(text, cursor, ({ name }) => textsOf(seen, name));

/** True while the user may still be typing the token before the cursor. */
const isAtCursor = ({ clauses, words, unfinished }: FilterLine, at: number): boolean =>
  unfinished !== undefined || [...clauses, ...words].some(({ to }) => to === at);

/** The filter was kept as it stands; a line that is wrong stays open. */
export const filterKept = (state: OffersState, height: number): OffersState => {
  const parsed = lineRead(state, state.filter.text);
  if (parsed.problems.length > 0) return { ...state, parsed };
  const { editing: _, ...rest } = state;
  return narrowed({ ...rest, filter: lineAccepted(state.filter), parsed, applied: parsed }, height);
};

/** Editing was given up: the filter is what it was before. */
export const filterRestored = (state: OffersState, height: number): OffersState => {
  if (state.editing === undefined) return state;
  const { editing: _, ...rest } = state;
  return filterEdited(rest, lineCancelled(state.filter), height);
};

/**
 * An older (negative `steps`) or newer filter was recalled into the line being edited; `earlier` are those kept before, the newest
 * last.
 */
export const filterRecalled = (
  state: OffersState,
  steps: number,
  earlier: readonly string[],
  height: number,
): OffersState => {
  const { editing, filter } = state;
  if (editing === undefined) return state;
  const recall = recallMoved(editing.recall ?? recallBegun(earlier, filter.text), filter.text, steps);
  const recalled = lineReplaced(recalledText(recall))(filter);
  return filterEdited({ ...state, editing: { ...editing, recall } }, recalled, height);
};

/** The order changed; the rows that are here follow at once, the cursor stays on its offer. */
export const orderChanged = (state: OffersState, order: readonly SortKey[], height: number): OffersState =>
  narrowed({ ...state, order, offers: offersInOrder(state.offers, order) }, height);

/** The way of pricing changed. */
export const typeChanged = (state: OffersState, type: SearchType): OffersState => ({ ...state, type });

export const limitChanged = (state: OffersState, limit: number): OffersState => ({ ...state, limit });

/** A form was opened on the storage size or the limit; the figure in force stands in it, selected. */
export const promptOpened = (state: OffersState, subject: PromptSubject): OffersState => {
  const cancelled = state.cancelled[subject];
  const line = lineOf(String(subject === 'storage' ? state.storageGb : state.limit));
  return {
    ...state,
    prompt: { subject, line: lineOffered(cancelled === undefined ? line : { ...line, cancelled }) },
  };
};

/** The form's line changed. */
export const promptEdited = (state: OffersState, edit: LineEdit): OffersState =>
  state.prompt === undefined
    ? state
    : { ...state, prompt: { subject: state.prompt.subject, line: edit(state.prompt.line) } };

/** The form was cancelled. */
export const promptCancelled = (state: OffersState): OffersState => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const { cancelled } = lineCancelled(line);
  return promptClosed({
    ...state,
    ...(cancelled !== undefined && { cancelled: { ...state.cancelled, [subject]: cancelled } }),
  });
};

const promptClosed = ({ prompt: _, ...state }: OffersState): OffersState => state;

/** The form was submitted: its figure is taken, or it stays open and says what is wrong. */
export const promptSubmitted = (state: OffersState): OffersState => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const typed = line.text.trim();
  const figure = withoutGrouping(typed);
  if (subject === 'storage') {
    const storageGb = readStorageGb(figure);
    const problem = `"${typed}" is not a size above 0: write 200, 500GB or 2TB.`;
    return storageGb === undefined
      ? { ...state, prompt: { subject, line, problem } }
      : promptClosed({ ...state, storageGb });
  }
  const limit = /^\d+$/.test(figure) ? Number(figure) : 0;
  if (limit >= 1 && limit <= LIMIT_MAXIMUM) return promptClosed({ ...state, limit });
  const problem = `"${typed}" is not a whole number of offers from 1 to ${LIMIT_MAXIMUM.toLocaleString('en-US')}.`;
  return { ...state, prompt: { subject, line, problem } };
};

/** A figure as it is typed with the commas that the screen shows: `1,000` is 1000. */
const withoutGrouping = (typed: string): string =>
  /^\d{1,3}(?:,\d{3})+(?![\d,])/.test(typed) ? typed.replaceAll(',', '') : typed;

/** A search was sent. */
export const searchSent = (state: OffersState, ticket: number, request: SearchRequest): OffersState => ({
  ...withoutProgress(state),
  sent: request,
  search: asked(state.search, ticket),
});

/**
 * The offers of an earlier run's last search were found; they are shown while there are none of this one. Prices follow type
 * and storage, so that offers asked for with others are not shown.
 */
export const offersFoundAgain = (
  state: OffersState,
  { answer, atEpochMs, foundAtEpochMs }: KeptAnswer<KeptOffers>,
  height: number,
): OffersState => {
  const { filter, request, count } = answer;
  const asked = searchRequest(state);
  const isPricedSo = request.type === asked.type && request.allocatedStorageGb === asked.allocatedStorageGb;
  if (!isPricedSo || state.offers.length > 0) return state;
  const { length } = answer.offers;
  const facts: SearchFacts = {
    count: length,
    // Of a longer list only the first offers were kept: it may be cut.
    limit: length < count ? length : request.limit,
    malformedValues: answer.malformedValues,
    ...(answer.isTruncated && { isTruncated: true }),
  };
  const search = foundAgain(state.search, facts, atEpochMs, foundAtEpochMs);
  if (search === state.search) return state;
  const isSameFilter = JSON.stringify(request.filters) === JSON.stringify(asked.filters);
  const offers = offersInOrder(answer.offers, state.order);
  const pricing = pricingOf(request);
  return narrowed({ ...state, search, offers, pricing, ...(!isSameFilter && { keptFilter: filter }) }, height);
};

/** The search failed and will be sent again; what is on screen stays, the part of an answer that came among it. */
export const searchPutOff = (state: OffersState, ticket: number, retry: RetryWords): OffersState =>
  isAwaited(state.search, ticket) ? { ...withoutProgress(state), search: putOff(state.search, ticket, retry) } : state;

/**
 * The search that was put off goes out in `waitS` seconds; undefined when it was sent. A stale ticket changes nothing, and
 * neither does the short wait of a search for its turn, which is not worth a repaint.
 */
export const searchWaited = (state: OffersState, ticket: number, waitS: number | undefined): OffersState => {
  if (!isAwaited(state.search, ticket) || retryOf(state.search) === undefined || state.waitS === waitS) return state;
  const { waitS: _, ...rest } = state;
  return waitS === undefined ? rest : { ...rest, waitS };
};

/** Some offers of the answer came in; while there are none on screen, the first of them are shown. */
export const offersReceived = (
  state: OffersState,
  ticket: number,
  first: readonly Offer[],
  receivedSoFar: number,
  height: number,
): OffersState => {
  if (!isAwaited(state.search, ticket)) return state;
  const next = { ...state, receivedSoFar };
  if (state.offers.length > 0) return next;
  const pricing = state.sent && pricingOf(state.sent);
  return narrowed({ ...next, ...(pricing && { pricing }), offers: offersInOrder(first, state.order) }, height);
};

/** The whole answer is here; a stale ticket changes nothing. */
export const offersArrived = (
  state: OffersState,
  ticket: number,
  answer: Pick<SearchReply, 'offers' | 'malformedValues' | 'isTruncated'> & { readonly atEpochMs: number },
  height: number,
): OffersState => {
  if (!isAwaited(state.search, ticket)) return state;
  const facts: SearchFacts = {
    count: answer.offers.length,
    limit: state.sent?.limit ?? state.limit,
    malformedValues: answer.malformedValues,
    ...(answer.isTruncated && { isTruncated: true }),
  };
  const search = arrived(state.search, ticket, facts, answer.atEpochMs);
  const answered = state.sent === undefined ? {} : { answered: state.sent, pricing: pricingOf(state.sent) };
  const offers = offersInOrder(answer.offers, state.order);
  const { keptFilter: _, ...rest } = withoutProgress(state);
  return placeSought(
    narrowed({ ...rest, ...answered, search, offers }, height, isSame(state.answered, state.sent)),
    height,
  );
};

/** The cursor goes to the offer that is sought, where that is among the rows; it is sought no longer. */
const placeSought = ({ sought, ...state }: OffersState, height: number): OffersState => {
  const place = sought === undefined ? -1 : state.shown.findIndex(({ id }) => id === sought.id);
  const offer = state.shown[place];
  if (offer === undefined) return state;
  const cursor = cursorAt(state.cursor, place, { count: state.shown.length, height });
  return { ...state, cursor, ...(sought?.page !== undefined && { detail: { offer, page: sought.page, top: 0 } }) };
};

/** The search failed; what is on screen stays. The same question may be asked again. */
export const searchFailed = (state: OffersState, ticket: number, failure: Explanation): OffersState => {
  if (!isAwaited(state.search, ticket)) return state;
  const { sent: _, ...rest } = withoutProgress(state);
  return { ...rest, search: failed(state.search, ticket, failure) };
};

const withoutProgress = ({ receivedSoFar: _, waitS: __, ...state }: OffersState): OffersState => state;

/** The cursor moved. */
export const cursorChanged = ({ sought: _, ...state }: OffersState, cursor: Cursor): OffersState => ({
  ...state,
  cursor,
});

/** The column cursor moved to the column with this id. */
export const columnChanged = (state: OffersState, column: string): OffersState => ({ ...state, column });

/** The offer under the cursor was marked, or its mark taken away. */
export const markToggled = (state: OffersState): OffersState => {
  const id = currentOffer(state)?.id;
  return typeof id === 'number' ? { ...state, marked: markTurned(state.marked, id) } : state;
};

/** The offers from the one marked last to the one under the cursor were marked; an offer without an id cannot be. */
export const markExtended = (state: OffersState): OffersState => {
  const ids = state.shown.map(({ id }) => id);
  const marked = rangeMarked<Offer['id']>(state.marked, ids, state.cursor.row);
  return { ...state, marked: marked.filter((id) => typeof id === 'number') };
};

/** Every mark was taken away. */
export const marksCleared = (state: OffersState): OffersState => ({ ...state, marked: [] });

/** The offer under the cursor was opened. */
export const detailOpened = (state: OffersState): OffersState => {
  const offer = currentOffer(state);
  return offer === undefined ? state : { ...state, detail: { offer, page: 'fields', top: 0 } };
};

/** The cursor moved while an offer was open: the one under it is open now, on the same page. */
export const detailFollowed = (state: OffersState): OffersState => {
  const offer = currentOffer(state);
  const { detail } = state;
  return offer === undefined || detail === undefined ? state : { ...state, detail: { ...detail, offer, top: 0 } };
};

/** The other page of the open offer was turned to. */
export const detailPageTurned = (state: OffersState): OffersState =>
  state.detail === undefined
    ? state
    : { ...state, detail: { ...state.detail, page: state.detail.page === 'fields' ? 'costs' : 'fields', top: 0 } };

/** The open offer was scrolled by `rows`, at most to `highest`. */
export const detailScrolled = (state: OffersState, rows: number, highest: number): OffersState =>
  state.detail === undefined
    ? state
    : { ...state, detail: { ...state.detail, top: Math.max(0, Math.min(highest, state.detail.top + rows)) } };

/** The open offer was closed. */
export const detailClosed = ({ detail: _, ...state }: OffersState): OffersState => state;

/** The screen's height changed; the cursor's row stays in view. */
export const heightChanged = (state: OffersState, height: number): OffersState => ({
  ...state,
  cursor: cursorAnchored(state.cursor, state.cursor.row, { count: state.shown.length, height }),
});

/**
 * Recomputes the rows from the offers and keeps the cursor on its offer where that is still there. On the first row of a
 * list that answers another question the cursor stays on the first row: who stands there looks for the best.
 */
const narrowed = (state: OffersState, height: number, isRefresh = false): OffersState => {
  const shown = rowsOf(state);
  if (state.cursor.row === 0 && !isRefresh) return { ...state, shown, cursor: atStart };
  const id = currentOffer(state)?.id;
  const place = id === undefined ? -1 : shown.findIndex((offer) => offer.id === id);
  const extent: Extent = { count: shown.length, height };
  return { ...state, shown, cursor: cursorAnchored(state.cursor, place < 0 ? state.cursor.row : place, extent) };
};

/** The offers that the filter leaves. Text at the cursor may be half a word: it is held back while it would leave none. */
const rowsOf = ({ offers, applied, editing, filter }: OffersState): readonly Offer[] => {
  const rows = offers.filter(compileLine(applied));
  if (rows.length > 0 || editing === undefined) return rows;
  const clauses = applied.clauses.filter((clause) => clause.to !== filter.at || !isText(clause));
  return clauses.length === applied.clauses.length ? rows : offers.filter(compileLine({ ...applied, clauses }));
};

const isText = ({ field }: Clause): boolean => findFilterField(field)?.filter.kind === 'text';
