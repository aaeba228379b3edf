/** What the offers pane knows: the list of offers, the terms that they are asked for with, and the question under way. Pure. */

import type { Explanation } from '../../../api/errors/explain.ts';
import {
  isSortedHere,
  type SearchRequest,
  type SearchType,
  type SortKey,
  searchOf,
  sentOrder,
} from '../../../api/requests.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { wireFilters } from '../../../filter/request.ts';
import type { Workload } from '../../../pricing/job-cost.ts';
import { TARGET } from '../../../pricing/workload-text.ts';
import { plainView } from '../../../views/view.ts';
import { columnsChosen } from '../../state/columns.ts';
import type { FetchedList } from '../../state/fetched-list.ts';
import { type Line, lineOf } from '../../state/line.ts';

import { emptyList, orderChanged } from '../../state/list.ts';
import { idle, lastArrived } from '../../state/remote.ts';
import type { SearchStart } from '../pane.ts';
import { type FilterQuery, filterRead } from './filter/filter-query.ts';
import { INITIAL_ORDER, offersArranged } from './list.ts';
import type {
  AskedBase,
  AskedMarket,
  CancelledJob,
  ListedGroup,
  OffersPage,
  OfferWeeks,
  PastReadState,
  Pricing,
  ViewsState,
  Watch,
} from './pages.ts';
import type { RentForm } from './renting/form.ts';

/** What is known of a finished search beside its offers. */
export type SearchFacts = {
  /** How many offers came. */
  readonly count: number;
  /** The limit that was sent; as many offers as this mean that the list may be cut. */
  readonly limit: number;
  /** Values of a kind that their field cannot have. */
  readonly malformedValues: number;
  /** Entries that were no record; absent where there were none. */
  readonly malformedRecords?: number;
  /** The service said that it cut the list, whatever the limit. */
  readonly isTruncated?: boolean | undefined;
  /** Characters of the records as they came, before compression; undefined where that was not counted. */
  readonly characters?: number | undefined;
};

/** What forms ask for. */
export const PROMPT_SUBJECTS = ['storage', 'limit', 'bid', 'interval'] as const;

export type PromptSubject = (typeof PROMPT_SUBJECTS)[number];

/** An open form; `problem` says why the last try was not taken. */
type Prompt = { readonly subject: PromptSubject; readonly line: Line; readonly problem?: string };

/** What a form works on. */
type Prompted = {
  /** Disk of the instance to be created, GB. */
  readonly storageGb: number;
  readonly limit: number;
  /** The bid at which the cost of an offer is looked at, $/hour. */
  readonly bid?: number | undefined;
  readonly watch: { readonly everyS: number };
  readonly prompt?: Prompt | undefined;
  /** What was typed into each form when it was cancelled last. */
  readonly cancelled: Readonly<Partial<Record<PromptSubject, string>>>;
};

/** Offers, and the question that they answer. */
type OffersOf = {
  readonly offers: readonly Offer[];
  readonly request: SearchRequest;
  readonly isCut: boolean;
  readonly atEpochMs: number;
};

/** The state of the offers pane. */
export type OffersState = FetchedList<Offer, SearchFacts, Explanation, FilterQuery> &
  Prompted & {
    readonly type: SearchType;
    /** The newest question, to see whether another one is needed. */
    readonly sent?: SearchRequest | undefined;
    /** The question that the offers on screen answer. */
    readonly answered?: SearchRequest;
    /** The filter of an earlier run that the offers on screen answer, where it asked something else than this one. */
    readonly keptFilter?: string | undefined;
    /** Offers received so far while the first answer is still coming in. */
    readonly receivedSoFar?: number | undefined;
    /** Present once they have been coming in for so long that it is said. */
    readonly isReadLong?: true | undefined;
    /** What the prices of the offers on screen are for. */
    readonly pricing?: Pricing;
    /** Offers that came before for less of the filter, the widest first: they tell why an answer has none. */
    readonly wider?: readonly OffersOf[] | undefined;
    /** The order by which the service chose them. */
    readonly chosenBy?: readonly SortKey[];
    readonly views: ViewsState;
    readonly watch: Watch;
    /** What lies over the table or the open offer. */
    readonly page?: OffersPage | undefined;
    /** The whole market, once it was asked for. */
    readonly base?: AskedBase | undefined;
    /** The job that offers are compared for; what it costs is in every row. */
    readonly workload?: Workload | undefined;
    /** What was typed into the form of the job when it was cancelled last. */
    readonly cancelledJob?: CancelledJob;
    /** What is to be rented, as it was typed last; open or not. */
    readonly rentForm?: RentForm | undefined;
    /** All offers of some models, once they were asked for. */
    readonly market?: AskedMarket;
    /** The group of the market whose offers the filter was set to. */
    readonly listed?: ListedGroup | undefined;
    /** What is read of the history for what is open; absent where nothing is wanted, or no history kept. */
    readonly past?: PastReadState;
    /** The same for the offers on the screen: what they cost in the last seven days. */
    readonly weeks?: OfferWeeks;
  };

/** What a pane opened without options starts with: nothing typed, and the usual storage, limit and order. */
export const USUAL_START: SearchStart = {
  filter: '',
  order: INITIAL_ORDER,
  type: 'ondemand',
  storageGb: 8,
  limit: 1000,
};

/** Watching as it is until the user says otherwise. */
export const NOT_WATCHED: Watch = { everyS: 60 };

/** The pane before anything was asked. */
export const initialOffers = ({
  filter,
  order,
  columns,
  view,
  viewCounts,
  groupedBy,
  ...terms
}: SearchStart): OffersState => ({
  ...terms,
  answer: idle,
  list: columnsChosen(
    {
      ...emptyList<Offer, FilterQuery>('dph_total', filterRead(filter, terms.workload !== undefined)),
      filter: lineOf(filter),
      order,
      ...(groupedBy !== undefined && { groups: { by: groupedBy, seen: {}, lines: [] } }),
    },
    columns,
  ),
  cancelled: {},
  watch: NOT_WATCHED,
  views: {
    kept: [],
    counts: viewCounts ?? {},
    ...(view !== undefined && { open: { name: view, view: plainView({ filter, order, columns, ...terms }) } }),
  },
});

/** What the pane would be started with to ask what it asks now. */
export const startOf = ({ list, type, storageGb, limit, workload, views }: OffersState): SearchStart => ({
  filter: list.filter.text,
  order: list.order,
  type,
  storageGb,
  limit,
  ...(workload !== undefined && { workload }),
  columns: list.columns,
  groupedBy: list.groups?.by,
  view: views.open?.name,
});

/** The SLA target of the job, where the filter names none: it is sent like a clause, so that the service tells the premium. */
export const targetOfJob = ({ list, workload }: Pick<OffersState, 'list' | 'workload'>): number | undefined =>
  list.query.applied.clauses.some(({ field }) => field === TARGET) ? undefined : workload?.slaTarget;

/** The question that the pane asks now (docs/interface.md, Search offers). */
export const searchRequest = (state: OffersState): SearchRequest => {
  const { list, limit } = state;
  const target = targetOfJob(state);
  const filters = wireFilters(list.query.applied).filters;
  return searchOf({ ...filters, ...(target !== undefined && { [TARGET]: { eq: target } }) }, state, {
    order: list.order,
    limit,
  });
};

/** What is known of the offers that `request` asks some of: the offers at hand, and those that came for less of the filter, the widest first. */
export const offersAround = (state: OffersState, request: SearchRequest): readonly OffersOf[] => {
  const { list, answered, answer, wider = [] } = state;
  const last = lastArrived(answer);
  const here =
    last === undefined || answered === undefined || list.rows.length === 0
      ? []
      : [{ offers: list.rows, request: answered, isCut: isCut(state), atEpochMs: last.atEpochMs }];
  return [...wider, ...here].filter((one) => isWithin(one.request, request));
};

/** True where all that `before` asked for is still asked for, at the same prices. */
const isWithin = (before: SearchRequest, now: SearchRequest): boolean =>
  before.type === now.type &&
  before.allocatedStorageGb === now.allocatedStorageGb &&
  Object.entries(before.filters).every(
    ([name, filter]) => JSON.stringify(now.filters[name]) === JSON.stringify(filter),
  );

/** Answers, and offers of each, that are kept beside the newest one. */
const MOST_WIDER = 3;
const LONGEST_WIDER = 20_000;

/** Those of them that are kept when an answer to `request` comes. */
export const widerKept = (state: OffersState, request: SearchRequest | undefined): readonly OffersOf[] => {
  if (request === undefined) return [];
  const isSame = (one: OffersOf) => JSON.stringify(one.request.filters) === JSON.stringify(request.filters);
  const around = offersAround(state, request).filter((one) => !isSame(one) && one.offers.length <= LONGEST_WIDER);
  return [...around.slice(0, 1), ...around.slice(1).slice(1 - MOST_WIDER)];
};

/** The disk that the filter asks for, GB, where the prices are for less; else undefined. */
export const diskAsked = ({ list, storageGb }: Pick<OffersState, 'list' | 'storageGb'>): number | undefined => {
  const sizes = list.query.applied.clauses.flatMap((clause) => {
    const isLeast = clause.operator === 'gt' || clause.operator === 'gte' || clause.operator === 'eq';
    return clause.field === 'disk_space' && isLeast && typeof clause.value === 'number' ? [clause.value] : [];
  });
  const most = Math.ceil(Math.max(0, ...sizes));
  return most > storageGb ? most : undefined;
};

/** True when the newest question would be asked the same way again. */
export const isAnswered = (state: OffersState): boolean => isSameRequest(state.sent, searchRequest(state));

/** True when both are there and ask the same. */
export const isSameRequest = (a: SearchRequest | undefined, b: SearchRequest | undefined): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** True when as many offers came as were asked for, or the service says that it cut the list, so that there may be more. */
export const isCut = (state: OffersState): boolean => isCutAtLimit(state) || isCutByService(state);

/** True when as many offers came as were asked for: asking for more may bring them. */
export const isCutAtLimit = ({ answer }: OffersState): boolean => {
  const facts = lastArrived(answer)?.value;
  return facts !== undefined && facts.count >= facts.limit;
};

/** True when a list that was cut has the first of another order: one that the service knows, or that was asked for before. */
export const isOrderedHere = ({ list, chosenBy }: OffersState): boolean =>
  list.order.some(([field]) => isSortedHere(field)) ||
  (chosenBy !== undefined && JSON.stringify(chosenBy) !== JSON.stringify(sentOrder(list.order)));

/** True when the service says that it cut the list. */
export const isCutByService = ({ answer }: OffersState): boolean => lastArrived(answer)?.value.isTruncated === true;

/** What the words of the filter that was kept ask for besides is as they say. */
export const wishesTaken = (state: OffersState, height: number): OffersState => {
  const { wished: { order, type } = {}, ...query } = state.list.query;
  const list = { ...state.list, query };
  return {
    ...state,
    ...(type !== undefined && { type }),
    list: order === undefined ? list : orderChanged(list, order, offersArranged(height)),
  };
};

/** Another way of pricing was chosen. */
export const typeChanged = (state: OffersState, type: SearchType): OffersState => ({ ...state, type });

export const limitChanged = (state: OffersState, limit: number): OffersState => ({ ...state, limit });
