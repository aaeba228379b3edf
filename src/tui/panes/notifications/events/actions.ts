/** The page of events at work: its keys, and reading the history's store and asking the service while somebody looks. */
import type { QuestionParts } from '../../../../api/question.ts';
import { bind, type Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import { createListActions } from '../../list-pane/actions.ts';
import { itemWords } from '../../list-pane/columns.ts';
import type { PaneNeeds } from '../../pane.ts';
import { createSentQuestion } from './asking.ts';
import { EVENTS_LIST } from './list.ts';
import { readingOf } from './reading.ts';
import { type EventsState, eventsForgotten, eventsRead, eventsUnread, sentTold } from './state.ts';

/** What the page needs from outside. */
export type EventsNeeds = QuestionParts &
  Pick<
    PaneNeeds<EventsState>,
    'lines' | 'timeZone' | 'screen' | 'copy' | 'refuse' | 'notify' | 'homeFolder' | 'history' | 'later'
  > & { readonly slice: Slice<EventsState> };

/** The page at work. */
type EventsActions = {
  readonly layers: () => readonly Layer[];
  /** Somebody looks at the page: the store is read now, and the service asked, and again while it is open. */
  readonly open: () => void;
  /** Nobody looks any more. */
  readonly leave: () => void;
  readonly serviceChanged: () => void;
  readonly resize: () => void;
};

/** From one look into the store to the next, and from one question to the service to the next where it has webhooks, ms. */
const READ_EVERY_MS = 5000;
const ASK_EVERY_MS = 15_000;

const NO_HISTORY = 'No history is kept here, and so nothing of what gpudeck listen receives and of alerts.';

/** Builds the page's keys and effects. */
export const createEventsActions = (needs: EventsNeeds): EventsActions => {
  const { slice, history, run, later, timeZone } = needs;
  const actions = createListActions(EVENTS_LIST, needs);
  const making = {
    words: itemWords(EVENTS_LIST, { timeZone, answeredAtEpochMs: 0 }),
    arrangement: actions.arrangement,
  };
  let reading = readingOf(history?.service ?? '');
  let isOpen = false;
  let stopReading = (): void => {};
  let stopAsking = (): void => {};

  const readStore = async (): Promise<void> => {
    if (history === undefined) return slice.change((state) => eventsUnread(state, NO_HISTORY));
    const read = await history.read((reads) => reading(reads, needs.clock.now()));
    slice.change((state) =>
      'problem' in read ? eventsUnread(state, read.problem) : eventsRead(state, read.value, making),
    );
  };

  const look = (): void =>
    run(async () => {
      await readStore();
      stopReading();
      if (isOpen && history !== undefined) stopReading = later(READ_EVERY_MS, look);
    });

  const question = createSentQuestion(needs, (answer) => {
    slice.change((state) => sentTold(state, answer, making));
    stopAsking();
    const { asked } = answer;
    const mayChange = asked.kind === 'failed' || (asked.kind === 'told' && asked.webhooks > 0);
    if (isOpen && mayChange) stopAsking = later(ASK_EVERY_MS, question.ask);
  });

  /** A service that lacks the call is not asked again. */
  const ask = (): void => {
    if (slice.get().asked.kind !== 'missing') question.ask();
  };

  /** The store may be another one by now. */
  const lookAnew = (): void => {
    reading = readingOf(history?.service ?? '');
    look();
    ask();
  };

  const open = (): void => {
    isOpen = true;
    question.comeBack();
    look();
    ask();
  };

  return {
    layers: actions.layersWith({
      look: [bind('events.refresh', ['R'], 'read the events', 'Look', lookAnew)],
    }),
    open,
    leave: () => {
      isOpen = false;
      stopReading();
      stopAsking();
      question.leave();
    },
    serviceChanged: () => {
      question.drop();
      slice.change(eventsForgotten);
      if (isOpen) open();
    },
    resize: actions.resize,
  };
};
