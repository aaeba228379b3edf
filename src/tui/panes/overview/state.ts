/** What the overview has in the store: the newest answers, how they were when the user looked last, and which row is chosen. Pure transitions. */
import type { Firing } from '../../../alerts/firing.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import type { AnnouncedWindow, HostMachine, Instance, PriceIncrease } from '../../../catalogue/values.ts';
import type { MarketWeek, OverviewFacts, OwnLists, SearchedOffers } from '../../../overview/facts.ts';
import type { Overview } from '../../../overview/layout.ts';
import type { Lease } from '../../../storage/journal/leases.ts';
import type { Cursor } from '../../state/cursor.ts';
import { atStart, cursorAt } from '../../state/cursor.ts';
import type { Money } from '../../state/money.ts';
import { type Asked, idle, isKept, isUnasked, lastArrived } from '../../state/remote.ts';

/** Records as they came; undefined where the service has no such call. */
type Listed<Kept> = Asked<Came<Kept> | undefined, Explanation>;

type Came<Kept> = { readonly value: readonly Kept[]; readonly isPartial: boolean };

/** The lists that the service is asked for. */
type OverviewLists = {
  readonly instances: Listed<Instance>;
  readonly machines: Listed<HostMachine>;
  readonly windows: Listed<AnnouncedWindow>;
  readonly increases: Listed<PriceIncrease>;
};

export type OverviewList = keyof OverviewLists;

export type OverviewState = OverviewLists & {
  readonly before?: OwnLists;
  readonly firings?: readonly Firing[];
  readonly leases?: readonly Lease[];
  readonly market?: MarketWeek;
  readonly searched?: SearchedOffers | undefined;
  /** The chosen row among those that lead somewhere, and the first line that is seen. */
  readonly cursor: Cursor;
  /** What it leads to: it stays chosen where newer answers put it elsewhere. */
  readonly chosen?: string | undefined;
};

const NEVER = { answer: idle } as const;

export const initialOverview: OverviewState = {
  instances: NEVER,
  machines: NEVER,
  windows: NEVER,
  increases: NEVER,
  cursor: atStart,
};

/** What is drawn. */
export const factsOf = (
  { instances, machines, windows, increases, ...rest }: OverviewState,
  money: Money | undefined,
): OverviewFacts => ({
  ...rest,
  instances: toldIn(instances),
  machines: toldIn(machines),
  windows: toldIn(windows),
  increases: toldIn(increases),
  money,
});

/** What the service has no call for, nobody has there. */
const toldIn = <Kept>({ answer }: Listed<Kept>) => {
  const last = lastArrived(answer);
  return last && { value: [], ...last.value, atEpochMs: last.atEpochMs };
};

/** What an earlier run has left of a list is how that was when the user looked last. */
export const keptFound = (state: OverviewState): OverviewState => {
  const { instances = keptOf(state.instances), machines = keptOf(state.machines) } = state.before ?? {};
  return { ...state, before: { instances, machines } };
};

const keptOf = <Kept>(list: Listed<Kept>) => (isKept(list.answer) ? toldIn(list) : undefined);

/** The user has seen what is here. */
export const userLooked = (state: OverviewState): OverviewState => {
  const [instances, machines] = [toldIn(state.instances), toldIn(state.machines)];
  return instances === undefined && machines === undefined ? state : { ...state, before: { instances, machines } };
};

/** Another service or key is in use. What an earlier run has kept of the first one stays. */
export const overviewForgotten = (state: OverviewState): OverviewState => {
  const { instances, machines, windows } = state;
  return [instances, machines, windows].every(({ answer }) => isUnasked(answer)) ? state : initialOverview;
};

type Row = Overview['rows'][number];

/** What tells a row from the others. */
const nameOf = ({ part, door }: Row): string => `${part} ${door.to} ${door.key ?? ''}`;

/** The row that is chosen by now: the one that leads where the chosen one led, else the one in its place; -1 where there is none. */
export const chosenRow = ({ cursor, chosen }: Pick<OverviewState, 'cursor' | 'chosen'>, { rows }: Overview): number => {
  const there = rows[cursor.row];
  if (chosen === undefined || (there !== undefined && nameOf(there) === chosen))
    return Math.min(cursor.row, rows.length - 1);
  const found = rows.findIndex((row) => nameOf(row) === chosen);
  return found < 0 ? Math.min(cursor.row, rows.length - 1) : found;
};

/** The first line that is seen of `height`, so that the chosen row is; from the first row on all above it too. */
export const topLine = (
  state: Pick<OverviewState, 'cursor' | 'chosen'>,
  overview: Overview,
  height: number,
): number => {
  const row = chosenRow(state, overview);
  const at = row <= 0 ? 0 : (overview.rows[row]?.at ?? 0);
  return cursorAt({ row: at, top: state.cursor.top }, at, { count: overview.lines.length, height }).top;
};

/** The row at that place was chosen. */
export const rowChosen = (state: OverviewState, overview: Overview, row: number, height: number): OverviewState => {
  const target = overview.rows[row];
  if (target === undefined) return state;
  const next = { ...state, cursor: { row, top: state.cursor.top }, chosen: nameOf(target) };
  return { ...next, cursor: { row, top: topLine(next, overview, height) } };
};
