/**
 * @module-tag exhaustive
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REGIONS } from '../src/catalogue/countries.ts';
import { FILTER_FIELDS, type FilterField } from '../src/catalogue/lookup.ts';
import { OFFER_COLUMNS } from '../src/catalogue/offer-columns.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { compareVersions, compileLine } from '../src/filter/evaluate.ts';
import type { Condition } from '../src/filter/line.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { conditionsOn } from './support/filter-lines.ts';
import { findAll, openMarket, type Row } from './support/market.ts';

const OFFER: Offer = {
  id: 17,
  num_gpus: 4,
  gpu_name: 'RTX 4090',
  gpu_ram: 24564,
  compute_cap: 890,
  dph_total: 1.5,
  machine_id: 6541,
  inet_down: 2100,
  duration: 864000,
  reliability: 0.98,
  expected_reliability: 0.95,
  geolocation: 'Virginia, US',
  driver_version: '535.86.05',
  os_version: '22.04',
  cpu_name: 'AMD EPYC® 7763 64-Core',
  cpu_arch: 'amd64',
  mobo_name: 'ROME_D8',
  verification: 'unverified',
  hosting_type: 1,
  has_avx: 1,
  static_ip: false,
  rented: false,
  rentable: true,
  external: null,
  min_bid: null,
  logo: '/static/logo.png',
};

const keeps = (line: string, offer: Offer = OFFER): boolean => {
  const read = parseLine(line);
  expect(read.problems).toEqual([]);
  return compileLine(read)(offer);
};

describe('an offer is kept when it meets each clause', () => {
  test.each([
    ['num_gpus=4', 'num_gpus=2'],
    ['num_gpus!=2', 'num_gpus!=4'],
    ['num_gpus>3', 'num_gpus>4'],
    ['num_gpus>=4', 'num_gpus>=5'],
    ['num_gpus<5', 'num_gpus<4'],
    ['num_gpus<=4', 'num_gpus<=3'],
    ['num_gpus in 2,4', 'num_gpus in 2,8'],
    ['num_gpus notin 2,8', 'num_gpus notin 2,4'],
    ['gpu_ram>=24', 'gpu_ram>=24GiB cpu_arch=arm64'],
    ['gpu_ram=24564MB', 'gpu_ram=24GB'],
    ['compute_cap>=8.9', 'compute_cap>8.9'],
    ['gpu_name=rtx_4090', 'gpu_name="rtx 4090"'],
    ['gpu_name!=H200', 'gpu_name!="RTX 4090"'],
    ['gpu_name in [H200, RTX_4090]', 'gpu_name notin [H200, RTX_4090]'],
    ['mobo_name=ROME_D8', 'mobo_name="ROME D8"'],
    ['geolocation=US', 'geolocation=CA'],
    ['geolocation!=CA', 'geolocation!=US'],
    ['geolocation in [US,CA]', 'geolocation notin [US,CA]'],
    ['driver_version>=535.86', 'driver_version>=535.100'],
    ['driver_version<535.86.6', 'driver_version<535.86.5'],
    ['driver_version=535.86.5', 'driver_version=535.86'],
    ['driver_version in [535.86.05]', 'driver_version notin [535.86.05]'],
    ['os=22.4', 'ubuntu_version>22.04'],
    ['static_ip=false', 'static_ip'],
    ['!static_ip', 'static_ip!=false'],
    ['has_avx', '!has_avx'],
    ['!verified', 'verified'],
    ['verification=unverified', 'verification=verified'],
    ['datacenter', '!datacenter'],
    ['has_sla', '!has_sla'],
    ['!rented', 'rented=false cpu_arch=arm64'],
    ['dph>1 dph<2', 'dph>1 dph<1.5'],
    ['reliability>=98%', 'reliability>98%'],
  ])('%s, but not %s', (met, missed) => {
    expect(keeps(met)).toBe(true);
    expect(keeps(missed)).toBe(false);
  });

  test('a duration asked for is the least that will do; other operators are plain', () => {
    expect(keeps('duration=7d')).toBe(true);
    expect(keeps('duration=10d')).toBe(true);
    expect(keeps('duration=11d')).toBe(false);
    expect(keeps('duration!=7d')).toBe(true);
    expect(keeps('duration in [7d]')).toBe(false);
  });

  test('what includes offers is met by every offer', () => {
    for (const line of ['rented', 'rented=any', 'external', 'verified=any', 'cpu_arch=any']) {
      expect(keeps(line)).toBe(true);
      expect(keeps(line, { id: 1 })).toBe(true);
    }
  });

  test('a target is met by an offer that claims as much, and not by one without a claim', () => {
    const claiming = (claim: number | null) => ({ ...OFFER, expected_reliability: claim });
    const kept = [0.98, 0.99, 0.999, null].map((claim) => keeps('target_reliability=0.99', claiming(claim)));
    expect(kept).toEqual([false, true, true, false]);
    expect(keeps('target_reliability=0.99', { id: 1 })).toBe(true);
  });

  test('external offers are hidden on request, and null counts as not external', () => {
    expect(keeps('!external')).toBe(true);
    expect(keeps('!external', { ...OFFER, external: true })).toBe(false);
  });

  test.each([
    ...['min_bid=1', 'min_bid!=1', 'min_bid<5', 'min_bid in 1,2', 'min_bid notin 1,2'],
    ...['bw_nvlink=1', 'bw_nvlink!=1', 'bw_nvlink notin 1'],
    ...['gpu_arch!=amd', 'gpu_arch notin [amd]', 'vms_enabled', '!vms_enabled'],
  ])('null meets nothing, and what the offer does not hold at all is left to the service: %s', (line) => {
    const { min_bid: _, bw_nvlink: __, gpu_arch: ___, vms_enabled: ____, ...rest } = OFFER;
    expect(keeps(line, { ...rest, min_bid: null, bw_nvlink: null, gpu_arch: null, vms_enabled: null })).toBe(false);
    expect(keeps(line, rest)).toBe(true);
  });

  test('a driver that is no version, or a place without a country, meets nothing', () => {
    const odd = { id: 1, driver_version: 'unknown', geolocation: 'Mars' };
    for (const line of ['driver_version!=1.2', 'driver_version<999.9', 'geolocation!=US', 'geolocation=US']) {
      expect(keeps(line, odd)).toBe(false);
    }
  });

  test('the clauses that were sent can be left out, and only the rest applied', () => {
    const line = parseLine('dph<1 dph>1.2 4090');
    const { local } = wireFilters(line);
    expect(compileLine(line)(OFFER)).toBe(false);
    expect(compileLine({ clauses: local, words: line.words })(OFFER)).toBe(true);
  });
});

describe('words are looked for in what the table shows of an offer at full width', () => {
  test.each([
    ['4090', true],
    ['rtx', true],
    ['RTX_4090', true],
    ['rtx_4091', false],
    ['4x', true],
    ['"4x RTX"', true],
    ['"RTX 4090"', true],
    ['"RTX_4090"', false],
    ['RTX4090', true],
    ['4xRTX4090', true],
    ['2x', false],
    ['1.5000', true],
    ['0.3750', true],
    ['24.6', true],
    ['98.00', true],
    ['us unverified', true],
    ['us verifie', true],
    ['us montreal', false],
    ['535.86', true],
    ['17', true],
    ['6541', true],
    ['"2,100"', true],
    ['2100', true],
    ['4090 num_gpus>=8', false],
    ['', true],
  ])('%s: %s', (line, isKept) => {
    expect(keeps(line)).toBe(isKept);
  });

  test.each(['rome', 'rome_d8', '"rome_d8"', 'epyc', 'virginia', 'logo.png', 'amd64', '22.04'])(
    'not in what no column shows: %s',
    (line) => {
      expect(keeps(line)).toBe(false);
    },
  );

  test.each([
    ['any:epyc® any:virginia', true],
    ['any:rome_d8', true],
    ['any:"rome_d8"', true],
    ['any:"rome d8"', false],
    ['any:ROME us', true],
    ['ANY = rome', true],
    ['any:amd64', true],
    ['any:22.04', true],
    ['any:4x', true],
    ['any:24.6', true],
    ['any:8.9', true],
    ['any:6541', true],
    ['any:654', false],
    ['any:nowhere', false],
    ['any:hidden', true],
    ['any:deep', true],
  ])('any: looks in every field: %s: %s', (line, isKept) => {
    expect(keeps(line, { ...OFFER, unpublished: 'hidden', nested: { list: [{ text: 'deep' }] } })).toBe(isKept);
  });

  test('an offer without any text has none', () => {
    expect(keeps('a', { id: 1 })).toBe(false);
  });

  test('one by one as in all their texts at once, however many offers were looked through before', () => {
    const members = {
      gpu_name: fc.constantFrom('RTX 4090', 'RTX_4090', 'h100 NVL', 3, null, undefined),
      num_gpus: fc.constantFrom(1, 4, 40, null, undefined),
      geolocation: fc.constantFrom('Sweden, SE', 'US', 'se', 'nowhere', null, undefined),
      verification: fc.constantFrom('verified', 'unverified', '', undefined),
      driver_version: fc.constantFrom('535.86', ' 550.1 ', null),
    };
    const shownOf = (offer: Offer): readonly string[] =>
      OFFER_COLUMNS.filter(({ align }) => align === 'left').flatMap(({ id, cell }) =>
        id === 'gpu_name' ? [cell(offer), cell(offer).replaceAll(' ', '')] : [cell(offer)],
      );
    const parts = fc.constantFrom(
      'rtx',
      'rtx_4090',
      'RTX4090',
      '4x',
      '4x rtx',
      'se',
      '?',
      'n',
      'verified',
      '550.1x',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(fc.record(members, { requiredKeys: [] }), { maxLength: 20 }),
        parts,
        fc.boolean(),
        (records, text, isExact) => {
          // What was of a wrong kind is undefined.
          const offers = records as readonly Offer[];
          const folded = (some: string) => (isExact ? some.toLowerCase() : some.toLowerCase().replaceAll('_', ' '));
          const kept = offers.filter(compileLine({ clauses: [], words: [{ text, isExact }] }));
          expect(kept).toEqual(
            offers.filter((offer) => shownOf(offer).some((own) => folded(own).includes(folded(text)))),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['535.86', '535.86.05', -1],
  ['535.100', '535.86', 1],
  ['535.86.05', '535.86.5', 0],
  ['535', '535.0.0', 0],
  ['9.1', '10.0', -1],
  ['', '0.0', 0],
])('version %s against %s: %i', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(-sign + 0);
});

describe('rows narrow here to what the service would answer', () => {
  const database = openMarket({ offers: 250, seed: 23 });
  const rows = findAll(database);

  /** The value for which a filter finds the row, or one near it. */
  const seen = (field: FilterField): fc.Arbitrary<string | number | boolean> => {
    const row = fc.nat(rows.length - 1).map((place) => rows[place]);
    switch (field.filter.kind) {
      case 'boolean':
        return fc.boolean();
      case 'country':
        return row.map((found) => String(found?.geolocation).slice(-2));
      case 'version':
        return row.map((found) => String(found?.[field.name === 'ubuntu_version' ? 'os_version' : field.name]));
      case 'text':
        return row.map((found) => String(found?.[field.name]));
      case 'number':
      case 'integer':
        return row.map((found) => Number(found?.[field.name] ?? 1));
    }
  };

  // A coverage target restricts nothing, but changes the prices of the answer.
  const usable = FILTER_FIELDS.filter(({ name }) => name !== 'target_reliability');
  const wanted = fc
    .uniqueArray(fc.constantFrom(...usable), { minLength: 1, maxLength: 4 })
    .chain((fields) => fc.tuple(...fields.map((field) => conditionsOn(field, seen(field)))));

  const ids = (found: readonly Row[]): readonly number[] => found.map(({ id }) => id);

  test('for every filter with every operator', () => {
    for (const field of usable) {
      fc.assert(
        fc.property(conditionsOn(field, seen(field)), (condition) => agrees([condition])),
        { numRuns: 10 },
      );
    }
  });

  test('for several at once', () => {
    fc.assert(fc.property(wanted, agrees), { numRuns: 200 });
  });

  test('a part of a text, in any letter case, where the text is there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('gpu_name', 'mobo_name'),
        fc.constantFrom('rtx 40', 'RTX', 'rome', 'X570', 'zz', ' '),
        (field, part) => {
          const kept = rows.filter(compileLine({ clauses: [{ field, operator: 'contains', value: part }], words: [] }));
          const wanted = rows.filter((row) => {
            const text = row[field];
            return (
              text === undefined ||
              String(text ?? '')
                .toLowerCase()
                .includes(part.toLowerCase())
            );
          });
          expect(ids(kept)).toEqual(ids(wanted));
        },
      ),
    );
  });

  test('rows that show a word are those that its exclusion leaves out', () => {
    for (const text of ['4090', 'rtx', 'us', 'zzz', '2x']) {
      const shown = compileLine({ clauses: [], words: [{ text, isExact: false }] });
      const others = compileLine({ clauses: [], words: [{ text, isExact: false, isExcluded: true }] });
      expect(rows.map((row) => shown(row) !== others(row))).toEqual(rows.map(() => true));
    }
  });

  test('a region keeps the rows that its countries keep', () => {
    for (const [name, codes] of Object.entries(REGIONS)) {
      const keptBy = (value: readonly string[]) =>
        ids(rows.filter(compileLine({ clauses: [{ field: 'geolocation', operator: 'in', value }], words: [] })));
      expect(keptBy([name])).toEqual(keptBy(codes));
    }
  });

  const agrees = (clauses: readonly Condition[]): void => {
    const { filters } = wireFilters({ clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })) });
    const sent = Object.fromEntries(clauses.map(({ field }) => [field, filters[field]]));
    const kept = rows.filter(compileLine({ clauses, words: [] }));
    expect({ clauses, kept: ids(kept) }).toEqual({ clauses, kept: ids(findAll(database, sent)) });
  };
});
