/** What views, watching and the pages over the offers keep, and what is asked and read for them alone, as plain data. */

import type { Explanation } from '../../../api/errors/explain.ts';
import type { SearchRequest, SearchType } from '../../../api/requests.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { Condition } from '../../../filter/line.ts';
import type { SwitchedLine } from '../../../filter/switched-line.ts';
import type { Step, Verdict } from '../../../filter/waterfall.ts';

import type { OfferPast, OfferPastWanted } from '../../../history/offer-past.ts';
import type { RentedShares, SharesWanted } from '../../../history/rented-shares.ts';
import type { Week } from '../../../history/weeks.ts';
import type { Likeness, Peer, Subject } from '../../../pricing/likeness.ts';
import type { MachineOrder, Placed } from '../../../pricing/place.ts';
import type { WorkloadPart } from '../../../pricing/workload-text.ts';
import type { KeptView, View } from '../../../views/view.ts';
import type { Cursor } from '../../state/cursor.ts';
import type { Line } from '../../state/line.ts';
import type { Asked } from '../../state/remote.ts';
import type { TimeRange } from '../../ui/chart.ts';
import type { RentPage } from './renting/page.ts';

/** The views as they were read last. */
export type ViewsState = {
  readonly kept: readonly KeptView[];
  /** When that was, Unix epoch milliseconds. */
  readonly readAtEpochMs?: number | undefined;
  /** Why the folder could not be read. */
  readonly problem?: string | undefined;
  readonly open?: OpenView | undefined;
  /** By the name of the view. */
  readonly counts: Readonly<Record<string, ViewCount>>;
  /** The name that was typed last and not used. */
  readonly cancelledName?: string | undefined;
};

/** The view that the list was opened with, as it is kept; with `ownHost` its filter has that id in the place of `me`. */
export type OpenView = { readonly name: string; readonly view: View; readonly ownHost?: number | undefined };

/** How many offers a view showed, whether there may be more, and when that was (Unix epoch milliseconds). */
type ViewCount = { readonly shown: number; readonly isCut: boolean; readonly atEpochMs: number };

/** The page of views. `name` is that of the view under the cursor; undefined where there are none. */
export type ViewsPage = { readonly kind: 'views'; readonly name?: string | undefined; readonly ask?: Ask | undefined };

/** What is asked: a name, with what was wrong with the one before, or whether a view may go or be replaced. */
type Ask = NameAsked | { readonly what: 'delete' } | { readonly what: 'replace'; readonly line: Line };

/** A name is being typed. */
export type NameAsked = {
  readonly what: 'save' | 'rename';
  readonly line: Line;
  readonly problem?: string | undefined;
};

/** One line of the page of what the filter keeps: a part of the filter, and its counts: of the market, or what is left of the rows at hand. */
export type PartRow = Pick<Step, 'text' | 'isEvaluated'> & {
  readonly isDefault: boolean;
  readonly isOff: boolean;
  readonly counts?: Pick<Step, 'after'> & Partial<Pick<Step, 'alone' | 'without'>>;
};

/** The page that counts what each part of the filter keeps of the market, and tells why an offer is not there. */
export type WaterfallPage = {
  readonly kind: 'waterfall';
  readonly line: SwitchedLine;
  readonly rows: readonly PartRow[];
  /** The row of the cursor, from 0. */
  readonly at: number;
  /** The field for an offer's or a machine's id is open. */
  readonly asking?: { readonly line: Line; readonly problem?: string };
  /** Why that one is not there. */
  readonly why?: WhyTold;
};

/** Which offer or machine was asked about; without a kind an offer's id, or else a machine's. */
export type WhyAsked = { readonly kind?: 'offer' | 'machine'; readonly id: number };

/** Why that is not among the rows, as the market that is here tells. */
export type WhyTold = {
  readonly asked: WhyAsked;
  /** What the number turned out to be the id of; undefined where it is the id of nothing. */
  readonly kind?: 'offer' | 'machine';
  /** Its offers in the market that was asked for; undefined where that is not here. */
  readonly inMarket?: number;
  /** Those of them that every part lets pass. */
  readonly passing: number;
  /** How many of its offers are among the rows, and the row of the first of them, from 0. */
  readonly shown: number;
  readonly row?: number;
  /** A few words for one of its offers: `4× RTX 4090`. */
  readonly words?: string;
  /** The machine that the offer is on. */
  readonly machineId?: number;
  /** What each part says of its offers; nothing where none are known. */
  readonly verdicts: readonly Verdict[];
};

/** The way of pricing, and the disk of the instance to be created in GB. */
export type Pricing = {
  readonly type: SearchType;
  readonly storageGb: number;
  /** The SLA target whose premium is in the prices, where one was asked for. */
  readonly slaTarget?: number;
};

/** The whole market as it came, to count what a filter keeps of it, and what its prices are for. */
export type MarketBase = {
  readonly count: number;
  readonly isCut: boolean;
  /** Characters of the records as they came, before compression. */
  readonly characters: number;
  readonly offers: readonly Offer[];
  readonly pricing: Pricing;
};

/** The same as it is asked for; `received` is what has come of the answer so far. */
export type AskedBase = Asked<MarketBase, Explanation> & {
  readonly received?: Pick<MarketBase, 'count' | 'characters'> | undefined;
};

/** A question for all offers of some models, or without `models` of all: every one that can be rented, with `hostId` those of all models that this user offers. */
export type MarketQuestion = {
  readonly type: SearchType;
  /** Disk of the instance, GB, as part of the price. */
  readonly storageGb: number;
  readonly models?: readonly string[];
  readonly hostId?: number;
};

/** What came of it. */
export type MarketAnswer = Omit<MarketQuestion, 'type'> & {
  /** Those with a known price. */
  readonly peers: readonly Peer[];
  /** How many came without one. */
  readonly unpriced: number;
  /** There are more than the service sent. */
  readonly isCut: boolean;
  /** All offers of the user `hostId`, also those that nobody can rent now. */
  readonly own: readonly Subject[];
};

/** What was asked and what came, for each way of pricing; `question` is the newest question, answered or not. */
export type AskedMarket = {
  readonly byType: Readonly<Partial<Record<SearchType, Asked<MarketAnswer, Explanation>>>>;
  readonly question?: MarketQuestion;
};

/** Which offers are looked at: all that the service has of the model, or those of it in the list. */
export type Basis = 'market' | 'list';

/** The page of where an offer stands in its market. */
export type PositionPage = {
  readonly kind: 'position';
  /** The offer, and its price as it was when the page was opened, priced in the way of `subjectType`. */
  readonly subject: Subject;
  readonly subjectType: SearchType;
  /** It is one of the user's own. */
  readonly isOwn: boolean;
  readonly type: SearchType;
  readonly basis: Basis;
  readonly likeness: Likeness;
  /** How far back is looked; absent: at the present. */
  readonly span?: Span | undefined;
  /** What is asked about a price, or a price about a place. */
  readonly wish: Line;
  readonly isAsking: boolean;
  /** Lines scrolled out above. */
  readonly top: number;
  /** The page that it was opened from. */
  readonly back?: OwnMachinesPage;
};

/** The page of all machines that are the user's own, and where each stands. */
export type OwnMachinesPage = {
  readonly kind: 'own-machines';
  /** The user, as offers name their host. */
  readonly hostId: number;
  readonly type: SearchType;
  /** Disk of the instance, GB, as part of the price. */
  readonly storageGb: number;
  readonly likeness: Likeness;
  readonly cursor: Cursor;
  /** The machines that are marked. */
  readonly marked: readonly number[];
  /** The machines that windows were announced for, which are the user's as well. */
  readonly announced: readonly number[];
  readonly order: MachineOrder;
  /** True where it was asked for from the page of machines, which it leads back to. */
  readonly isFromMachines?: boolean;
  /** The page that it was opened from. */
  readonly back?: MarketPage | undefined;
  /** One for each machine; undefined while nothing is at hand. */
  readonly rows?: readonly Placed[];
};

/** What groups of the market are ordered by. */
export const MARKET_ORDER_NAMES = ['median', 'name', 'count', 'score', 'week'] as const;

export type MarketOrder = (typeof MARKET_ORDER_NAMES)[number];

/** The page of the whole market, in groups of offers that are alike. */
export type MarketPage = {
  readonly kind: 'market';
  readonly type: SearchType;
  /** Disk of the instance, GB, as part of the price. */
  readonly storageGb: number;
  /** The user, as offers name their host; absent where that is not known. */
  readonly hostId?: number | undefined;
  readonly likeness: Likeness;
  readonly order: MarketOrder;
  /** The group under the cursor, by its key; absent: the first. */
  readonly at?: string | undefined;
  /** Rows scrolled out above. */
  readonly top: number;
  /** What the names of groups are looked through for. */
  readonly words: Line;
  readonly isTyping: boolean;
};

/** The list has the offers of a group of the market, and the page leads back to what it was. */
export type ListedGroup = {
  readonly page: MarketPage;
  /** The filter that finds them, and the one that was there before, with its way of pricing. */
  readonly filter: string;
  readonly before: { readonly filter: string; readonly type: SearchType };
};

/** The form of the job that offers are compared for: the field at which the user is, and what stands in all of them. */
export type WorkloadPage = {
  readonly kind: 'workload';
  readonly at: WorkloadPart;
  readonly lines: Readonly<Record<WorkloadPart, Line>>;
  /** True once the form was to be accepted as it stands, and something was wrong with it. */
  readonly isTried?: true;
};

/** What was typed into fields of a form that was cancelled. */
export type CancelledJob = Readonly<Partial<Record<WorkloadPart, string>>>;

/** How far back the page of the market looks. */
type Span = 'day' | 'week' | 'month';

/** What is to be read of the history. */
export type PastWanted = CohortWanted | OfferWanted | MachinesWanted | MarketWanted;

/** Medians of the whole market, in groups of one model, `byGpus` also of as many GPUs; of verified offers unless `isOfAll`. */
export type MarketWanted = { readonly kind: 'market'; readonly byGpus: boolean; readonly isOfAll: boolean } & Pick<
  MarketPage,
  'type' | 'storageGb'
>;

/** How long the user's own machines were rented. */
type MachinesWanted = { readonly kind: 'machines' } & Omit<SharesWanted, 'service' | 'stretch'>;

/** The price of an offer that is open, and what became of its machine. */
export type OfferWanted = { readonly kind: 'offer' } & Omit<
  OfferPastWanted,
  'service' | 'stretch' | 'timeZone' | 'type'
> & {
    readonly type: SearchType;
  };

/** Prices of a cohort. */
export type CohortWanted = {
  readonly kind: 'cohort';
  /** What the offers of the cohort agree in; absent where it is not known what that is. */
  readonly conditions?: readonly Condition[] | undefined;
  readonly type: SearchType;
  readonly storageGb: number;
  readonly span: Span;
};

/** Prices of a cohort in one bucket, $/hour for one GPU; `low` and `high` are p25 and p75, or of a few offers the lowest and the highest. */
export type PastBucket = TimeRange & {
  readonly n: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
};

/** What was read. */
export type PastValue =
  | {
      readonly kind: 'cohort';
      readonly range: TimeRange;
      readonly buckets: readonly PastBucket[];
      /** Length of a bucket. */
      readonly stepMs: number;
    }
  | { readonly kind: 'machines'; readonly shares: RentedShares }
  /** Of each group, by its values as JSON, the week of its median. */
  | { readonly kind: 'market'; readonly weeks: Readonly<Record<string, Week>> }
  | { readonly kind: 'offer'; readonly past: OfferPast }
  /** There is nothing that answers it: nothing at all where `isEmpty`, or these filters are of fields that are not kept. What is asked here is kept where it `keepsAsked`. */
  | {
      readonly kind: 'nothing';
      readonly isEmpty: boolean;
      readonly unkept: readonly string[];
      readonly keepsAsked: boolean;
    };

/** What is wanted, and how far the reading has come; what was read before stays while newer answers are looked for. */
export type PastReadState = {
  readonly wanted: PastWanted;
  /** When the answer came that is shown beside it: with a newer one, more may be known. */
  readonly answeredEpochMs: number | undefined;
  readonly stage: 'reading' | 'read';
  readonly value?: PastValue | undefined;
  /** What is known up to then was generated (`generatedUntil`). */
  readonly generatedUntilEpochMs?: number | undefined;
  /** Why nothing could be read. */
  readonly problem?: string | undefined;
};

/** The weeks of offers that are or were on the screen. */
export type OfferWeeks = {
  /** What the prices are, and up to when: by their terms in `weeks.ts`. */
  readonly of: string;
  /** By machine and GPUs; empty where nothing is known. */
  readonly known: Readonly<Record<string, Week>>;
  /** Something was known of an offer: the column stays. */
  readonly isSeen: boolean;
};

/** The answer that was on screen when the user looked last. */
export type Seen = {
  /** When it came, Unix epoch milliseconds. */
  readonly atEpochMs: number;
  readonly request: SearchRequest;
  /** It had every offer that was asked for. */
  readonly isWhole: boolean;
  /** The ids of its offers, and their total prices in $/hour. */
  readonly ids: readonly number[];
  readonly prices: readonly (number | undefined)[];
};

/** Watching, on or off. */
export type Watch = {
  /** Seconds between an answer and the next question. */
  readonly everyS: number;
  readonly isOn?: true;
  /** Present while offers are compared, which goes on when watching ends. */
  readonly seen?: Seen;
  /** When the next round is, Unix epoch milliseconds; present after one that failed. */
  readonly againAtEpochMs?: number;
};

/** The page that lies over the offers. */
export type OffersPage = WaterfallPage | WorkloadPage | ViewsPage | OfMarket | RentPage;

/** Those of the market. */
export type OfMarket = MarketPage | PositionPage | OwnMachinesPage;

type Paged = { readonly page?: OffersPage | undefined };

/** A page was opened, in place of any other, or the open one is as follows now. */
export const pageShown = <State extends Paged>(state: State, page: OffersPage): State => ({ ...state, page });

/** The page was closed. */
export const pageClosed = <State extends Paged>(state: State): State =>
  state.page === undefined ? state : { ...state, page: undefined };
