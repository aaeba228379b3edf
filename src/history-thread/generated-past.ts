/**
 * Writes the past of a new local service: fourteen days of its market, as a recorder would have found it. In pieces, so that whoever asks
 * something meanwhile is answered; what was not written is written by the next program.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Offer } from '../catalogue/values.ts';
import { askedText, clausesOf, isMeantBy, USUAL_ASKED } from '../history/asked.ts';
import { generatedUntil, noteGenerated } from '../history/generated.ts';
import { keptOf } from '../history/kept-offer.ts';
import type { HistoryStore, Round } from '../history/store.ts';
import { createPastMarket, type MarketOrigin } from '../local-service/market/past.ts';

/** Of which service, by its one name (`serviceAt`). */
export type PastWish = {
  readonly service: string;
  readonly origin: MarketOrigin;
  /** The service has just been made: nobody has seen anything of it. */
  readonly isNew: boolean;
};

const HOUR_MS = 3_600_000;
const DAYS = 14;

/** Of a larger market it would take the room of what else is kept. */
const MOST_OFFERS = 20_000;

/**
 * Hours before the market was filled, and those whose market is the answer. Prices move once a day, and every three hours in the last day;
 * answers come so much more often that charts of a month, a week and a day have no gap.
 */
const ANSWERS: readonly { readonly hour: number; readonly of: number }[] = [
  ...answersBetween(DAYS * 24, 24, { every: 4, step: 24 }),
  ...answersBetween(24, -1, { every: 1, step: 3 }),
];

function answersBetween(from: number, to: number, { every, step }: { readonly every: number; readonly step: number }) {
  return Array.from({ length: Math.ceil((from - to) / every) }, (_, place) => {
    const hour = from - place * every;
    return { hour, of: Math.ceil(hour / step) * step };
  });
}

/** Writes it into a history of nothing at all, or goes on where it ended. Ends early, between two pieces, when it is stopped. */
export const writePast = async (
  store: HistoryStore,
  { service, origin, isNew }: PastWish,
  stopping: AbortSignal,
): Promise<void> => {
  const untilMs = origin.filledMinute * 60_000;
  const before = await generatedUntil(store, service);
  if (before === undefined) {
    if (!isNew || origin.offers > MOST_OFFERS || !(await store.isEmpty())) return;
    await noteGenerated(store, service, untilMs);
  } else if (before !== untilMs) return;
  const own = (await store.questions(service)).find(({ asked }) => askedText(asked) === askedText(USUAL_ASKED));
  const whole = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
  const lastMs = own === undefined ? 0 : ((await store.rounds(own.id, whole)).at(-1)?.atEpochMs ?? 0);
  const left = ANSWERS.map((answer) => ({ ...answer, atEpochMs: untilMs - answer.hour * HOUR_MS })).filter(
    ({ atEpochMs }) => atEpochMs > lastMs,
  );
  if (left.length === 0) return;
  const offersAt = createOffersAt(origin);
  let [offers, offersOf]: [Round['offers'], number] = [[], Number.NaN];
  for (const { of, atEpochMs } of left) {
    if (stopping.aborted) return;
    if (of !== offersOf) [offers, offersOf] = [offersAt(of), of];
    await store.record({ service, asked: USUAL_ASKED, atEpochMs, isWhole: true, offers, isGenerated: true });
    await nextTurn();
  }
};

/** Gives what the usual question would have found so many hours before. */
const createOffersAt = (origin: MarketOrigin): ((hour: number) => Round['offers']) => {
  const marketAt = createPastMarket(origin, USUAL_ASKED.storageGb);
  const isMeant = isMeantBy(clausesOf(USUAL_ASKED));
  const texts = new Map<Offer, string | undefined>();
  const textOf = (traits: Offer): string | undefined =>
    texts.getOrInsertComputed(traits, () => (isMeant(traits) ? keptOf({ ...traits, id: 0 })?.traits : undefined));
  return (hour) =>
    marketAt(-hour * 60).flatMap(({ id: offerId, price, minimumBid, traits: own }) => {
      const traits = textOf(own);
      return traits === undefined ? [] : [{ offerId, price, minimumBid, traits }];
    });
};
