/** The ledger as a list: what its rows are called, show and are copied as. */
import { curlCommand } from '../../../api/http/curl.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import type { ListDescription } from '../list-pane/description.ts';
import { lastPageKept } from '../list-pane/last-page.ts';
import { ledgerColumns } from './columns.ts';
import { exchangeLines } from './detail.ts';
import { type LedgerRow, outcomeWords } from './state.ts';

export const LEDGER_LIST: ListDescription<LedgerRow, Exchange> = {
  name: 'ledger',
  noun: 'call',
  table: 'long',
  columns: ledgerColumns,
  firstColumn: 'startedAtEpochMs',
  unsorted: 'newest first',
  itemOf: ({ exchange }) => exchange,
  orderValue: (exchange, field) => (field === 'outcome' ? outcomeWords(exchange) : Reflect.get(exchange, field)),
  textsOf: ({ endpoint }) => [endpoint],
  emptyWords: [
    'No calls have been made yet.',
    'Every call of this session is listed here, the newest first: what was sent, what came back, how long it took.',
  ],
  title: (exchange) => {
    const { method, path, status } = exchange;
    return `${method} ${path}   ${status ?? ''}   ${outcomeWords(exchange)}`;
  },
  lines: lastPageKept(exchangeLines),
  copy: {
    label: 'copy as curl',
    named: (count) => (count === 1 ? 'the call as a curl command' : `${count} calls as curl commands`),
    text: ({ exchange }) => curlCommand(exchange),
  },
};
