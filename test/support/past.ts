/** A history of many days for the tests of what is shown of it, fed through the real store. */
import { onTestFinished } from 'vitest';
import { serviceAt } from '../../src/api/http/base-url.ts';
import { type SearchRequest, USUAL_SEARCH } from '../../src/api/requests.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { wireFilters } from '../../src/filter/request.ts';
import { askedOf } from '../../src/history/asked.ts';
import { type History, historyOf } from '../../src/history/history.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { callsOn } from '../../src/history-thread/thread-calls.ts';
import { call } from './local-service.ts';

/** What `gpudeck record` asks unless one says otherwise. */
const USUAL_QUESTION: SearchRequest = { ...USUAL_SEARCH, filters: wireFilters({ clauses: [] }).filters };

/** An answer: when it came, to what, and whether it was whole. */
export type PastAnswer = {
  readonly atEpochMs: number;
  readonly offers: readonly Offer[];
  readonly asked?: SearchRequest;
  readonly isWhole?: boolean;
};

/** The history of the service at `url` after `answers`, and its store; both end with the test. */
export const startPast = async (
  url: string,
  answers: readonly PastAnswer[],
): Promise<{ readonly history: History; readonly store: HistoryStore }> => {
  const opened = openSqliteHistory(':memory:', 0);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  onTestFinished(() => store.close());
  const service = serviceAt(url);
  for (const { atEpochMs, offers, asked = USUAL_QUESTION, isWhole = true } of answers) {
    const kept = offers.flatMap((offer) => keptOf(offer) ?? []);
    await store.record({ service, asked: askedOf(asked), atEpochMs, isWhole, offers: kept });
  }
  return { history: historyOf(service, callsOn(store), () => undefined), store };
};

/** What the service at `url` offers, on each of the seven days before the clock of tests, at prices that move: less with a larger `calm`. */
export const weekOf = async (url: string, key: string, calm = 40): Promise<readonly PastAnswer[]> => {
  const { body } = await call({ url }, 'POST', '/api/v0/bundles/', { key, body: { limit: 1000 } });
  const { offers } = body as { readonly offers: readonly Offer[] };
  return Array.from({ length: 7 }, (_, day) => ({
    atEpochMs: Date.UTC(2026, 10, 15 + day),
    offers: offers.map((offer) => ({
      ...offer,
      dph_total: (offer.dph_total ?? 0) * (1 + (((offer.id ?? 0) + day * 5) % 13) / calm),
    })),
  }));
};
