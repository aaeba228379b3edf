/** Withdrawing windows: what begins it, the keys of its pages, and what keeps the user from leaving it half done. */
import { type Binding, bind, destructive, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import type { WithdrawingNeeds } from './needs.ts';
import { createReview } from './review.ts';
import { createScrolling } from './scrolling.ts';
import { createSending } from './sending.ts';
import {
  isSending,
  sendingStopped,
  type Withdrawing,
  windowsAsked,
  withdrawingBegun,
  withdrawingReopened,
} from './state.ts';
import { createHearing } from './windows-came.ts';

/** The keys. */
export type WithdrawingActions = {
  /** The key that begins it with the machines that are chosen; `owner` is what its id starts with. */
  readonly key: (owner: string, chosen: () => readonly number[]) => Binding;
  /** The layers in force while windows are withdrawn; none while none are. */
  readonly layers: () => readonly Layer[];
  /** The answer to the question for the windows is another than before. */
  readonly windowsCame: () => void;
  /** What an earlier run has left is here again: the windows are read anew. */
  readonly resumed: () => void;
  /** It is over, or was never confirmed, and goes from the screen. */
  readonly close: () => void;
  /** What Ctrl-C means in every pane while calls are sent. */
  readonly stopLayers: () => readonly Layer[];
  /** Keeps the program from being quit by mistake meanwhile. */
  readonly quitLayers: () => readonly Layer[];
  /** Why nothing else can begin now; undefined when it can. */
  readonly refusalWhileSending: () => string | undefined;
};

/** Builds them. */
export const createWithdrawing = (needs: WithdrawingNeeds): WithdrawingActions => {
  const { slice, journal, readOnlyReason, askWindows } = needs;
  const change = (transition: (withdrawing: Withdrawing) => Withdrawing) =>
    slice.change((withdrawing) => withdrawing && transition(withdrawing));
  const sending = createSending(needs);
  const close = () => slice.change(() => undefined);

  const refusalWhileSending = () =>
    isSending(slice.get()) ? 'Windows are still being withdrawn: Ctrl-C stops that.' : undefined;
  const refusal = (): string | undefined => {
    const access = journal();
    return (
      readOnlyReason ??
      ('problem' in access ? access.problem : undefined) ??
      refusalWhileSending() ??
      needs.refusalWhileAnnouncing()
    );
  };

  const { keys: scrolling, unread } = createScrolling(needs);

  const ask = () => {
    change(windowsAsked);
    askWindows();
  };
  const begin = (machineIds: readonly number[]) => {
    slice.change(() => withdrawingBegun(machineIds));
    ask();
  };

  const leave = bind('maintenance.withdraw-leave', ['escape', 'q'], 'leave', 'Withdraw', close, inFooter);
  const readAgain = bind('maintenance.withdraw-read', ['R'], 'read again', 'Withdraw', ask, inFooter);
  const review = createReview(needs, { scrolling, unread, refusal, leave, readAgain });
  const stop = () => {
    change(sendingStopped);
    sending.hold();
  };
  const over: readonly Binding[] = [
    bind(
      'maintenance.withdraw-again',
      ['a'],
      'review again',
      'Withdraw',
      () => {
        change(withdrawingReopened);
        askWindows();
      },
      {
        isInFooter: true,
        help: 'review those again that were not withdrawn',
        refusal: () => {
          const again = slice.get();
          const isNone = again === undefined || withdrawingReopened(again).machineIds.length === 0;
          return isNone ? 'There is none left to withdraw.' : undefined;
        },
      },
    ),
    bind('maintenance.withdraw-leave', ['escape', 'q', 'enter'], 'back', 'Withdraw', close, inFooter),
    readAgain,
    ...scrolling,
  ];
  const working: readonly Binding[] = [
    bind('maintenance.withdraw-stop', ['x', 'escape'], 'send no more', 'Withdraw', stop, destructive),
    ...scrolling,
  ];
  const stopping: readonly Binding[] = [
    bind('maintenance.withdraw-stop-all', ['ctrl-c'], 'send no more', 'Withdraw', stop, inFooter),
  ];
  const staying: readonly Binding[] = [
    bind('maintenance.withdraw-stay', ['q'], 'quit', 'Program', () => {}, { refusal: refusalWhileSending }),
  ];

  const windowsCame = createHearing(needs, { close, send: sending.begin });

  return {
    key: (owner, chosen) =>
      bind(`${owner}.withdraw`, ['X'], 'withdraw', 'Mark', () => begin(chosen()), {
        help: 'withdraw the windows of the machines',
        words: ['cancel', 'window', 'maintenance', 'delete', 'remove'],
        isDestructive: true,
        refusal: () => refusal() ?? (chosen().length === 0 ? 'No row is chosen that names a machine.' : undefined),
      }),
    layers: () => {
      const withdrawing = slice.get();
      if (withdrawing === undefined) return [];
      switch (withdrawing.stage.kind) {
        case 'reading':
        case 'unread':
          return [{ bindings: withdrawing.stage.kind === 'unread' ? [readAgain, leave] : [leave] }];
        case 'review':
          return [review()];
        case 'sent':
          return [{ bindings: withdrawing.stage.isOver ? footerOfAllowed(over) : working }];
      }
    },
    windowsCame,
    resumed: () => {
      if (slice.get() !== undefined) ask();
    },
    close,
    stopLayers: () => {
      const withdrawing = slice.get();
      const isStopped = withdrawing?.stage.kind === 'sent' && withdrawing.stage.isStopped === true;
      return isSending(withdrawing) && !isStopped ? [{ bindings: stopping }] : [];
    },
    quitLayers: () => (refusalWhileSending() === undefined ? [] : [{ bindings: staying }]),
    refusalWhileSending,
  };
};
