/** The ledger's memory: newest first, bounded, and a cursor that stays where somebody looks. */

import { describe, expect, test } from 'vitest';
import { callAgain } from '../src/api/call.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import { LEDGER_LIST } from '../src/tui/panes/ledger/list.ts';
import { exchangeNoted, initialLedger, type LedgerState, outcomeWords } from '../src/tui/panes/ledger/state.ts';
import { itemWords } from '../src/tui/panes/list-pane/columns.ts';
import { kindOf } from '../src/tui/panes/list-pane/description.ts';
import { cursorChanged } from '../src/tui/state/list.ts';
import { exchange } from './support/exchange.ts';

const PLACE = { width: 80, timeZone: 'UTC', answeredAtEpochMs: 0 };
const BY = { ...kindOf(LEDGER_LIST), height: 10 };
const words = itemWords(LEDGER_LIST, PLACE);
const withOne = (state: LedgerState, one: Exchange) => exchangeNoted(state, one, words(one), BY);

const noted = (count: number, from: LedgerState = initialLedger): LedgerState =>
  Array.from({ length: count }, (_, place) => exchange(from.count + place + 1)).reduce(withOne, from);
const ids = ({ list }: LedgerState) => list.shown.map((row) => row.exchange.id);
const currentId = ({ list }: LedgerState) => list.shown[list.cursor.row]?.exchange.id;
const linesOf = (state: LedgerState, place: number): string => {
  const row = state.list.rows[place];
  if (row === undefined) throw new Error(`there is no row ${place}`);
  return LEDGER_LIST.lines(row, PLACE)
    .map((line) =>
      line
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n');
};

describe('the ledger', () => {
  test('has the newest call on top', () => {
    expect(ids(noted(3))).toEqual([3, 2, 1]);
  });

  test('keeps the cursor on the top row, or on its call when it was moved away from there', () => {
    expect(currentId(noted(3))).toBe(3);
    const state = noted(3);
    const moved = { ...state, list: cursorChanged(state.list, { row: 1, top: 0 }) };
    expect(currentId(noted(5, moved))).toBe(2);
  });

  test('keeps 500 calls, the bodies of the newest 50, and says what it dropped', () => {
    const state = noted(700);
    expect(state.list.rows).toHaveLength(500);
    expect(state.count).toBe(700);
    expect(state.list.rows.filter(({ exchange: { replyText } }) => replyText !== undefined)).toHaveLength(50);
    expect(linesOf(state, 49)).toContain('"offers": []');
    expect(linesOf(state, 50)).toContain('no longer kept');
    expect(linesOf(state, 50)).not.toContain('offers');
  });

  test('remembers how a call was laid out while it is scrolled through, and of no other call', () => {
    const [newer, older] = noted(2).list.rows;
    if (newer === undefined || older === undefined) throw new Error('two calls were noted');
    const lines = LEDGER_LIST.lines(older, PLACE);
    expect(LEDGER_LIST.lines(older, PLACE)).toBe(lines);
    LEDGER_LIST.lines(newer, PLACE);
    expect(LEDGER_LIST.lines(older, PLACE)).not.toBe(lines);
  });

  test('shows the figures of a call with its bodies', () => {
    const refused = exchange(1, { status: 429, outcome: 'rate-limited', waitedMs: 2340, attempt: 2, isReplyCut: true });
    const lines = linesOf(withOne(initialLedger, refused), 0);
    expect(lines).toMatch(/^Outcome +rate limited$/m);
    expect(lines).toMatch(/^Sent at +12:00:01$/m);
    expect(lines).toMatch(/^Waited for its turn +2.3 s$/m);
    expect(lines).toMatch(/^Attempt +2$/m);
    expect(lines).toContain('only the beginning is kept');
  });

  test('says when no answer came, and when nobody knows what became of a write', () => {
    const lost = exchange(1, { status: undefined, outcome: 'timed-out', isOutcomeUnknown: true, replyText: undefined });
    expect(outcomeWords(lost)).toBe('outcome unknown');
    expect(linesOf(withOne(initialLedger, lost), 0)).toContain('no answer arrived');
  });
});

describe('a call that is to be made again', () => {
  test('is the same call when it reads', () => {
    expect(callAgain(exchange(1, { requestText: '{"limit":5,"order":[["id","asc"]]}' }))).toEqual({
      endpoint: 'search',
      method: 'POST',
      path: '/api/v0/bundles',
      body: { limit: 5, order: [['id', 'asc']] },
    });
    const volumes = exchange(1, {
      endpoint: 'volumes',
      method: 'GET',
      path: '/api/v0/volumes',
      requestText: undefined,
    });
    expect(callAgain(volumes)).toEqual({ endpoint: 'volumes', method: 'GET', path: '/api/v0/volumes' });
  });

  test('is none when it writes, or when its body is gone', () => {
    for (const endpoint of ['maintenance', 'webhooks', 'preferences'] as const) {
      expect(callAgain(exchange(1, { endpoint }))).toBeUndefined();
    }
    expect(callAgain(exchange(1, { requestText: undefined }))).toBeUndefined();
  });
});
