/** Making a read again from its line in the ledger. Nothing here makes a write again (docs/promises.md, 1). */
import { type CallToRepeat, callAgain } from '../../../api/call.ts';
import { CALLS, type EndpointName } from '../../../api/calls.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { Slice } from '../../state/slice.ts';
import { type LedgerState, repetitionBegun, repetitionEnded, repetitionWaited } from './state.ts';

type RepetitionNeeds = QuestionParts & {
  readonly slice: Slice<LedgerState>;
  /** The key of the pane in which a call is made. */
  readonly digitOfCall: (endpoint: EndpointName) => string;
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
};

/** Makes calls again, one at a time. */
export const createRepetition = (needs: RepetitionNeeds) => {
  const { slice, digitOfCall, notify } = needs;
  const change = (transition: (state: LedgerState) => LedgerState) => slice.change(transition);
  let again: { readonly call: CallToRepeat; readonly attempt: number } | undefined;

  const question = createQuestion({
    ...needs,
    ask: async (client, _ticket, options) => {
      if (again !== undefined) await client.repeat(again.call, { ...options, attempt: again.attempt });
    },
    onAsked: (ticket) => change((state) => repetitionBegun(state, ticket)),
    onWait: (ticket, waitS) => change((state) => repetitionWaited(state, ticket, waitS)),
    onAnswer: (ticket) => {
      change((state) => repetitionEnded(state, ticket));
      notify('The call was repeated and answered: it is the newest line.');
    },
    onFailure: (ticket, { whatCameBack }) => {
      change((state) => repetitionEnded(state, ticket));
      notify(`The call was repeated and failed. ${whatCameBack}`);
    },
  });

  return {
    /** Why `exchange` is not made again now; undefined when it can be. */
    refusalOf: (exchange: Exchange): string | undefined => {
      const { kind, name, purpose } = CALLS[exchange.endpoint];
      if (kind === 'write') return `Writes are not repeated here: press ${digitOfCall(name)} to ${purpose}.`;
      if (callAgain(exchange) === undefined) return 'The body of the call is no longer kept.';
      return slice.get().repetition === undefined ? undefined : 'A call is being repeated already.';
    },
    repeat: (exchange: Exchange): void => {
      const call = callAgain(exchange);
      if (call === undefined) return;
      again = { call, attempt: exchange.attempt + 1 };
      question.ask();
    },
  };
};
