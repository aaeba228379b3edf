/** Listing, pricing and unlisting machines from a script: what is sent for each, what is read back, what stops it, exit codes. */

import { describe, expect, test } from 'vitest';
import { planOf } from '../src/hosting/list-plan.ts';
import { LIST_WRITE } from '../src/hosting/list-write.ts';
import { UNLIMITED } from '../src/limits/allowance.ts';
import { clientFor } from './support/api-client.ts';
import { listedMachine, othersAt, startHostService } from './support/host-service.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startJournal } from './support/journal.ts';
import { temporaryFolder } from './support/local-service.ts';
import { manualClock } from './support/manual-clock.ts';
import { gpudeck } from './support/one-shot.ts';
import { hangUp, json, type ScriptedReply } from './support/scripted-server.ts';

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;
const ALL = othersAt(0.3, 0.32, 0.34, 0.36, 0.38, 0.4, 0.42, 0.44, 0.46, 0.48, 0.5);

/** `gpudeck machine` with its journal in `folder`, on a clock that never makes a test wait. */
const run = (
  { url }: { readonly url: string },
  line: string,
  {
    folder = temporaryFolder(),
    atMs = NOW_EPOCH_MS,
    ...world
  }: Parameters<typeof gpudeck>[1] & { readonly folder?: string; readonly atMs?: number } = {},
) =>
  gpudeck(['machine', ...line.split(' '), '--config', folder], {
    environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(atMs, TIME_LIMITS_MS),
    ...world,
  });

const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const outcomesOf = (out: string) => linesOf(out).map(({ machine_id: id, outcome }) => [id, outcome]);

const LISTING = {
  ...{ machine: 7, price_gpu: 0.42, price_disk: 0.1, price_inetu: 0.01, price_inetd: 0.02, price_min_bid: 0.2 },
  ...{ min_chunk: 1, end_date: 1_800_000_000, credit_discount_max: 0.3, vol_size: 0, vol_price: 0.1 },
};

describe('what is sent', () => {
  test('is all that is known of each machine, one after the other, each read again', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8, { min_chunk: 2 })], ALL);
    const dry = await run(server, 'price 7 8 --price 0.42 --volume-size none --dry-run');
    expect([dry.code, linesOf(dry.out).map(({ body }) => body), server.writes()]).toEqual([
      0,
      [LISTING, { ...LISTING, machine: 8, min_chunk: 2 }],
      [],
    ]);
    const reads = server.optionalRequests.length;
    const made = await run(server, 'price 7 8 --price 0.42 --volume-size none --yes');
    expect([made.code, linesOf(made.out)]).toEqual([
      0,
      [7, 8].map((id) => ({
        ...{ machine_id: id, change: 'price', price_gpu: 0.42, outcome: 'accepted' },
        ...{ message: null, at: expect.any(String) },
      })),
    ]);
    expect(server.writes().map(([method, path, body]) => [method, path, body.machine])).toEqual([
      ['PUT', '/api/v0/machines/create_asks/', 7],
      ['PUT', '/api/v0/machines/create_asks/', 8],
    ]);
    expect(server.optionalRequests.length - reads).toBe(3);
    expect(made.errors).toContain('7th of 12 comparable offers, 5 % over the median of $0.4000 (now 6th of 12).');
  });

  test('has a word of the market as the figure that it came to, and a change of each machine’s own price', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8, { listed_gpu_cost: 0.6 })], ALL);
    const bounds = '--at-least 0.3 --at-most 0.5';
    await run(server, `price 7 --price median-5% ${bounds} --volume-size none --yes`);
    await run(server, 'price 8 --price +10% --volume-size none --yes');
    expect(server.writes().map(([, , body]) => body.price_gpu)).toEqual([0.38, 0.66]);
  });

  test('lists what is not listed once all is said, which no other verb does', async () => {
    const bare = { id: 7, num_gpus: 4, gpu_name: 'RTX 4090', listed: false };
    await using server = await startHostService([bare], ALL);
    for (const verb of ['price 7 --price 1', 'end 7 --end none'])
      expect(await run(server, `${verb} --volume-size none --yes`)).toMatchObject({ code: 1, out: '' });
    expect((await run(server, 'min-bid 7 --min-bid 0.2 --yes')).code).toBe(1);
    const lacking = await run(server, 'list 7 --price 0.42 --volume-size none --yes');
    expect(lacking.code).toBe(2);
    expect(lacking.errors).toContain('Say --disk-price, --up-price, --down-price, --min-chunk, --end, --discount.');
    expect(server.writes()).toEqual([]);
    const said =
      '--disk-price 0.1 --up-price 0.01 --down-price 0.02 --min-chunk 1 --end 2027-01-15T08:00Z --discount 30%';
    const { code } = await run(
      server,
      `list 7 --price 0.42 ${said} --min-bid .2 --volume-size 2TB --volume-price 0.1 --yes`,
    );
    expect([code, server.writes()]).toEqual([
      0,
      [['PUT', '/api/v0/machines/create_asks/', { ...LISTING, vol_size: 2000 }]],
    ]);
  });

  test('never has an end that is past, unless that is said', async () => {
    await using server = await startHostService([listedMachine(7, { end_date: NOW_EPOCH_MS / 1000 - 1 })], ALL);
    const without = await run(server, 'price 7 --price 0.42 --volume-size none --yes');
    expect([without.code, server.writes()]).toEqual([2, []]);
    expect(without.errors).toContain('Machine 7: not known: end. Its end is past, and is not sent back. Say --end.');
    expect((await run(server, 'price 7 --price 0.42 --end none --volume-size none --yes')).code).toBe(0);
    expect(server.writes()[0]?.[2]).toMatchObject({ end_date: null });
  });

  test('never has a price of 0 that the machine has', async () => {
    await using server = await startHostService([listedMachine(7, { listed_gpu_cost: 0 })], ALL);
    const { code, errors } = await run(server, 'end 7 --end none --volume-size none --yes');
    expect([code, server.writes()]).toEqual([2, []]);
    expect(errors).toContain('Machine 7: not known: price. Say --price.');
  });

  test('takes the smallest bid away where none is wished for', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const { code, errors } = await run(server, 'price 7 --price 0.42 --min-bid none --volume-size none --yes');
    expect([code, server.writes()[0]?.[2]]).toMatchObject([0, { price_gpu: 0.42, price_min_bid: null }]);
    expect(errors).toContain('smallest bid $0.2000/GPU/h to none');
  });

  test('always has the size of the volume', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const { code, errors } = await run(server, 'price 7 --price 0.42 --yes');
    expect(code).toBe(2);
    expect(errors).toContain('--volume-size');
  });
});

describe('where nobody looks at it, a word of the market', () => {
  const PRICE = 'price 7 --price p25 --volume-size none';

  test.each([
    ['without bounds', ALL, '', 2, 'with --yes, needs --at-least and --at-most'],
    [
      'of few offers',
      ALL.slice(0, 9),
      '--at-least 0.1 --at-most 1',
      1,
      'takes 10 comparable offers of others: there are 9',
    ],
    ['out of bounds', ALL, '--at-least 0.36 --at-most 1', 1, '$0.35/GPU/h is not within --at-least and --at-most'],
  ])('%s is refused', async (_, offers, more, code, words) => {
    await using server = await startHostService([listedMachine(7)], offers);
    const ended = await run(server, `${PRICE} ${more} --yes`.replace('  ', ' '));
    expect([ended.code, server.writes()]).toEqual([code, []]);
    expect(ended.errors).toContain(words);
  });

  test('without bounds is not planned either', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const { code, out, errors } = await run(server, `${PRICE} --plan`);
    expect([code === 0, out, server.writes()]).toEqual([false, '', []]);
    expect(errors).toContain('--at-least');
  });

  test('is never of offers on the host’s other machines, where the one that is priced is in no market', async () => {
    const own = ALL.map((offer) => ({ ...offer, machine_id: 8, host_id: 1 }));
    const machines = [listedMachine(7, { listed: false }), listedMachine(8)];
    await using server = await startHostService(machines, [...own, ...ALL.slice(0, 9)]);
    const { code, errors } = await run(server, `${PRICE} --at-least 0.1 --at-most 1 --yes`.replace('price', 'list'));
    expect([code, server.writes()]).toEqual([1, []]);
    expect(errors).toContain('takes 10 comparable offers of others: there are 9');
  });

  test('is not sent ten minutes after the market was read', async () => {
    await using server = await startHostService([listedMachine(7)]);
    const planned = planOf({ ...listedMachine(7), id: 7 }, { volumeGb: 0 }, { market: undefined, nowEpochMs: 0 });
    if (!('sent' in planned)) throw new Error('nothing is planned');
    const sentBy = (untilEpochMs: number) =>
      LIST_WRITE.send(
        { id: 7, machine: listedMachine(7) },
        { kind: 'list', verb: 'price', listings: [{ ...planned, untilEpochMs }], atEpochMs: 0 },
        {
          client: clientFor(server.url),
          clock: manualClock(1000),
          journal: startJournal(),
          allowance: UNLIMITED,
          seen: 0,
        },
      );
    expect(await sentBy(999)).toMatchObject({
      kind: 'held-back',
      journalProblem: expect.stringContaining('10 minutes'),
    });
    expect(server.writes()).toEqual([]);
    expect(await sentBy(1000)).toMatchObject({ kind: 'accepted' });
  });

  test('nor is the next machine, where the first took so long', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8)], ALL);
    const clock = impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS);
    const reply: ScriptedReply = (response, request) =>
      void clock.after(600_001, () => json(200, { success: true })(response, request));
    server.fail({ reply, isCarriedOut: true });
    const both = PRICE.replace('7', '7 8');
    const { out } = await run(server, `${both} --at-least 0.1 --at-most 1 --yes`, { clock });
    expect(outcomesOf(out)).toEqual([
      [7, 'accepted'],
      [8, 'not_sent'],
    ]);
    expect(server.writes()).toHaveLength(1);
  });

  test.each([
    ['a cut answer', ALL, true],
    ['one of which an offer cannot be read', [...ALL, 7], false],
  ])('of %s is refused', async (_, offers, truncated) => {
    await using server = await startHostService([listedMachine(7)], offers, { truncated });
    const ended = await run(server, `${PRICE} --at-least 0.1 --at-most 1 --yes`);
    expect([ended.code, server.writes()]).toEqual([1, []]);
    expect(ended.errors).toContain('is not taken of an answer that is not whole');
  });

  test.each([
    ['cut', [], true],
    ['without what cannot be read of it', [7], false],
  ])('where the list of machines is %s is refused', async (_, unreadable, truncated) => {
    await using server = await startHostService([listedMachine(7)], ALL);
    server.offer('machines/?owner=me', json(200, { machines: [listedMachine(7), ...unreadable], truncated }));
    const ended = await run(server, `${PRICE} --at-least 0.1 --at-most 1 --yes`);
    expect([ended.code, server.writes()]).toEqual([1, []]);
    expect(ended.errors).toContain('the list of your machines is not whole');
    expect((await run(server, PRICE.replace('p25', '0.42 --dry-run'))).code).toBe(0);
  });

  test('is not known where the service has no search, which a figure does not need', async () => {
    await using server = await startHostService([listedMachine(7)], undefined, { status: 404 });
    expect((await run(server, `${PRICE} --at-least 0.1 --at-most 1 --yes`)).code).not.toBe(0);
    expect(server.writes()).toEqual([]);
    const { code, errors } = await run(server, 'price 7 --price 0.42 --volume-size none --yes');
    expect(code).toBe(0);
    expect(errors).toContain('Where it stands in the market is not known.');
  });

  test('is taken where it is asked about, of few offers too', async () => {
    await using server = await startHostService([listedMachine(7)], ALL.slice(0, 3));
    expect((await run(server, PRICE, { ask: async () => '7' })).code).toBe(0);
    expect(server.writes()[0]?.[2].price_gpu).toBe(0.31);
  });
});

describe('a price that is ten times off', () => {
  const SLIP = 'price 7 --price 4.2 --volume-size none';

  test('is refused with --yes, and else wants itself typed', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const blind = await run(server, `${SLIP} --yes`);
    expect([blind.code, server.writes()]).toEqual([2, []]);
    expect(blind.errors).toContain('--yes does not stand for the price, 4.2');
    const asked: string[] = [];
    const answer = (text: string) => ({
      ask: async (question: string) => {
        asked.push(question);
        return text;
      },
    });
    expect((await run(server, SLIP, answer('7'))).code).toBe(2);
    expect(server.writes()).toEqual([]);
    expect((await run(server, SLIP, answer('4.2'))).code).toBe(0);
    expect(asked[0]).toBe('Type the price, 4.2, to price: ');
  });

  test.each([
    ['price 7 --price 7', 'the price, $7,'],
    ['price 7 8 --price 2 --disk-price 2', 'the price, $2,'],
    ['price 7 8 9 --price 4 --disk-price 30', 'the lowest and highest price, 4 30,'],
    ['min-bid 7 8 9 --min-bid 3', 'the price, $3,'],
  ])('is not typed as the id or the number is, and each lies between those that are: %s', async (line, words) => {
    const machines = [listedMachine(7), listedMachine(8), listedMachine(9)];
    await using server = await startHostService(machines, ALL);
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return '';
    };
    await run(server, line.startsWith('price') ? `${line} --volume-size none` : line, { ask });
    expect(asked[0]).toContain(`Type ${words} to `);
    expect(server.writes()).toEqual([]);
  });

  test('so is one of disk, and a smallest bid', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    for (const line of ['price 7 --price 0.4 --disk-price 15 --volume-size none', 'min-bid 7 --min-bid 2'])
      expect((await run(server, `${line} --yes`)).code).toBe(2);
    expect(server.writes()).toEqual([]);
    expect((await run(server, 'min-bid 7 --min-bid 2', { ask: async () => '2' })).code).toBe(0);
  });
});

describe('after each call', () => {
  const PRICE = 'price 7 8 9 --price +10% --volume-size none';
  const machines = [7, 8, 9].map((id) => listedMachine(id));

  test('a machine that holds something else stops the rest', async () => {
    await using server = await startHostService(machines, ALL);
    const yes = json(200, { success: true });
    server.fail({ reply: yes, isCarriedOut: true }, { reply: yes, isCarriedOut: false });
    const { code, out } = await run(server, `${PRICE} --yes`);
    expect([code, outcomesOf(out)]).toEqual([
      6,
      [
        [7, 'accepted'],
        [8, 'not_confirmed'],
        [9, 'not_sent'],
      ],
    ]);
    expect(linesOf(out)[1]?.reason).toContain('price $0.4000/GPU/h in place of $0.4400/GPU/h');
    expect(server.writes()).toHaveLength(2);
  });

  test('is noted as carried out only once the list, read again, shows it', async () => {
    await using server = await startHostService([listedMachine(7)]);
    const planned = planOf({ ...listedMachine(7), id: 7 }, { volumeGb: 0 }, { market: undefined, nowEpochMs: 0 });
    if (!('sent' in planned)) throw new Error('nothing is planned');
    const journal = startJournal();
    const noted = () => {
      const newest = journal.machineWrites.list.newest([7], 'list');
      return 'problem' in newest ? newest : newest.map(({ outcome }) => outcome.kind);
    };
    const before: unknown[] = [];
    server.offer('machines/?owner=me', (response, request) => {
      before.push(noted());
      server.list(response, request);
    });
    const parts = { client: clientFor(server.url), clock: manualClock(1000), journal, allowance: UNLIMITED, seen: 0 };
    const request = { kind: 'list', verb: 'price', listings: [planned], atEpochMs: 0 } as const;
    await LIST_WRITE.send({ id: 7, machine: listedMachine(7) }, request, parts);
    expect([before, noted()]).toEqual([[['unknown']], ['accepted']]);
  });

  test('a list that cannot be read stops the rest, and the next run finds that it was carried out', async () => {
    await using server = await startHostService(machines, ALL);
    const folder = temporaryFolder();
    server.offer('machines/?owner=me', server.list, json(500, {}), server.list);
    const { code, out } = await run(server, `${PRICE} --yes`, { folder });
    expect([code, outcomesOf(out)[0], server.writes().length]).toEqual([6, [7, 'not_confirmed'], 1]);
    const again = await run(server, `${PRICE} --yes`, { folder });
    expect([again.code, outcomesOf(again.out)]).toEqual([
      0,
      [
        [7, 'carried_out_before'],
        [8, 'accepted'],
        [9, 'accepted'],
      ],
    ]);
    expect(server.writes().map(([, , { machine, price_gpu: price }]) => [machine, price])).toEqual([
      ...[
        [7, 0.44],
        [8, 0.44],
        [9, 0.44],
      ],
    ]);
  });

  test('nothing is found carried out that the list cannot show, such as the size of the volume alone', async () => {
    await using server = await startHostService([listedMachine(7)]);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: false });
    const SIZE = 'end 7 --end 2027-01-15T08:00Z --volume-size 500 --yes';
    await run(server, SIZE, { folder });
    const next = await run(server, SIZE, { folder });
    expect([next.code, outcomesOf(next.out)]).toEqual([6, [[7, 'unknown_before']]]);
    expect((await run(server, `${SIZE} --again`, { folder })).code).toBe(0);
    expect(server.writes().map(([, , body]) => body.vol_size)).toEqual([500, 500]);
  });

  test('an end whose answer was lost is not found carried out by a run that changes nothing', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: false });
    const END = 'end 7 --end 2027-03-01T00:00Z --volume-size none --yes';
    await run(server, END, { folder });
    const same = await run(server, 'price 7 --price 0.4 --volume-size none --yes', { folder });
    expect([same.code, outcomesOf(same.out)]).toEqual([6, [[7, 'unknown_before']]]);
    expect(same.errors).not.toContain('nothing is sent for it');
    server.held.set(7, listedMachine(7, { end_date: Date.UTC(2027, 2, 1) / 1000 }));
    const found = await run(server, END, { folder });
    expect([found.code, outcomesOf(found.out)]).toEqual([0, [[7, 'carried_out_before']]]);
  });

  test('a list that the service is too busy for is asked for again', async () => {
    await using server = await startHostService(machines, ALL);
    server.offer('machines/?owner=me', server.list, json(503, {}), json(429, {}), server.list);
    expect((await run(server, `${PRICE} --yes`)).code).toBe(0);
    expect(server.writes()).toHaveLength(3);
  });

  test('a refusal of one machine says nothing of the others', async () => {
    await using server = await startHostService(machines, ALL);
    const locked = { success: false, error: 'machine_locked', msg: 'it is locked' };
    server.fail({ reply: json(403, locked), isCarriedOut: false });
    const { code, out } = await run(server, `${PRICE} --yes`);
    expect([code, outcomesOf(out).map(([, outcome]) => outcome)]).toEqual([1, ['refused', 'accepted', 'accepted']]);
    expect(linesOf(out)[0]?.reason).toContain('The service refused: it is locked (machine_locked, status 403).');
  });
});

describe('a machine that somebody else changes meanwhile', () => {
  const machines = [7, 8, 9, 10].map((id) => listedMachine(id));
  const PRICE = 'price 7 8 9 10 --price 0.42 --volume-size none';

  test('is not sent, and what has changed is told; the others are', async () => {
    await using server = await startHostService(machines, ALL);
    const reply: ScriptedReply = (response, request) => {
      server.held.set(8, listedMachine(8, { listed_storage_cost: 0.2, min_chunk: 4, end_date: null }));
      server.held.set(9, listedMachine(9, { listed: false }));
      json(200, { success: true })(response, request);
    };
    server.fail({ reply, isCarriedOut: true });
    const { code, out } = await run(server, `${PRICE} --yes`);
    expect([code, linesOf(out).map(({ outcome, reason }) => [outcome, reason])]).toEqual([
      1,
      [
        ['accepted', undefined],
        [
          'not_sent',
          'Not sent: the machine was changed meanwhile: disk $0.2000/GB/month in place of $0.1000/GB/month, ' +
            'smallest slice 4 GPUs in place of 1 GPU, end none in place of 2027-01-15 08:00:00.',
        ],
        ['not_sent', 'Not sent: the machine was changed meanwhile: it is not listed any more.'],
        ['accepted', undefined],
      ],
    ]);
    expect(server.writes().map(([, , body]) => body.machine)).toEqual([7, 10]);
  });

  test.each([
    [60_000, 0, [7, 8, 9, 10]],
    [60_001, 1, [8, 9, 10]],
  ])('while the question was open for %i ms ends with %i', async (openMs, code, sent) => {
    await using server = await startHostService(machines, ALL);
    const clock = impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS);
    const ask = async () => {
      server.held.set(7, listedMachine(7, { min_bid_price: 0.3 }));
      await new Promise<void>((done) => {
        clock.after(openMs, done);
      });
      return '4';
    };
    expect((await run(server, PRICE, { clock, ask })).code).toBe(code);
    expect(server.writes().map(([, , body]) => body.machine)).toEqual(sent);
  });
});

describe('a change of the present price', () => {
  const PRICE = 'price 7 --price +10% --volume-size none --yes';

  test('whose answer was lost is not made of the price that it has led to', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: false }, { reply: hangUp, isCarriedOut: true });
    expect((await run(server, PRICE, { folder })).code).toBe(6);
    const left = await run(server, PRICE, { folder });
    expect([left.code, outcomesOf(left.out)]).toEqual([6, [[7, 'unknown_before']]]);
    expect((await run(server, `${PRICE} --again`, { folder })).code).toBe(6);
    const found = await run(server, `${PRICE} --again`, { folder });
    expect([found.code, outcomesOf(found.out)]).toEqual([0, [[7, 'carried_out_before']]]);
    expect(server.writes().map(([, , body]) => body.price_gpu)).toEqual([0.44, 0.44]);
  });

  test('with another word wants a figure as long as the outcome of one is unknown', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: true });
    await run(server, PRICE, { folder });
    const other = await run(server, PRICE.replace('10%', '20%'), { folder });
    expect([other.code, server.writes().length]).toEqual([6, 1]);
    expect(other.errors).toContain('What +20% is of is not known: write a figure.');
    expect((await run(server, `${PRICE.replace('+10%', '0.5')} --again`, { folder })).code).toBe(0);
  });

  test('that was carried out within a day is not made once more', async () => {
    await using server = await startHostService([listedMachine(7)], ALL);
    const folder = temporaryFolder();
    const prices = () => server.writes().map(([, , body]) => body.price_gpu);
    for (const atMs of [NOW_EPOCH_MS, NOW_EPOCH_MS + DAY_MS - 60_000]) {
      expect((await run(server, PRICE, { folder, atMs })).code).toBe(0);
      expect(prices()).toEqual([0.44]);
    }
    const sliced = PRICE.replace(' --yes', ' --min-chunk 2 --yes');
    expect((await run(server, sliced, { folder })).code).toBe(0);
    expect(server.writes().at(-1)?.[2]).toMatchObject({ price_gpu: 0.44, min_chunk: 2 });
    expect((await run(server, PRICE, { folder, atMs: NOW_EPOCH_MS + DAY_MS + 60_000 })).code).toBe(0);
    expect(prices()).toEqual([0.44, 0.44, 0.484]);
  });
});

describe('besides', () => {
  test('unlisting takes off what is listed, and finds what a lost call has done', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8, { listed: false })]);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: true });
    const lost = await run(server, 'unlist 7 8 --yes', { folder });
    expect([lost.code, outcomesOf(lost.out)]).toEqual([
      6,
      [
        [7, 'unknown'],
        [8, 'not_listed'],
      ],
    ]);
    const next = await run(server, 'unlist 7 --yes', { folder });
    expect([next.code, outcomesOf(next.out)]).toEqual([0, [[7, 'not_listed']]]);
    expect(server.writes()).toEqual([['DELETE', '/api/v0/machines/7/asks/', undefined]]);
  });

  test('the smallest bid alone is set, and read back', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8)]);
    server.fail({ reply: json(200, { success: true, you_sent: {} }), isCarriedOut: false });
    const { code, out } = await run(server, 'min-bid 7 8 --min-bid 0.15 --yes');
    expect([code, outcomesOf(out).map(([, outcome]) => outcome)]).toEqual([6, ['not_confirmed', 'not_sent']]);
    expect((await run(server, 'min-bid 8 --min-bid 0.15 --yes')).code).toBe(0);
    expect(server.writes().at(-1)).toEqual(['PUT', '/api/v0/machines/8/minbid/', { client_id: 'me', price: 0.15 }]);
  });

  test('a terminal gets a row, and with --json an object', async () => {
    await using server = await startHostService([listedMachine(7), listedMachine(8)]);
    expect((await run(server, 'unlist 7 --yes', { columns: 80 })).out).toBe('7           accepted\n');
    expect(outcomesOf((await run(server, 'unlist 8 --yes --json', { columns: 80 })).out)).toEqual([[8, 'accepted']]);
  });

  test('a clean-up is of one machine, whose id is typed, and may have nothing to do', async () => {
    await using server = await startHostService([listedMachine(7)]);
    expect((await run(server, 'cleanup 7 8 --yes')).code).toBe(2);
    const nothing = { success: false, num_deleted: 0, msg: 'no expired storage' };
    server.fail({ reply: json(200, nothing), isCarriedOut: false });
    const { code, out, errors } = await run(server, 'cleanup 7', { ask: async () => '7' });
    expect([code, linesOf(out)[0]]).toMatchObject([
      0,
      { outcome: 'accepted', message: 'nothing to do: no expired storage' },
    ]);
    expect(errors).toContain('Nobody can list beforehand what that is.');
    expect(server.writes()).toEqual([['PUT', '/api/v0/machines/7/cleanup/', {}]]);
  });

  test('a clean-up whose answer was lost is told by no list, and is not sent again', async () => {
    await using server = await startHostService([listedMachine(7)]);
    const folder = temporaryFolder();
    server.fail({ reply: hangUp, isCarriedOut: true });
    const [lost, next] = [
      await run(server, 'cleanup 7 --yes', { folder }),
      await run(server, 'cleanup 7 --yes', { folder }),
    ];
    expect(linesOf(lost.out)[0]?.reason).toContain('No list tells whether it was deleted.');
    expect(linesOf(next.out)[0]).toMatchObject({
      outcome: 'unknown_before',
      reason: expect.stringMatching(/Check at the service first: --again sends it once more\.$/),
    });
    expect(server.writes()).toHaveLength(1);
  });
});
