/** The offers pane's keys, and what they do. The only effects of the pane: searching, and copying. */
import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { SearchType } from '../../../api/requests.ts';
import { jsonOf } from '../../../catalogue/json-start.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { printLine } from '../../../filter/print.ts';
import { KEPT_RECORDS } from '../../../storage/files/answer-file.ts';
import type { AnswerCache, KeptOffers } from '../../../storage/files/kept-answer.ts';
import type { FilterLines } from '../../../storage/journal/filter-lines.ts';
import { type Binding, bind, inFooter, type Layer, withFirst } from '../../keys/binding.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP } from '../../keys/cursor.ts';
import { acceptKey, cancelKey, FILTER_MAXIMUM, fieldLayer } from '../../keys/field.ts';
import { EDITING } from '../../keys/readline.ts';
import { cursorMoved } from '../../state/cursor.ts';
import type { LineEdit } from '../../state/line.ts';
import { hiddenMarksRefusal } from '../../state/marks.ts';
import { orderKeyToggled, orderToggled } from '../../state/order.ts';
import { lastArrived, retryOf } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import { findColumn, offerColumnSequence } from './columns.ts';
import { filterCompleted } from './completion.ts';
import { detailHeight } from './detail.ts';
import { INITIAL_ORDER } from './order.ts';
import { pricingWords } from './pricing.ts';
import {
  awaitedPricing,
  chosenOffers,
  columnChanged,
  currentOffer,
  cursorChanged,
  detailClosed,
  detailFollowed,
  detailOpened,
  detailPageTurned,
  detailScrolled,
  filterEdited,
  filterKept,
  filterOpened,
  filterRecalled,
  filterRestored,
  heightChanged,
  isAnswered,
  isCutAtLimit,
  isCutByService,
  LIMIT_MAXIMUM,
  limitChanged,
  machinesOf,
  markExtended,
  marksCleared,
  markToggled,
  type OffersState,
  offersArrived,
  offersFoundAgain,
  offersReceived,
  orderChanged,
  type PromptSubject,
  promptCancelled,
  promptEdited,
  promptOpened,
  promptSubmitted,
  searchFailed,
  searchPutOff,
  searchRequest,
  searchSent,
  searchWaited,
  shownPricing,
  typeChanged,
  typingPaused,
} from './state.ts';

/** Silence after the last key before a search is sent, ms (docs/interface.md, Decisions). */
const TYPING_PAUSE_MS = 300;

/** The same where the line to the terminal is slow: each list costs it kilobytes, and keys arrive in bursts. */
const SLOW_TYPING_PAUSE_MS = 900;

/** Most characters of a form: no size or limit is written longer. */
const FIGURE_MAXIMUM = 40;

/** Rows and columns of the screen that the pane has. */
type OffersScreen = { readonly width: number; readonly tableHeight: number; readonly bodyHeight: number };

/** What the pane needs from outside. */
type OffersNeeds = QuestionParts & {
  readonly slice: Slice<OffersState>;
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly cache: AnswerCache<KeptOffers> | undefined;
  /** Filters that were kept before. */
  readonly lines: FilterLines;
  readonly screen: () => OffersScreen;
  /** Puts text on the user's clipboard and says so; `what` names it in words. */
  readonly copy: (text: string, what: string) => void;
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
  /** Plans maintenance for these machines. */
  readonly planMaintenance: (machineIds: readonly number[]) => void;
  /** True when the line to the user's terminal has shown itself to be slow. */
  readonly isLinkSlow: () => boolean;
};

/** The pane's actions, as the root and other panes may call them. */
type OffersActions = {
  /** The key layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** Asks the service anew, whatever was asked before. */
  readonly search: () => void;
  /** The pane was opened: asks unless it was asked before, or what was asked failed meanwhile. */
  readonly open: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** The screen has another size. */
  readonly resize: () => void;
};

/** Builds the pane's keys and actions. */
export const createOffersActions = (needs: OffersNeeds): OffersActions => {
  const { slice, clock, screen, notify, cache } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);
  const height = () => screen().tableHeight;
  const needsOffer = () =>
    currentOffer(slice.get()) === undefined ? 'There is no offer under the cursor.' : undefined;
  const needsChosen = () => {
    const state = slice.get();
    if (chosenOffers(state).length > 0) return undefined;
    return state.marked.length > 0 ? hiddenMarksRefusal(state.marked.length, 'offer') : needsOffer();
  };
  const needsMark = () => (slice.get().marked.length === 0 ? 'No offer is marked.' : undefined);
  const needsStart = () => {
    const { marked, shown } = slice.get();
    const isShown = shown.some(({ id }) => id === marked.at(-1));
    return isShown ? undefined : 'Mark the first offer with Space, go to the last one, and press v there.';
  };
  const needsSortable = () =>
    findColumn(slice.get().column)?.sortField === undefined
      ? 'This column is computed here: the service cannot sort by it.'
      : undefined;

  const pane: readonly Binding[] = [
    bind('offers.filter', ['/'], 'filter', 'Find', () => openFilter(), {
      isInFooter: true,
      help: 'filter by conditions and words',
    }),
    bind('offers.sort', ['o'], 'sort', 'Find', () => sort(orderToggled), {
      isInFooter: true,
      help: SORT_HELP,
      refusal: needsSortable,
    }),
    bind('offers.sort-further', ['O'], 'sort further', 'Find', () => sort(orderKeyToggled), {
      help: SORT_FURTHER_HELP,
      refusal: needsSortable,
    }),
    bind('offers.type', ['t'], 'type', 'Find', () => cycleType(), {
      isInFooter: true,
      help: 'price on demand, as bid, reserved',
    }),
    bind('offers.storage', ['d'], 'disk GB', 'Find', () => openPrompt('storage'), {
      isInFooter: true,
      help: 'disk whose cost the price holds',
    }),
    bind('offers.limit', ['L'], 'limit', 'Find', () => openPrompt('limit'), { help: 'how many offers to ask for' }),
    bind('offers.more', ['+'], 'more rows', 'Find', () => askForMore(), {
      help: 'ask for more offers',
      refusal: () => refusalOfMore(slice.get()),
    }),
    bind('offers.refresh', ['R'], 'refresh', 'Find', () => search(), { help: 'ask the service again' }),
    bind('offers.detail', ['enter'], 'detail', 'Look', () => change(detailOpened), {
      isInFooter: true,
      help: 'all fields and costs',
      refusal: needsOffer,
    }),
    bind('offers.mark', ['space'], 'mark', 'Mark', () => mark(), {
      isInFooter: true,
      help: 'mark, and go down',
      refusal: needsOffer,
    }),
    bind('offers.mark-range', ['v'], 'mark from the last mark to here', 'Mark', () => change(markExtended), {
      help: 'mark all from the last mark',
      refusal: needsStart,
    }),
    bind('offers.unmark', ['u'], 'clear marks', 'Mark', () => change(marksCleared), { refusal: needsMark }),
    bind('offers.copy', ['y'], 'copy as JSON', 'Mark', () => copyOffers(chosenOffers(slice.get())), {
      refusal: needsChosen,
      words: ['export'],
    }),
    bind(
      'offers.maintain',
      ['m'],
      'maintenance',
      'Mark',
      () => needs.planMaintenance(machinesOf(chosenOffers(slice.get()))),
      { isInFooter: true, help: 'plan maintenance', refusal: needsChosen },
    ),
    ...listBindings('offers', (to) => move(to)),
    bind('offers.column-left', ['left', 'h'], 'column left', 'Move', () => moveColumn(-1)),
    bind('offers.column-right', ['right', 'l'], 'column right', 'Move', () => moveColumn(1)),
  ];

  /** What works on marks is in the footer as long as there are some. */
  const onMarks = withFirst(pane, ['offers.maintain', 'offers.copy', 'offers.unmark']);

  const trying: Layer = {
    bindings: [bind('offers.give-up', ['escape'], 'stop trying', 'Find', () => question.giveUp())],
  };

  const editing = fieldLayer({
    owner: 'offers',
    line: () => slice.get().filter,
    change: (edit) => editFilter(edit),
    maximum: FILTER_MAXIMUM,
    accept: acceptKey('offers.filter-keep', 'accept', () => keepFilter()),
    cancel: cancelKey('offers.filter-restore', () => restoreFilter()),
    own: [
      bind('offers.filter-older', ['up', 'ctrl-p'], 'older filter', EDITING, () => recall(-1), inFooter),
      bind('offers.filter-newer', ['down', 'ctrl-n'], 'newer filter', EDITING, () => recall(1)),
      bind('offers.filter-complete', ['tab'], 'complete', EDITING, () => complete(1), inFooter),
      bind('offers.filter-complete-back', ['shift-tab'], 'candidate before', EDITING, () => complete(-1)),
    ],
  });

  const prompting = fieldLayer({
    owner: 'offers',
    line: () => slice.get().prompt?.line,
    change: (edit) => change((state) => promptEdited(state, edit)),
    maximum: FIGURE_MAXIMUM,
    accept: acceptKey('offers.prompt-submit', 'accept', () => submitPrompt()),
    cancel: cancelKey('offers.prompt-close', () => change(promptCancelled)),
  });

  const looking: readonly Binding[] = [
    bind('offers.detail-close', ['escape', 'q', 'enter'], 'back', 'Detail', () => change(detailClosed), inFooter),
    bind('offers.detail-page', ['[', ']', 'tab'], 'fields / costs', 'Detail', () => change(detailPageTurned), inFooter),
    bind('offers.detail-down', ['down', 'j'], 'scroll', 'Detail', () => scrollDetail(1), inFooter),
    bind('offers.detail-up', ['up', 'k'], 'scroll up', 'Detail', () => scrollDetail(-1)),
    bind('offers.detail-page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Detail', () =>
      scrollDetail(screen().bodyHeight - 1),
    ),
    bind('offers.detail-page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Detail', () =>
      scrollDetail(1 - screen().bodyHeight),
    ),
    bind('offers.detail-first', ['g', 'home'], 'first', 'Detail', () => scrollDetail(Number.NEGATIVE_INFINITY)),
    bind('offers.detail-last', ['G', 'end'], 'last', 'Detail', () => scrollDetail(Number.POSITIVE_INFINITY)),
    bind('offers.detail-next', ['J', 'right', 'l'], 'next offer', 'Detail', () => lookAtNeighbour(1), inFooter),
    bind('offers.detail-before', ['K', 'left', 'h'], 'offer before', 'Detail', () => lookAtNeighbour(-1)),
    bind('offers.detail-copy', ['y'], 'copy as JSON', 'Detail', () => copyOffers(openOffers())),
    bind('offers.detail-maintain', ['m'], 'maintenance', 'Detail', () =>
      needs.planMaintenance(machinesOf(openOffers())),
    ),
  ];

  let cancelPause: (() => void) | undefined;

  const openFilter = () => change(filterOpened);

  const editFilter = (edit: LineEdit) => {
    change((state) => filterEdited(state, edit(state.filter), height()));
    askWhenTypingPauses();
  };

  const complete = (steps: 1 | -1) => {
    const before = slice.get().filter;
    change((state) => filterCompleted(state, steps, height()));
    const { filter } = slice.get();
    if (filter === before) notify('Nothing is known to complete here.');
    else askWhenTypingPauses();
  };

  const askWhenTypingPauses = () => {
    // What the beginning of a line seemed to ask is not asked once the line is wrong.
    if (slice.get().parsed.problems.length > 0 && !isAnswered(slice.get())) question.drop();
    searchSoon();
  };

  const keepFilter = () => {
    change((state) => filterKept(state, height()));
    const { editing, filter, parsed } = slice.get();
    if (editing === undefined) needs.lines.keep(filter.text.trim());
    else notify(`Not accepted: ${parsed.problems[0]?.message ?? ''}`);
    searchNow();
  };

  const restoreFilter = () => {
    const { editing, filter } = slice.get();
    // What was typed is found again with Up.
    if (editing !== undefined && filter.text !== filter.before) needs.lines.keep(filter.text.trim());
    change((state) => filterRestored(state, height()));
    searchNow();
  };

  const recall = (steps: number) => {
    const earlier = needs.lines.list();
    change((state) => filterRecalled(state, steps, earlier, height()));
    searchSoon();
  };

  const sort = (toggle: typeof orderToggled) => {
    const column = findColumn(slice.get().column);
    if (column?.sortField === undefined) return;
    const choice = { field: column.sortField, first: column.firstDirection };
    change((state) => orderChanged(state, toggle(state.order, choice, INITIAL_ORDER), height()));
    searchSoon();
  };

  const cycleType = () => {
    change((state) => typeChanged(state, NEXT_TYPE[state.type]));
    searchSoon();
  };

  const openPrompt = (subject: PromptSubject) => change((state) => promptOpened(state, subject));

  const submitPrompt = () => {
    change(promptSubmitted);
    searchNow();
  };

  const askForMore = () => {
    change((state) => limitChanged(state, Math.min(LIMIT_MAXIMUM, state.limit * 5)));
    searchNow();
  };

  const mark = () => {
    change(markToggled);
    move((cursor, extent) => cursorMoved(cursor, 1, extent));
  };

  const openOffers = () => {
    const { detail } = slice.get();
    return detail === undefined ? [] : [detail.offer];
  };

  const lookAtNeighbour = (steps: number) => {
    move((cursor, extent) => cursorMoved(cursor, steps, extent));
    change(detailFollowed);
  };

  const copyOffers = (offers: readonly Offer[]) => {
    const what = offers.length === 1 ? 'the offer' : `${offers.length} offers`;
    const isStale = awaitedPricing(slice.get()) !== undefined;
    const prices = isStale ? ` (prices: ${pricingWords(shownPricing(slice.get())).replace('   ', ', ')})` : '';
    needs.copy(offers.map(jsonOf).join('\n'), what + prices);
  };

  const move = (to: ListMove) =>
    change((state) => cursorChanged(state, to(state.cursor, { count: state.shown.length, height: height() })));

  const moveColumn = (steps: number) => {
    const sequence = offerColumnSequence(screen().width);
    const place = sequence.findIndex(({ id }) => id === slice.get().column);
    const target = sequence[Math.max(0, Math.min(sequence.length - 1, place + steps))];
    if (target !== undefined) change((state) => columnChanged(state, target.id));
  };

  const scrollDetail = (rows: number) => {
    const { width, bodyHeight } = screen();
    change((state) => {
      const length = state.detail === undefined ? 0 : detailHeight(state.detail, width);
      return detailScrolled(state, rows, Math.max(0, length - bodyHeight));
    });
  };

  const searchSoon = () => {
    cancelPause?.();
    cancelPause = clock.after(needs.isLinkSlow() ? SLOW_TYPING_PAUSE_MS : TYPING_PAUSE_MS, () => {
      change(typingPaused);
      searchNow();
    });
  };

  const searchNow = () => {
    cancelPause?.();
    cancelPause = undefined;
    if (!isAnswered(slice.get())) search();
  };

  const search = () => {
    question.drop();
    question.ask();
  };

  /** Shows the first offers of an answer at once, and then how many have come, a tick after the other. */
  const countReceived = (ticket: number) => {
    let received = 0;
    let shownAtMs = Number.NEGATIVE_INFINITY;
    return (batch: readonly { readonly offer: Offer }[]) => {
      received += batch.length;
      if (clock.ticks() - shownAtMs < needs.tickMs()) return;
      shownAtMs = clock.ticks();
      const first = batch.map(({ offer }) => offer);
      change((state) => offersReceived(state, ticket, first, received, height()));
    };
  };

  let askedFilter = '';

  const question = createQuestion<KeptOffers>({
    ...needs,
    read: 'search',
    ask: async (service, ticket, options) => {
      const request = slice.get().sent ?? searchRequest(slice.get());
      const texts: string[] = [];
      const count = countReceived(ticket);
      const reply = await service.searchOffers(request, {
        ...options,
        onOffers: (batch) => {
          if (cache !== undefined && texts.length < KEPT_RECORDS) texts.push(...batch.map(({ text }) => text));
          count(batch);
        },
      });
      return { ...reply, texts, request, filter: askedFilter, count: reply.offers.length };
    },
    onAsked: (ticket) => {
      askedFilter = printLine({ words: [], clauses: slice.get().applied.clauses });
      change((state) => searchSent(state, ticket, searchRequest(state)));
    },
    onWait: (ticket, waitS) => change((state) => searchWaited(state, ticket, waitS)),
    onRetry: (ticket, retry) => change((state) => searchPutOff(state, ticket, retry)),
    onAnswer: (ticket, reply, atEpochMs) => {
      change((state) => offersArrived(state, ticket, { ...reply, atEpochMs }, height()));
      cache?.keep(reply, atEpochMs);
      if (reply.malformedValues > 0) notify(`${reply.malformedValues} values of a wrong kind are shown as "?".`);
    },
    onFailure: (ticket, failure) => change((state) => searchFailed(state, ticket, failure)),
    fill: () => {
      if (cache === undefined || lastArrived(slice.get().search) !== undefined) return undefined;
      return async () => {
        const kept = await cache.find();
        if (kept !== undefined) change((state) => offersFoundAgain(state, kept, height()));
      };
    },
  });

  return {
    search,
    open: () => {
      question.comeBack();
      if (slice.get().search.stage === 'idle') search();
    },
    leave: question.leave,
    resize: () => change((state) => heightChanged(state, height())),
    layers: () => {
      const state = slice.get();
      if (state.prompt !== undefined) return [prompting];
      if (state.editing !== undefined) return [editing];
      if (state.detail !== undefined) return [{ bindings: looking }];
      return [
        ...(retryOf(state.search) === undefined ? [] : [trying]),
        { bindings: state.marked.length === 0 ? pane : onMarks },
      ];
    },
  };
};

const NEXT_TYPE: Readonly<Record<SearchType, SearchType>> = { ondemand: 'bid', bid: 'reserved', reserved: 'ondemand' };

const refusalOfMore = (state: OffersState): string | undefined => {
  if (lastArrived(state.search) === undefined) return 'No offers have come yet.';
  if (state.limit >= LIMIT_MAXIMUM) return `The limit is already ${LIMIT_MAXIMUM}, the largest one.`;
  if (isCutAtLimit(state)) return undefined;
  return isCutByService(state)
    ? 'The service itself cut the list: only a narrower filter finds what it left out.'
    : 'Everything that matches is here: the list was not cut.';
};
