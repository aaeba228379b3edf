/** The keys of the page of the whole market, and what its groups lead to: their offers in the list, and from there back. */

import type { SearchType } from '../../../../api/requests.ts';
import { printLine } from '../../../../filter/print.ts';
import { USUAL_LIKENESS } from '../../../../pricing/likeness.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer, outOfFooter } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer, SOUGHT_MAXIMUM } from '../../../keys/field.ts';
import { listBindings } from '../../../keys/moving.ts';
import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOpened, lineReplaced } from '../../../state/line.ts';
import { filterEdited } from '../../../state/list-filter.ts';
import type { PageSite } from '../../page/page.ts';
import { offersArranged } from '../list.ts';
import type { OffersTools } from '../needs.ts';
import { type ListedGroup, MARKET_ORDER_NAMES, type MarketPage, pageClosed, pageShown } from '../pages.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { marketHeight } from './market-page.tsx';
import { type MarketGroup, marketRows } from './market-rows.ts';
import { cohortTurned, typeTurned } from './market-state.ts';
import { ALIKE_KEYS } from './market-words.ts';
import { cohortConditions } from './past.ts';

/** The heading of these keys in help. */
export const MARKET_GROUP = 'Market';

/** The page as it is opened. */
export const marketOpened = (state: OffersState, hostId: number | undefined): MarketPage => ({
  kind: 'market',
  type: shownPricing(state).type,
  storageGb: state.storageGb,
  hostId,
  likeness: USUAL_LIKENESS,
  order: 'median',
  top: 0,
  words: lineOf(''),
  isTyping: false,
});

/** The groups in their next order. */
const orderTurned = (page: MarketPage): MarketPage => {
  const next = MARKET_ORDER_NAMES.indexOf(page.order) + 1;
  return { ...page, order: MARKET_ORDER_NAMES[next] ?? MARKET_ORDER_NAMES[0] };
};

/** The filter line that finds the offers of a group; undefined where it is not known what they are alike in. */
const filterOf = ({ like }: MarketGroup, { likeness }: MarketPage): string | undefined => {
  const clauses = cohortConditions(like, likeness)?.map((condition) => ({ ...condition, from: 0, to: 0 }));
  return clauses && printLine({ clauses, words: [] });
};

/** The offers are asked for with that filter and priced in that way. */
const asked = (state: OffersState, filter: string, type: SearchType, height: number): OffersState => ({
  ...state,
  type,
  list: filterEdited(state.list, lineReplaced(filter)(state.list.filter), offersArranged(height)),
});

/** The group whose offers the list has, as long as the filter is the one that finds them. */
const listedNow = ({ listed, list }: OffersState): ListedGroup | undefined =>
  listed !== undefined && list.filter.text === listed.filter ? listed : undefined;

/** The layer over the list of a group's offers: the key that leads back to the market. */
export const backToMarket = ({ slice, searching, height }: OffersTools): readonly Layer[] => {
  const listed = listedNow(slice.get());
  if (listed === undefined) return [];
  const { filter, type } = listed.before;
  const back = () => {
    slice.change(({ listed: _, ...state }) => pageShown(asked(state, filter, type, height()), listed.page));
    searching.searchNow();
  };
  const more = { isInFooter: 'early', help: 'back to the market, with the filter from before' } as const;
  return [{ bindings: [bind('offers.market-back', ['escape'], 'the market', 'Find', back, more)] }];
};

/** The layers of the page that is open. */
export const marketLayers = (
  site: PageSite<OffersState, MarketPage>,
  { slice, screen, searching, height }: OffersTools,
  { close, ask, own }: { readonly close: () => void; readonly ask: Binding['run']; readonly own: Binding },
): ((page: MarketPage) => readonly Layer[]) => {
  const rows = () => {
    const page = site.page();
    return page === undefined ? [] : marketRows(site.state(), page);
  };
  const placeOf = ({ at }: MarketPage) => rows().findIndex(({ key }) => key === at);
  const anew = (to: (page: MarketPage) => MarketPage) => () =>
    site.change((page) => ({ ...to(page), at: undefined, top: 0 }));

  const filter = (page: MarketPage) => {
    const group = rows()[Math.max(0, placeOf(page))];
    return group && filterOf(group, page);
  };

  const list = (page: MarketPage) => {
    const found = filter(page);
    if (found === undefined) return;
    slice.change((state) => {
      const before = listedNow(state)?.before ?? { filter: state.list.filter.text, type: state.type };
      return { ...pageClosed(asked(state, found, page.type, height())), listed: { page, filter: found, before } };
    });
    searching.searchNow();
  };

  const words = (to: LineEdit, isTyping: boolean) =>
    site.change((page) => ({ ...page, words: to(page.words), isTyping, top: 0 }));

  const typing = fieldLayer({
    owner: 'offers',
    line: () => site.page()?.words,
    change: (edit) => words(edit, true),
    maximum: SOUGHT_MAXIMUM,
    accept: acceptKey('offers.market-find-keep', 'keep', () => words(lineAccepted, false)),
    cancel: cancelKey('offers.market-find-cancel', () => words(lineCancelled, false)),
  });

  const row = (verb: string, key: string, label: string, help: string, run: Binding['run']): Binding =>
    bind(`offers.market-${verb}`, [key], label, MARKET_GROUP, run, { ...inFooter, help });

  const keys = (page: MarketPage): readonly Binding[] => [
    bind('offers.market-close', ['escape', 'q', 'T'], 'back', MARKET_GROUP, close, inFooter),
    {
      ...row('list', 'enter', 'offers', 'list the offers of this group; Esc leads back', () => list(page)),
      refusal: () => (filter(page) === undefined ? 'There is no group whose offers are known.' : undefined),
    },
    row('sort', 'o', 'sort', 'by median, name, count, DLP/$ or change', anew(orderTurned)),
    row('find', '/', 'find', 'only groups whose name has these words', () => words(lineOpened, true)),
    row('type', 't', 'type', 'priced on demand, as bid, reserved', () => {
      anew(typeTurned)();
      ask();
    }),
    row('ask', 'R', 'ask', 'ask for all offers anew', ask),
    own,
    ...ALIKE_KEYS.map(({ name, key, label }) => {
      const help = name === 'verification' ? 'verified offers, or all' : `groups alike in ${label}, or not`;
      return outOfFooter(
        row(
          name,
          key,
          label,
          help,
          anew((now) => cohortTurned(now, name)),
        ),
      );
    }),
    ...listBindings('offers.market', (to) =>
      site.change((now) => {
        const all = rows();
        const extent = { count: all.length, height: marketHeight(screen().height) };
        const { row, top } = to({ row: Math.max(0, placeOf(now)), top: now.top }, extent);
        return { ...now, at: all[row]?.key, top };
      }),
    ),
  ];

  return (page) => (page.isTyping ? [typing] : [{ bindings: footerOfAllowed(keys(page)) }]);
};
