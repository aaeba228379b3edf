/** The page of events at work: its keys, and reading the history's store while somebody looks. */
import { bind, type Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import { createListActions } from '../../list-pane/actions.ts';
import { itemWords } from '../../list-pane/columns.ts';
import type { PaneNeeds } from '../../pane-needs.ts';
import { EVENTS_LIST } from './list.ts';
import { readingOf } from './reading.ts';
import { type EventsState, eventsForgotten, eventsRead, eventsUnread } from './state.ts';

/** What the page needs from outside. */
export type EventsNeeds = Pick<
  PaneNeeds<EventsState>,
  'lines' | 'timeZone' | 'screen' | 'copy' | 'refuse' | 'notify' | 'run' | 'clock' | 'homeFolder' | 'history' | 'later'
> & { readonly slice: Slice<EventsState> };

/** The page at work. */
type EventsActions = {
  readonly layers: () => readonly Layer[];
  /** Somebody looks at the page: the store is read now, and again while it is open. */
  readonly open: () => void;
  /** Nobody looks any more. */
  readonly leave: () => void;
  readonly serviceChanged: () => void;
  readonly resize: () => void;
};

/** From one look into the store to the next, ms. */
const READ_EVERY_MS = 5000;

const NO_HISTORY =
  'No history is kept here, and so no events: gpudeck keeps none for its own local service, with --no-history, and where the profile says so.';

/** Builds the page's keys and effects. */
export const createEventsActions = (needs: EventsNeeds): EventsActions => {
  const { slice, history, run, later, timeZone } = needs;
  const actions = createListActions(EVENTS_LIST, needs);
  const words = itemWords(EVENTS_LIST, { timeZone, answeredAtEpochMs: 0 });
  let reading = readingOf(history?.service ?? '');
  let isOpen = false;
  let stopWaiting = (): void => {};

  const readStore = async (): Promise<void> => {
    if (history === undefined) return slice.change((state) => eventsUnread(state, NO_HISTORY));
    const read = await history.read((reads) => reading(reads, needs.clock.now()));
    slice.change((state) =>
      'problem' in read
        ? eventsUnread(state, read.problem)
        : eventsRead(state, read.value, words, actions.arrangement()),
    );
  };

  const look = (): void =>
    run(async () => {
      await readStore();
      stopWaiting();
      if (isOpen && history !== undefined) stopWaiting = later(READ_EVERY_MS, look);
    });

  /** The store may be another one by now. */
  const lookAnew = (): void => {
    reading = readingOf(history?.service ?? '');
    look();
  };

  return {
    layers: actions.layersWith({
      look: [bind('events.refresh', ['R'], 'read the events', 'Look', lookAnew)],
    }),
    open: () => {
      isOpen = true;
      look();
    },
    leave: () => {
      isOpen = false;
      stopWaiting();
    },
    serviceChanged: () => slice.change(eventsForgotten),
    resize: actions.resize,
  };
};
