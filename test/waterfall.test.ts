/** Which part of a filter keeps offers away: counts over a whole market. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printClause } from '../src/filter/print.ts';
import { defaultClauses } from '../src/filter/request.ts';
import { createWaterfall } from '../src/filter/waterfall.ts';
import { startTestService } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const countOf = (line: string, offers: readonly Offer[]) => {
  const waterfall = createWaterfall(parseLine(line));
  waterfall.add(offers);
  return waterfall.steps().map(({ text, alone, after, without }) => [text, alone, after, without]);
};

const offer = (num_gpus: number, gpu_name: string, more: Offer = {}): Offer => ({
  num_gpus,
  gpu_name,
  verification: 'verified',
  rentable: true,
  rented: false,
  cpu_arch: 'amd64',
  ...more,
});

test('a word keeps what the columns show that it is looked for in, of the same offers too', () => {
  const offers = [offer(1, 'RTX 4090', { mobo_name: 'ROMED8-2T' }), offer(4, 'RTX 4090', { mobo_name: 'H12SSL' })];
  const alone = (...columns: readonly string[]) => {
    const word = { text: 'romed8', isExact: false, from: 0, to: 6, columns };
    const waterfall = createWaterfall({ clauses: [], words: [word] });
    waterfall.add(offers);
    return waterfall.steps()[0];
  };
  expect(alone('mobo_name', 'id')).toMatchObject({ text: 'romed8', alone: 1 });
  expect(alone('gpu_name', 'id')).toMatchObject({ text: 'romed8', alone: 0 });
});

test('each part with what it keeps alone, what is left after it, and what would come without it', () => {
  const offers = [
    offer(1, 'RTX 4090'),
    offer(4, 'RTX 4090'),
    offer(4, 'RTX 4090', { rented: true }),
    offer(8, 'A100 SXM4', { verification: 'unverified' }),
    offer(8, 'H100 SXM', { external: null }),
  ];
  expect(countOf('num_gpus>=4 4090 verified=any external=false', offers)).toEqual([
    ['num_gpus>=4', 4, 4, 2],
    ['verified=any', 5, 4, 1],
    ['!external', 5, 4, 1],
    ['4090', 3, 2, 3],
    ['rentable', 5, 2, 1],
    ['!rented', 4, 1, 2],
    ['cpu_arch=amd64', 5, 1, 1],
  ]);
});

describe('counts equal those of a plain evaluation', () => {
  const offers: fc.Arbitrary<readonly Offer[]> = fc.array(
    fc
      .record({
        gpus: fc.constantFrom(1, 2, 4, 8),
        model: fc.constantFrom('RTX 4090', 'A100 SXM4', 'H100 SXM'),
        price: fc.constantFrom(null, 0.2, 0.5, 2),
        place: fc.constantFrom('Texas, US', 'Berlin, DE', 'Oslo, NO'),
        verification: fc.constantFrom('verified', 'unverified'),
        rented: fc.boolean(),
      })
      .map(({ gpus, model, price, place, verification, rented }) =>
        offer(gpus, model, { dph_total: price, geolocation: place, verification, rented }),
      ),
    { maxLength: 60 },
  );
  const parts = fc.uniqueArray(
    fc.constantFrom(
      'num_gpus=2..4',
      'gpu_name~40',
      'gpu_name!=RTX_4090',
      'dph<1',
      'dph_gpu<0.3',
      'geolocation=NORDIC',
      'geolocation in [US, DACH]',
      'verified=any',
      'rented=any',
      '4090',
      '!h100',
      'target_reliability=0.9',
    ),
    { maxLength: 5 },
  );

  test('whatever the line and the offers', () => {
    fc.assert(
      fc.property(offers, parts, (market, texts) => {
        const line = parseLine(texts.join(' '));
        const held = defaultClauses(line).map(printClause);
        const typed = [
          ...line.clauses.map(printClause),
          ...line.words.map(({ text, isExcluded }) => `${isExcluded ? '!' : ''}${text}`),
        ];
        const all = [...typed, ...held];
        const keeps = (wanted: readonly string[]) => {
          const { clauses, words } = parseLine(wanted.join(' '));
          const judged = clauses.filter(({ field }) => field !== 'target_reliability');
          return market.filter(compileLine({ clauses: judged, words })).length;
        };
        expect(countOf(texts.join(' '), market)).toEqual(
          all.map((text, place) => [
            text,
            keeps([text]),
            keeps(all.slice(0, place + 1)),
            keeps(all.filter((other) => other !== text)),
          ]),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('however often the same offers were counted before, and however they come', () => {
    fc.assert(
      fc.property(offers, fc.array(parts, { maxLength: 5 }), fc.nat(60), (market, lines, cut) => {
        for (const texts of lines) {
          const line = texts.join(' ');
          const inTwo = createWaterfall(parseLine(line));
          inTwo.add(market.slice(0, cut));
          inTwo.add(market.slice(cut));
          const counted = countOf(line, market);
          expect(counted).toEqual(countOf(line, [...market]));
          expect(counted).toEqual(
            inTwo.steps().map(({ text, alone, after, without }) => [text, alone, after, without]),
          );
        }
      }),
    );
  });

  test('a bound that is moved a hundred times, and back', () => {
    const market = Array.from({ length: 100 }, (_, gpus) => offer(gpus, 'RTX 4090'));
    for (const bound of [...market.keys(), 7]) {
      expect(countOf(`num_gpus>=${bound}`, market)[0]).toEqual([`num_gpus>=${bound}`, 100 - bound, 100 - bound, 100]);
    }
  });
});

describe('gpudeck search --explain', () => {
  test('asks once, with the defaults lifted and no filter, and prints counts as JSON', async () => {
    await using server = await startScriptedServer(json(200, { offers: [offer(1, 'RTX 4090'), offer(4, 'RTX 4090')] }));
    const { code, out, errors } = await gpudeck(['search', '--explain', 'num_gpus>=4', '--storage', '50'], at(server));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(server.requests.map(({ body }) => JSON.parse(body ?? ''))).toMatchObject([
      {
        verified: { in: [true, false] },
        rentable: { in: [true, false] },
        rented: { eq: true },
        cpu_arch: { notin: [] },
        limit: 100_000,
        allocated_storage: 50,
      },
    ]);
    expect(JSON.parse(out)).toEqual({
      base: { offers: 2, cut: false, as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      clauses: [
        { text: 'num_gpus>=4', alone: 1, after: 1, without: 2, evaluated: true },
        { text: 'verified', alone: 2, after: 1, without: 1, evaluated: true },
        { text: 'rentable', alone: 2, after: 1, without: 1, evaluated: true },
        { text: '!rented', alone: 2, after: 1, without: 1, evaluated: true },
        { text: 'cpu_arch=amd64', alone: 2, after: 1, without: 1, evaluated: true },
      ],
    });
  });

  test('its last count is what the search finds on the local market', async () => {
    const service = await startTestService({ offers: 1500, seed: 3 });
    const line = 'num_gpus>=2 geolocation=EU reliability>95%';
    const { clauses } = JSON.parse((await gpudeck(['search', '--explain', line], at(service))).out) as {
      clauses: { after: number }[];
    };
    const found = JSON.parse((await gpudeck(['search', line, '--json'], at(service))).out) as unknown[];
    expect(clauses.at(-1)?.after).toBe(found.length);
    expect(found.length).toBeGreaterThan(0);
  });

  test('a wrong filter asks nothing, and it does not go with a dry run', async () => {
    expect(await gpudeck(['search', '--explain', 'num_gpu>=4'])).toMatchObject({ code: 2, out: '' });
    expect(await gpudeck(['search', '--explain', '--dry-run'])).toMatchObject({ code: 2, out: '' });
  });
});
