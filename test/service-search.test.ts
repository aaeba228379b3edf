/**
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { CALLER_USER_ID } from '../src/local-service/market/caller.ts';
import { moveMarket } from '../src/local-service/market/move.ts';
import { searchMarket } from '../src/local-service/search/search-market.ts';
import { EVERYTHING, find, findAll, MINUTE_MS, NOON_EPOCH_MS, openMarket, type Row } from './support/market.ts';
import { plainSearch, plainSort } from './support/plain-search.ts';

const ids = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);
const sortedIds = (rows: readonly Row[]): readonly number[] => [...ids(rows)].sort((a, b) => a - b);
const number = (row: Row | undefined, name: string): number => Number(row?.[name]);

describe('what a search returns when it asks for nothing', () => {
  test('"by default only when verified is eq true, rentable is eq true and rented is eq false"; cpu_arch is amd64', () => {
    const database = openMarket();
    const expected = findAll(database).filter(
      (row) => row.verification === 'verified' && row.rentable && !row.rented && row.cpu_arch === 'amd64',
    );
    expect(expected.length).toBeGreaterThan(64);
    expect(sortedIds(find(database, { limit: 1000 }))).toEqual(ids(expected));
  });

  test('64 offers, the best scores first', () => {
    const rows = find(openMarket(), {});
    expect(rows).toHaveLength(64);
    expect(ids(rows)).toEqual(ids(plainSort(rows, [['score', 'desc']])));
  });

  test.for([
    ['verified', { eq: false }],
    ['rentable', { eq: false }],
    ['cpu_arch', { eq: 'arm64' }],
  ] as const)('a search that mentions %s replaces its default and no other', ([name, filter]) => {
    const database = openMarket({ offers: 1500 });
    const defaults = {
      verified: { eq: true },
      rentable: { eq: true },
      rented: { eq: false },
      cpu_arch: { eq: 'amd64' },
    };
    const expected = plainSearch(findAll(database), { ...defaults, [name]: filter });
    expect(expected).not.toEqual([]);
    expect(sortedIds(find(database, { [name]: filter, limit: 2000 }))).toEqual(ids(expected));
  });

  test('"When rented is set to eq true, offers on which the caller already rents GPUs are included"', () => {
    const database = openMarket();
    const without = find(database, { limit: 1000 });
    const included = find(database, { limit: 1000, rented: { eq: true } });
    const rented = included.filter((row) => row.rented);
    expect(rented.length).toBeGreaterThan(0);
    expect(included.length).toBe(without.length + rented.length);
    expect(find(database, { ...EVERYTHING, limit: 1000 }, CALLER_USER_ID + 1).filter((row) => row.rented)).toEqual([]);
  });
});

test('a reply that is taken slowly shows the market as it was when the search came', () => {
  const database = openMarket();
  const before = findAll(database);
  const found = searchMarket(database, CALLER_USER_ID, { ...EVERYTHING, limit: 1000, order: [['id', 'asc']] });
  moveMarket(database, NOON_EPOCH_MS + 3000 * MINUTE_MS);
  expect(found.ok ? Array.from(found.offers, (text) => JSON.parse(text)) : found).toEqual(before);
  expect(findAll(database)).not.toEqual(before);
});

describe('limit, type, order and allocated_storage', () => {
  test('"maximum offers to return", also written as text', () => {
    const database = openMarket();
    expect(find(database, { limit: 3 })).toHaveLength(3);
    expect(find(database, { limit: '3' })).toHaveLength(3);
    expect(find(database, { ...EVERYTHING, limit: 100_000 })).toHaveLength(300);
  });

  test('"bid = interruptible, priced from the minimum bid"', () => {
    const database = openMarket();
    for (const row of findAll(database, { type: 'bid' })) {
      expect(row).toMatchObject({ is_bid: true, dph_base: row.min_bid });
      expect(row.dph_total).toBe(number(row, 'min_bid') + number(row, 'storage_total_cost'));
    }
    expect(findAll(database).filter((row) => row.is_bid)).toEqual([]);
  });

  test('reserved prices are those that an on-demand offer shows after discount', () => {
    const database = openMarket();
    const reserved = findAll(database, { type: 'reserved' });
    findAll(database).forEach((row, place) => {
      expect(reserved[place]).toMatchObject({
        id: row.id,
        dph_total: row.discounted_dph_total,
        discounted_dph_total: row.discounted_dph_total,
      });
    });
  });

  test('ondemand is the default, and may be written on-demand', () => {
    const database = openMarket({ offers: 30 });
    expect(findAll(database, { type: 'ondemand' })).toEqual(findAll(database));
    expect(findAll(database, { type: 'on-demand' })).toEqual(findAll(database));
  });

  test('"disk size in GB for the instance to be created ...; default 8": prices follow it', () => {
    const [offer] = findAll(openMarket(), { allocated_storage: 720 });
    expect(number(offer, 'storage_total_cost')).toBeCloseTo(number(offer, 'storage_cost'), 12);
    const [byDefault] = findAll(openMarket());
    expect(byDefault?.storage_total_cost).toBe((number(byDefault, 'storage_cost') * 8) / 720);
  });

  test('"list of sort entries": several keys, null last in both directions, versions by their parts', () => {
    const database = openMarket({ offers: 1000 });
    const all = findAll(database);
    for (const order of [
      [
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
      [
        ['driver_version', 'asc'],
        ['gpu_name', 'desc'],
      ],
      [['start_date', 'asc']],
      [
        ['avail_vol_size', 'desc'],
        ['rentable', 'asc'],
      ],
      [
        ['os_version', 'desc'],
        ['cpu_name', 'asc'],
      ],
      [
        ['is_bid', 'desc'],
        ['rented', 'desc'],
        ['duration', 'asc'],
      ],
    ] as const) {
      expect(ids(findAll(database, { order }))).toEqual(ids(plainSort(all, order)));
    }
  });

  test('offers that are equal in every key come by id', () => {
    const database = openMarket();
    expect(ids(findAll(database, { order: [['resource_type', 'desc']] }))).toEqual(ids(findAll(database)));
  });
});

describe('filters that are no field of an offer, or mean more than their name', () => {
  const database = openMarket({ offers: 2000 });
  const all = findAll(database);
  const found = (filters: object) => ids(findAll(database, filters));
  const those = (isThose: (row: Row) => unknown) => {
    const expected = ids(all.filter(isThose));
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    return expected;
  };

  test('verified is the verification "verified"', () => {
    expect(found({ verified: { eq: true } })).toEqual(those((row) => row.verification === 'verified'));
    expect(found({ verified: { neq: true } })).toEqual(those((row) => row.verification !== 'verified'));
    expect(found({ verification: { in: ['deverified'] } })).toEqual(those((row) => row.verification === 'deverified'));
  });

  test('datacenter is hosting type 1, has_sla is a claim that is there', () => {
    expect(found({ datacenter: { eq: true } })).toEqual(those((row) => row.hosting_type === 1));
    expect(found({ datacenter: { eq: false } })).toEqual(those((row) => row.hosting_type !== 1));
    expect(found({ has_sla: { eq: true } })).toEqual(those((row) => row.expected_reliability !== null));
    expect(found({ has_sla: { eq: false } })).toEqual(those((row) => row.expected_reliability === null));
  });

  test('"show external offers in addition": eq true shows both, eq false hides them, null counts as false', () => {
    expect(found({ external: { eq: true } })).toEqual(ids(all));
    expect(found({ external: { eq: false } })).toEqual(those((row) => row.external !== true));
  });

  test('"minimum required rental duration": eq means at least', () => {
    const day = 86_400;
    expect(found({ duration: { eq: day } })).toEqual(those((row) => number(row, 'duration') >= day));
    expect(found({ duration: { lt: day } })).toEqual(those((row) => number(row, 'duration') < day));
  });

  test('"two-letter country code; in array of strings": the code that ends the free text', () => {
    const isIn =
      (...codes: readonly string[]) =>
      (row: Row) =>
        codes.includes(String(row.geolocation).slice(-2));
    expect(found({ geolocation: { in: ['US', 'DE'] } })).toEqual(those(isIn('US', 'DE')));
    expect(found({ geolocation: { eq: 'SE' } })).toEqual(those(isIn('SE')));
    expect(found({ geolocation: { neq: 'US' } })).toEqual(those((row) => !isIn('US')(row)));
    expect(found({ geolocation: { notin: ['US', 'DE'] } })).toEqual(those((row) => !isIn('US', 'DE')(row)));
  });

  test('has_avx is 0 or 1 in an offer and true or false in a filter', () => {
    expect(found({ has_avx: { eq: true } })).toEqual(those((row) => row.has_avx === 1));
    expect(found({ has_avx: { eq: false } })).toEqual(those((row) => row.has_avx === 0));
  });

  test('versions compare by their parts, and ubuntu_version is os_version', () => {
    expect(found({ driver_version: { gte: '580.100' } })).toEqual(
      those(({ driver_version: version }) => ['580.142', '590.48.01'].includes(String(version))),
    );
    expect(found({ driver_version: { eq: '535.86.5' } })).toEqual(those((row) => row.driver_version === '535.86.05'));
    expect(found({ ubuntu_version: { lt: '22.4' } })).toEqual(
      those(({ os_version: version }) => ['18.04', '20.04'].includes(String(version))),
    );
    expect(found({ os_version: { in: ['24.04'] } })).toEqual(those((row) => row.os_version === '24.04'));
  });

  test('a driver version as one number means the same as its parts', () => {
    for (const least of [575_000_000, '575000000', 575, '575']) {
      expect(found({ driver_version: { gte: least } }), String(least)).toEqual(
        found({ driver_version: { gte: '575.0' } }),
      );
    }
    expect(found({ driver_version: { lt: 535_086_005 } })).toEqual(found({ driver_version: { lt: '535.86.05' } }));
    expect(found({ driver_version: { in: [580_142_000, '535.86.05'] } })).toEqual(
      those((row) => row.driver_version === '580.142' || row.driver_version === '535.86.05'),
    );
  });

  test('null matches no operator, neq and notin included, except notin of an empty list', () => {
    const withBoth = (filter: object) => found({ expected_reliability: filter });
    expect(withBoth({ neq: 0.5 })).toEqual(those((row) => row.expected_reliability !== null));
    expect(withBoth({ notin: [0.5] })).toEqual(those((row) => row.expected_reliability !== null));
    expect(withBoth({ lte: 1 })).toEqual(those((row) => row.expected_reliability !== null));
    expect(withBoth({ notin: [] })).toEqual(ids(all));
    expect(withBoth({ in: [] })).toEqual([]);
  });

  test('several operators in one filter must all hold', () => {
    expect(found({ num_gpus: { gte: 2, lt: 8, neq: 4 } })).toEqual(
      those((row) => number(row, 'num_gpus') >= 2 && number(row, 'num_gpus') < 8 && row.num_gpus !== 4),
    );
  });

  test('numbers may be written as text', () => {
    expect(found({ num_gpus: { gte: '4' }, dph_total: { lt: ' 2.5 ' } })).toEqual(
      those((row) => number(row, 'num_gpus') >= 4 && number(row, 'dph_total') < 2.5),
    );
  });

  test('"When the search sets target_reliability, dph_total includes the SLA charge"; whose claim is lower is left out', () => {
    const target = 0.99;
    const priced = findAll(database, { target_reliability: { eq: target }, type: 'bid' });
    expect(ids(priced)).toEqual(those((row) => number(row, 'expected_reliability') >= target));
    for (const row of priced) {
      const premium = number(row, 'dph_base') * Math.max(0, target - number(row, 'reliability')) * 2;
      expect(row.search).toMatchObject({ slaPremiumPerHour: premium, totalHour: row.dph_total });
      expect(row.dph_total).toBe(number(row, 'dph_base') + number(row, 'storage_total_cost') + premium);
      expect(row.dlperf_per_dphtotal).toBe(number(row, 'dlperf') / number(row, 'dph_total'));
    }
    expect(priced.filter((row) => number(row, 'reliability') < target)).not.toEqual([]);
  });

  test('"disk size in GB for the instance to be created": an offer with less free disk cannot hold it', () => {
    expect(found({ allocated_storage: 500 })).toEqual(those((row) => number(row, 'disk_space') >= 500));
    expect(found({ allocated_storage: 0 })).toEqual(ids(all));
  });
});
