/** Finished calls for tests of the ledger. */
import type { Exchange } from '../../src/api/http/exchange.ts';

/** An answered search, `id` seconds after noon of 2026-11-21, with `more` in place of what is usual. */
export const exchange = (id: number, more: Partial<Exchange> = {}): Exchange => ({
  id,
  endpoint: 'search',
  method: 'POST',
  baseUrl: 'http://127.0.0.1:1234',
  path: '/api/v0/bundles',
  startedAtEpochMs: Date.UTC(2026, 10, 21, 12, 0, id),
  durationMs: 42,
  attempt: 1,
  waitedMs: 0,
  status: 200,
  sentBytes: 2,
  receivedBytes: 13,
  outcome: 'answered',
  isOutcomeUnknown: false,
  requestText: '{}',
  replyText: '{"offers":[]}',
  isReplyCut: false,
  ...more,
});
