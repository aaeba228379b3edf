/** The keys of the page of where an offer stands, and the one that opens it. */
import { SEARCH_TYPES } from '../../../../api/requests.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { lastArrived } from '../../../state/remote.ts';
import { fieldOpened } from '../../page/lines-page.tsx';
import type { PageSite } from '../../page/page.ts';
import { spanAfter } from '../past/spans.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { remoteOf } from './asked-market.ts';
import { ALIKE_KEYS } from './cohort-words.ts';
import { POSITION } from './page.ts';
import { questionOf } from './standing.ts';
import { basisTurned, cohortTurned, type PositionPage, positionRepriced, spanTurned } from './state.ts';

/** What the keys work on. */
type PositionKeysNeeds = {
  readonly site: PageSite<OffersState, PositionPage>;
  readonly screen: () => { readonly width: number; readonly height: number };
  readonly timeZone: string;
  /** Asks the service about the present page. */
  readonly ask: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
  readonly close: () => void;
  /** The key that opens the user's own machines. */
  readonly own: Binding;
};

/** The layers in force while the page is open, innermost first. */
export const positionLayers = (needs: PositionKeysNeeds): (() => readonly Layer[]) => {
  const { site, close } = needs;
  const { page, change } = site;
  const group = 'Market position';

  const reprice = () =>
    change((now) =>
      positionRepriced(now, SEARCH_TYPES[(SEARCH_TYPES.indexOf(now.type) + 1) % SEARCH_TYPES.length] ?? now.type),
    );

  /** Why there is nothing of the list to look at. */
  const refusalOfList = (): string | undefined => {
    const state = site.state();
    if (page()?.basis === 'list') return undefined;
    const isPricedSo = lastArrived(state.answer) !== undefined && shownPricing(state).type === page()?.type;
    return isPricedSo ? undefined : 'The offers in the list are priced in another way.';
  };

  const isRetrying = (): boolean => {
    const shown = page();
    const state = site.state();
    const remote = shown && remoteOf(state.market, questionOf(shown, state.storageGb));
    return remote?.stage === 'loading' && remote.retry !== undefined;
  };

  const bindings = (): readonly Binding[] => [
    POSITION.close(close),
    bind('offers.wish', ['e', 'enter'], 'price or place', group, () => change(fieldOpened), {
      ...inFooter,
      help: 'the place of a price, or the price of a place',
    }),
    bind(
      'offers.position-past',
      ['h'],
      spanAfter(page()?.span)?.words ?? 'the present',
      group,
      () => change(spanTurned),
      {
        ...inFooter,
        help: 'its cohort over a day, a week, a month',
        words: ['history', 'past', 'chart', 'median', 'trend'],
      },
    ),
    bind('offers.position-type', ['t'], 'type', group, reprice, {
      ...inFooter,
      help: 'priced on demand, as bid, reserved',
    }),
    bind('offers.position-ask', ['R'], 'ask', group, needs.ask, {
      ...inFooter,
      help: 'ask for all offers of this model',
    }),
    needs.own,
    ...ALIKE_KEYS.map(({ name, key, label }) =>
      bind(`offers.position-${name}`, [key], label, group, () => change((now) => cohortTurned(now, name)), {
        help: `a cohort alike in ${label}, or not`,
      }),
    ),
    bind(
      'offers.position-among',
      ['a'],
      page()?.basis === 'list' ? 'all offers' : 'the list',
      group,
      () => change(basisTurned),
      {
        help: 'among all offers, or those in the list',
        refusal: refusalOfList,
      },
    ),
    ...POSITION.scrolling(site, needs.screen, needs.timeZone),
  ];

  const retrying: Layer = {
    bindings: [bind('offers.position-give-up', ['escape'], 'stop trying', group, needs.giveUp)],
  };

  return () => {
    if (page()?.isAsking) return [POSITION.typing(site)];
    return [...(isRetrying() ? [retrying] : []), { bindings: footerOfAllowed(bindings()) }];
  };
};
