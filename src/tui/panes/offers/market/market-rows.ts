/** The rows of the page of the market: its groups with their names, what of them is the user's own, and what became of their prices. Pure. */

import { lastKept } from '../../../../base/once.ts';
import { printable, printableStart } from '../../../../base/text.ts';
import type { Week } from '../../../../history/weeks.ts';
import { ALIKE_IN, type Likeness, likenessKeys } from '../../../../pricing/likeness.ts';
import { type MarketGroup as Group, marketGroups } from '../../../../pricing/market-groups.ts';
import { machinesPlaced, type Placed } from '../../../../pricing/place.ts';
import { inOrder, type Order } from '../../../state/order.ts';
import { folded } from '../../../state/row-words.ts';
import type { MarketAnswer, MarketOrder, MarketPage, MarketQuestion } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { weekChange } from '../week-column.ts';
import { answerAtHand } from './asked-market.ts';
import { ALIKE_KEYS, alikeWords } from './market-words.ts';

/** A group as it is shown. */
export type MarketGroup = Group & {
  readonly name: string;
  /** The user's machines that are alike to it, the dearest first. */
  readonly own: readonly Placed[];
  /** Its median on each of the last seven days; undefined where the history has none. */
  readonly week?: Week | undefined;
};

/** What each order of groups is by, from the greatest; names and changes from the least. */
const ORDER_VALUES: Readonly<Record<MarketOrder, (group: MarketGroup) => string | number | undefined>> = {
  median: ({ spread }) => spread.median,
  name: ({ name }) => name,
  count: ({ spread }) => spread.n,
  score: ({ score }) => score,
  week: ({ week }) => week && weekChange(week),
};

/** Names go up, and so do changes: what has become cheapest stands first. */
export const directionOf = (order: string): 'asc' | 'desc' => (order === 'name' || order === 'week' ? 'asc' : 'desc');

/** What the page asks the service. */
export const marketQuestionOf = ({ type, storageGb, hostId }: MarketPage): MarketQuestion => ({
  type,
  storageGb,
  ...(hostId !== undefined && { hostId }),
});

/** What the groups are made by beside their model, in the order of its keys. */
export const groupedBy = (likeness: Likeness): typeof ALIKE_KEYS =>
  ALIKE_KEYS.filter(({ name }) => name !== 'verification' && likeness[name] !== ALIKE_IN[name][0]);

/** All groups of the market at hand, in their order; undefined while none is. The same as long as nothing of it has changed. */
export const marketGroupsHere = (state: OffersState, page: MarketPage): readonly MarketGroup[] | undefined => {
  const answer = answerAtHand(state.market, marketQuestionOf(page))?.value;
  if (answer === undefined) return undefined;
  const { past } = state;
  const weeks = past?.value?.kind === 'market' ? past.value.weeks : undefined;
  return ordered(withWeeks(groupsOf(answer, page.likeness), weeks), page.order);
};

/** Those of them that the words leave. */
export const marketRows = (state: OffersState, page: MarketPage): readonly MarketGroup[] =>
  narrowed(marketGroupsHere(state, page) ?? NONE, page.words.text);

const NONE: readonly MarketGroup[] = [];

const groupsOf = lastKept(({ own, peers }: MarketAnswer, likeness: Likeness): readonly MarketGroup[] => {
  const keyOf = likenessKeys(likeness);
  const machines = Map.groupBy(machinesPlaced(own, peers, likeness, 'price'), ({ subject }) => keyOf(subject));
  return marketGroups(peers, likeness).map((group) => ({
    ...group,
    name: nameOf(group, likeness),
    own: machines.get(group.key) ?? [],
  }));
});

/** `RTX 4090, 8x, Europe`. */
const nameOf = ({ like }: Group, likeness: Likeness): string =>
  [
    printable(printableStart(like.model)),
    ...groupedBy(likeness).map(({ name }) => printable(alikeWords(name, likeness, like))),
  ].join(', ');

const withWeeks = lastKept(
  (groups: readonly MarketGroup[], weeks: Readonly<Record<string, Week>> | undefined): readonly MarketGroup[] =>
    weeks === undefined
      ? groups
      : groups.map((group) => {
          const { model, gpus } = group.like;
          return { ...group, week: weeks[JSON.stringify([model])] ?? weeks[JSON.stringify([model, gpus])] };
        }),
);

const ordered = lastKept((groups: readonly MarketGroup[], order: MarketOrder): readonly MarketGroup[] => {
  const keys: Order = [order, 'name'].map((name) => [name, directionOf(name)]);
  return inOrder(groups, keys, {
    valueOf: (group, field) => ORDER_VALUES[field as MarketOrder](group),
    compareTexts: () => (one, other) => one.localeCompare(other, 'en', { numeric: true }),
  });
});

const narrowed = lastKept((groups: readonly MarketGroup[], text: string): readonly MarketGroup[] => {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return words.length === 0 ? groups : groups.filter(({ name }) => words.every((word) => folded(name).includes(word)));
});
