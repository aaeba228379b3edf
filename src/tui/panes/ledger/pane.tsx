/** The ledger: every call of this run, whichever pane made it. */
import { waitSegments } from '../../ui/age.ts';
import { LIST_WORDS } from '../../ui/screen-words.ts';
import { noSecret, nothing, type Pane, tellsNothing, unguarded } from '../pane.ts';
import { createLedgerActions } from './actions.ts';
import { initialLedger, type LedgerState } from './state.ts';
import { LedgerView, ledgerFootnote } from './view.tsx';

export const ledger: Pane<LedgerState> = {
  initial: () => initialLedger,
  create: (needs) => {
    const { noteExchange, ...actions } = createLedgerActions(needs);
    return {
      ...actions,
      open: nothing,
      // A call that is made again is made once: nothing is tried again by itself.
      leave: nothing,
      // The calls are those of the run, whatever key they were made with.
      serviceChanged: nothing,
      readJournal: nothing,
      resumed: nothing,
      hears: { callEnded: noteExchange },
      guards: unguarded,
      revealedSecret: noSecret,
    };
  },
  face: {
    page: (state, { width, height, timeZone }) => (
      <LedgerView state={state} width={width} height={height} timeZone={timeZone} />
    ),
    footnote: ledgerFootnote,
    status: ({ repetition }) => waitSegments(repetition?.waitS),
    words: LIST_WORDS,
  },
  calls: [],
  machines: tellsNothing,
  resume: { nothingSaved: 'The calls are those of one run; what was sent stands in the journal.' },
};
