/** Watching offers: what is said to have changed is what a plain comparison of two answers tells, and rows keep their places. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { filterRead } from '../src/tui/panes/offers/filter/filter-query.ts';
import { OFFERS_LIST, offersArranged } from '../src/tui/panes/offers/list.ts';
import { offersResumed, offersSaved, savedOffers } from '../src/tui/panes/offers/resume.ts';
import { offersArrived, searchSent } from '../src/tui/panes/offers/search.ts';
import {
  initialOffers,
  limitChanged,
  type OffersState,
  searchRequest,
  typeChanged,
  USUAL_START,
} from '../src/tui/panes/offers/state.ts';
import { countedView } from '../src/tui/panes/offers/views.ts';
import { offersSeen, watchBegun, watchEnded, watchForgotten } from '../src/tui/panes/offers/watch.ts';
import {
  type Change,
  changeCounts,
  changeOf,
  departureOf,
  isAnswerWhole,
  lowestNow,
} from '../src/tui/panes/offers/watch-changes.ts';
import { arranged, chosenRows, cursorChanged } from '../src/tui/state/list.ts';
import { presentOf } from '../src/tui/state/list-places.ts';

const HEIGHT = 5;
const NOON = Date.UTC(2026, 10, 22, 12);

type Answer = { readonly offers: readonly Offer[]; readonly isTruncated?: boolean };

const start = (): OffersState => initialOffers({ ...USUAL_START, order: [['dph_total', 'asc']] });

const answered = (state: OffersState, { offers, isTruncated = false }: Answer): OffersState =>
  offersArrived(
    searchSent(state, 1, searchRequest(state)),
    1,
    { records: offers, malformedValues: 0, isTruncated, atEpochMs: NOON },
    HEIGHT,
  );

const watchedFrom = (answer: Answer): OffersState => watchBegun(answered(start(), answer));
const ids = ({ list }: OffersState): readonly unknown[] => list.shown.map(({ id }) => id);

/** What is said of each row, by its id. */
const told = (state: OffersState): ReadonlyMap<unknown, Change['kind']> => {
  const { seen } = state.watch;
  if (seen === undefined) return new Map();
  return new Map(
    state.list.shown.flatMap((row) => {
      const change = changeOf(seen, row, { departed: departureOf(state.list, row), isWhole: isAnswerWhole(state) });
      return change === undefined ? [] : [[row.id, change.kind]];
    }),
  );
};

/** The same of two answers, the plain way; what came and went between them is in neither. */
const compared = (before: Answer, now: Answer): ReadonlyMap<unknown, string> => {
  const shown = (price: number | null | undefined): string => (price ?? 0).toFixed(4);
  const changes = new Map<unknown, string>();
  for (const offer of now.offers) {
    const was = before.offers.find(({ id }) => id === offer.id);
    if (was === undefined) changes.set(offer.id, before.isTruncated ? 'came' : 'new');
    else if (shown(was.dph_total) !== shown(offer.dph_total)) {
      changes.set(offer.id, Number(offer.dph_total) < Number(was.dph_total) ? 'cheaper' : 'dearer');
    }
  }
  for (const { id } of before.offers) {
    if (!now.offers.some((offer) => offer.id === id)) changes.set(id, now.isTruncated ? 'left' : 'gone');
  }
  return changes;
};

const someOffers = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 12 }), dph_total: fc.constantFrom(0.1, 0.2, 0.20001, 0.3, 0.4) }),
  { maxLength: 10, selector: ({ id }) => id },
);
const answers = fc.record({ offers: someOffers, isTruncated: fc.boolean() });

describe('what has changed since a look', () => {
  test('is what two answers tell that are compared the plain way, whatever came between them', () => {
    fc.assert(
      fc.property(answers, fc.array(answers, { maxLength: 4 }), answers, (before, between, now) => {
        const state = [...between, now].reduce(answered, watchedFrom(before));
        const known = new Set([...before.offers, ...now.offers].map(({ id }) => id));
        const ofBoth = new Map([...told(state)].filter(([id]) => known.has(Number(id))));
        expect(ofBoth).toEqual(compared(before, now));
        const { seen } = state.watch;
        const counts = seen && changeCounts(state.list, seen, isAnswerWhole(state));
        for (const [kind, count] of Object.entries(counts ?? {})) {
          expect(count).toBe([...told(state).values()].filter((other) => other === kind).length);
        }
      }),
    );
  });

  test('moves no row: those that were there stand in their order, and the cursor on its offer', () => {
    fc.assert(
      fc.property(answers, fc.array(answers, { minLength: 1, maxLength: 4 }), fc.nat(9), (before, later, row) => {
        const first = watchedFrom(before);
        const at = Math.max(0, Math.min(row, first.list.shown.length - 1));
        let state: OffersState = { ...first, list: cursorChanged(first.list, { row: at, top: 0 }) };
        for (const answer of later) {
          const next = answered(state, answer);
          const there = ids(next);
          expect(there.filter((id) => ids(state).includes(id))).toEqual(ids(state));
          if (ids(state).length > 0) expect(there[next.list.cursor.row]).toBe(ids(state)[state.list.cursor.row]);
          expect(new Set(there).size).toBe(there.length);
          state = next;
        }
      }),
    );
  });

  test('is nothing once all was seen: rows stand in the order of what they are, without those that are gone', () => {
    fc.assert(
      fc.property(answers, answers, (before, now) => {
        const state = offersSeen(answered(watchedFrom(before), now), HEIGHT);
        expect(told(state).size).toBe(0);
        expect(state.list.ordered).toEqual(answered(start(), now).list.ordered);
        expect(state.list).not.toHaveProperty('departed');
      }),
    );
  });
});

const FOUR: Answer = { offers: [1, 2, 3, 4].map((id) => ({ id, dph_total: id / 10 })) };
const without = (id: number): Answer => ({ offers: FOUR.offers.filter((offer) => offer.id !== id) });

describe('an offer that is there, but no more as the program judges the filter', () => {
  const CHEAP = 'dph_gpu<0.25';
  const cheapIn = (answer: Answer) => answer.offers.filter(({ dph_total: price }) => Number(price) < 0.25);
  const judged = fc.record({
    offers: someOffers.map((offers) => offers.map((offer) => ({ ...offer, num_gpus: 1 }))),
    isTruncated: fc.constant(false),
  });

  test('takes the place again that its earlier record kept beside one at the same price', () => {
    const at = (price: number, ...own: readonly number[]): Answer => ({
      offers: own.map((id) => ({ id, dph_total: price, num_gpus: 1 })),
      isTruncated: false,
    });
    const opened = initialOffers({ ...USUAL_START, order: [['dph_total', 'asc']], filter: CHEAP });
    const seen = [at(0.4, 12, 2), at(0.1, 2, 12), at(0.3, 2)].reduce(answered, watchBegun(answered(opened, at(0.4))));
    expect(ids(seen)).toEqual([12, 2]);
    expect(ids(answered(seen, at(0.1, 2)))).toEqual([12, 2]);
  });

  test('stands where it stood with its earlier record, once, until it matches again or all was seen', () => {
    fc.assert(
      fc.property(judged, fc.array(judged, { minLength: 1, maxLength: 4 }), (before, later) => {
        const opened = initialOffers({ ...USUAL_START, order: [['dph_total', 'asc']], filter: CHEAP });
        let state = watchBegun(answered(opened, before));
        for (const answer of later) {
          const next = answered(state, answer);
          const there = ids(next);
          expect(there.filter((id) => ids(state).includes(id))).toEqual(ids(state));
          expect(new Set(there).size).toBe(there.length);
          expect(presentOf(next.list, next.list.shown).toSorted(byId)).toEqual(cheapIn(answer).toSorted(byId));
          const lost = answer.offers.filter((offer) => there.includes(offer.id) && !cheapIn(answer).includes(offer));
          expect([...told(next)].flatMap(([id, kind]) => (kind === 'lost' ? [id] : [])).toSorted()).toEqual(
            lost.map(({ id }) => id).toSorted(),
          );
          state = next;
        }
        // Another filter may let the newest record through: it is there then, and alone.
        const query = filterRead('dph_gpu<9');
        const all = arranged({ ...state.list, query }, offersArranged(HEIGHT), false);
        expect(
          presentOf(all, all.shown)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(
          later
            .at(-1)
            ?.offers.map(({ id }) => id)
            .toSorted(),
        );
        expect(new Set(all.shown.map(({ id }) => id)).size).toBe(all.shown.length);
        expect(offersSeen(state, HEIGHT).list.shown).toEqual(
          cheapIn(later.at(-1) ?? before).toSorted((one, other) => Number(one.dph_total) - Number(other.dph_total)),
        );
      }),
    );
  });
});

const byId = (one: Offer, other: Offer): number => Number(one.id) - Number(other.id);

describe('an offer that is gone', () => {
  test('is no row that anything works on', () => {
    const { list } = answered(watchedFrom(FOUR), without(2));
    expect(list.shown.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(list.rows).toHaveLength(3);
    expect(presentOf(list, list.shown).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(chosenRows({ ...list, cursor: { row: 1, top: 0 } }, OFFERS_LIST)).toEqual([]);
    expect(chosenRows({ ...list, marked: [2, 3] }, OFFERS_LIST).map(({ id }) => id)).toEqual([3]);
  });

  test('is none of those that the open view is said to have', () => {
    const opened = initialOffers({ ...USUAL_START, order: [['dph_total', 'asc']], view: 'mine' });
    const state = answered(watchBegun(countedView(answered(opened, FOUR))), without(2));
    expect(countedView(state).views.counts).toMatchObject({ mine: { shown: 3 } });
  });

  test('that comes back stands where it stood', () => {
    const state = [without(2), FOUR].reduce(answered, watchedFrom(FOUR));
    expect(ids(state)).toEqual([1, 2, 3, 4]);
    expect(told(state).size).toBe(0);
  });

  test('is still told of where it came and went since the look, and of a long night the newest alone', () => {
    const passing = (id: number): Answer => ({ offers: [...FOUR.offers, { id, dph_total: 0.05 }] });
    const state = [passing(77), FOUR].reduce(answered, watchedFrom(FOUR));
    expect(told(state)).toEqual(new Map([[77, 'passed']]));
    const many = Array.from({ length: 600 }, (_, place) => passing(1000 + place));
    expect([...many, FOUR].reduce(answered, state).list.departed).toHaveLength(500);
  });
});

test('the lowest price is told where it is lower than any that was seen, and of offers that are here', () => {
  const lowest = (price: number) => {
    const { list, watch } = answered(watchedFrom(FOUR), { offers: [{ id: 3, dph_total: price }] });
    return watch.seen && lowestNow(list, watch.seen);
  };
  expect(lowest(0.05)).toEqual({ now: '0.0500', was: '0.1000' });
  expect(lowest(0.1)).toBeUndefined();
  expect(lowest(0.35)).toBeUndefined();
});

describe('a later run', () => {
  const resumed = (saved: unknown) =>
    offersResumed(start(), savedOffers.parse(JSON.parse(JSON.stringify(saved)))).watch;

  test('watches as often as this one, and compares with nothing that this one saw', () => {
    const state = watchedFrom(FOUR);
    const saved = offersSaved({ ...state, watch: { ...state.watch, everyS: 600 } });
    expect(saved.watch).toEqual({ everyS: 600, isOn: true });
    expect(resumed(saved)).toEqual({ everyS: 600, isOn: true });
    expect(resumed(offersSaved(watchEnded(state)))).toEqual({ everyS: 60 });
  });

  test.each([{ everyS: 0.1, isOn: true }, { everyS: 1e9 }, { isOn: true }, 'often'])(
    'is not given an interval that nobody may choose: %j',
    (watch) => {
      expect(resumed({ ...offersSaved(start()), watch })).toEqual({ everyS: 60 });
    },
  );
});

describe('what is compared', () => {
  test('begins anew with another pricing, and with another limit of a list that was cut', () => {
    const cheaper: Answer = { offers: [{ id: 1, dph_total: 0.05 }] };
    expect(told(answered(typeChanged(watchedFrom(FOUR), 'bid'), cheaper)).size).toBe(0);
    expect(told(answered(limitChanged(watchedFrom(FOUR), 50), cheaper)).size).toBe(4);
    const cut = watchedFrom({ ...FOUR, isTruncated: true });
    expect(told(answered(limitChanged(cut, 50), cheaper)).size).toBe(0);
  });

  test('is nothing that another service or key said', () => {
    expect(told(answered(watchForgotten(watchedFrom(FOUR)), without(2))).size).toBe(0);
  });

  test('is compared on when watching ends, until all was seen', () => {
    const ended = answered(watchEnded(watchedFrom(FOUR)), without(2));
    expect(told(ended)).toEqual(new Map([[2, 'gone']]));
    expect(offersSeen(ended, HEIGHT).watch).toEqual({ everyS: 60 });
  });
});
