/** The page of events at work: the history's store is read, and the service asked, while somebody looks. */
import { createQuestion } from '../../../api/question.ts';
import { bind } from '../../keys/binding.ts';
import type { Slice } from '../../state/slice.ts';
import { createListActions } from '../list-pane/actions.ts';
import { itemWords } from '../list-pane/columns.ts';
import { EVENTS_LIST } from './events-list.ts';
import { askForSent, readingOf } from './events-reading.ts';
import {
  type EventsState,
  eventsForgotten,
  eventsRead,
  eventsUnread,
  type SentAnswer,
  sentTold,
} from './events-state.ts';
import type { NotificationsNeeds, RunningTab } from './tab.ts';

/** From one look into the store to the next, and from one question to the service to the next where it has webhooks, ms. */
const READ_EVERY_MS = 5000;
const ASK_EVERY_MS = 15_000;

const NO_HISTORY = 'No history is kept here, and so nothing of what gpudeck listen receives and of alerts.';

/** Builds the page's keys and effects. */
export const createEvents = (slice: Slice<EventsState>, needs: NotificationsNeeds): RunningTab => {
  const { history, run, later, timeZone } = needs;
  const actions = createListActions(EVENTS_LIST, { ...needs, slice });
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

  const told = (answer: SentAnswer): void => {
    slice.change((state) => sentTold(state, answer, making));
    stopAsking();
    const { asked } = answer;
    const mayChange = asked.kind === 'failed' || (asked.kind === 'told' && asked.webhooks > 0);
    if (isOpen && mayChange) stopAsking = later(ASK_EVERY_MS, question.ask);
  };
  /** Put once each time, because it is put again while somebody looks. */
  const question = createQuestion<SentAnswer>({
    ...needs,
    ask: (client, _ticket, options) => askForSent(client, options),
    onAnswer: (_ticket, answer) => told(answer),
    onFailure: (_ticket, { whatCameBack: why }) => told({ asked: { kind: 'failed', why } }),
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
    layers: actions.layersWith({ look: [bind('events.refresh', ['R'], 'read the events', 'Look', lookAnew)] }),
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
