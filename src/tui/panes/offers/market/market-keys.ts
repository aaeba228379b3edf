/** The keys of where offers stand in their market: those of the page of one offer and of the user's own machines, and their openers. */

import { USUAL_SEARCH } from '../../../../api/requests.ts';
import { subjectOf } from '../../../../pricing/likeness.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/moving.ts';

import { currentRow } from '../../../state/list.ts';
import { isDeparted } from '../../../state/list-places.ts';
import { lastArrived, retryOf } from '../../../state/remote.ts';
import { fieldOpened } from '../../page/lines-page.tsx';
import { narrowed, type PageSite, type RunningPage } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { MarketPage, MarketQuestion, OfMarket, OwnMachinesPage, PositionPage } from '../pages.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { departedWords } from '../watch-changes.ts';
import { createMarketAsking, remoteOf } from './asked-market.ts';
import { MARKET_GROUP, marketLayers, marketOpened } from './market-page-keys.ts';
import { marketQuestionOf } from './market-rows.ts';
import {
  basisTurned,
  cohortTurned,
  currentMachine,
  machineMarked,
  machinesMeant,
  orderTurned,
  ownMachinesOpened,
  ownMachinesPlaced,
  ownQuestionOf,
  ownRows,
  positionOpened,
  spanTurned,
  typeTurned,
} from './market-state.ts';
import { ALIKE_KEYS } from './market-words.ts';
import { spanAfter } from './past.ts';
import { POSITION } from './position-page.tsx';
import { questionOf } from './standing.ts';

/** The heading of the keys of one offer's page in help, and of those of the own machines. */
const GROUP = 'Market position';
const OWN_GROUP = 'Your machines';

/** All of them ask for the market, or a part of it, and one leads to the other. */
export const createMarketPages = (site: PageSite<OffersState, OfMarket>, needs: OffersTools): RunningPage<OfMarket> => {
  const { slice, userId } = needs;
  const { state } = site;
  const position: PageSite<OffersState, PositionPage> = narrowed(site, (page) => page.kind === 'position');
  const own: PageSite<OffersState, OwnMachinesPage> = narrowed(site, (page) => page.kind === 'own-machines');
  const whole: PageSite<OffersState, MarketPage> = narrowed(site, (page) => page.kind === 'market');
  const asking = createMarketAsking(needs, () => own.change((page, now) => ownMachinesPlaced(page, now.market)));

  const ask = (isAlways: boolean) => {
    const page = site.page();
    if (page?.kind === 'own-machines') asking.ask(ownQuestionOf(page), isAlways);
    if (page?.kind === 'market') asking.ask(marketQuestionOf(page), isAlways);
    if (page?.kind !== 'position') return;
    if (isAlways && page.basis !== 'market') position.change((now) => ({ ...now, basis: 'market' }));
    asking.ask(questionOf(page, state().storageGb), isAlways);
  };

  const offerHere = () => {
    const { list } = state();
    return list.opened?.row ?? currentRow(list);
  };

  const openPosition = () => {
    const offer = offerHere();
    const subject = offer && subjectOf(offer);
    if (subject === undefined) return;
    const isOwn = subject.hostId !== undefined && subject.hostId === userId();
    site.show(positionOpened(subject, shownPricing(state()).type, isOwn));
    ask(false);
  };

  const refusalOfPosition = () => {
    const offer = offerHere();
    if (offer === undefined) return 'There is no offer under the cursor.';
    if (isDeparted(state().list, offer)) return departedWords(state(), [offer]);
    return subjectOf(offer) === undefined
      ? 'Its GPU model is not known, so there is nothing to compare it with.'
      : undefined;
  };

  const openOwn = () => {
    const hostId = userId();
    const journal = needs.journal();
    if (hostId === undefined) return;
    const announced = 'problem' in journal ? [] : journal.machines.list();
    // What a renter searches for is no matter of the host's: with more disk, machines that lack it would be missing here.
    const { type, allocatedStorageGb } = USUAL_SEARCH;
    const opened = { ...ownMachinesOpened(hostId, type, allocatedStorageGb, announced), back: whole.page() };
    site.show(ownMachinesPlaced(opened, state().market));
    ask(false);
  };

  const openMarket = () => {
    site.show(marketOpened(state(), userId()));
    ask(false);
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
    if (back !== undefined) return site.show(ownMachinesPlaced(back, state().market));
    const { isFromMachines = false, back: market } = own.page() ?? {};
    if (market !== undefined) return site.show(market);
    site.close();
    if (isFromMachines) needs.showMachines();
  };

  const refusalOfOwn = () =>
    userId() === undefined
      ? 'Which machines are yours is not known: GPUDECK_USER_ID or the profile can name your user id.'
      : undefined;

  /** Why there is nothing of the list to look at. */
  const refusalOfList = ({ basis, type }: PositionPage): string | undefined => {
    if (basis === 'list') return undefined;
    const isPricedSo = lastArrived(state().answer) !== undefined && shownPricing(state()).type === type;
    return isPricedSo ? undefined : 'The offers in the list are priced in another way.';
  };

  const isRetrying = (question: MarketQuestion): boolean => {
    const remote = remoteOf(state().market, question);
    return remote !== undefined && retryOf(remote) !== undefined;
  };

  const turn = (to: (page: PositionPage) => PositionPage) => () => position.change(to);

  const positionKeys = (page: PositionPage): readonly Binding[] => [
    POSITION.close(close),
    bind('offers.wish', ['e', 'enter'], 'price or place', GROUP, turn(fieldOpened), {
      ...inFooter,
      help: 'the place of a price, or the price of a place',
    }),
    bind('offers.position-past', ['H'], spanAfter(page.span)?.words ?? 'the present', GROUP, turn(spanTurned), {
      ...inFooter,
      help: 'its cohort over a day, a week, a month',
      words: ['history', 'past', 'chart', 'median', 'trend'],
    }),
    bind('offers.position-type', ['t'], 'type', GROUP, turn(typeTurned), {
      ...inFooter,
      help: 'priced on demand, as bid, reserved',
    }),
    bind('offers.position-ask', ['R'], 'ask', GROUP, () => ask(true), {
      ...inFooter,
      help: 'ask for all offers of this model',
    }),
    bind('offers.own-machines', ['P'], 'your machines', GROUP, openOwn, {
      ...inFooter,
      help: 'where all of your machines stand',
      refusal: refusalOfOwn,
    }),
    ...ALIKE_KEYS.map(({ name, key, label }) =>
      bind(
        `offers.position-${name}`,
        [key],
        label,
        GROUP,
        turn((now) => cohortTurned(now, name)),
        {
          help: `a cohort alike in ${label}, or not`,
        },
      ),
    ),
    bind('offers.position-among', ['a'], page.basis === 'list' ? 'all offers' : 'the list', GROUP, turn(basisTurned), {
      help: 'among all offers, or those in the list',
      refusal: () => refusalOfList(page),
    }),
    ...POSITION.scrolling(position, needs.screen, needs.timeZone),
  ];

  const ownKeys = (page: OwnMachinesPage): readonly Binding[] => {
    const { change } = own;
    const place = (to: (page: OwnMachinesPage) => OwnMachinesPage) => () =>
      change((now, { market }) => ownMachinesPlaced(to(now), market));
    const height = ownRows(page, needs.screen().height);
    const needsOffer = () =>
      page.rows === undefined || page.rows.length === 0 ? 'There is no offer under the cursor.' : undefined;
    const needsMachine = (machines: readonly unknown[]) => () =>
      needsOffer() ?? (machines.length === 0 ? 'Which machine this offer is on is not known.' : undefined);
    const meant = machinesMeant(page);
    return [
      bind('offers.own-close', ['escape', 'q'], 'back', OWN_GROUP, close, inFooter),
      bind('offers.own-open', ['enter'], 'market position', OWN_GROUP, () => openOfOwn(false), {
        ...inFooter,
        help: 'where this offer stands, and what to ask for it',
        refusal: needsOffer,
      }),
      bind('offers.own-wish', ['e'], 'price or place', OWN_GROUP, () => openOfOwn(true), {
        ...inFooter,
        help: 'the place of a price for this offer, or the price of a place',
        refusal: needsOffer,
      }),
      bind('offers.own-mark', ['space'], 'mark', OWN_GROUP, () => change((now) => machineMarked(now, height)), {
        ...inFooter,
        help: 'mark the machine, and go to the next',
        refusal: needsMachine([currentMachine(page)].filter((machine) => machine !== undefined)),
      }),
      bind('offers.own-maintain', ['m'], 'maintenance', OWN_GROUP, () => needs.planMaintenance(meant), {
        ...inFooter,
        help: 'plan maintenance for the marked machines, or for this one',
        words: ['announce', 'downtime', 'notice'],
        refusal: needsMachine(meant),
      }),
      bind('offers.own-unmark', ['u'], 'clear marks', OWN_GROUP, () => change((now) => ({ ...now, marked: [] })), {
        isDestructive: true,
        refusal: () => (page.marked.length === 0 ? 'No machine is marked.' : undefined),
      }),
      bind('offers.own-type', ['t'], 'type', OWN_GROUP, place(typeTurned), {
        ...inFooter,
        help: 'priced on demand, as bid, reserved',
      }),
      bind('offers.own-sort', ['o'], 'sort', OWN_GROUP, place(orderTurned), {
        help: 'by distance from median, by machine, by model, dearest first',
      }),
      bind('offers.own-ask', ['R'], 'ask', OWN_GROUP, () => ask(true), { ...inFooter, help: 'ask for them anew' }),
      ...ALIKE_KEYS.map(({ name, key, label }) =>
        bind(
          `offers.own-${name}`,
          [key],
          label,
          OWN_GROUP,
          place((now) => cohortTurned(now, name)),
          {
            help: `cohorts alike in ${label}, or not`,
          },
        ),
      ),
      ...listBindings('offers.own', (to) =>
        change((now) => ({ ...now, cursor: to(now.cursor, { count: now.rows?.length ?? 0, height }) })),
      ),
    ];
  };

  const retrying: Layer = {
    bindings: [bind('offers.position-give-up', ['escape'], 'stop trying', GROUP, asking.giveUp)],
  };

  const marketLayersOf = marketLayers(whole, needs, {
    close,
    ask: () => ask(true),
    own: bind('offers.market-own', ['P'], 'your machines', MARKET_GROUP, openOwn, {
      ...inFooter,
      help: 'where all of your machines stand',
      refusal: refusalOfOwn,
    }),
  });

  return {
    openers: [
      bind('offers.position', ['p'], 'market position', 'Price', openPosition, {
        tip: 'compares this price',
        help: 'where its price stands in the market',
        words: [
          'is it cheap',
          'cheaper',
          'expensive',
          'rank',
          'percentile',
          'cohort',
          'histogram',
          'competitors',
          'price',
        ],
        refusal: refusalOfPosition,
      }),
      bind('offers.market', ['T'], 'market', 'Price', openMarket, {
        isInFooter: true,
        help: 'prices of all models side by side',
        tip: 'compares all models',
        words: ['prices', 'median', 'models', 'cheapest', 'overview', 'box', 'percentile', 'trend', 'compare'],
      }),
      bind('offers.own-position', ['P'], 'where your machines stand in the market', 'Host', openOwn, {
        words: ['my', 'own', 'mine', 'fleet', 'rank', 'position', 'what to charge', 'earn more'],
        refusal: refusalOfOwn,
      }),
    ],
    layers: (page) => {
      if (page.kind === 'market')
        return [...(isRetrying(marketQuestionOf(page)) ? [retrying] : []), ...marketLayersOf(page)];
      if (page.kind === 'own-machines') return [{ bindings: ownKeys(page) }];
      if (page.isAsking) return [POSITION.typing(position)];
      const isTrying = isRetrying(questionOf(page, state().storageGb));
      return [...(isTrying ? [retrying] : []), { bindings: footerOfAllowed(positionKeys(page)) }];
    },
    serviceChanged: () => {
      asking.drop();
      slice.change(({ market: _, listed: __, ...now }) => now);
      if (site.page() !== undefined) site.close();
    },
    open: () => {
      if (whole.page() !== undefined) ask(false);
    },
    leave: asking.giveUp,
    resumed: () => ask(false),
  };
};
