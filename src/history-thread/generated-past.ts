/**
 * Writes the past of a new local service: fourteen days of its market, as a recorder would have found it. In pieces, so that whoever asks
 * something meanwhile is answered; what was not written is written by the next program.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { type Asked, askedText, clausesOf, isMeantBy, restrictionsOf, USUAL_ASKED } from '../history/asked.ts';
import { generatedUntil, noteGenerated } from '../history/generated.ts';
import { keptOf } from '../history/kept-offer.ts';
import type { HistoryStore, Round } from '../history/store.ts';
import { CALLER_USER_ID } from '../local-service/market/caller.ts';
import { createPastMarket, type MarketOrigin } from '../local-service/market/past.ts';

/** Of which service, by its one name (`serviceAt`). */
export type PastWish = {
  readonly service: string;
  readonly origin: MarketOrigin;
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
  { service, origin }: PastWish,
  stopping: AbortSignal,
): Promise<void> => {
  const untilMs = origin.filledMinute * 60_000;
  const before = await generatedUntil(store, service);
  if (before === undefined) {
    if (origin.offers > MOST_OFFERS || !(await store.isEmpty())) return;
    await noteGenerated(store, service, untilMs);
  } else if (before !== untilMs) return;
  const own = (await store.questions(service)).find(({ asked }) => askedText(asked) === askedText(USUAL_ASKED));
  const whole = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
  const lastMs = own === undefined ? 0 : ((await store.rounds(own.id, whole)).at(-1)?.atEpochMs ?? 0);
  const left = ANSWERS.map((answer) => ({ ...answer, atEpochMs: untilMs - answer.hour * HOUR_MS })).filter(
    ({ atEpochMs }) => atEpochMs > lastMs,
  );
  if (left.length === 0) return;
  const answersAt = createAnswers(origin);
  let [answers, answersOf]: [ReturnType<typeof answersAt>, number] = [[], Number.NaN];
  for (const { of, atEpochMs } of left) {
    if (stopping.aborted) return;
    if (of !== answersOf) [answers, answersOf] = [answersAt(of), of];
    for (const answer of answers)
      await store.record({ ...answer, service, atEpochMs, isWhole: true, isGenerated: true });
    await nextTurn();
  }
};

/** What a recorder of the user's machines asks, rented or not. */
const OWN_ASKED: Asked = {
  ...USUAL_ASKED,
  filters: {
    ...Object.fromEntries(
      Object.keys(USUAL_ASKED.filters).flatMap((name) => {
        const lifting = findFilterField(name)?.filter.initial?.any;
        return lifting === undefined ? [] : [[name, lifting]];
      }),
    ),
    host_id: { eq: CALLER_USER_ID },
  },
};

/** The usual one last: with it an answer is complete. */
const QUESTIONS = [OWN_ASKED, USUAL_ASKED];

/** Gives what the questions would have been answered so many hours before. */
const createAnswers = (origin: MarketOrigin): ((hour: number) => readonly Pick<Round, 'asked' | 'offers'>[]) => {
  const marketAt = createPastMarket(origin, USUAL_ASKED.storageGb);
  const texts = new Map<Offer, string>();
  const textOf = (traits: Offer): string =>
    texts.getOrInsertComputed(traits, (own) => keptOf({ ...own, id: 0 })?.traits ?? '');
  const questions = QUESTIONS.map((asked) => {
    const isMeantOf = isMeantBy(clausesOf({ filters: Object.fromEntries(restrictionsOf(asked)) }));
    const known = new Map<Offer, boolean>();
    return { asked, isMeant: (traits: Offer) => known.getOrInsertComputed(traits, isMeantOf) };
  });
  return (hour) => {
    const market = marketAt(-hour * 60);
    return questions.map(({ asked, isMeant }) => ({
      asked,
      offers: market.flatMap(({ id: offerId, traits, ...prices }) =>
        isMeant(traits) ? [{ offerId, ...prices, traits: textOf(traits) }] : [],
      ),
    }));
  };
};
