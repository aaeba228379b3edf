/** The keys of what offers are asked for with: the way of pricing, the disk, the limit, and the form for the latter two. */
import { LARGEST_LIMIT, type SearchType } from '../../../api/requests.ts';
import { type Binding, bind, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { pageTurned } from '../../state/over-list.ts';
import { lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import { COSTS_PAGE, isCostsPage, OFFER_PAGES } from './detail.ts';
import { type PromptSubject, promptCancelled, promptEdited, promptOpened, promptSubmitted } from './figure-prompt.ts';
import type { Searching } from './searching.ts';
import { isCutAtLimit, isCutByService, limitChanged, type OffersState, typeChanged } from './state.ts';
import { spanWords } from './watch/words.ts';
import { leastBid } from './workload/bid.ts';

/** Most characters of a form: no size or limit is written longer. */
const FIGURE_MAXIMUM = 40;

/** How many times as many offers are asked for by one key. */
const MORE_TIMES = 5;

const NEXT_TYPE: Readonly<Record<SearchType, SearchType>> = { ondemand: 'bid', bid: 'reserved', reserved: 'ondemand' };

/** The rows, and the layer in force while the form is open. */
export const termsKeys = (
  slice: Slice<OffersState>,
  {
    search,
    searchNow,
    searchSoon,
    giveUp,
    watchChanged,
    notify,
  }: Pick<Searching, 'search' | 'searchNow' | 'searchSoon' | 'giveUp'> & {
    readonly watchChanged: () => void;
    readonly notify: (text: string) => void;
  },
): {
  readonly find: readonly Binding[];
  readonly opened: readonly Binding[];
  readonly prompting: Layer;
  readonly trying: Layer;
} => {
  const cycleType = () => {
    slice.change((state) => typeChanged(state, NEXT_TYPE[state.type]));
    searchSoon();
  };
  const openPrompt = (subject: PromptSubject) => slice.change((state) => promptOpened(state, subject));
  const submitPrompt = () => {
    const { prompt, watch: before } = slice.get();
    slice.change((state) => promptSubmitted(state, leastBid(state.list.opened?.row)));
    searchNow();
    const { prompt: open, watch } = slice.get();
    if (watch.everyS !== before.everyS) watchChanged();
    if (prompt?.subject === 'interval' && open === undefined && !watch.isOn)
      notify(`Offers are not watched now: W begins, and asks every ${spanWords(watch.everyS)}.`);
  };
  /** The costs are looked at while a bid is typed. */
  const bidTyped = () =>
    slice.change((state) => {
      const { opened } = state.list;
      const list =
        opened === undefined || isCostsPage(opened.page)
          ? state.list
          : { ...state.list, opened: { ...opened, page: COSTS_PAGE, top: 0 } };
      return promptOpened({ ...state, list }, 'bid');
    });
  const turnPage = () => slice.change((state) => ({ ...state, list: pageTurned(state.list, OFFER_PAGES.length) }));
  const askForMore = () => {
    slice.change((state) => limitChanged(state, Math.min(LARGEST_LIMIT, state.limit * MORE_TIMES)));
    searchNow();
  };
  return {
    find: [
      bind('offers.type', ['t'], 'type', 'Find', cycleType, {
        isInFooter: true,
        help: 'price on demand, as bid, reserved',
      }),
      bind('offers.storage', ['d'], 'disk GB', 'Find', () => openPrompt('storage'), {
        isInFooter: true,
        help: 'disk size included in the price',
      }),
      bind('offers.limit', ['L'], 'limit', 'Find', () => openPrompt('limit'), { help: 'how many offers to ask for' }),
      bind('offers.more', ['+'], 'more rows', 'Find', askForMore, {
        help: 'ask for more offers',
        refusal: () => refusalOfMore(slice.get()),
      }),
      bind('offers.refresh', ['R'], 'refresh', 'Find', search, { help: 'ask the service again' }),
    ],
    opened: [
      bind('offers.page', ['[', ']', 'tab'], 'pages', 'Detail', turnPage, {
        help: 'fields, costs, history',
        words: ['past', 'price', 'chart', 'machine', 'timeline'],
      }),
      bind('offers.bid', ['b'], 'bid', 'Detail', bidTyped, {
        help: 'the cost at a bid of yours',
        words: ['price', 'interruptible', 'minimum'],
      }),
    ],
    trying: { bindings: [bind('offers.give-up', ['escape'], 'stop trying', 'Find', giveUp)] },
    prompting: fieldLayer({
      owner: 'offers',
      line: () => slice.get().prompt?.line,
      change: (edit) => slice.change((state) => promptEdited(state, edit)),
      maximum: FIGURE_MAXIMUM,
      accept: acceptKey('offers.prompt-submit', 'accept', submitPrompt),
      cancel: cancelKey('offers.prompt-close', () => slice.change(promptCancelled)),
    }),
  };
};

const refusalOfMore = (state: OffersState): string | undefined => {
  if (lastArrived(state.answer) === undefined) return 'No offers have arrived yet.';
  if (state.limit >= LARGEST_LIMIT) return `The limit is already ${LARGEST_LIMIT}, the maximum.`;
  if (isCutAtLimit(state)) return undefined;
  return isCutByService(state)
    ? 'The service itself cut the list: only a narrower filter finds what it left out.'
    : 'Everything that matches is here: the list was not cut.';
};
