/** The ledger's keys, and what they do. Its only effects: making a read again, and copying. Nothing here makes a write again. */

import { type CallToRepeat, callAgain } from '../../../api/call.ts';
import { CALLS, type EndpointName } from '../../../api/calls.ts';
import { curlCommand } from '../../../api/http/curl.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { FilterLines } from '../../../storage/journal/filter-lines.ts';
import { type Binding, bind, footerOfAllowed, type Layer } from '../../keys/binding.ts';
import { listKeys } from '../../keys/list.ts';
import { currentRow, heightChanged, listSlice } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { rowsOnPage } from '../../ui/list-page.tsx';
import { RECORD_TITLE_LINES } from '../../ui/record-page.tsx';
import { ledgerCells, ledgerColumnSequence } from './columns.ts';
import { exchangeLines } from './detail.ts';
import {
  exchangeNoted,
  LEDGER_LIST,
  type LedgerRow,
  type LedgerState,
  repetitionBegun,
  repetitionEnded,
  repetitionWaited,
} from './state.ts';

/** What the pane needs from outside. */
type LedgerNeeds = QuestionParts & {
  readonly slice: Slice<LedgerState>;
  /** Words that were kept before. */
  readonly lines: FilterLines;
  readonly timeZone: string;
  /** Cells and lines that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
  /** Hands a text to the user's clipboard; `what` says what it is. */
  readonly copy: (text: string, what: string) => void;
  /** The key of the pane in which a call is made. */
  readonly digitOfCall: (endpoint: EndpointName) => string;
};

/** The pane's actions, as the root may call them. */
type LedgerActions = {
  /** The key layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** A call has ended, whichever pane made it. */
  readonly noteExchange: (exchange: Exchange) => void;
  /** The screen has another size. */
  readonly resize: () => void;
};

/** Builds the pane's keys and actions. */
export const createLedgerActions = (needs: LedgerNeeds): LedgerActions => {
  const { slice, screen, timeZone, notify, copy } = needs;
  const change = (transition: (state: LedgerState) => LedgerState) => slice.change(transition);
  const height = () => rowsOnPage(screen().height, 'long', false);
  const arrangement = () => ({ ...LEDGER_LIST, height: height() });
  const place = () => ({ width: screen().width, timeZone });
  const chosen = () => slice.get().list.opened?.row ?? currentRow(slice.get().list);
  const needsCall = () => (chosen() === undefined ? 'There is no call under the cursor.' : undefined);

  const list = listSlice(slice);
  const keys = listKeys<LedgerRow>({
    owner: 'ledger',
    noun: 'call',
    slice: list,
    arrangement,
    lines: needs.lines,
    columns: () => ledgerColumnSequence(place()),
    openedExtent: (row) => ({
      length: exchangeLines(row, place()).length,
      height: screen().height - RECORD_TITLE_LINES,
    }),
  });

  const own = (group: string): readonly Binding[] => [
    bind('ledger.copy', ['y'], 'copy as curl', group, () => copyCommand(), { isInFooter: true, refusal: needsCall }),
    bind('ledger.repeat', ['R'], 'make it again', group, () => repeat(), {
      isInFooter: true,
      refusal: () => needsCall() ?? refusalOfRepeating(),
    }),
  ];
  const pane: readonly Binding[] = [...keys.find, ...keys.look, ...own('Look'), ...keys.move];
  const opened: readonly Binding[] = [...keys.opened, ...own('Detail')];

  let again: { readonly call: CallToRepeat; readonly attempt: number } | undefined;

  const copyCommand = () => {
    const row = chosen();
    if (row !== undefined) copy(curlCommand(row.exchange), 'the call as a curl command');
  };

  const repeat = () => {
    const exchange = chosen()?.exchange;
    const call = exchange && callAgain(exchange);
    if (exchange === undefined || call === undefined) return;
    again = { call, attempt: exchange.attempt + 1 };
    repetition.ask();
  };

  const refusalOfRepeating = (): string | undefined => {
    const row = chosen();
    if (row === undefined) return undefined;
    const call = CALLS[row.exchange.endpoint];
    if (call.kind === 'write')
      return `Press ${needs.digitOfCall(call.name)} to ${call.purpose}: no write is repeated here.`;
    if (callAgain(row.exchange) === undefined) return 'The body of the call is not kept any more.';
    return slice.get().repetition === undefined ? undefined : 'A call is being made again already.';
  };

  const repetition = createQuestion({
    ...needs,
    ask: async (service, _ticket, options) => {
      if (again !== undefined) await service.repeat(again.call, { ...options, attempt: again.attempt });
    },
    onAsked: (ticket) => change((state) => repetitionBegun(state, ticket)),
    onWait: (ticket, waitS) => change((state) => repetitionWaited(state, ticket, waitS)),
    onAnswer: (ticket) => {
      change((state) => repetitionEnded(state, ticket));
      notify('The call was made again and answered: it is the newest line.');
    },
    onFailure: (ticket, { whatCameBack }) => {
      change((state) => repetitionEnded(state, ticket));
      notify(`The call was made again and failed. ${whatCameBack}`);
    },
  });

  return {
    layers: () => {
      const { editing, opened: open } = list.get();
      if (editing !== undefined) return [keys.editing];
      return [{ bindings: footerOfAllowed(open === undefined ? pane : opened) }];
    },
    noteExchange: (exchange) =>
      change((state) => exchangeNoted(state, exchange, ledgerCells(exchange, timeZone), arrangement())),
    resize: () => list.change((listing) => heightChanged(listing, height())),
  };
};
