/** Withdraws what was confirmed, one machine after the other, and notes what becomes of each. */
import { explain } from '../../../../api/errors/explain.ts';
import { fateOf } from '../../../../instances/fate.ts';
import { isWithdrawalLacking, type WithdrawalEnd, withdraw } from '../../../../maintenance/withdraw.ts';
import { sendOneByOne } from '../../../../writes/one-by-one.ts';
import type { WithdrawingNeeds } from './needs.ts';
import { type Fate, fateCame, machinesToSend, sendingBegun, sendingEnded, type Withdrawing } from './state.ts';

/** What sends. */
type Sending = {
  /** Sends what stands in the review. */
  readonly begin: () => void;
  /** Keeps what has not been sent from being sent. */
  readonly hold: () => void;
};

/** One that sends nothing yet. */
export const createSending = (needs: WithdrawingNeeds): Sending => {
  const { slice, client, journal, clock, random, run, refuse, timeZone, askWindows, onLacking } = needs;
  const change = (transition: (withdrawing: Withdrawing) => Withdrawing) =>
    slice.change((withdrawing) => withdrawing && transition(withdrawing));
  let holding = new AbortController();

  const begin = () => {
    const access = journal();
    const service = client();
    const stage = slice.get()?.stage;
    if (stage?.kind !== 'review') return;
    if ('problem' in access || service === undefined) {
      refuse('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    const machineIds = machinesToSend(stage.standing);
    const { seen } = stage.look;
    change(sendingBegun);
    holding = new AbortController();
    const { signal } = holding;
    run(async () => {
      await sendOneByOne<number, WithdrawalEnd>(machineIds, {
        signal,
        send: (machineId, onSending) =>
          withdraw(machineId, {
            client: service,
            withdrawals: access.withdrawals,
            seen,
            clock,
            signal,
            onSending,
            patience: {
              random,
              onTurnedAway: ({ attempt }) => change((now) => fateCame(now, machineId, { stage: 'waiting', attempt })),
            },
          }),
        onSending: (place) => change((now) => fateCame(now, machineIds[place] ?? 0, { stage: 'sending' })),
        onEnd: (place, result) => {
          if ('journalProblem' in result && result.journalProblem !== undefined) refuse(result.journalProblem);
          if (result.kind === 'refused' && isWithdrawalLacking(result.error)) onLacking();
          change((now) => fateCame(now, machineIds[place] ?? 0, fateHere(result, timeZone)));
        },
      });
      change(sendingEnded);
      askWindows();
    });
  };

  return { begin, hold: () => holding.abort() };
};

/** The fate of a call: where the service has no such call, that is said in its place. */
const fateHere = (result: WithdrawalEnd | { readonly kind: 'not-sent' }, timeZone: string): Fate =>
  result.kind === 'refused' && isWithdrawalLacking(result.error)
    ? { stage: 'refused', words: `This service has no such call: ${explain(result.error).whatCameBack}` }
    : fateOf(result, timeZone);
