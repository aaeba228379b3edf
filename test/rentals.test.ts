/** Renting one offer: what is asked before, what is sent, and what is made of an answer that was lost. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RentRequest } from '../src/api/requests.ts';
import { rentOne } from '../src/rentals/rent-one.ts';
import { clientFor } from './support/api-client.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startJournal } from './support/journal.ts';
import { folderInMemory } from './support/local-service.ts';
import { created, instances, OFFER, offers, PLAN, rented, UNCOVERED } from './support/renting.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const COVERED = { ...OFFER, expected_reliability: 0.99, search: { slaPremiumPerHour: 0 } };

/** Rents `plan` at a service that answers `script`; the journal is that of an earlier program where one is given. */
const rent = async (
  script: readonly ScriptedReply[],
  plan: Partial<RentRequest> = {},
  parts: Partial<Parameters<typeof rentOne>[1]> = {},
) => {
  await using server = await startScriptedServer(...script);
  const clock = impatientClock(Date.UTC(2026, 10, 22), TIME_LIMITS_MS);
  const began = clock.ticks();
  const { rentals, purse } = startJournal();
  const end = await rentOne(
    { ...PLAN, ...plan },
    {
      client: clientFor(server.url, { clock }),
      clock,
      random: () => 0,
      ...{ rentals, purse, known: [] },
      ...parts,
    },
  );
  return { end, sent: sentTo(server), tookMs: clock.ticks() - began };
};

const sentTo = (server: ScriptedServer) =>
  server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`);

const SEARCH = 'POST /api/v0/bundles';
const LIST = 'GET /api/v1/instances/';
const CREATE = 'POST /api/v0/asks/5/';
const COVER = 'PUT /api/v0/asks/5/';

describe('the offer is asked for again just before', () => {
  test('and rented when it is as it was agreed', async () => {
    const { end, sent } = await rent([offers(OFFER), instances(), created(77)], {}, { atMostPerHour: 0.504 });
    expect(end).toMatchObject({ kind: 'rented', contract: 77, isFound: false });
    expect(sent).toEqual([SEARCH, LIST, CREATE]);
  });

  test.each([
    ['is gone', offers(), { kind: 'gone' }],
    ['has become dearer', offers({ ...OFFER, dph_total: 0.6 }), { kind: 'dearer', perHour: 0.6 }],
    ['does not name its price any more', offers({ ...OFFER, dph_total: null }), { kind: 'dearer', perHour: undefined }],
    ['is another one', offers({ ...OFFER, id: 6 }), { kind: 'gone' }],
  ])('and nothing is sent when it %s', async (_, answer, expected) => {
    const { end, sent } = await rent([answer], {}, { atMostPerHour: 0.504 });
    expect(end).toMatchObject(expected);
    expect(sent).toEqual([SEARCH]);
  });

  test.each([
    [{ diskGb: 501 }, 'The offer has 500 GB of disk at most.'],
    [{ bid: 0.29 }, 'The least bid on this offer is $0.3000/h.'],
    [{ bid: 0.51 }, 'The bid is above the price on demand, $0.5000/h: rent it on demand, which nobody can outbid.'],
    [{ slaTarget: 0.99 }, 'The host claims no reliability, which is less than the target.'],
  ])('and nothing is sent when %j does not go with it', async (plan, message) => {
    const { end, sent } = await rent([offers(OFFER)], plan);
    expect(end).toMatchObject({ kind: 'unfit', problems: [{ message }] });
    expect(sent).toEqual([SEARCH]);
  });

  test('and nothing is sent where the instances cannot be listed', async () => {
    const no = json(403, { success: false, error: 'forbidden', msg: 'no' });
    const { end, sent } = await rent([offers(OFFER), no]);
    expect(end).toMatchObject({ kind: 'not-sent', error: { kind: 'forbidden' } });
    expect(sent).toEqual([SEARCH, LIST]);
  });
});

describe('an answer that was lost', () => {
  const before = instances(rented(1), rented(2, { machine_id: 9 }));

  test('is made good by exactly one new instance on that machine with that label', async () => {
    const after = instances(rented(1), rented(2, { machine_id: 9 }), rented(3), rented(4, { machine_id: 9 }));
    const { end, sent } = await rent([offers(OFFER), before, hangUp, after]);
    expect(end).toMatchObject({ kind: 'rented', contract: 3, isFound: true });
    expect(sent).toEqual([SEARCH, LIST, CREATE, LIST]);
  });

  test('is waited for up to a minute, in which the list may fail', async () => {
    const trouble = json(503, { success: false, error: 'busy', msg: 'busy' });
    const late = instances(rented(1), rented(3));
    const script = [offers(OFFER), before, hangUp, before, trouble, before, before, before, before, late];
    const { end, tookMs } = await rent(script);
    expect(end).toMatchObject({ kind: 'rented', contract: 3, isFound: true });
    expect(Math.round(tookMs / 1000)).toBe(60);
  });

  test('stays unknown when nothing new comes: not there yet is not the same as not rented', async () => {
    const rentals = startJournal().rentals;
    const script = [
      offers(OFFER),
      before,
      hangUp,
      ...Array(7).fill(instances(rented(1), rented(5, { label: 'other' }))),
    ];
    const { end, sent } = await rent(script, {}, { rentals });
    expect(end).toMatchObject({ kind: 'unknown', candidates: [] });
    expect(sent.filter((call) => call === CREATE)).toHaveLength(1);
    expect(rentals.standing(PLAN)).toMatchObject([{ offerId: 5, label: 'train', outcome: { kind: 'unknown' } }]);
  });

  test('stays unknown when several new instances may be it', async () => {
    const { end } = await rent([offers(OFFER), before, hangUp, instances(rented(3), rented(4))]);
    expect(end).toMatchObject({ kind: 'unknown', candidates: [3, 4] });
  });

  test('is not looked for beside a list that was cut, in which old instances look new', async () => {
    const cut = json(200, { success: true, instances: [], truncated: true });
    const { end, sent } = await rent([offers(OFFER), cut, hangUp, instances(rented(1))]);
    expect(end).toMatchObject({ kind: 'unknown', candidates: [] });
    expect(sent).toEqual([SEARCH, LIST, CREATE]);
  });

  test('is no instance that another call has rented', async () => {
    const rentals = startJournal().rentals;
    const claim = {
      kind: 'rent',
      offerId: 6,
      machineId: 8207,
      image: 'i',
      diskGb: 8,
      label: 'other',
      before: [],
    } as const;
    const other = rentals.begin(claim, 1, []);
    if (!('id' in other)) throw new Error('it is claimed');
    rentals.settle(other.id, { kind: 'accepted', contract: 3 }, 2);
    const script = [offers(OFFER), before, hangUp, instances(rented(3), rented(4))];
    const { end } = await rent(script, {}, { rentals });
    expect(end).toMatchObject({ kind: 'rented', contract: 4 });
  });

  test('is also one that says yes and names no instance', async () => {
    const yes = json(200, { success: true });
    const { end } = await rent([offers(OFFER), before, yes, instances(rented(3))]);
    expect(end).toMatchObject({ kind: 'rented', contract: 3, isFound: true });
    const unnamed = await rent([offers(OFFER), before, yes, ...Array(7).fill(before)]);
    expect(unnamed.end).toMatchObject({ kind: 'rented', contract: undefined });
  });
});

describe('SLA cover', () => {
  const plan = { slaTarget: 0.98 };

  test('is in the creation, and sent on its own once the instance is named', async () => {
    await using server = await startScriptedServer(
      offers(COVERED),
      instances(),
      created(7),
      instances(UNCOVERED),
      json(200, { success: true }),
    );
    const { rentals, purse } = startJournal();
    const clock = impatientClock(0, TIME_LIMITS_MS);
    const client = clientFor(server.url, { clock });
    const end = await rentOne({ ...PLAN, ...plan }, { client, clock, random: () => 0, rentals, purse, known: [] });
    expect(end).toMatchObject({ kind: 'rented', contract: 7, cover: { kind: 'accepted' } });
    expect(sentTo(server)).toEqual([SEARCH, LIST, CREATE, LIST, COVER]);
    expect(
      server.requests.flatMap(({ body, method }, place) => (method !== 'GET' && place > 1 ? JSON.parse(body) : [])),
    ).toEqual([
      { image: 'ubuntu:24.04', disk: 40, label: 'train', runtype: 'ssh', target_reliability: 0.98 },
      { target_reliability: 0.98 },
    ]);
  });

  test.each([
    ['was refused', json(400, { success: false, error: 'invalid_args', msg: 'no' }), 'refused'],
    ['was lost', hangUp, 'unknown'],
  ])('that %s leaves the instance rented', async (_, answer, kind) => {
    const { end, sent } = await rent([offers(COVERED), instances(), created(7), instances(UNCOVERED), answer], plan);
    expect(end).toMatchObject({ kind: 'rented', contract: 7, cover: { kind } });
    expect(sent.filter((call) => call === COVER)).toHaveLength(1);
  });

  test('is not sent where the answer that names the instance was lost', async () => {
    const { end, sent } = await rent([offers(COVERED), instances(), hangUp, instances(rented(3))], plan);
    expect(end).toMatchObject({ kind: 'rented', contract: 3, isFound: true });
    expect(sent).not.toContain(COVER);
  });

  test('is not sent where the creation was refused, which is not tried as PUT either', async () => {
    const no = json(405, { success: false, error: 'method', msg: 'use PUT' });
    const { end, sent } = await rent([offers(COVERED), instances(), no], plan);
    expect(end).toMatchObject({ kind: 'refused', error: { status: 405 } });
    expect(sent).toEqual([SEARCH, LIST, CREATE]);
  });
});

describe('two programs', () => {
  test.each([
    ['the same offer', { label: 'other' }],
    ['the same label', { offerId: 6 }],
  ])('do not rent %s at once', async (_, plan) => {
    const file = join(folderInMemory(), 'journal.db');
    const [one, other] = [startJournal(file), startJournal(file)];
    const claim = { ...PLAN, kind: 'rent', machineId: 1, before: [] } as const;
    expect(one.rentals.begin(claim, 1, [])).toEqual({ id: 1 });
    expect(other.rentals.begin({ ...claim, ...plan }, 2, [])).toMatchObject({
      standing: [{ id: 1, outcome: { kind: 'unknown', reason: expect.stringContaining('another gpudeck') } }],
    });
    expect(other.rentals.begin({ ...claim, offerId: 6, label: 'other' }, 2, [])).toEqual({ id: 2 });
  });

  test('what was unknown stands in the way until it is sent again', () => {
    const { rentals } = startJournal();
    const claim = { ...PLAN, kind: 'rent', machineId: 1, before: [] } as const;
    rentals.begin(claim, 1, []);
    rentals.settle(1, { kind: 'unknown', reason: 'lost' }, 2);
    expect(rentals.begin(claim, 3, [])).toMatchObject({ standing: [{ id: 1 }] });
    expect(rentals.begin(claim, 3, 'all')).toEqual({ id: 2 });
    rentals.settle(2, { kind: 'refused', reason: 'no' }, 4);
    expect(rentals.standing(PLAN)).toEqual([]);
    expect(rentals.begin(claim, 5, [])).toEqual({ id: 3 });
  });
});
