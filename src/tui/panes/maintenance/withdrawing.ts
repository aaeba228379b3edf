/** Withdrawing windows from the pages of this pane: the key that begins it, and what the list of windows tells of it. */
import { WITHDRAWAL_WRITE, type WithdrawalWrite } from '../../../maintenance/withdrawal-write.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import { lastArrived } from '../../state/remote.ts';
import type { PaneNeeds } from '../pane.ts';
import { createWrite, type RunningWrite } from '../write-page/create.ts';
import type { MaintenanceState } from './state.ts';

/** The line of the pane above the page: the titles of its pages. */
export const WITHDRAWING_TITLE_LINES = 1;

/** The write, and what this pane has besides. */
export type Withdrawing = RunningWrite<WithdrawalWrite> & {
  /** The key that begins it with the machines that are chosen; `owner` is what its id starts with. */
  readonly key: (owner: string, chosen: () => readonly number[]) => Binding;
  /** The answer to the question for the windows is another than before. */
  readonly windowsCame: () => void;
};

type Parts = {
  /** Asks for the list of windows again, whatever is under way. */
  readonly askWindows: () => void;
  /** Why nothing else may be sent while windows are announced; undefined when it may. */
  readonly refusalWhileAnnouncing: () => string | undefined;
};

/** Builds it. */
export const createWithdrawing = (
  needs: PaneNeeds<MaintenanceState>,
  { askWindows, refusalWhileAnnouncing }: Parts,
): Withdrawing => {
  const { slice, screen } = needs;
  const write = createWrite(WITHDRAWAL_WRITE, {
    needs,
    slice: {
      get: () => slice.get().withdrawing,
      change: (transition) =>
        slice.change((state) => {
          const next = transition(state.withdrawing);
          return next === state.withdrawing ? state : { ...state, withdrawing: next };
        }),
    },
    screen: () => ({ ...screen(), height: screen().height - WITHDRAWING_TITLE_LINES }),
    askAgain: askWindows,
    refusal: refusalWhileAnnouncing,
    onEnd: (end) => {
      if (end.kind === 'refused' && WITHDRAWAL_WRITE.isLacking?.(end.error))
        slice.change((state) => ({ ...state, isWithdrawalLacking: true }));
    },
  });
  return {
    ...write,
    key: (owner, chosen) =>
      bind(`${owner}.withdraw`, ['X'], 'withdraw', 'Mark', () => write.begin('withdraw', chosen()), {
        help: 'withdraw the windows of the machines',
        words: ['cancel', 'window', 'maintenance', 'delete', 'remove'],
        isDestructive: true,
        refusal: () =>
          write.refusal('withdraw', []) ??
          (chosen().length === 0 ? 'No row is chosen that names a machine.' : undefined),
      }),
    windowsCame: () => {
      const { announced, withdrawing } = slice.get();
      const { answer, list } = announced;
      if (withdrawing === undefined) return;
      if (answer.stage === 'failed') write.listCame({ failure: answer.failure });
      const last = lastArrived(answer);
      if (answer.stage !== 'loaded' || last === undefined) return;
      const { malformedRecords, malformedValues, isTruncated } = last.value;
      const windows = list.rows.map(({ record }) => record);
      write.listCame({
        targets: WITHDRAWAL_WRITE.targetsOf(windows, withdrawing.ids, last.atEpochMs, []),
        readAtEpochMs: last.atEpochMs,
        isWhole: malformedRecords === 0 && malformedValues === 0 && isTruncated !== true,
      });
    },
  };
};
