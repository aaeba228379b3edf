import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { OFFERS_LIST, type OfferList } from '../src/tui/panes/offers/list.ts';
import { offersArrived, searchSent } from '../src/tui/panes/offers/search.ts';
import { initialOffers, type OffersState, searchRequest, USUAL_START } from '../src/tui/panes/offers/state.ts';
import { lineOf } from '../src/tui/state/line.ts';
import * as lists from '../src/tui/state/list.ts';
import * as filters from '../src/tui/state/list-filter.ts';
import type { Order } from '../src/tui/state/order.ts';

const HEIGHT = 10;

const OFFERS: readonly Offer[] = [
  { id: 1, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.5, dlperf_per_dphtotal: 300 },
  { id: 2, gpu_name: 'RTX 3090', num_gpus: 2, dph_total: 0.4, dlperf_per_dphtotal: 200 },
  { id: 3, gpu_name: 'H100 SXM', num_gpus: 4, dph_total: 2.5, dlperf_per_dphtotal: 100 },
];

const answered = (state: OffersState, offers: readonly Offer[], ticket = 1): OffersState =>
  offersArrived(
    searchSent(state, ticket, searchRequest(state)),
    ticket,
    { records: offers, malformedValues: 0, atEpochMs: 0 },
    HEIGHT,
  );
const loaded = () => answered(initialOffers(USUAL_START), OFFERS);
const ARRANGED = { ...OFFERS_LIST, height: HEIGHT };
const withList = (change: (list: OfferList) => OfferList) => (state: OffersState) => ({
  ...state,
  list: change(state.list),
});
const ids = ({ list }: OffersState) => list.shown.map(({ id }) => id);
const current = ({ list }: OffersState) => lists.currentRow(list)?.id;
const typed = (state: OffersState, text: string) =>
  withList((list) => filters.filterEdited(list, lineOf(text), ARRANGED))(state);
const filterOpened = withList((list) => filters.filterOpened(list, ARRANGED));
const filterKept = withList((list) => filters.filterKept(list, ARRANGED));
const sorted = (state: OffersState, order: Order) =>
  withList((list) => lists.orderChanged(list, order, ARRANGED))(state);

describe('what a job costs', () => {
  const job = { hours: 10, diskGb: 0, downGb: 0, upGb: 0 };
  const priced = { id: 1, dph_total: 0.5, storage_total_cost: 0, storage_cost: 0, inet_down_cost: 0, inet_up_cost: 0 };
  const arriving = (workload: OffersState['workload'], record: Offer, pricedFor: OffersState['workload']) => {
    const state = { ...initialOffers(USUAL_START), workload };
    const asked = searchSent(state, 1, searchRequest(state));
    const [row] = offersArrived(asked, 1, { records: [record], pricedFor, malformedValues: 0, atEpochMs: 0 }, HEIGHT)
      .list.rows;
    return row;
  };

  test('is in offers that come as it was put into them', () => {
    const record = { ...priced, job_total: 5, job_hour: 0.5 };
    expect(arriving(job, record, job)).toBe(record);
  });

  test('is that of the job that is known by then, or gone with it', () => {
    const record = { ...priced, job_total: 5, job_hour: 0.5 };
    expect(arriving({ ...job, hours: 20 }, record, job)).toMatchObject({ job_total: 10, job_hour: 0.5 });
    expect(arriving(undefined, record, job)).toEqual(priced);
    expect(arriving(job, priced, undefined)).toMatchObject({ job_total: 5 });
  });
});

describe('typing a filter', () => {
  test('a model typed letter by letter never empties the list before it is whole', () => {
    let state = filterOpened(loaded());
    const seen: number[] = [];
    for (let length = 1; length <= 'gpu_name=RTX_4090'.length; length++) {
      state = typed(state, 'gpu_name=RTX_4090'.slice(0, length));
      seen.push(state.list.shown.length);
    }
    expect(seen.every((count) => count > 0)).toBe(true);
    expect(ids(state)).toEqual([1]);
  });

  test('once it is kept, a model that nobody offers leaves nothing, and a part of one is no model', () => {
    const state = filterKept(typed(filterOpened(loaded()), 'gpu_name=RTX_9999'));
    expect(ids(state)).toEqual([]);
    const part = filterKept(typed(filterOpened(loaded()), 'gpu_name=RTX_40'));
    expect(part.list.query.parsed.problems).toHaveLength(1);
    expect(part.list.editing).toBeDefined();
  });

  test('a number is applied as it stands, and taken back when it is mended', () => {
    const opened = filterOpened(loaded());
    expect(ids(typed(opened, 'num_gpus>=9'))).toEqual([]);
    expect(ids(typed(opened, 'num_gpus>=2'))).toEqual([2, 3]);
  });

  test('a wrong line leaves the last good one in force', () => {
    const good = typed(filterOpened(loaded()), 'num_gpus>=2 ');
    const wrong = typed(good, 'num_gpus>=2 nonsense>4 ');
    expect(wrong.list.query.parsed.problems).toHaveLength(1);
    expect(ids(wrong)).toEqual([2, 3]);
    expect(searchRequest(wrong)).toEqual(searchRequest(good));
  });

  test('a line that turns out wrong takes back what its beginning seemed to say', () => {
    let state = filterOpened(loaded());
    for (let length = 1; length <= 'foo>3'.length; length++) state = typed(state, 'foo>3'.slice(0, length));
    expect(state.list.query.parsed.problems).toHaveLength(1);
    expect(ids(state)).toEqual([1, 2, 3]);

    state = typed(filterOpened(state), 'num_gpus>=2 ');
    for (const end of ['gpu_ram>=24', 'gpu_ram>=240', 'gpu_ram>=2400', 'gpu_ram>=24000']) {
      state = typed(state, `num_gpus>=2 ${end}`);
    }
    expect(state.list.query.parsed.problems).toHaveLength(1);
    expect(searchRequest(state).filters).not.toHaveProperty('gpu_ram');
    expect(searchRequest(state).filters).toMatchObject({ num_gpus: { gte: 2 } });
  });

  test('what the rows do not hold is left to the service', () => {
    expect(ids(typed(filterOpened(loaded()), 'reliability>99% '))).toEqual([1, 2, 3]);
  });
});

describe('the cursor', () => {
  test('on the first row stays first when another question is answered', () => {
    const state = sorted(loaded(), [['dph_total', 'desc']]);
    expect(state.list.cursor.row).toBe(0);
    expect(ids(state)).toEqual([3, 1, 2]);
  });

  test('elsewhere stays on its offer through a sort', () => {
    const state = withList((list) => lists.cursorChanged(list, { row: 1, top: 0 }))(loaded());
    expect(current(sorted(state, [['dph_total', 'desc']]))).toBe(2);
  });

  test('on the first row stays on its offer when the same question is asked again', () => {
    const better: Offer = { id: 9, dlperf_per_dphtotal: 900 };
    const refreshed = answered(loaded(), [...OFFERS, better], 2);
    expect(ids(refreshed)).toEqual([9, 1, 2, 3]);
    expect(current(refreshed)).toBe(1);
  });
});

test('an answer to an old question changes nothing', () => {
  const asked = searchSent(loaded(), 5, searchRequest(loaded()));
  expect(offersArrived(asked, 4, { records: [], malformedValues: 0, atEpochMs: 9 }, HEIGHT)).toBe(asked);
});
