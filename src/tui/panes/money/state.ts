/** What the money pane knows: its pages, and what the service has told for each. Pure. */

import type { Explanation } from '../../../api/errors/explain.ts';
import type { Charge, Earnings, Invoice } from '../../../api/records/money-shapes.ts';
import type { DayCharges, MoneyRows, Told } from '../../../money/charges.ts';
import { placeOn } from '../../state/cursor.ts';
import type { List } from '../../state/list.ts';
import { type Asked, idle, lastArrived } from '../../state/remote.ts';
import { emptyWordList } from '../../state/row-words.ts';
import { COSTS, type Cost, type MoneyRow, PAYMENTS, WASTE, type WasteLine } from './lists.ts';

/** The pages, in the order in which `]` turns to them. */
export const TAB_NAMES = ['left', 'costs', 'payments', 'earned', 'waste'] as const;

export type TabName = (typeof TAB_NAMES)[number];

/** What they are called. */
export const TITLES: Readonly<Record<TabName, string>> = {
  left: 'Left',
  costs: 'Costs',
  payments: 'Payments',
  earned: 'Earned',
  waste: 'Waste',
};

/** Lines above a page: the titles, and one below them. */
export const TAB_LINES = 2;

/** Rows, and what they were made of, where the service was asked for that. */
type MoneyList<Item, Value> = Asked<Value, Explanation> & { readonly list: List<MoneyRow<Item>> };

export type MoneyState = {
  readonly tab: TabName;
  /** Lines of a page without rows that are scrolled out above. */
  readonly top: number;
  /** What each of 30 days has cost; `come` are those that came of an answer that is not whole yet. */
  readonly days: Asked<Told<{ readonly days: readonly DayCharges[] }>, Explanation> & {
    readonly come?: readonly DayCharges[];
  };
  readonly costs: MoneyList<Cost, Told<MoneyRows<Charge>>>;
  readonly payments: MoneyList<Invoice, Told<MoneyRows<Invoice>>>;
  /** Undefined where the service has no such call. */
  readonly earned: Asked<Earnings | undefined, Explanation>;
  /** Whole where all instances and volumes are known. */
  readonly waste: { readonly list: List<MoneyRow<WasteLine>>; readonly isWhole: boolean };
};

export const initialMoney: MoneyState = {
  tab: 'left',
  top: 0,
  days: { answer: idle },
  costs: { answer: idle, list: emptyWordList(COSTS.firstColumn) },
  payments: { answer: idle, list: emptyWordList(PAYMENTS.firstColumn) },
  earned: { answer: idle },
  waste: { list: emptyWordList(WASTE.firstColumn), isWhole: false },
};

/** False where the service has told that there is more than it told, or something that cannot be read. */
export const isWhole = ({ answer }: Asked<Told<MoneyRows<unknown>>, unknown>): boolean => {
  const told = lastArrived(answer)?.value;
  return told?.kind !== 'told' || told.isWhole;
};

/** The page `to`, or so many places further on, was turned to; behind the last comes the first. */
export const tabTurned = (state: MoneyState, to: 1 | -1 | TabName): MoneyState => ({
  ...state,
  top: 0,
  tab: typeof to === 'string' ? to : placeOn(TAB_NAMES, state.tab, to),
});
