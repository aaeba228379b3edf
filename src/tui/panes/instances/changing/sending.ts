/** Sends a change that was confirmed to its instances, one after the other, and notes what becomes of each. */
import type { Change } from '../../../../instances/change.ts';
import { fateOf } from '../../../../instances/fate.ts';
import { makeChanges } from '../../../../instances/make-changes.ts';
import { titleOf } from './lines.ts';
import type { ChangingNeeds } from './needs.ts';
import { type Changing, fateCame, idsOf, sendingBegun, sendingEnded } from './state.ts';

/** What sends. */
type Sending = {
  /** Sends what was confirmed in view of the journal up to the line `seen`. */
  readonly begin: (change: Change, seen: number) => void;
  /** Keeps what has not been sent from being sent. */
  readonly hold: () => void;
};

/** One that sends nothing yet. */
export const createSending = (needs: ChangingNeeds): Sending => {
  const { slice, client, journal, clock, random, run, refuse, notify, timeZone, askAgain, onDestroyed } = needs;
  const change = (transition: (changing: Changing) => Changing) =>
    slice.change((changing) => changing && transition(changing));
  let holding = new AbortController();

  /** Back to the list where all is well; else what became of each stays on screen. */
  const end = () => {
    change(sendingEnded);
    const changing = slice.get();
    if (changing?.stage.kind !== 'sent') return;
    if (changing.stage.fates.every(({ stage }) => stage === 'accepted')) {
      if (changing.kind === 'destroy') onDestroyed();
      slice.change(() => undefined);
      notify(`The service accepted: ${titleOf(changing).toLowerCase()}.`);
    }
    askAgain();
  };

  const begin = (wanted: Change, seen: number) => {
    const access = journal();
    const service = client();
    const changing = slice.get();
    if (changing === undefined) return;
    if ('problem' in access || service === undefined) {
      refuse('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    const ids = idsOf(changing);
    change((now) => sendingBegun(now, wanted));
    holding = new AbortController();
    const { signal } = holding;
    let at = 0;
    run(async () => {
      await makeChanges(ids, wanted, {
        client: service,
        changes: access.instanceChanges,
        seen,
        clock,
        signal,
        patience: {
          random,
          onTurnedAway: ({ attempt }) => change((now) => fateCame(now, at, { stage: 'waiting', attempt })),
        },
        onSending: (place) => {
          change((now) => fateCame(now, place, { stage: 'sending' }));
        },
        onEnd: (place, result) => {
          at = place + 1;
          if ('journalProblem' in result && result.journalProblem !== undefined) refuse(result.journalProblem);
          change((now) => fateCame(now, place, fateOf(result, timeZone)));
        },
      });
      end();
    });
  };

  return { begin, hold: () => holding.abort() };
};
