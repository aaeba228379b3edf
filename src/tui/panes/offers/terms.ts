/** What offers are asked for with: the keys of the way of pricing, the disk and the limit, and the form for those that are typed. */

import { CALLS } from '../../../api/calls.ts';
import { LARGEST_LIMIT, type SearchType } from '../../../api/requests.ts';
import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { readStorageGb } from '../../../filter/value.ts';
import { type Binding, bind, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { type LineEdit, lineCancelled, lineOf, lineOffered } from '../../state/line.ts';
import { currentRow } from '../../state/list.ts';
import { comparisonOpened, pageTurned, rowClosed, rowOpened } from '../../state/over-list.ts';
import { lastArrived } from '../../state/remote.ts';
import { leastBid, readBid, withoutGrouping } from './bid.ts';
import { COSTS_PAGE, isCostsPage, OFFER_PAGES } from './detail.ts';
import type { OffersTools } from './needs.ts';
import { nearestTo } from './offer-meaning.ts';
import {
  diskAsked,
  isCutAtLimit,
  isCutByService,
  limitChanged,
  type OffersState,
  type PromptSubject,
  typeChanged,
} from './state.ts';
import { spanWords } from './watch-changes.ts';

/** What each form asks for. */
export const PROMPT_LABELS: Readonly<Record<PromptSubject, string>> = {
  storage: ' Disk of the instance, GB (part of the price):',
  limit: ' Maximum number of offers:',
  bid: ' Your bid for the GPUs of this offer, $/h:',
  interval: ' Ask again every, as 90 (seconds), 2m, 1h:',
};

/** A form was opened; the figure in force stands in it, selected, or the disk that the filter asks for. */
export const promptOpened = (state: OffersState, subject: PromptSubject): OffersState => {
  const cancelled = state.cancelled[subject];
  const storage = diskAsked(state) ?? state.storageGb;
  const figures = { storage, limit: state.limit, bid: state.bid, interval: state.watch.everyS };
  const line = lineOf(String(figures[subject] ?? ''));
  return {
    ...state,
    prompt: { subject, line: lineOffered(cancelled === undefined ? line : { ...line, cancelled }) },
  };
};

/** The form's line changed. */
export const promptEdited = (state: OffersState, edit: LineEdit): OffersState =>
  state.prompt === undefined
    ? state
    : { ...state, prompt: { subject: state.prompt.subject, line: edit(state.prompt.line) } };

/** The form was cancelled. */
const promptCancelled = (state: OffersState): OffersState => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const { cancelled } = lineCancelled(line);
  return {
    ...state,
    prompt: undefined,
    ...(cancelled !== undefined && { cancelled: { ...state.cancelled, [subject]: cancelled } }),
  };
};

/** The form was submitted: its figure is taken, or it stays open and says what is wrong. A bid is no less than `least`. */
const promptSubmitted = (state: OffersState, least?: number): OffersState => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const reading = readPrompt(state, subject, line.text.trim(), least);
  return 'problem' in reading
    ? { ...state, prompt: { subject, line, problem: reading.problem } }
    : { ...state, ...reading, prompt: undefined };
};

const readPrompt = (
  { watch }: OffersState,
  subject: PromptSubject,
  typed: string,
  least: number | undefined,
): Partial<OffersState> | { readonly problem: string } => {
  const figure = withoutGrouping(typed);
  switch (subject) {
    case 'storage': {
      const storageGb = readStorageGb(figure);
      const problem = `"${typed}" is not a size above 0: write 200, 500GB or 2TB.`;
      return storageGb === undefined ? { problem } : { storageGb };
    }
    case 'bid':
      return readBid(figure, least);
    case 'interval': {
      const everyS = readInterval(typed);
      const problem = `"${typed}" is no time from ${SHORTEST_S} s to 24 h: write 90, 2m or 1h.`;
      return everyS === undefined ? { problem } : { watch: { ...watch, everyS } };
    }
    case 'limit': {
      const limit = /^\d+$/.test(figure) ? Number(figure) : 0;
      const problem = `"${typed}" is not a whole number of offers from 1 to ${grouped(LARGEST_LIMIT)}.`;
      return limit >= 1 && limit <= LARGEST_LIMIT ? { limit } : { problem };
    }
  }
};

/** Seconds that the call is never asked sooner than, and those of a day. */
export const SHORTEST_S = CALLS.search.minimumSeconds;
export const LONGEST_S = 86_400;

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, min: 60, h: 3600 };

/** Seconds between two rounds; undefined where the text names none that can be. */
const readInterval = (typed: string): number | undefined => {
  const [, figure = '', unit = ''] = /^(\d{1,5}) ?(|s|m|min|h)$/i.exec(typed) ?? [];
  const seconds = Number(figure) * (UNITS[unit.toLowerCase()] ?? 0);
  return figure !== '' && seconds >= SHORTEST_S && seconds <= LONGEST_S ? seconds : undefined;
};

/** Most characters of a form: no size or limit is written longer. */
const FIGURE_MAXIMUM = 40;

/** How many times as many offers are asked for by one key. */
const MORE_TIMES = 5;

const NEXT_TYPE: Readonly<Record<SearchType, SearchType>> = { ondemand: 'bid', bid: 'reserved', reserved: 'ondemand' };

/** The rows, and the layer in force while the form is open. `search` asks anew; `watchChanged` is told of another interval. */
export const termsKeys = (
  { slice, searching, notify }: OffersTools,
  search: () => void,
  watchChanged: () => void,
): Readonly<{
  find: readonly Binding[];
  opened: readonly Binding[];
  nearest: Layer;
  prompting: Layer;
  trying: Layer;
  reading: Layer;
}> => {
  const { searchNow, searchSoon, giveUp, stop } = searching;
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
      notify(
        `Offers are not watched now: ${keyName('offers.watch')} begins, and asks every ${spanWords(watch.everyS)}.`,
      );
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
  const nearest = () => {
    const { opened, rows } = slice.get().list;
    return opened === undefined ? [] : nearestTo(opened.row, rows);
  };
  const compareNearest = () =>
    slice.change((state) => {
      const { opened, marked } = state.list;
      const ids = [...(opened === undefined ? [] : [opened.row]), ...nearest()].flatMap(({ id }) => id ?? []);
      return { ...state, list: { ...comparisonOpened({ ...rowClosed(state.list), marked: ids }, ids), marked } };
    });
  const turnPage = () => slice.change((state) => ({ ...state, list: pageTurned(state.list, OFFER_PAGES.length) }));
  const openPast = () =>
    slice.change((state) => ({
      ...state,
      list: rowOpened(
        state.list,
        OFFER_PAGES.findIndex(({ name }) => name === 'past'),
      ),
    }));
  const askForMore = () => {
    // Words that none of the rows at hand has are looked for in all.
    slice.change((state) => {
      const { shown, query } = state.list;
      const times = shown.length === 0 && query.applied.words.length > 0 ? LARGEST_LIMIT : MORE_TIMES;
      return limitChanged(state, Math.min(LARGEST_LIMIT, state.limit * times));
    });
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
      // For the palette alone: the pages of an offer are turned to once it is open.
      bind('offers.past', [], 'history of an offer', 'Price', openPast, {
        words: ['past', 'price', 'chart'],
        refusal: () => (currentRow(slice.get().list) === undefined ? 'There is no offer under the cursor.' : undefined),
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
    nearest: {
      bindings: [
        bind('offers.compare-nearest', ['='], 'compare', 'Detail', compareNearest, {
          help: 'this offer and the nearest ones alike, side by side',
          refusal: () => (nearest().length === 0 ? 'No offer here is like it, with as many GPUs.' : undefined),
        }),
      ],
    },
    trying: { bindings: [bind('offers.give-up', ['escape'], 'stop trying', 'Find', giveUp)] },
    reading: { bindings: [bind('offers.stop-reading', ['escape'], 'stop reading', 'Find', stop)] },
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
