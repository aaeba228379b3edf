/** The keys of where offers stand in their market: those of the page of one offer and of the user's own machines, and their openers. */
import { subjectOf } from '../../../../pricing/peer.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, inFooter } from '../../../keys/binding.ts';
import { currentRow } from '../../../state/list.ts';
import { isDeparted } from '../../../state/list-places.ts';
import { fieldOpened } from '../../page/lines-page.tsx';
import { narrowed, type PageSite, type RunningPage } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import { ownMachinesLayer } from '../own-machines/keys.ts';
import { type OwnMachinesPage, ownMachinesOpened, ownMachinesPlaced, ownQuestionOf } from '../own-machines/state.ts';
import { pageClosed, pageShown } from '../pages.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { departedWords } from '../watch/words.ts';
import { isWorthAsking } from './asked-market.ts';
import { createMarketAsking } from './asking.ts';
import { positionLayers } from './keys.ts';
import { questionOf } from './standing.ts';
import { marketLookedAt, type PositionPage, positionOpened } from './state.ts';

/** Both pages ask for the market of one model, and one leads to the other. */
export const createMarketPages = (
  site: PageSite<OffersState, PositionPage | OwnMachinesPage>,
  needs: OffersTools,
): RunningPage<PositionPage | OwnMachinesPage> => {
  const { slice, clock, userId } = needs;
  const { state } = site;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);
  const placeOwn = () =>
    change((now) =>
      now.page?.kind === 'own-machines' ? pageShown(now, ownMachinesPlaced(now.page, now.market)) : now,
    );
  const asking = createMarketAsking({ ...needs, onAnswer: placeOwn });

  const position: PageSite<OffersState, PositionPage> = narrowed(site, (page) => page.kind === 'position');
  const own: PageSite<OffersState, OwnMachinesPage> = narrowed(site, (page) => page.kind === 'own-machines');

  const askOwn = (isAlways: boolean) => {
    const page = own.page();
    if (page === undefined) return;
    const question = ownQuestionOf(page);
    if (isAlways || isWorthAsking(state().market, question, clock.now())) asking.ask(question);
  };
  const askPosition = (isAlways: boolean) => {
    const page = position.page();
    if (page === undefined) return;
    const question = questionOf(page, state().storageGb);
    if (isAlways) position.change(marketLookedAt);
    if (isAlways || isWorthAsking(state().market, question, clock.now())) asking.ask(question);
  };

  const subject = () => {
    const { list } = state();
    const offer = list.opened?.row ?? currentRow(list);
    return offer === undefined ? undefined : subjectOf(offer);
  };

  const openPosition = () => {
    const own = subject();
    if (own === undefined) return;
    const isOwn = own.hostId !== undefined && own.hostId === userId();
    change((now) => pageShown(now, positionOpened(own, shownPricing(now).type, isOwn)));
    askPosition(false);
  };

  const refusalOfPosition = () => {
    const { list } = state();
    const offer = list.opened?.row ?? currentRow(list);
    if (offer === undefined) return 'There is no offer under the cursor.';
    if (isDeparted(list, offer)) return departedWords(state(), [offer]);
    return subject() === undefined ? 'Its GPU model is not known, so there is nothing to compare it with.' : undefined;
  };

  const openOwn = () => {
    const hostId = userId();
    if (hostId === undefined) return;
    change((now) => pageShown(now, ownMachinesPlaced(ownPageOf(now, hostId, needs.journal()), now.market)));
    askOwn(false);
  };

  const openOfOwn = (isAsking: boolean) => {
    const page = own.page();
    const placed = page?.rows?.[page.cursor.row];
    if (page === undefined || placed === undefined) return;
    const { likeness, type } = page;
    const opened = positionOpened(placed.subject, type, true, { likeness, back: page });
    site.show(isAsking ? fieldOpened(opened) : opened);
  };

  const close = () => {
    asking.drop();
    const back = position.page()?.back;
    change((now) => (back === undefined ? pageClosed(now) : pageShown(now, ownMachinesPlaced(back, now.market))));
  };

  const refusalOfOwn = () =>
    userId() === undefined
      ? 'Which machines are yours is not known: GPUDECK_USER_ID or the profile can name your user id.'
      : undefined;
  const ownKey = bind('offers.own-machines', ['o', 'P'], 'your machines', 'Market position', openOwn, {
    ...inFooter,
    help: 'where all of your machines stand',
    refusal: refusalOfOwn,
  });

  const positionKeys = positionLayers({
    ...needs,
    site: position,
    ask: () => askPosition(true),
    giveUp: asking.giveUp,
    close,
    own: ownKey,
  });
  const ownMachines = ownMachinesLayer({
    page: own.page,
    market: () => state().market,
    change: own.change,
    height: () => needs.screen().height,
    ask: () => askOwn(true),
    reprice: (type) => own.change((page) => ownMachinesPlaced({ ...page, type }, state().market)),
    planMaintenance: needs.planMaintenance,
    open: openOfOwn,
    close,
  });

  return {
    openers: openersOf({ openPosition, refusalOfPosition, openOwn, refusalOfOwn }),
    layers: (page) => (page.kind === 'position' ? positionKeys() : [ownMachines]),
    serviceChanged: () => {
      asking.drop();
      change(marketForgotten);
    },
    leave: asking.giveUp,
    resumed: () => {
      askOwn(false);
      askPosition(false);
    },
  };
};

/** The page of the user's own machines as it is opened. */
const ownPageOf = (state: OffersState, hostId: number, journal: JournalAccess): OwnMachinesPage =>
  ownMachinesOpened(
    hostId,
    shownPricing(state).type,
    state.storageGb,
    'problem' in journal ? [] : journal.machines.list(),
  );

/** The keys that open the two pages, and why one of them does nothing now. */
const openersOf = (does: {
  readonly openPosition: () => void;
  readonly refusalOfPosition: () => string | undefined;
  readonly openOwn: () => void;
  readonly refusalOfOwn: () => string | undefined;
}): readonly Binding[] => [
  bind('offers.position', ['p'], 'market position', 'Look', does.openPosition, {
    help: 'where its price stands in the market',
    words: ['rank', 'percentile', 'cohort', 'histogram', 'competitors', 'price'],
    refusal: does.refusalOfPosition,
  }),
  bind('offers.own-position', ['P'], 'where your machines stand in the market', 'Look', does.openOwn, {
    words: ['my', 'own', 'mine', 'fleet', 'rank', 'position'],
    refusal: does.refusalOfOwn,
  }),
];

/** Another service is in use: its market is not known, and neither is what stands in it. */
const marketForgotten = ({ market: _, ...state }: OffersState): OffersState =>
  state.page?.kind === 'position' || state.page?.kind === 'own-machines' ? pageClosed(state) : state;
