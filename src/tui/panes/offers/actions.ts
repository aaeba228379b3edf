/** The offers pane's keys: those of any list, and what only offers have. Their effects are searching (`searching.ts`) and copying. */
import { jsonOf } from '../../../catalogue/json-start.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { FilterLines } from '../../../storage/journal/filter-lines.ts';
import { type Binding, bind, inFooter, type Layer, withFirst } from '../../keys/binding.ts';
import { type ListChange, listKeys } from '../../keys/list.ts';
import { EDITING } from '../../keys/readline.ts';
import { cursorMoved } from '../../state/cursor.ts';
import { chosenRows, cursorChanged, heightChanged, listSlice } from '../../state/list.ts';
import { openedFollowed, pageTurned } from '../../state/opened-row.ts';
import { retryOf } from '../../state/remote.ts';
import { offerColumnSequence } from './columns.ts';
import { filterCompleted } from './completion.ts';
import { detailHeight, OFFER_PAGES } from './detail.ts';
import { OFFERS_LIST, offersArranged } from './list.ts';
import { machinesOf } from './machine-words.ts';
import { INITIAL_ORDER } from './order.ts';
import { awaitedPricing, pricingWords, shownPricing } from './pricing.ts';
import { createSearching, type Searching, type SearchingNeeds } from './searching.ts';
import { termsKeys } from './terms-keys.ts';

/** Rows and columns of the screen that the pane has. */
type OffersScreen = { readonly width: number; readonly tableHeight: number; readonly bodyHeight: number };

/** What the pane needs from outside. */
type OffersNeeds = Omit<SearchingNeeds, 'height'> & {
  /** Filters that were kept before. */
  readonly lines: FilterLines;
  readonly screen: () => OffersScreen;
  /** Puts text on the user's clipboard and says so; `what` names it in words. */
  readonly copy: (text: string, what: string) => void;
  /** Plans maintenance for these machines. */
  readonly planMaintenance: (machineIds: readonly number[]) => void;
};

/** The pane's actions, as the root and other panes may call them. */
type OffersActions = Pick<Searching, 'search' | 'open' | 'leave'> & {
  /** The key layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The screen has another size. */
  readonly resize: () => void;
};

/** Builds the pane's keys and actions. */
export const createOffersActions = (needs: OffersNeeds): OffersActions => {
  const { slice, screen, notify } = needs;
  const list = listSlice(slice);
  const height = () => screen().tableHeight;
  const searching = createSearching({ ...needs, height });

  /** What the user did to the list may ask for other offers. */
  const changed = (change: ListChange) => {
    if (change === 'typed') return searching.searchAsTyped();
    if (change === 'recalled' || change === 'sorted') return searching.searchSoon();
    const { editing, query } = list.get();
    if (change === 'kept' && editing !== undefined) notify(`Not accepted: ${query.parsed.problems[0]?.message ?? ''}`);
    return searching.searchNow();
  };

  const complete = (steps: 1 | -1) => {
    const before = list.get().filter;
    list.change((listing) => filterCompleted(listing, steps, height()));
    if (list.get().filter === before) notify('Nothing is known to complete here.');
    else searching.searchAsTyped();
  };

  const keys = listKeys({
    owner: 'offers',
    noun: 'offer',
    slice: list,
    arrangement: () => offersArranged(height()),
    lines: needs.lines,
    columns: () => offerColumnSequence(screen().width),
    openedExtent: (offer, page) => ({
      length: detailHeight(offer, page, screen().width),
      height: screen().bodyHeight,
    }),
    filterHelp: 'filter by conditions and words',
    openHelp: 'all fields and costs',
    unsortableWords: 'This column is computed here: the service cannot sort by it.',
    usualOrder: INITIAL_ORDER,
    onChanged: changed,
    ownEditing: [
      bind('offers.filter-complete', ['tab'], 'complete', EDITING, () => complete(1), inFooter),
      bind('offers.filter-complete-back', ['shift-tab'], 'candidate before', EDITING, () => complete(-1)),
    ],
  });
  const terms = termsKeys(slice, searching);

  const chosen = () => chosenRows(list.get(), OFFERS_LIST);
  const openOffers = () => {
    const { opened } = list.get();
    return opened === undefined ? [] : [opened.row];
  };
  const copyOffers = (offers: readonly Offer[]) => {
    const what = offers.length === 1 ? 'the offer' : `${offers.length} offers`;
    const isStale = awaitedPricing(slice.get()) !== undefined;
    const prices = isStale ? ` (prices: ${pricingWords(shownPricing(slice.get())).replace('   ', ', ')})` : '';
    needs.copy(offers.map(jsonOf).join('\n'), what + prices);
  };
  const maintain = (offers: readonly Offer[]) => needs.planMaintenance(machinesOf(offers));
  const lookAtNeighbour = (steps: number) =>
    list.change((listing) => {
      const extent = { count: listing.shown.length, height: height() };
      return openedFollowed(cursorChanged(listing, cursorMoved(listing.cursor, steps, extent)));
    });

  const pane: readonly Binding[] = [
    ...keys.find,
    ...terms.find,
    ...keys.look,
    ...keys.mark,
    bind('offers.copy', ['y'], 'copy JSON', 'Mark', () => copyOffers(chosen()), {
      refusal: keys.needsChosen,
      words: ['export'],
    }),
    bind('offers.maintain', ['m'], 'maintenance', 'Mark', () => maintain(chosen()), {
      isInFooter: true,
      help: 'plan maintenance',
      refusal: keys.needsChosen,
    }),
    ...keys.move,
  ];

  /** What works on marks is in the footer as long as there are some. */
  const onMarks = withFirst(pane, ['offers.maintain', 'offers.copy', 'offers.unmark']);

  const turnPage = () => list.change((listing) => pageTurned(listing, OFFER_PAGES.length));
  const opened: readonly Binding[] = withFirst(
    [
      ...keys.opened,
      bind('offers.page', ['[', ']', 'tab'], 'fields / costs', 'Detail', turnPage),
      bind('offers.next', ['J', 'right', 'l'], 'next offer', 'Detail', () => lookAtNeighbour(1), inFooter),
      bind('offers.before', ['K', 'left', 'h'], 'offer before', 'Detail', () => lookAtNeighbour(-1)),
      bind('offers.copy-open', ['y'], 'copy JSON', 'Detail', () => copyOffers(openOffers())),
      bind('offers.maintain-open', ['m'], 'maintenance', 'Detail', () => maintain(openOffers())),
    ],
    ['offers.close', 'offers.page'],
  );

  const trying: Layer = {
    bindings: [bind('offers.give-up', ['escape'], 'stop trying', 'Find', searching.giveUp)],
  };

  return {
    search: searching.search,
    open: searching.open,
    leave: searching.leave,
    resize: () => list.change((listing) => heightChanged(listing, height())),
    layers: () => {
      const { prompt, answer } = slice.get();
      const { editing, opened: open, marked } = list.get();
      if (prompt !== undefined) return [terms.prompting];
      if (editing !== undefined) return [keys.editing];
      if (open !== undefined) return [{ bindings: opened }];
      return [...(retryOf(answer) === undefined ? [] : [trying]), { bindings: marked.length === 0 ? pane : onMarks }];
    },
  };
};
