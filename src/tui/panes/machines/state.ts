/** What the pane of machines has in the store: their list, each with what is known of it besides, and what lies over it. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { MachineReport } from '../../../api/records/host-shapes.ts';
import type { Earnings } from '../../../api/records/money-shapes.ts';
import { lastKept } from '../../../base/once.ts';
import type { AnnouncedWindow, HostMachine, Offer } from '../../../catalogue/values.ts';
import type { OfferPast } from '../../../history/offer-past.ts';
import type { Week } from '../../../history/weeks.ts';
import type { CleanUpWrite } from '../../../hosting/clean-up-write.ts';
import type { ListWrite } from '../../../hosting/list-write.ts';
import { type MachineMarket, placeIn } from '../../../hosting/machine-market.ts';
import type { MinBidWrite } from '../../../hosting/min-bid-write.ts';
import type { UnlistWrite } from '../../../hosting/unlist-write.ts';
import { standingByMachine } from '../../../maintenance/standing-windows.ts';
import type { Place } from '../../../pricing/place.ts';
import { type Asked, idle, isKept, lastArrived } from '../../state/remote.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import type { Needs } from '../pane.ts';
import type { WritingPage } from '../write-page/state.ts';
import type { AdvicePage } from './advice-lines.ts';
import type { PriceForm } from './pricing/form.ts';

/** A machine as the service lists it, with what is known of it besides. */
export type OwnMachine = HostMachine & { readonly told?: Told };

/** What else tells of a machine; a part is undefined as long as it is not known. */
export type Told = {
  /** Those that stand, the earliest first. */
  readonly windows: readonly AnnouncedWindow[] | undefined;
  readonly market: MachineMarket | undefined;
  /** Why newer prices did not come. */
  readonly marketFailure: Explanation | undefined;
  /** Its place there; of one that is not listed, or whose price is not known, none. */
  readonly place: Place | undefined;
  /** What GPUs of its model cost in the last week. */
  readonly week: Week | undefined;
  /** What renters find of it now. */
  readonly offers: readonly Offer[] | undefined;
  /** What is asked of one machine once its page is open. */
  readonly about: About | undefined;
};

/** Undefined answers say that the service has no such call. */
export type About = {
  readonly earned: Asked<Earnings | undefined, Explanation>;
  readonly reports: Asked<readonly MachineReport[] | undefined, Explanation>;
  /** What was recorded of it; undefined until it was read, or where nothing is kept. */
  readonly past?: OfferPast | 'nothing';
};

/** Days of earnings that are told, today among them. */
export const EARNED_DAYS = 30;

/** What the market has, by the ids of machines. */
export type Markets = {
  readonly byMachine: Readonly<Record<string, MachineMarket>>;
  readonly offers: Readonly<Record<string, readonly Offer[]>>;
};

export type MachinesState = {
  readonly list: RecordList<OwnMachine>;
  /** Undefined where the service has no such call. */
  readonly windows: Asked<readonly AnnouncedWindow[] | undefined, Explanation>;
  readonly markets: Asked<Markets, Explanation>;
  /** Weeks by model; absent until they were read. */
  readonly weeks?: Readonly<Record<string, Week>>;
  /** By machine. */
  readonly about: Readonly<Record<string, About>>;
  /** What is typed of their prices, also while that is not open. */
  readonly priceForm?: PriceForm | undefined;
  readonly page?: MachinesPage | undefined;
};

const NEVER = { answer: idle } as const;

export const UNASKED = { windows: NEVER, markets: NEVER, about: {} } as const;
const UNASKED_ABOUT: About = { earned: NEVER, reports: NEVER };

/** What is known of one machine alone has changed. */
export const aboutChanged = (
  state: MachinesState,
  machineId: number,
  change: (about: About) => About,
): MachinesState => ({
  ...state,
  about: { ...state.about, [machineId]: change(state.about[machineId] ?? UNASKED_ABOUT) },
});

/** The form of prices, and why it is there again. */
export type FormOpen = { readonly kind: 'pricing'; readonly note?: string };

/** The page that lies over the list. */
type MachinesPage =
  | FormOpen
  | AdvicePage
  | WritingPage<ListWrite>
  | WritingPage<UnlistWrite>
  | WritingPage<MinBidWrite>
  | WritingPage<CleanUpWrite>;

/** What the pane gives to its pages, and what its list tells them. */
export type MachinesTools = Needs & {
  readonly chosen: () => readonly OwnMachine[];
  /** Asks for the list again, whatever is under way, and shows no sign of it. */
  readonly askAgain: () => void;
  readonly changeForm: (transition: (form: PriceForm | undefined) => PriceForm | undefined) => void;
};

/** The machines that are listed. */
export const listedIn = ({ list }: MachinesState): readonly OwnMachine[] => list.list.rows.map(({ record }) => record);

/** Those that the service names, as targets of what is done to them. */
export const targetsOf = <Machine extends HostMachine>(machines: readonly Machine[]) =>
  machines.flatMap((machine) => (typeof machine.id === 'number' ? [{ id: machine.id, machine }] : []));

const standingAmong = lastKept(standingByMachine);

/** The windows that stand, by machine; undefined as long as the service has listed none in this run. */
const standingIn = ({ answer }: MachinesState['windows']) => {
  const last = isKept(answer) ? undefined : lastArrived(answer);
  return last?.value && standingAmong(last.value, last.atEpochMs);
};

const NO_WINDOWS: readonly AnnouncedWindow[] = [];
const NO_OFFERS: readonly Offer[] = [];

/** Adds to a machine what is known of it besides; the same machine where that is nothing new. */
export const joining = (state: MachinesState): ((machine: OwnMachine) => OwnMachine) => {
  const standing = standingIn(state.windows);
  const { answer } = state.markets;
  const markets = lastArrived(answer)?.value;
  const marketFailure = answer.stage === 'failed' ? answer.failure : undefined;
  return (machine) => {
    const { id, gpu_name: model, told } = machine;
    const key = String(id);
    const market = markets?.byMachine[key];
    const next: Told = {
      windows: standing && (standing.get(id) ?? NO_WINDOWS),
      market,
      marketFailure,
      place: told !== undefined && told.market === market ? told.place : placeIn(market, machine),
      week: typeof model === 'string' ? state.weeks?.[model] : undefined,
      offers: market && (markets?.offers[key] ?? NO_OFFERS),
      about: state.about[key],
    };
    return told !== undefined && isSame(told, next) ? machine : { ...machine, told: next };
  };
};

// They are the names of this very object.
const isSame = (one: Told, other: Told): boolean =>
  (Object.keys(other) as readonly (keyof Told)[]).every((name) => one[name] === other[name]);

/** Why nothing can be done to these. */
export const refusalOfChosen = (targets: readonly unknown[]): string | undefined =>
  targets.length === 0 ? 'No row is chosen that names a machine.' : undefined;
