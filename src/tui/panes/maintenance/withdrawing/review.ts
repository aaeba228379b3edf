/** The keys with which the review of a withdrawal is read and confirmed. */
import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst, takeAnswer } from '../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { lineOf } from '../../../state/line.ts';
import type { WithdrawingNeeds } from './needs.ts';
import { checkBegun, confirmationEdited, confirmationTyped, machinesToSend, type Withdrawing } from './state.ts';

/** Most characters of what confirms. */
const LONGEST_CONFIRMATION = 40;

type ReviewParts = {
  readonly scrolling: readonly Binding[];
  /** Lines that are not in view yet. */
  readonly unread: () => number;
  /** Why nothing may be withdrawn; undefined when it may. */
  readonly refusal: () => string | undefined;
  readonly leave: Binding;
  readonly readAgain: Binding;
};

/** The layer in force while the review stands there. */
export const createReview = (
  { slice, refuse, askWindows }: WithdrawingNeeds,
  { scrolling, unread, refusal, leave, readAgain }: ReviewParts,
): (() => Layer) => {
  const change = (transition: (withdrawing: Withdrawing) => Withdrawing) =>
    slice.change((withdrawing) => withdrawing && transition(withdrawing));
  const stage = () => {
    const now = slice.get()?.stage;
    return now?.kind === 'review' ? now : undefined;
  };

  const refusalToConfirm = (): string | undefined => {
    const ids = machinesToSend(stage()?.standing ?? []);
    if (ids.length === 0)
      return 'There is nothing to withdraw: the service lists no window of it that is still to come.';
    return readFirst(unread()) ?? refusal();
  };

  const confirm = () => {
    const now = stage();
    if (now?.typed === undefined) return;
    const ids = machinesToSend(now.standing);
    takeAnswer({
      hindrance: refusalToConfirm(),
      mistake: confirmationProblem({ ids, noun: 'machine' }, now.typed.text),
      close: untype,
      refuse,
      send: () => {
        change(checkBegun);
        askWindows();
      },
    });
  };
  const untype = () => change((withdrawing) => confirmationTyped(withdrawing, undefined));

  const reading: readonly Binding[] = [
    bind(
      'maintenance.withdraw-confirm',
      ['enter'],
      'confirm',
      'Withdraw',
      () => change((withdrawing) => confirmationTyped(withdrawing, lineOf(''))),
      { ...confirming, refusal: refusalToConfirm },
    ),
    leave,
    readAgain,
    ...scrolling,
  ];
  const checking: readonly Binding[] = [
    bind('maintenance.withdraw-untype', ['escape'], 'back', 'Withdraw', untype, inFooter),
  ];
  const typing = (): Layer =>
    fieldLayer({
      owner: 'maintenance',
      line: () => stage()?.typed,
      change: (edit) => change((withdrawing) => confirmationEdited(withdrawing, edit)),
      maximum: LONGEST_CONFIRMATION,
      accept: { ...acceptKey('maintenance.withdraw-send', 'withdraw', confirm), isConfirming: true },
      cancel: cancelKey('maintenance.withdraw-cancel', untype),
    });

  return () => {
    if (stage()?.typed !== undefined) return typing();
    return stage()?.isChecking ? { bindings: checking } : confirmationLayer(reading, unread);
  };
};
