/** The keys of the page of where an offer stands, and the one that opens it. */
import { SEARCH_TYPES } from '../../../../api/requests.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { Line } from '../../../state/line.ts';
import { lastArrived } from '../../../state/remote.ts';
import { spanAfter } from '../past/spans.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { remoteOf } from './asked-market.ts';
import { ALIKE_KEYS } from './cohort-words.ts';
import { positionLines } from './lines.ts';
import { questionOf } from './standing.ts';
import {
  basisTurned,
  cohortTurned,
  type PositionPage,
  positionRepriced,
  positionScrolled,
  spanTurned,
  wishCancelled,
  wishEdited,
  wishKept,
  wishOpened,
} from './state.ts';
import { POSITION_TITLE_LINES } from './view.tsx';

/** Most characters of what is asked: no price and no place is written longer. */
const WISH_MAXIMUM = 40;

/** What the keys work on. */
type PositionKeysNeeds = {
  readonly state: () => OffersState;
  readonly page: () => PositionPage | undefined;
  readonly change: (transition: (page: PositionPage) => PositionPage) => void;
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
  const { page, change, close } = needs;
  const group = 'Market position';

  const scroll = (pages: number, lines: number) => {
    const shown = page();
    if (shown === undefined) return;
    const { width, height } = needs.screen();
    const room = Math.max(1, height - POSITION_TITLE_LINES);
    const { length } = positionLines(needs.state(), shown, { width, height: room, timeZone: needs.timeZone });
    change((now) => positionScrolled(now, pages * Math.max(1, room - 1) + lines, Math.max(0, length - room)));
  };

  const reprice = () =>
    change((now) =>
      positionRepriced(now, SEARCH_TYPES[(SEARCH_TYPES.indexOf(now.type) + 1) % SEARCH_TYPES.length] ?? now.type),
    );

  const typing = fieldLayer({
    owner: 'offers',
    line: (): Line | undefined => page()?.wish,
    change: (edit) => change((now) => wishEdited(now, edit)),
    maximum: WISH_MAXIMUM,
    accept: acceptKey('offers.wish-keep', 'keep', () => change(wishKept)),
    cancel: cancelKey('offers.wish-cancel', () => change(wishCancelled)),
  });

  /** Why there is nothing of the list to look at. */
  const refusalOfList = (): string | undefined => {
    const state = needs.state();
    if (page()?.basis === 'list') return undefined;
    const isPricedSo = lastArrived(state.answer) !== undefined && shownPricing(state).type === page()?.type;
    return isPricedSo ? undefined : 'The offers in the list are priced in another way.';
  };

  const isRetrying = (): boolean => {
    const shown = page();
    const state = needs.state();
    const remote = shown && remoteOf(state.market, questionOf(shown, state.storageGb));
    return remote?.stage === 'loading' && remote.retry !== undefined;
  };

  const bindings = (): readonly Binding[] => [
    bind('offers.position-close', ['escape', 'q'], 'back', group, close, inFooter),
    bind('offers.wish', ['e', 'enter'], 'price or place', group, () => change(wishOpened), {
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
    bind('offers.position-down', ['down', 'j'], 'scroll', group, () => scroll(0, 1)),
    bind('offers.position-up', ['up', 'k'], 'scroll up', group, () => scroll(0, -1)),
    bind('offers.position-page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', group, () =>
      scroll(1, 0),
    ),
    bind('offers.position-page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', group, () => scroll(-1, 0)),
  ];

  const retrying: Layer = {
    bindings: [bind('offers.position-give-up', ['escape'], 'stop trying', group, needs.giveUp)],
  };

  return () => {
    if (page()?.isAsking) return [typing];
    return [...(isRetrying() ? [retrying] : []), { bindings: footerOfAllowed(bindings()) }];
  };
};
