/** How the pane asks for money: what becomes of a question is a part of the state, and what days have cost comes day by day. */

import { CALLS } from '../../../api/calls.ts';
import type { CallOptions, Client } from '../../../api/client.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import { createQuestion, type Question } from '../../../api/question.ts';
import type { Charge } from '../../../api/records/money-shapes.ts';
import { type AskMoney, readChargesByDay } from '../../../money/charges.ts';
import type { DaySpan } from '../../../money/days.ts';
import type { KeptDays } from '../../../money/kept-days.ts';
import { type Asked, askedNoted } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneNeeds } from '../pane.ts';
import type { MoneyState } from './state.ts';

export const askWith =
  (client: Client, options: CallOptions): AskMoney =>
  (call, request) =>
    client.read(call, request, options);

/** What a question tells, noted in a part of the state that has more than that. */
export const askedIn = <Value, Part extends Asked<Value, Explanation>>(
  slice: Slice<Part & Asked<Value, Explanation>>,
) =>
  askedNoted<Value, Explanation>((transition) =>
    slice.change((part) => ({ ...part, waitS: undefined, ...transition(part) })),
  );

/** For a run that keeps no files. */
const daysInMemory = (): KeptDays => {
  const days = new Map<number, readonly Charge[]>();
  return { of: (day) => days.get(day), keep: (day, rows) => void days.set(day, rows), write: async () => {} };
};

/** Asks what each day of `span` has cost; those that have come are shown meanwhile. */
export const createDays = (
  slice: Slice<MoneyState['days']>,
  needs: PaneNeeds<MoneyState>,
  span: () => DaySpan,
): Question => {
  const { money, clock, keptDays } = needs;
  const inMemory = daysInMemory();
  const noted = askedIn(slice);
  return createQuestion({
    ...needs,
    ...noted,
    read: 'charges',
    ask: async (client, _ticket, options) => {
      slice.change((state) => ({ ...state, come: [] }));
      const idOf = async () => (money.now().user ?? (await client.read(CALLS.user, undefined, options)))?.id;
      const kept = keptDays === undefined ? inMemory : keptDays(await idOf());
      try {
        return await readChargesByDay(askWith(client, options), span(), {
          kept,
          nowMs: clock.now(),
          onDay: (day) => slice.change((state) => ({ ...state, come: [day, ...(state.come ?? [])] })),
        });
      } finally {
        await kept.write();
      }
    },
    onAnswer: (ticket, told, atEpochMs) => {
      noted.onAnswer(ticket, told, atEpochMs);
      if (told.kind !== 'missing') money.hostLearned(told.kind === 'host');
    },
  });
};
