/** Looking at what the service has: the list is asked for, and one webhook with what was delivered to it. */
import { isLoopback } from '../../../../api/http/base-url.ts';
import type { Clock } from '../../../../base/clock.ts';
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { idle, lastArrived } from '../../../state/remote.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { pageKeys } from '../keys.ts';
import { createDeliveriesQuestion, createListQuestion } from './asking.ts';
import { stageOpened } from './form-state.ts';
import { type IsTypeOn, recordLines } from './record-lines.ts';
import { currentRow, listedForgotten, pageScrolled, recordOpened, retryIn } from './state.ts';

/** What looking needs from outside. */
type LookingNeeds = Parameters<typeof createListQuestion>[0] & {
  readonly timeZone: string;
  readonly screen: () => { readonly width: number; readonly height: number };
  readonly isTypeOn: () => IsTypeOn;
  /** Runs something after some milliseconds that the program does not wait for. */
  readonly later: Clock['after'];
  /** One webhook is looked at: which of its types are on is asked for, unless it was before. */
  readonly onLooked: () => void;
};

/** The type of a test's delivery, and how often and with how many ms between its outcome is looked for. */
const TEST = 'webhook_test';
const TEST_LOOKS = 7;
const TEST_LOOK_MS = 2000;

/** The keys, and what is asked when. */
type Looking = {
  /** The tab is seen: asks for the list unless it was asked for before. */
  readonly open: () => void;
  readonly leave: () => void;
  readonly serviceChanged: () => void;
  /** Opens the page of the webhook under the cursor. */
  readonly openRecord: () => void;
  /** Asks for the list again, and for the deliveries of the webhook that is looked at. */
  readonly askAgain: () => void;
  /** Drops the question for the list that is under way. */
  readonly dropList: () => void;
  /** A test was sent: its deliveries are asked for until its outcome is there, for a while. */
  readonly awaitTest: () => void;
  readonly refreshList: Binding;
  /** The keys of the page of a webhook, those among them that do something to it. */
  readonly recordKeys: (acts: readonly Binding[]) => readonly Binding[];
  /** In force while a call is about to be made again. */
  readonly stopTrying: () => readonly Layer[];
};

/** Builds them. */
export const createLooking = (needs: LookingNeeds): Looking => {
  const { slice, screen, timeZone, isTypeOn } = needs;
  const list = createListQuestion(needs);
  const deliveries = createDeliveriesQuestion(needs);
  const isListMissing = () => lastArrived(slice.get().listed.answer)?.value === 'missing';

  /** Of a webhook that the service lists; a call that the service has shown to lack is not made again. */
  const askDeliveries = (): void => {
    const { stage, deliveries: asked } = slice.get();
    const id = currentRow(slice.get())?.service?.id;
    const isMissing = lastArrived(asked.answer)?.value === 'missing';
    if (stage.kind !== 'record' || id === undefined || isMissing) return;
    if (asked.webhookId !== id) {
      deliveries.drop();
      slice.change((state) => ({ ...state, deliveries: { webhookId: id, answer: idle } }));
    }
    deliveries.ask();
  };
  const askAgain = (): void => {
    needs.read();
    if (!isListMissing()) list.ask();
    askDeliveries();
  };

  /** An answer may take the service ten seconds. */
  const awaitTest = (looks: number): void => {
    const testsOver = () => {
      const told = lastArrived(slice.get().deliveries.answer)?.value;
      if (typeof told !== 'object') return false;
      const state = told.find(({ type }) => type === TEST)?.state;
      return state !== 'waiting' && state !== 'sending';
    };
    needs.later(TEST_LOOK_MS, () => {
      if (slice.get().stage.kind !== 'record') return;
      askDeliveries();
      if (looks > 1 && !testsOver()) awaitTest(looks - 1);
    });
  };

  const openRecord = (): void => {
    const row = currentRow(slice.get());
    if (row === undefined) return;
    slice.change((state) => recordOpened(state, row.key));
    askDeliveries();
    needs.onLooked();
  };
  const seen = () => {
    const { width, height } = screen();
    const state = slice.get();
    const row = currentRow(state);
    const all = row === undefined ? [] : recordLines(state, row, isTypeOn(), timeZone, width - RECORD_MARGIN);
    return { length: all.length, rows: height - RECORD_TITLE_LINES };
  };
  const close = () => slice.change((state) => stageOpened(state, 'list'));

  const refresh = (id: string): Binding =>
    bind(id, ['R'], 'refresh', 'Look', askAgain, {
      isInFooter: true,
      help: 'read the journal, and ask the service again',
    });

  return {
    open: () => {
      const address = needs.client()?.baseUrl;
      // The local service listens on this machine, and no other does.
      const takesTrials = address !== undefined && isLoopback(new URL(address).hostname);
      slice.change((state) => (state.takesTrials === takesTrials ? state : { ...state, takesTrials }));
      list.comeBack();
      deliveries.comeBack();
      if (slice.get().listed.answer.stage === 'idle') list.ask();
    },
    leave: () => {
      list.leave();
      deliveries.leave();
    },
    serviceChanged: () => {
      list.drop();
      deliveries.drop();
      slice.change(listedForgotten);
    },
    openRecord,
    askAgain,
    dropList: list.drop,
    awaitTest: () => awaitTest(TEST_LOOKS),
    refreshList: refresh('notifications.webhooks-refresh'),
    recordKeys: (acts) => [
      bind('notifications.close', ['escape', 'q', 'enter'], 'back', 'Detail', close, inFooter),
      ...acts,
      refresh('notifications.webhook-refresh'),
      ...pageKeys(seen, (move) => slice.change((state) => pageScrolled(state, move))),
    ],
    stopTrying: () => {
      const question = slice.get().stage.kind === 'record' ? deliveries : list;
      return retryIn(slice.get()) === undefined
        ? []
        : [{ bindings: [bind('notifications.give-up', ['escape'], 'stop trying', 'Webhooks', question.giveUp)] }];
    },
  };
};
