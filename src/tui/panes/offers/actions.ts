/** The offers pane's keys: those of any list, and what only offers have. Their effects are searching (`search.ts`) and copying. */

import { lastKept } from '../../../base/once.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { piecesOf } from '../../../filter/clause-parts.ts';
import type { OwnSets } from '../../../filter/own-sets.ts';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import { type Binding, bind, footerOfAllowed, type Layer } from '../../keys/binding.ts';
import { listKeys } from '../../keys/list.ts';
import { listLayers } from '../../keys/list-layers.ts';
import type { ListChange } from '../../keys/list-needs.ts';
import { columnsChosen } from '../../state/columns.ts';
import { groupLineAt } from '../../state/groups.ts';
import { arranged, chosenRows, heightChanged } from '../../state/list.ts';
import { isUnasked, retryOf } from '../../state/remote.ts';
import { partOf } from '../../state/slice.ts';
import { COMPARISON_TITLE_LINES, comparisonLength, languageRoom, wholeExtent } from '../../ui/over-list-lines.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { columnsOnPage } from '../list-pane/columns.ts';
import { createCopying } from '../list-pane/copying.ts';
import { createPages, type Page } from '../page/page.ts';
import { nothing, type RunningPane } from '../pane.ts';
import { offerColumnSequence, offerColumnsHere } from './columns.ts';
import { offersSubject } from './copying.ts';
import { detailHeight, offersCompared } from './detail.ts';
import { completingKeys, earlierLinesRead } from './filter/completing.ts';
import { leftOutWords, mistakeIn, mistakeRefusal, queryWithSets } from './filter/filter-query.ts';
import { OFFER_LANGUAGE } from './filter/language.ts';
import { groupingKeys } from './grouping-keys.ts';
import { INITIAL_ORDER, OFFERS_LIST, offersArranged } from './list.ts';

import { backToMarket } from './market/market-page-keys.ts';
import type { OffersNeeds, OffersTools } from './needs.ts';
import { createReadingAhead, createSearching } from './search.ts';
import { type OffersState, wishesTaken } from './state.ts';
import { termsKeys } from './terms.ts';
import { createWatching } from './watch.ts';
import { departedWords } from './watch-changes.ts';

/** Reads the sets at once and whenever it is called; true where they differ from those before. */
const createSetsReading = ({ slice, sets, height }: OffersNeeds): (() => boolean) => {
  const read = () => {
    const before = slice.get();
    if (sets !== undefined) slice.change((state) => setsRead(state, sets(), height()));
    return slice.get() !== before;
  };
  read();
  return read;
};

/** The file was read: where a set has changed, the filter that names it says so. */
const setsRead = (state: OffersState, sets: OwnSets, height: number): OffersState => {
  const { list } = state;
  if (JSON.stringify(sets) === JSON.stringify(list.query.sets)) return state;
  const query = queryWithSets(list.query, list.filter, sets);
  return { ...state, list: arranged({ ...list, query }, offersArranged(height), true) };
};

/** The pane at work; `over` are the pages that lie over it. */
export const createOffersActions = (
  needs: OffersNeeds,
  over: readonly Page<OffersState, OffersTools>[],
): RunningPane => {
  const { slice, screen, height, notify } = needs;
  const list = partOf(slice, 'list');
  const searching = createSearching(needs, { answered: () => watching.answered(), failed: () => watching.failed() });
  const watching = createWatching(needs, searching);
  const readSets = createSetsReading(needs);
  const readAhead = createReadingAhead(needs.clock);

  /** What the user did to the list may ask for other offers. */
  const changed = (change: ListChange) => {
    if (change === 'sought') return readAhead(list.get());
    if (change === 'opened') {
      if (readSets()) searching.searchSoon();
      list.change((now) => earlierLinesRead(now, needs.lines.list()));
      return readAhead(list.get());
    }
    if (change === 'typed') return searching.searchAsTyped();
    if (change === 'kept') slice.change((state) => wishesTaken(state, height()));
    if (change === 'recalled' || change === 'sorted') return searching.searchSoon();
    return searching.searchNow();
  };

  const refresh = () => {
    readSets();
    searching.search();
  };

  const completing = completingKeys(list, needs, searching.searchAsTyped);

  const keys = listKeys({
    owner: 'offers',
    noun: 'offer',
    slice: list,
    arrangement: () => offersArranged(height()),
    lines: needs.lines,
    notify,
    columns: () => offerColumnSequence(screen().width, list.get()),
    columnsHere: (isUsual = false) =>
      offerColumnsHere(screen().width, isUsual ? columnsChosen(list.get(), undefined) : list.get()),
    columnsVisible: () => columnsOnPage(screen().height),
    language: OFFER_LANGUAGE,
    languageHeight: () => languageRoom(screen().height),
    wholeExtent: () => wholeExtent(list.get().filter.text, piecesOf(list.get().filter.text), screen()),
    openedExtent: (offer, page) => ({
      length: detailHeight(offer, page, screen().width, slice.get()),
      height: Math.max(1, screen().height - RECORD_TITLE_LINES),
    }),
    comparedExtent: (offers, isDifferingOnly) => ({
      length: comparisonLength(offersCompared(offers, isDifferingOnly).sections),
      height: Math.max(1, screen().height - COMPARISON_TITLE_LINES),
    }),
    filterHelp: 'filter by conditions and words',
    openHelp: 'all fields and costs',
    usualOrder: INITIAL_ORDER,
    mistakeRefusal: () => mistakeRefusal(list.get()),
    departedWords: (offers) => departedWords(slice.get(), offers),
    onChanged: changed,
    ownEditing: completing.editing,
  });
  const tools = { ...needs, searching, readSets };
  const terms = termsKeys(tools, refresh, watching.intervalChanged);
  const grouping = groupingKeys(needs);
  const pages = createPages(over, slice, tools);

  const chosen = () => chosenRows(list.get(), OFFERS_LIST);
  const maintain = () => {
    const mistake = mistakeIn(list.get());
    needs.planMaintenance(machineIdsOf(chosen()), mistake && leftOutWords(mistake));
  };
  const subject = () => offersSubject(slice.get(), screen().width, needs.client());
  const copying = createCopying({
    ...needs,
    owner: 'offers',
    slice: list,
    subject,
    kind: OFFERS_LIST,
  });

  const layers = listLayers({ owner: 'offers', slice: list }, keys, {
    ...copying,
    find: [grouping.find, ...terms.find],
    own: [
      bind('offers.maintain', ['m'], 'maintenance', 'Host', maintain, {
        isInFooter: true,
        help: 'plan maintenance',
        refusal: () => keys.needsChosen() ?? (chosen().length > 1 ? mistakeRefusal(list.get()) : undefined),
      }),
    ],
    ownQuiet: () => (isHost(list.get().rows, needs.userId()) ? [] : ['offers.maintain']),
    opened: terms.opened,
    over: () => [
      ...(retryOf(slice.get().answer) === undefined ? [] : [terms.trying]),
      ...(slice.get().isReadLong ? [terms.reading] : []),
      ...watching.keysInFront(),
    ],
  });

  /** Over the table what leads on stands early in the footer, as long as it works; over an open offer that it is rented. */
  const openers = (): Layer => {
    const { opened, comparing, choosing, whole, marked } = list.get();
    const isFree = [comparing, choosing, whole].every((part) => part === undefined);
    const isAtTable = isFree && opened === undefined;
    const { bindings } = pages.openers;
    const early = EARLY.flatMap((id) => bindings.filter((binding) => binding.id === id));
    // What works on marks comes before what does not.
    const isEarly = ({ id }: Binding) => (id === 'offers.rent' ? isFree : isAtTable && marked.length === 0);
    const shown = early.map((binding): Binding => (isEarly(binding) ? { ...binding, isInFooter: 'early' } : binding));
    // On a band they stay there, as does all of the footer.
    const here = groupLineAt(list.get(), list.get().cursor.row) === undefined ? footerOfAllowed(shown) : shown;
    return { bindings: [...here, ...footerOfAllowed(bindings.filter((binding) => !early.includes(binding)))] };
  };

  const wasOpen = () => !isUnasked(slice.get().answer);
  const searchAgain = () => {
    if (wasOpen()) searching.search();
  };

  return {
    open: () => {
      watching.open();
      searching.open();
      pages.open();
    },
    leave: () => {
      watching.leave();
      searching.leave();
      pages.leave();
    },
    serviceChanged: () => {
      watching.serviceChanged();
      pages.serviceChanged();
      searchAgain();
    },
    readJournal: nothing,
    resumed: () => {
      keys.resumed();
      searchAgain();
      if (wasOpen()) pages.resumed();
    },
    hears: {
      ownMarketAsked: () => {
        const { page, prompt } = slice.get();
        const opener = pages.openers.bindings.find(({ id }) => id === 'offers.own-position');
        const isBusy = prompt !== undefined || !['market', 'own-machines', 'position', undefined].includes(page?.kind);
        const reason = isBusy ? 'Another page is open in Offers: leave it first.' : opener?.refusal?.();
        if (reason !== undefined) return needs.refuse(reason);
        needs.comeForward();
        opener?.run();
        slice.change((state) =>
          state.page?.kind === 'own-machines' ? { ...state, page: { ...state.page, isFromMachines: true } } : state,
        );
      },
    },
    guards: pages.guards,
    revealedSecret: pages.revealedSecret,
    resize: () => list.change((now) => heightChanged(now, height())),
    layers: () => {
      const { prompt, page } = slice.get();
      if (prompt !== undefined) return [terms.prompting];
      if (page !== undefined) return pages.layers();
      const ofOpen = list.get().opened === undefined ? [] : [terms.nearest];
      return [
        ...completing.layers(),
        ...grouping.onLines(layers()),
        ...ofOpen,
        ...backToMarket(tools),
        openers(),
        watching.keys(),
      ];
    },
  };
};

/** What stands early in the footer over the table. */
const EARLY: readonly string[] = ['offers.rent', 'offers.market'];

/** True where one of these offers is the user's own. */
const isHost = lastKept(
  (offers: readonly Offer[], userId: number | undefined): boolean =>
    userId !== undefined && offers.some(({ host_id: hostId }) => hostId === userId),
);
