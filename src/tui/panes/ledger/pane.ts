/** The ledger: every call of this run with its bodies, whichever pane made it, the newest first. */
import { type CallToRepeat, callAgain } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import { createQuestion } from '../../../api/question.ts';
import { bind } from '../../keys/binding.ts';
import { LIST_WORDS, waitSegments } from '../../ui/list-words.ts';
import { plain } from '../../ui/segments.ts';
import { createListActions } from '../list-pane/actions.ts';
import { itemWords } from '../list-pane/columns.ts';
import { listPreview } from '../list-pane/preview.ts';
import { listFooter, listPage } from '../list-pane/view.tsx';
import {
  noSecret,
  nothing,
  nothingComesBack,
  type Pane,
  type PaneNeeds,
  type RunningPane,
  staysHere,
  tellsNothing,
  unguarded,
} from '../pane.ts';
import { LEDGER_LIST } from './list.ts';
import { exchangeNoted, initialLedger, type LedgerState } from './state.ts';

export const ledger: Pane<LedgerState> = {
  initial: () => initialLedger,
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => createLedger(needs),
  face: {
    page: (state, place) => listPage(LEDGER_LIST, state, place),
    preview: (state) => listPreview(LEDGER_LIST, state),
    footnote: ({ list, count }) => [
      ...listFooter(LEDGER_LIST, list, undefined),
      ...(count === list.rows.length ? [] : [plain(`${count - list.rows.length} older ones dropped`)]),
    ],
    status: ({ repetition }) => waitSegments(repetition?.waitS),
    words: LIST_WORDS,
  },
  calls: [],
  machines: tellsNothing,
  resume: { nothingSaved: 'Calls are kept for one run only; what was sent is in the journal.' },
};

const createLedger = (needs: PaneNeeds<LedgerState>): RunningPane => {
  const { slice, timeZone, notify } = needs;
  const actions = createListActions(LEDGER_LIST, needs);
  const words = itemWords(LEDGER_LIST, { timeZone, answeredAtEpochMs: 0 });
  const current = (): Exchange | undefined => actions.current()?.exchange;

  // Making a read again. Nothing here makes a write again (docs/promises.md, 1).
  let again: { readonly call: CallToRepeat; readonly attempt: number } | undefined;
  /** What there is to say of the repetition with this number; undefined when it has ended, well or not. */
  const note = (ticket: number, repetition: LedgerState['repetition']) =>
    slice.change((state) => (state.repetition?.ticket === ticket ? { ...state, repetition } : state));
  const question = createQuestion({
    ...needs,
    ask: async (client, _ticket, options) => {
      if (again !== undefined) await client.repeat(again.call, { ...options, attempt: again.attempt });
    },
    onAsked: (ticket) => slice.change((state) => ({ ...state, repetition: { ticket } })),
    onWait: (ticket, waitS) => note(ticket, { ticket, waitS }),
    onAnswer: (ticket) => {
      note(ticket, undefined);
      notify('The call was repeated and answered: it is the newest line.');
    },
    onFailure: (ticket, { whatCameBack }) => {
      note(ticket, undefined);
      notify(`The call was repeated and failed. ${whatCameBack}`);
    },
  });
  const refusal = () => {
    const exchange = current();
    if (exchange === undefined) return 'There is no call under the cursor.';
    const { kind, name, purpose } = CALLS[exchange.endpoint];
    if (kind === 'write') return `Writes are not repeated here: press ${needs.digitOfCall(name)} to ${purpose}.`;
    if (callAgain(exchange) === undefined) return 'The body of the call is no longer kept.';
    return slice.get().repetition === undefined ? undefined : 'A call is being repeated already.';
  };
  const repeat = () => {
    const exchange = current();
    const call = exchange && callAgain(exchange);
    if (exchange === undefined || call === undefined) return;
    again = { call, attempt: exchange.attempt + 1 };
    question.ask();
  };

  return {
    layers: actions.layersWith({
      look: [bind('ledger.repeat', ['R'], 'repeat the call', 'Look', repeat, { isInFooter: true, refusal })],
    }),
    open: nothing,
    // A call that is made again is made once: nothing is tried again by itself.
    leave: nothing,
    // The calls are those of the run, whatever key they were made with.
    serviceChanged: nothing,
    resize: actions.resize,
    readJournal: nothing,
    resumed: nothing,
    hears: {
      callEnded: (exchange) =>
        slice.change((state) => exchangeNoted(state, exchange, words(exchange), actions.arrangement())),
    },
    guards: unguarded,
    revealedSecret: noSecret,
  };
};
