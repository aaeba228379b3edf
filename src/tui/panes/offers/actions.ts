/** The offers pane's keys: those of any list, and what only offers have. Their effects are searching (`searching.ts`) and copying. */
import { piecesOf } from '../../../filter/pieces.ts';
import { bind, type Layer } from '../../keys/binding.ts';
import { listKeys } from '../../keys/list.ts';
import { listLayers } from '../../keys/list-layers.ts';
import type { ListChange } from '../../keys/list-needs.ts';
import { columnsChosen } from '../../state/columns.ts';
import { chosenRows, heightChanged, listSlice } from '../../state/list.ts';
import { retryOf } from '../../state/remote.ts';
import { comparisonLength, languageRoom, wholeExtent } from '../../ui/over-list-lines.ts';

import { createCopying } from '../list-pane/copying.ts';
import { createPages, type Page, type RunningPages } from '../page/page.ts';
import { offerColumnSequence, offerColumnsHere } from './columns.ts';
import { offersCompared } from './comparison.ts';
import { earlierLinesRead } from './completing/completion.ts';
import { completingKeys } from './completing/keys.ts';
import { offersSubject } from './copying.ts';
import { detailHeight } from './detail.ts';
import { OFFER_LANGUAGE } from './language/place.ts';
import { OFFERS_LIST, offersArranged } from './list.ts';
import { machinesOf } from './machine-words.ts';
import type { OffersNeeds, OffersTools } from './needs.ts';
import { INITIAL_ORDER } from './order.ts';
import { createSetsReading } from './own-sets.ts';
import { createReadingAhead } from './reading-ahead.ts';
import type { Searching } from './searching.ts';
import type { OffersState } from './state.ts';
import { termsKeys } from './terms-keys.ts';
import { createWatchedSearch } from './watch/create.ts';
import { departedWords } from './watch/words.ts';
import { costTermsOf } from './workload/cost-lines.ts';

/** The pane's actions, as the root and other panes may call them. */
type OffersActions = Pick<Searching, 'search' | 'open' | 'leave'> &
  Pick<RunningPages, 'guards' | 'revealedSecret'> & {
    /** The key layers in force, innermost first. */
    readonly layers: () => readonly Layer[];
    /** Another service is in use: what the former one said of its market is forgotten. */
    readonly serviceChanged: () => void;
    /** What an earlier run has left of the list is here again. */
    readonly listResumed: () => void;
    /** What it has left of the pages is, and the pane was opened before. */
    readonly resumed: () => void;
    /** The screen has another size. */
    readonly resize: () => void;
  };

/** Builds the pane's keys and actions. */
export const createOffersActions = (
  needs: OffersNeeds,
  over: readonly Page<OffersState, OffersTools>[],
): OffersActions => {
  const { slice, screen, notify } = needs;
  const list = listSlice(slice);
  const height = () => screen().tableHeight;
  const watched = createWatchedSearch({ ...needs, height });
  const { searching } = watched;
  const readSets = createSetsReading({ ...needs, height });
  const readAhead = createReadingAhead(needs.clock);

  /** What the user did to the list may ask for other offers. */
  const changed = (change: ListChange) => {
    if (change === 'opened') {
      if (readSets()) searching.searchSoon();
      list.change((now) => earlierLinesRead(now, needs.lines.list()));
      return readAhead(list.get());
    }
    if (change === 'typed') return searching.searchAsTyped();
    if (change === 'recalled' || change === 'sorted') return searching.searchSoon();
    return searching.searchNow();
  };

  const refresh = () => {
    readSets();
    searching.search();
  };

  const completing = completingKeys({ slice: list, height, onCompleted: searching.searchAsTyped, notify });

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
    columnsVisible: () => screen().columnsVisible,
    language: OFFER_LANGUAGE,
    languageHeight: () => languageRoom(screen().height),
    wholeExtent: () => wholeExtent(list.get().filter.text, piecesOf(list.get().filter.text), screen()),
    openedExtent: (offer, page) => ({
      length: detailHeight(offer, page, screen().width, { terms: costTermsOf(slice.get()), past: slice.get().past }),
      height: screen().bodyHeight,
    }),
    comparedExtent: (offers, isDifferingOnly) => ({
      length: comparisonLength(offersCompared(offers, isDifferingOnly).sections),
      height: screen().comparisonHeight,
    }),
    filterHelp: 'filter by conditions and words',
    openHelp: 'all fields and costs',
    usualOrder: INITIAL_ORDER,
    departedWords: (offers) => departedWords(slice.get(), offers),
    onChanged: changed,
    ownEditing: completing.editing,
  });
  const terms = termsKeys(slice, { ...searching, search: refresh, watchChanged: watched.intervalChanged, notify });
  const pages = createPages(over, slice, { ...needs, height, searching, readSets });

  const chosen = () => chosenRows(list.get(), OFFERS_LIST);
  const maintain = () => needs.planMaintenance(machinesOf(chosen()));
  const subject = () => offersSubject(slice.get(), screen().width, needs.client()?.baseUrl);
  const copying = createCopying({
    ...needs,
    owner: 'offers',
    slice: list,
    subject,
    kind: OFFERS_LIST,
  });

  const layers = listLayers({ owner: 'offers', slice: list }, keys, {
    ...copying,
    find: terms.find,
    own: [
      bind('offers.maintain', ['m'], 'maintenance', 'Mark', maintain, {
        isInFooter: true,
        help: 'plan maintenance',
        refusal: keys.needsChosen,
      }),
    ],
    opened: terms.opened,
    over: () => [...(retryOf(slice.get().answer) === undefined ? [] : [terms.trying]), ...watched.keysInFront()],
  });

  return {
    search: searching.search,
    open: searching.open,
    leave: () => {
      searching.leave();
      pages.leave();
    },
    serviceChanged: () => {
      watched.serviceChanged();
      pages.serviceChanged();
    },
    guards: pages.guards,
    revealedSecret: pages.revealedSecret,
    listResumed: keys.resumed,
    resumed: pages.resumed,
    resize: () => list.change((now) => heightChanged(now, height())),
    layers: () => {
      const { prompt, page } = slice.get();
      if (prompt !== undefined) return [terms.prompting];
      if (page !== undefined) return pages.layers();
      return [...completing.layers(), ...layers(), pages.openers, watched.keys()];
    },
  };
};
