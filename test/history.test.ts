/** What a script gets from `gpudeck record` and `gpudeck history`. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceAt } from '../src/api/http/base-url.ts';
import type { Clock } from '../src/base/clock.ts';
import { systemClock } from '../src/base/clock.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { defaultClauses, wireFilters } from '../src/filter/request.ts';

import { isKeptFilter, keptOf } from '../src/history/kept-offer.ts';

import { pastFigures } from '../src/history/past-figures.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import { createCohorts } from '../src/pricing/cohorts.ts';
import { manualClock } from './support/manual-clock.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { cutOff, json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** 2026-11-22T10:00:00Z. */
const START_MS = Date.UTC(2026, 10, 22, 10);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const offers = (...rows: readonly object[]) => json(200, { offers: rows });

const FOUR = [
  { id: 1, machine_id: 7, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.4, geolocation: 'Sweden, SE' },
  { id: 2, machine_id: 8, gpu_name: 'RTX 4090', num_gpus: 4, dph_total: 1.2, geolocation: 'France, FR' },
  { id: 3, machine_id: 7, gpu_name: 'RTX 4090', num_gpus: 2, dph_total: 0.6, geolocation: 'Sweden, SE' },
  { id: 4, machine_id: 9, gpu_name: 'A100 SXM4', num_gpus: 1, dph_total: 1.1, geolocation: 'Sweden, SE' },
];

/** A clock that stands at a minute of the morning. */
const clockAt = (minute: number): Clock => ({ ...systemClock, now: () => START_MS + minute * MINUTE_MS });

const file = () => `sqlite:${join(folder, 'history.db')}`;

/** Records one answer of `server` at a minute. */
const recordOnce = (url: string, minute: number, ...args: readonly string[]) =>
  gpudeck(['record', '--once', '--history', file(), ...args], { ...at({ url }), clock: clockAt(minute) });

const historyOf = (url: string, minute: number, ...args: readonly string[]) =>
  gpudeck(['history', '--history', file(), ...args], { ...at({ url }), clock: clockAt(minute) });

describe('gpudeck record', () => {
  test('asks for the whole market, and says what it kept and what that cost the line', async () => {
    await using server = await startScriptedServer(offers(...FOUR), offers(...FOUR.slice(1)));
    const first = await recordOnce(server.url, 0);
    expect(first.code).toBe(0);
    expect(first.out).toBe('');
    expect(first.errors).toMatch(
      /^2026-11-22 10:00:00 UTC {2}ondemand {2}4 offers, 4 new or changed, 0 changed or gone\n/,
    );
    expect(first.errors).toMatch(/gpudeck: a round brings \d+ B, a day \d+ kB\n$/);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ limit: 100_000, type: 'ondemand' });
    const second = await recordOnce(server.url, 5, '--json');
    expect(JSON.parse(second.out)).toEqual({
      at: '2026-11-22T10:05:00.000Z',
      type: 'ondemand',
      offers: 3,
      whole: true,
      recorded: true,
      begun: 0,
      ended: 1,
      bytes: expect.any(Number),
    });
  });

  test('writes large counts so that they can be read', async () => {
    const many = Array.from({ length: 1000 }, (_, id) => ({ ...FOUR[0], id: id + 1 }));
    await using server = await startScriptedServer(offers(...many));
    const { errors } = await recordOnce(server.url, 0);
    expect(errors).toContain('1,000 offers, 1,000 new or changed, 0 changed or gone\n');
    const { errors: checked } = await gpudeck(['alerts', 'check', 'when num_gpus=1 appears', '--history', file()], {
      ...at(server),
      clock: clockAt(1),
    });
    expect(checked).toContain('would not have fired, by one answer of 2026-11-22T10:00:00Z\n');
  });

  test('says of a list that was cut that there may be more, and claims no absence', async () => {
    await using server = await startScriptedServer(offers(...FOUR), offers(...FOUR.slice(0, 2)));
    await recordOnce(server.url, 0);
    const cut = await recordOnce(server.url, 5, '--limit', '2');
    expect(cut.errors).toContain('2 offers (not all there are)');
    const { out } = await historyOf(server.url, 6, 'offer', '3', '--json', '--fields', 'id,ended');
    expect(JSON.parse(out)).toEqual([{ id: 3, ended: 'unseen' }]);
  });

  test('goes on after a failure, answer by answer, until it is told to stop', async () => {
    const signals = new EventEmitter();
    const answers: ScriptedReply[] = [
      offers(...FOUR),
      json(501, { msg: 'not now' }),
      cutOff(200, '{"offers":[{"id":1'),
      offers(...FOUR),
    ];
    await using server = await startScriptedServer(...answers);
    const clock = manualClock(START_MS);
    const { code, errors } = await gpudeck(['record', '--every', '1m', '--history', file()], {
      ...at(server),
      clock,
      signals,
      onMessage: (text) => {
        if (server.requests.length === 4 && text.includes(' offers, ')) signals.emit('SIGTERM');
        // Once it waits for the next answer, or for another try.
        else if (!text.includes('a round brings'))
          setImmediate(() => clock.elapse(text.includes('waiting') ? 2000 : MINUTE_MS));
      },
    });
    expect(code).toBe(0);
    expect(errors.match(/4 offers, /g)).toHaveLength(2);
    expect(errors).toContain('gpudeck: the service failed (501); this answer of ondemand is not recorded');
    expect(errors).toContain('gpudeck: connection lost (UND_ERR_SOCKET); waiting');
    expect(signals.listenerCount('SIGTERM')).toBe(0);
    // Programs that ask by the way leave it to this recorder until it is late by half a round.
    const history = openSqliteHistory(join(folder, 'history.db'), clock.now());
    if ('problem' in history) throw new Error(history.problem);
    const [{ id = 0, recorderUntilEpochMs } = {}] = await history.store.questions(serviceAt(server.url));
    const rounds = await history.store.rounds(id, { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER });
    expect(recorderUntilEpochMs).toBe((rounds.at(-1)?.atEpochMs ?? 0) + 1.5 * MINUTE_MS);
    await history.store.close();
  });

  test('ends with the code of a key that is refused, and records nothing', async () => {
    await using server = await startScriptedServer(json(401, { detail: 'Invalid user key' }));
    const { code } = await gpudeck(['record', '--history', file()], at(server));
    expect(code).toBe(3);
  });

  test('does not record the past: a second answer of the same time is not taken', async () => {
    await using server = await startScriptedServer(offers(...FOUR), offers());
    await recordOnce(server.url, 5);
    const { errors } = await recordOnce(server.url, 4);
    expect(errors).toContain('0 offers, not recorded\ngpudeck: the history has an answer of 2026-11-22 10:05:00 UTC: ');
  });

  test.each([
    [['--every', '10s'], 'Expected a length of time, 1m or more, such as 10m or 1h.'],
    [['--types', 'spot'], 'Expected ondemand (or on-demand), bid (or interruptible) or reserved.'],
    [['--history', 'market.db'], 'Expected sqlite: and a file, such as sqlite:market.db, or'],
    [['gpu_nam=x'], 'gpu_name'],
  ])('refuses %j', async (args, words) => {
    const { code, errors } = await gpudeck(['record', '--once', ...args], at({ url: 'http://127.0.0.1:9' }));
    expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
  });

  test('says that a history cannot be used, and asks for nothing', async () => {
    await using server = await startScriptedServer(offers());
    writeFileSync(join(folder, 'plain'), '');
    const { code, errors } = await gpudeck(
      ['record', '--once', '--history', `sqlite:${join(folder, 'plain', 'x.db')}`],
      at(server),
    );
    expect([code, errors]).toEqual([1, expect.stringContaining('name another file with --history')]);
    expect(server.requests).toHaveLength(0);
  });
});

describe('gpudeck history', () => {
  test('prints figures by model for each bucket that has an answer, as of the last one in it', async () => {
    const later = FOUR.map((offer) => ({ ...offer, dph_total: offer.dph_total * 2 }));
    await using server = await startScriptedServer(offers(...FOUR), offers(...later), offers(...FOUR));
    await recordOnce(server.url, 5);
    await recordOnce(server.url, 55);
    await recordOnce(server.url, 185);
    const { code, out, errors } = await historyOf(
      server.url,
      190,
      '--json',
      '--fields',
      'from,to,gpu_name,n,median,partial',
    );
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual([
      {
        from: '2026-11-22T10:00:00Z',
        to: '2026-11-22T11:00:00Z',
        gpu_name: 'A100 SXM4',
        n: 1,
        median: 2.2,
        partial: true,
      },
      {
        from: '2026-11-22T10:00:00Z',
        to: '2026-11-22T11:00:00Z',
        gpu_name: 'RTX 4090',
        n: 3,
        median: 0.6,
        partial: true,
      },
      {
        from: '2026-11-22T13:00:00Z',
        to: '2026-11-22T13:10:00Z',
        gpu_name: 'A100 SXM4',
        n: 1,
        median: 1.1,
        partial: true,
      },
      {
        from: '2026-11-22T13:00:00Z',
        to: '2026-11-22T13:10:00Z',
        gpu_name: 'RTX 4090',
        n: 3,
        median: 0.3,
        partial: true,
      },
    ]);
  });

  test('says of its first and last bucket that they are partial, and no bucket ends in the future', async () => {
    await using server = await startScriptedServer(...Array.from({ length: 4 }, () => offers(...FOUR)));
    for (const minute of [5, 65, 125, 185]) await recordOnce(server.url, minute);
    const rowsAt = async (minute: number, from: string) => {
      const fields = ['--fields', 'from,to,n,partial', '--csv'];
      const { out } = await historyOf(server.url, minute, 'gpu_name=RTX_4090', '--from', from, ...fields);
      return out.trim().split(/\r?\n/).slice(1);
    };
    expect(await rowsAt(190, '1d')).toEqual([
      // Recording began in it.
      '2026-11-22T10:00:00Z,2026-11-22T11:00:00Z,3,true',
      '2026-11-22T11:00:00Z,2026-11-22T12:00:00Z,3,false',
      '2026-11-22T12:00:00Z,2026-11-22T13:00:00Z,3,false',
      // It is not over.
      '2026-11-22T13:00:00Z,2026-11-22T13:10:00Z,3,true',
    ]);
    expect(await rowsAt(240, '2h')).toEqual([
      '2026-11-22T12:00:00Z,2026-11-22T13:00:00Z,3,false',
      '2026-11-22T13:00:00Z,2026-11-22T14:00:00Z,3,false',
    ]);
    const table = await gpudeck(['history', '--history', file()], { ...at(server), clock: clockAt(190), columns: 120 });
    expect(table.out).toMatch(/max +partial/);
    expect(table.out).toMatch(/2026-11-22T10:00:00Z .* yes\n/);
  });

  test('an alert says how many prices its figure is made of, then and now, and when that was', async () => {
    const cheaper = FOUR.slice(0, 2).map((offer) => ({ ...offer, dph_total: offer.dph_total / 2 }));
    await using server = await startScriptedServer(offers(...FOUR), offers(...cheaper));
    await recordOnce(server.url, 5);
    await recordOnce(server.url, 15.004);
    const sentence = 'when median(gpu_name=RTX_4090) falls 10% in 1d';
    const check = async (...args: readonly string[]) =>
      (
        await gpudeck(['alerts', 'check', sentence, '--history', file(), ...args], {
          ...at(server),
          clock: clockAt(20),
        })
      ).out;
    const words = 'median fell from $0.3 (3 offers) at 2026-11-22 10:05:00 UTC to $0.175/GPU/h (2 offers)';
    expect(await check()).toBe(`2026-11-22T10:15:00Z  ${words}\n`);
    expect(JSON.parse(await check('--json'))).toMatchObject({
      from: '2026-11-22T10:05:00.000Z',
      to: '2026-11-22T10:15:00.240Z',
      findings: [{ at: '2026-11-22T10:15:00.240Z', words, samples: 2, figure: 0.175, before: 0.3 }],
    });
  });

  test('looks back to a moment that is named as schedule understands its own', async () => {
    await using server = await startScriptedServer(offers(...FOUR), offers(...FOUR));
    await recordOnce(server.url, 5);
    await recordOnce(server.url, 185);
    const firstsFrom = async (from: string, minute = 26 * 60) => {
      const { out, errors } = await historyOf(server.url, minute, '--from', from, '--json', '--fields', 'from');
      return errors === ''
        ? [...new Set(JSON.parse(out).map((row: { from: string }) => row.from.slice(11, 16)))]
        : JSON.parse(errors).error.message;
    };
    // It is noon of the day behind.
    expect(await firstsFrom('yesterday')).toEqual(['10:00', '13:00']);
    expect(await firstsFrom('yesterday 12:00')).toEqual(['13:00']);
    expect(await firstsFrom('2026-11-22 11:30')).toEqual(['13:00']);
    expect(await firstsFrom('2026-11-22T14:30+01:00')).toEqual(['13:00']);
    expect(await firstsFrom('25h ago')).toEqual(['13:00']);
    expect(await firstsFrom('1d12h')).toEqual(['10:00', '13:00']);
    const how = 'Write 12h, 7d, yesterday or 2026-11-20 08:00.';
    expect(await firstsFrom('tomorrow 12:00')).toBe(`--from tomorrow 12:00: That is in the future. ${how}`);
    expect(await firstsFrom('whenever')).toBe(`--from whenever: This is not a moment. ${how}`);
    expect(await firstsFrom('30s')).toBe(`--from 30s: This is not a moment. ${how}`);
    const buckets = await historyOf(server.url, 9, '--from', '2020-01-01', '--step', '1m');
    expect([buckets.code, buckets.errors]).toEqual([
      2,
      'gpudeck history: more than 50,000 buckets: name a longer --step.\n',
    ]);
    const check = ['alerts', 'check', 'when gpu_name=RTX_4090 appears', '--history', file(), '--from'];
    const checked = async (from: string) =>
      (await gpudeck([...check, from], { ...at(server), clock: clockAt(26 * 60) })).errors;
    expect(await checked('yesterday 12:00')).toContain('by one answer of 2026-11-22T13:05:00Z');
    expect(await checked('sometime')).toContain('gpudeck alerts: --from sometime: This is not a moment.');
  });

  test('applies a filter to what was recorded without it', async () => {
    await using server = await startScriptedServer(offers(...FOUR));
    await recordOnce(server.url, 5);
    const { out } = await historyOf(
      server.url,
      9,
      'geolocation=SE dph_gpu<0.5',
      '--by',
      'num_gpus',
      '--fields',
      'num_gpus,n',
      '--json',
    );
    expect(JSON.parse(out)).toEqual([
      { num_gpus: 1, n: 1 },
      { num_gpus: 2, n: 1 },
    ]);
  });

  test('does not take the answer to a narrower question for the market', async () => {
    await using server = await startScriptedServer(offers(...FOUR));
    await recordOnce(server.url, 5, 'gpu_name=RTX_4090');
    const wide = await historyOf(server.url, 9, '--json');
    expect(JSON.parse(wide.out)).toEqual([]);
    expect(wide.errors).toContain('nothing that answers this was recorded in this time');
    const same = await historyOf(server.url, 9, 'gpu_name=RTX_4090', '--json');
    expect(JSON.parse(same.out)).not.toEqual([]);
  });

  test('refuses what is not kept, and words', async () => {
    await using server = await startScriptedServer(offers(...FOUR));
    await recordOnce(server.url, 5);
    const clause = await historyOf(server.url, 9, 'duration>3d');
    expect([clause.code, clause.errors]).toEqual([
      2,
      expect.stringContaining('the history does not keep duration; it keeps id,'),
    ]);
    const by = await historyOf(server.url, 9, '--by', 'mobo_name');
    expect([by.code, by.errors]).toEqual([2, expect.stringContaining('does not keep mobo_name')]);
    const word = await historyOf(server.url, 9, '4090');
    expect([word.code, word.errors]).toEqual([
      2,
      expect.stringContaining('cannot be searched for words: write clauses instead, such as gpu_name=RTX_4090'),
    ]);
  });

  test('does not begin a history that is named and not there', async () => {
    const { code, errors } = await historyOf('http://127.0.0.1:9', 9);
    expect([code, errors]).toEqual([2, expect.stringContaining('There is no history in ')]);
    expect(existsSync(join(folder, 'history.db'))).toBe(false);
  });

  test('tells what became of an offer, and of all offers of a machine', async () => {
    await using server = await startScriptedServer(
      offers(...FOUR),
      offers({ ...FOUR[0], dph_total: 0.5 }),
      offers({ ...FOUR[0], dph_total: 0.6 }),
    );
    await recordOnce(server.url, 5);
    await recordOnce(server.url, 6);
    const offer = await historyOf(server.url, 9, 'offer', '1', '--fields', 'from,to,ended,dph_total', '--json');
    expect(JSON.parse(offer.out)).toEqual([
      { from: '2026-11-22T10:05:00.000Z', to: '2026-11-22T10:06:00.000Z', ended: 'changed', dph_total: 0.4 },
      { from: '2026-11-22T10:06:00.000Z', to: null, ended: null, dph_total: 0.5 },
    ]);
    await recordOnce(server.url, 7, 'num_gpus=1', '--storage', '50');
    const fields = ['--fields', 'question,type,storage,filter'];
    const [first, , other] = JSON.parse((await historyOf(server.url, 9, 'offer', '1', ...fields, '--json')).out);
    expect(first).toMatchObject({ type: 'ondemand', storage: 8, filter: 'cpu_arch=amd64 rentable !rented verified' });
    expect(other).toMatchObject({ storage: 50, filter: 'cpu_arch=amd64 num_gpus=1 rentable !rented verified' });
    expect(other.question).not.toBe(first.question);
    const [heading = '', row = ''] = (await historyOf(server.url, 9, 'offer', '1', '--csv')).out.split('\n');
    expect(heading.split(',').slice(0, 6)).toEqual(['from', 'to', 'ended', 'question', 'type', 'storage']);
    expect(row.split(',').slice(3, 6)).toEqual([String(first.question), 'ondemand', '8']);
    expect(row).toMatch(/,cpu_arch=amd64 rentable !rented verified\r?$/);
    const machine = await historyOf(server.url, 9, 'machine', '7', '--fields', 'id', '--json');
    expect(JSON.parse(machine.out)).toEqual([{ id: 1 }, { id: 3 }, { id: 1 }, { id: 1 }]);
    const none = await historyOf(server.url, 9, 'machine', '77', '--table');
    expect(none.errors).toBe('gpudeck: no recorded answer of this service holds machine 77\n');
  });

  test.each([['offer'], ['machine', 'abc'], ['offer', '#12'], ['machine', '7', '8']])(
    'asks which one is meant by %s %s',
    async (kind, ...rest) => {
      const { code, errors } = await historyOf('http://127.0.0.1:9', 9, kind, ...rest);
      expect([code, errors]).toEqual([2, expect.stringContaining(`Which ${kind}? Write the number of one`)]);
    },
  );

  test('takes a machine with an operator for a filter', async () => {
    await using server = await startScriptedServer(offers(...FOUR));
    await recordOnce(server.url, 5);
    const { code, out } = await historyOf(server.url, 9, 'machine', '=', '7', '--fields', 'n', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, [{ n: 2 }]]);
  });
});

describe('figures of the past', () => {
  const MODELS = ['A', 'B', 'a 10', 'a 9', null];
  const LINES = [
    '',
    'gpu_name=A',
    'dph_gpu<0.5',
    'num_gpus>=2 verified=any',
    'gpu_name in [A,B] dph<0.6',
    'reliability>=0.9',
  ];

  test('equal a plain computation over the answers', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            gap: fc.constantFrom(3, 20, 61, 400),
            isWhole: fc.boolean(),
            rows: fc.uniqueArray(
              fc.record({
                id: fc.integer({ min: 1, max: 9 }),
                gpu_name: fc.constantFrom(...MODELS),
                num_gpus: fc.constantFrom(1, 2, 4),
                dph_total: fc.option(fc.constantFrom(0.2, 0.5, 0.9)),
                reliability: fc.constantFrom(0.8, 0.95),
              }),
              { selector: ({ id }) => id },
            ),
          }),
          { minLength: 1, maxLength: 10 },
        ),
        fc.constantFrom(...LINES),
        fc.constantFrom(HOUR_MS, 24 * HOUR_MS),
        fc.constantFrom(['gpu_name'], ['num_gpus'], ['gpu_name', 'num_gpus']),
        async (rounds, text, stepMs, by) => {
          const opened = openSqliteHistory(':memory:', START_MS);
          if ('problem' in opened) throw new Error(opened.problem);
          const { store } = opened;
          const recorded = parseLine('verified=any');
          const line = parseLine(text === '' ? 'verified=any' : `${text} verified=any`);
          const asked = { type: 'ondemand', storageGb: 8, filters: wireFilters(recorded).filters } as const;
          let atEpochMs = START_MS;
          const answers: { atEpochMs: number; rows: readonly Offer[] }[] = [];
          for (const { gap, isWhole, rows } of rounds) {
            atEpochMs += gap * MINUTE_MS;
            const kept = rows.flatMap((row) => keptOf(row) ?? []);
            await store.record({ service: 's', asked, atEpochMs, isWhole, offers: kept });
            if (isWhole) answers.push({ atEpochMs, rows });
          }
          const { filters, local } = wireFilters(line);
          const figures = await pastFigures(store, {
            service: 's',
            asked: { ...asked, filters },
            conditions: [...line.clauses, ...defaultClauses(line)],
            local,
            by,
            stretch: { fromEpochMs: 0, toEpochMs: atEpochMs + 1 },
            stepMs,
          });
          const isMeant = compileLine({ clauses: line.clauses, words: [] });
          const last = new Map(answers.map((answer) => [Math.floor(answer.atEpochMs / stepMs), answer]));
          const plain = [...last].map(([bucket, { rows }]) => {
            const cohorts = createCohorts(by, () => false);
            cohorts.add(rows.filter(isMeant));
            return { fromEpochMs: bucket * stepMs, toEpochMs: (bucket + 1) * stepMs, cohorts: cohorts.all() };
          });
          expect(figures).toMatchObject({ buckets: plain });
          await store.close();
        },
      ),
      { numRuns: 100 },
    ));

  test('can be had for every filter whose fields are kept', () => {
    for (const name of ['verified', 'datacenter', 'geolocation', 'has_avx', 'dph_gpu', 'rented', 'dph_total'])
      expect([name, isKeptFilter(name)]).toEqual([name, true]);
    for (const name of ['duration', 'job_total', 'mobo_name', 'disk_name'])
      expect([name, isKeptFilter(name)]).toEqual([name, false]);
  });
});
