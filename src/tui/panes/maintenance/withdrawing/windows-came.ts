/** What a withdrawal makes of each list of windows that comes: a review, the sending of what was confirmed, or what is left. */
import { areSameWindows, standingWindows } from '../../../../maintenance/standing-windows.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { WithdrawingNeeds } from './needs.ts';
import { fateCame, leftSeen, settledBy, type Withdrawing, windowsReviewed, windowsUnread } from './state.ts';

/** Said of an outcome that a later list has settled. */
const SETTLED = 'No answer came. The service, asked again, lists no window of it any more: it was carried out.';

type HearingParts = {
  readonly close: () => void;
  /** Sends what stands in the review. */
  readonly send: () => void;
};

/** What is to be done each time that the answer to the question for the windows is another than before. */
export const createHearing = (
  { slice, announced, journal, refuse }: WithdrawingNeeds,
  { close, send }: HearingParts,
): (() => void) => {
  const change = (transition: (withdrawing: Withdrawing) => Withdrawing) =>
    slice.change((withdrawing) => withdrawing && transition(withdrawing));

  /** What the list says of the machines; undefined where the newest answer is not here, or is of an earlier run. */
  const seen = (machineIds: readonly number[]) => {
    const { answer, list } = announced();
    const last = lastArrived(answer);
    if (answer.stage !== 'loaded' || last === undefined) return undefined;
    const { malformedRecords, malformedValues, isTruncated } = last.value;
    const windows = list.rows.map(({ record }) => record);
    return {
      standing: standingWindows(windows, machineIds, last.atEpochMs),
      readAtEpochMs: last.atEpochMs,
      isWhole: malformedRecords === 0 && malformedValues === 0 && isTruncated !== true,
    };
  };

  /** Notes that what was sent was carried out, by what the service lists now. */
  const settle = (machineIds: readonly number[]): void => {
    const access = journal();
    if ('problem' in access || machineIds.length === 0) return;
    const look = access.withdrawals.look(machineIds, 'withdraw');
    if ('problem' in look) return;
    for (const { line } of look.open) {
      const problem = access.withdrawals.settle(line, { kind: 'accepted' });
      if (problem !== undefined) refuse(problem);
    }
  };

  return () => {
    const withdrawing = slice.get();
    if (withdrawing === undefined) return;
    const { answer } = announced();
    if (answer.stage === 'failed') change((now) => windowsUnread(now, answer.failure));
    const listed = seen(withdrawing.machineIds);
    if (listed === undefined) return;
    const { standing, isWhole } = listed;
    const { stage } = withdrawing;
    if (stage.kind === 'sent') {
      const settled = isWhole ? settledBy(withdrawing, standing) : [];
      settle(settled);
      change((now) =>
        settled.reduce(
          (rest, id) => fateCame(rest, id, { stage: 'accepted', words: SETTLED }),
          leftSeen(now, standing),
        ),
      );
      return;
    }
    if (isWhole) settle(standing.flatMap(({ machineId, windows }) => (windows.length === 0 ? machineId : [])));
    const access = journal();
    const look = 'problem' in access ? access : access.withdrawals.look(withdrawing.machineIds, 'withdraw');
    if ('problem' in look) {
      refuse(look.problem);
      close();
      return;
    }
    const isConfirmed = stage.kind === 'review' && stage.isChecking && areSameWindows(stage.standing, standing);
    if (isConfirmed) send();
    else change((now) => windowsReviewed(now, { ...listed, look }));
  };
};
