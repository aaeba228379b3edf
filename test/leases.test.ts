/** Leases: what a program does at the end of one, and what it never does (docs/leases.md, Never too early). */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServiceAccess } from '../src/access/service-access.ts';
import { createPacing } from '../src/api/http/pacing.ts';
import { sleep, systemClock } from '../src/base/clock.ts';
import { isInTime, warnAtMs } from '../src/leases/lease.ts';
import { createLeaseRunner, type LeaseNews } from '../src/leases/runner.ts';
import { changeRefusal, isIdNeeded, leaseOf, setLease } from '../src/leases/set-lease.ts';
import { readEnd, readUntil } from '../src/leases/until.ts';
import { rentOne } from '../src/rentals/rent-one.ts';
import type { LeaseEnd } from '../src/storage/journal/leases.ts';
import type { ProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { lookAfterLeases } from '../src/tui/look-after-leases.ts';
import { clientFor } from './support/api-client.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startJournal } from './support/journal.ts';
import { deadly, LEASE_STEPS } from './support/lease-process.ts';
import { leasedRow, startLeaseService } from './support/lease-service.ts';
import { created, instances, OFFER, offers, PLAN } from './support/renting.ts';
import { hangUp, json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const START_MS = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STOP = 'PUT /api/v0/instances/5/';
const DESTROY = 'DELETE /api/v0/instances/5/';

type ProgramParts = {
  readonly apiKey?: string;
  readonly readOnlyReason?: string;
  readonly journal?: ProfileJournal;
  readonly diesTelling?: boolean;
};

/** A clock, a service whose own clock goes with it until one of them is set, and programs that look after leases there. */
const startWorld = async (...rows: Parameters<typeof startLeaseService>[0]) => {
  const clock = impatientClock(START_MS);
  const service = await startLeaseService(rows, () => START_MS + clock.ticks());
  onTestFinished(() => service[Symbol.asyncDispose]());
  const journal = startJournal();
  onTestFinished(journal.close);
  const openProgram = (own: ProgramParts = {}) => {
    const told: string[] = [];
    const access = createServiceAccess(service.url, own.apiKey ?? 'sk-lease-0123456789', {
      environment: {},
      clock: systemClock,
      version: 'test',
      keySource: 'test',
      pacing: createPacing({ clock }),
      onExchange: (exchange) => runner.exchanged(exchange),
      limits: { firstByteMs: 300 },
    });
    onTestFinished(access.close);
    const runner = createLeaseRunner({
      journal: own.journal ?? journal,
      access: () => access,
      clock,
      readOnlyReason: own.readOnlyReason,
      timeZone: 'UTC',
      tell: ({ text }: LeaseNews) => {
        if (own.diesTelling) throw new Error('killed');
        told.push(text);
      },
      clearing: ({ instanceId }) => `clear ${instanceId}`,
    });
    return {
      access,
      told,
      runner,
      /** Looks for so long. */
      run: async (forMs: number): Promise<void> => {
        const endTicks = clock.ticks() + forMs;
        while (clock.ticks() < endTicks)
          await sleep(clock, Math.min(await runner.look(), endTicks - clock.ticks()), undefined);
      },
    };
  };
  const program = openProgram();
  return {
    ...{ clock, service, journal, openProgram, program },
    /** The first instance gets a lease of so long. */
    lease: async (lengthMs: number, end: LeaseEnd): Promise<void> => {
      const [row] = service.rows;
      const terms = { fromMs: clock.now(), untilMs: clock.now() + lengthMs, end };
      expect(await setLease(journal.leases, row ?? {}, terms, program.access)).toBeUndefined();
    },
    state: () => {
      const all = journal.leases.list();
      return 'problem' in all ? all.problem : all[0]?.state;
    },
    calls: () => service.writes.map(({ call }) => call),
    /** Milliseconds from the start until each call went out, by the service's clock. */
    times: () => service.writes.map(({ atMs }) => atMs - START_MS),
  };
};

describe('at the end of a lease', () => {
  test('it is warned a tenth of it before, and stopped within 15 s of it, once', async () => {
    const { lease, program, calls, times, state, service } = await startWorld(leasedRow(5));
    await lease(4 * HOUR_MS, 'stop');
    await program.run(4 * HOUR_MS - 24 * MINUTE_MS - 1000);
    expect(program.told).toEqual([]);
    await program.run(2000);
    expect(program.told).toEqual(['The lease of instance 5 (train) ends at 16:00: it is stopped then. clear 5']);
    await program.run(23 * MINUTE_MS);
    expect([calls(), service.lists()]).toEqual([[], 0]);
    await program.run(2 * HOUR_MS);
    expect([calls(), state()]).toEqual([[STOP], 'over']);
    expect(times()[0]).toBeGreaterThanOrEqual(4 * HOUR_MS);
    expect(times()[0]).toBeLessThan(4 * HOUR_MS + 15_000);
    expect(program.told.at(-1)).toBe('Its lease has stopped instance 5 (train).');
  });

  test('what is to be destroyed was warned of by a running program', async () => {
    const { lease, program, calls } = await startWorld(leasedRow(5));
    await lease(20_000, 'destroy');
    await program.run(60_000);
    expect(calls()).toEqual([DESTROY]);
  });

  test.each([
    ['opened after the end', 2 * HOUR_MS],
    ['opened too late before the end', HOUR_MS - MINUTE_MS],
  ])('nobody was warned by a program that was %s: it tells, stops, and destroys an hour later', async (_, opensMs) => {
    const { lease, program, calls, times, clock } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'destroy');
    await sleep(clock, opensMs, undefined);
    await program.run(Math.max(0, HOUR_MS - opensMs) + 30_000);
    expect(calls()).toEqual([STOP]);
    expect(program.told.join('\n')).toContain('nobody was warned in time: it is stopped now, and destroyed at');
    await program.run(59 * MINUTE_MS);
    expect(calls()).toEqual([STOP]);
    await program.run(2 * MINUTE_MS);
    expect(calls()).toEqual([STOP, DESTROY]);
    const [stopped = 0, destroyed = 0] = times();
    expect(destroyed - stopped).toBeGreaterThanOrEqual(HOUR_MS - 1000);
  });

  test('one that only tells is told of by each program, and nothing is sent', async () => {
    const { lease, program, openProgram, calls } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'tell');
    const other = openProgram();
    await program.run(2 * HOUR_MS);
    await other.run(HOUR_MS);
    expect(calls()).toEqual([]);
    for (const { told } of [program, other])
      expect(told.filter((text) => text.includes('It is still there, and costs.'))).toHaveLength(1);
  });

  test('one that comes late says so', async () => {
    const { lease, program, clock } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    await sleep(clock, 4 * HOUR_MS, undefined);
    await program.run(1000);
    expect(program.told).toEqual(['Its lease has stopped instance 5 (train), 3 h late.']);
  });

  test('what is gone or was stopped already needs nothing', async () => {
    const { lease, program, calls, state, service } = await startWorld(leasedRow(5, { intended_status: 'stopped' }));
    await lease(HOUR_MS, 'stop');
    await program.run(2 * HOUR_MS);
    expect([calls(), state(), program.told.at(-1)]).toEqual([
      [],
      'over',
      'The lease of instance 5 (train) ended: it was stopped already.',
    ]);
    await lease(HOUR_MS, 'stop');
    service.rows.length = 0;
    await program.run(2 * HOUR_MS);
    expect([calls(), state()]).toEqual([[], 'over']);
  });

  test.each([
    ['has the key of another account', { apiKey: 'sk-other-0123456789' }, 'the key in use is of another account'],
    ['is read-only', { readOnlyReason: 'It is read-only.' }, 'It is read-only'],
  ])('a program that %s says before it that nothing is sent from there, which is no warning', async (_, own, why) => {
    const { lease, openProgram, program, calls, service, clock } = await startWorld(leasedRow(5));
    service.users = { 'sk-lease-0123456789': 7, 'sk-other-0123456789': 8 };
    await lease(HOUR_MS, 'destroy');
    const other = openProgram(own);
    await other.run(HOUR_MS - 1000);
    const barred = `The lease of instance 5 (train) ends at 13:00, and nothing is sent from here then: ${why}.`;
    expect(other.told).toEqual([barred]);
    await sleep(clock, 2000, undefined);
    await program.run(MINUTE_MS);
    expect(calls()).toEqual([STOP]);
  });

  test('another key of the same user warns as well as that it was set with', async () => {
    const { lease, openProgram, calls, service } = await startWorld(leasedRow(5));
    service.users = { 'sk-lease-0123456789': 7, 'sk-other-0123456789': 7 };
    await lease(HOUR_MS, 'destroy');
    await openProgram({ apiKey: 'sk-other-0123456789' }).run(HOUR_MS + MINUTE_MS);
    expect(calls()).toEqual([DESTROY]);
  });

  test('that one list lacks it does not say that it is gone', async () => {
    const { lease, program, calls, service } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    service.rows.length = 0;
    service.onList = () => {
      if (service.lists() === 2) service.rows.push(leasedRow(5));
    };
    await program.run(HOUR_MS + MINUTE_MS);
    expect(calls()).toEqual([STOP]);
  });

  test('without a lease nothing is asked', async () => {
    const { program, service, calls } = await startWorld(leasedRow(5));
    await program.run(24 * HOUR_MS);
    expect([service.lists(), calls(), program.told]).toEqual([0, [], []]);
  });
});

describe('nothing is sent too early', () => {
  test('where this clock was set forward, before the service’s own is there', async () => {
    const { lease, program, calls, times, clock } = await startWorld(leasedRow(5));
    await lease(4 * HOUR_MS, 'destroy');
    clock.set(5 * HOUR_MS);
    await program.run(4 * HOUR_MS - 1000);
    expect(calls()).toEqual([]);
    expect(program.told).toEqual([
      'The lease of instance 5 (train) ended at 16:00, and nothing was sent: by the clock of the service that time has not come yet.',
    ]);
    await program.run(20_000);
    expect(calls()).toEqual([STOP]);
    expect(times()[0]).toBeLessThan(4 * HOUR_MS + 15_000);
  });

  test('where this clock was set back, before it is there', async () => {
    const { lease, program, calls, times, clock } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    clock.set(-2 * HOUR_MS);
    await program.run(3 * HOUR_MS - 1000);
    expect(calls()).toEqual([]);
    await program.run(20_000);
    expect([calls(), times()[0]]).toEqual([[STOP], expect.closeTo(3 * HOUR_MS, -5)]);
  });

  test('and never by a service that does not say what time it is', async () => {
    const { lease, program, calls, service } = await startWorld(leasedRow(5));
    service.nowMs = () => undefined;
    await lease(HOUR_MS, 'stop');
    await program.run(5 * HOUR_MS);
    expect(calls()).toEqual([]);
    expect(program.told.at(-1)).toContain('nothing was sent: the service does not say what time it is.');
  });
});

describe('nothing is sent for another instance than the one that was named', () => {
  test.each([
    ['on another machine', { machine_id: 9 }, 'it is on machine 9 by now, and was on 8207'],
    ['begun at another time', { start_date: 7 }, 'its start date is another than it was'],
    ['without a machine', { machine_id: null }, 'the service does not name its machine and its start date'],
    ['without a start', { start_date: null }, 'the service does not name its machine and its start date'],
  ])('%s', async (_, change, why) => {
    const { lease, program, calls, service } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'destroy');
    Object.assign(service.rows[0] ?? {}, change);
    await program.run(3 * HOUR_MS);
    expect(calls()).toEqual([]);
    expect(program.told.filter((text) => text.includes(`nothing was sent: ${why}.`))).toHaveLength(1);
  });

  test('with the key of another account', async () => {
    const { lease, openProgram, calls } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    const other = openProgram({ apiKey: 'sk-other-0123456789' });
    await other.run(3 * HOUR_MS);
    expect(calls()).toEqual([]);
    expect(other.told.at(-1)).toContain('nothing was sent: the key in use is of another account.');
  });

  test('nor is it gone where the list of another account lacks it', async () => {
    const { lease, openProgram, program, calls, state, service } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    const own = service.rows.splice(0);
    const other = openProgram({ apiKey: 'sk-other-0123456789' });
    await other.run(3 * HOUR_MS);
    expect(other.told.at(-1)).toContain('is of another account than the key in use');
    expect(state()).toBe('waiting');
    service.rows.push(...own);
    await program.run(15 * MINUTE_MS);
    expect([calls(), state()]).toEqual([[STOP], 'over']);
  });

  test('read-only it tells', async () => {
    const { lease, openProgram, calls } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    const other = openProgram({ readOnlyReason: 'The program was started with --read-only.' });
    await other.run(3 * HOUR_MS);
    expect(calls()).toEqual([]);
    expect(other.told.at(-1)).toContain('nothing was sent: The program was started with --read-only.');
  });
});

describe('what was sent and not accepted', () => {
  test('is tried again every 15 minutes where the service says no', async () => {
    const { lease, program, openProgram, calls, times, service, state } = await startWorld(leasedRow(5));
    service.taking = 'no';
    await lease(HOUR_MS, 'stop');
    await program.run(HOUR_MS + 50 * MINUTE_MS);
    expect(calls()).toHaveLength(4);
    for (const [place, time] of times().entries())
      if (place > 0) expect(time - (times()[place - 1] ?? 0)).toBeGreaterThanOrEqual(15 * MINUTE_MS);
    expect(program.told.at(-1)).toContain('was not stopped at the end of its lease: ');
    service.taking = 'yes';
    await openProgram().run(9 * MINUTE_MS);
    expect(calls()).toHaveLength(4);
    await program.run(6 * MINUTE_MS);
    expect([calls().length, state()]).toEqual([5, 'over']);
  });

  test('is tried again after 15 minutes where no connection came about', async () => {
    const { lease, program, calls, service, state } = await startWorld(leasedRow(5));
    service.closesAfterList = true;
    await lease(HOUR_MS, 'stop');
    await program.run(HOUR_MS + MINUTE_MS);
    expect([calls(), state()]).toEqual([[], 'waiting']);
    expect(program.told.at(-1)).toContain('was not stopped at the end of its lease: ');
    service.closesAfterList = false;
    await service.reopen();
    await program.run(13 * MINUTE_MS);
    expect(calls()).toEqual([]);
    await program.run(2 * MINUTE_MS);
    expect([calls(), state()]).toEqual([[STOP], 'over']);
  });

  test.each(['lost', 'silent'] as const)(
    'is looked up where the answer is %s: what is done is not done again',
    async (taking) => {
      const { lease, program, calls, service, state } = await startWorld(leasedRow(5));
      service.taking = taking;
      await lease(HOUR_MS, 'stop');
      await program.run(HOUR_MS + 30_000);
      expect([calls(), state()]).toEqual([[STOP], 'over']);
      expect(program.told.at(-1)).toBe(
        'Instance 5 (train): the answer was lost, and the list shows that it is stopped.',
      );
    },
  );

  test('is told until the user decides where the instance stands, and never sent again', async () => {
    const { lease, program, calls, service, state, openProgram } = await startWorld(leasedRow(5));
    service.taking = 'dropped';
    await lease(HOUR_MS, 'destroy');
    await program.run(3 * HOUR_MS);
    await openProgram().run(3 * HOUR_MS);
    expect([calls(), state()]).toEqual([[DESTROY], 'unknown']);
    expect(program.told.filter((text) => text.startsWith('Outcome unknown: ')).length).toBeGreaterThan(4);
    service.taking = 'yes';
    await lease(HOUR_MS, 'stop');
    await program.run(2 * HOUR_MS);
    expect(calls()).toEqual([DESTROY, STOP]);
  });

  test('a list that is cut does not say that it is gone', async () => {
    const { lease, program, calls, service, state } = await startWorld(leasedRow(5));
    service.taking = 'dropped';
    service.isCut = true;
    await lease(HOUR_MS, 'destroy');
    await program.run(HOUR_MS + 1000);
    service.rows.length = 0;
    await program.run(HOUR_MS);
    expect([calls(), state()]).toEqual([[DESTROY], 'unknown']);
    service.isCut = false;
    await program.run(HOUR_MS);
    expect([calls(), state()]).toEqual([[DESTROY], 'over']);
  });

  test('nor does a list that is cut before anything was sent', async () => {
    const { lease, program, calls, service, state } = await startWorld(leasedRow(5));
    service.isCut = true;
    await lease(HOUR_MS, 'stop');
    const own = service.rows.splice(0);
    await program.run(2 * HOUR_MS);
    expect(program.told.at(-1)).toContain('nothing was sent: the list of instances is cut, and lacks it.');
    service.rows.push(...own);
    await program.run(15 * MINUTE_MS);
    expect([calls(), state()]).toEqual([[STOP], 'over']);
  });
});

describe('a program that is killed', () => {
  test.each([
    ['before it tells that it is postponed', 'destroy', [STOP], 'waiting'],
    ['before that is noted', 'destroy', [STOP], 'waiting'],
    ['before its claim', 'stop', [STOP], 'over'],
    ['between claim and call', 'stop', [], 'unknown'],
    ['before the answer is noted', 'stop', [STOP], 'over'],
    ['between the notes of the answer', 'stop', [STOP], 'over'],
  ] as const)('%s leaves what the next one takes on, and nothing is sent twice', async (step, end, sent, state) => {
    const world = await startWorld(leasedRow(5));
    const { lease, openProgram, journal, calls, clock } = world;
    await lease(HOUR_MS, end);
    await sleep(clock, HOUR_MS + 1000, undefined);
    const die = (): never => {
      throw new Error('killed');
    };
    const first = openProgram({ journal: deadly(journal, step, die), diesTelling: step === LEASE_STEPS[0] });
    await expect(first.run(MINUTE_MS)).rejects.toThrow('killed');
    // The process is this one, which is alive: it is believed to send for a while.
    await openProgram().run(30 * MINUTE_MS);
    expect([calls(), world.state()]).toEqual([sent, state]);
  });

  test('is waited for while it lives and may still have its call out', async () => {
    const { lease, journal, calls, program, clock, state } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    await sleep(clock, HOUR_MS, undefined);
    const { lease: one } = { lease: undefined, ...leaseOf(journal.leases, 5) };
    expect(one && journal.leases.claim(one, 'stop', clock.now())).toBeUndefined();
    expect(changeRefusal(one && { ...one, state: 'sending' })).toContain('is being sent');
    await program.run(4 * MINUTE_MS);
    expect([calls(), state(), program.told]).toEqual([[], 'sending', []]);
    await program.run(2 * MINUTE_MS);
    expect([calls(), state()]).toEqual([[], 'unknown']);
  });

  test('has claimed what no other program claims', async () => {
    const { lease, journal } = await startWorld(leasedRow(5));
    await lease(HOUR_MS, 'stop');
    const all = journal.leases.list();
    const [one] = 'problem' in all ? [] : all;
    expect(one && journal.leases.claim(one, 'stop', START_MS)).toBeUndefined();
    expect(one && journal.leases.claim(one, 'stop', START_MS)).toContain('Another gpudeck has taken it on');
  });
});

describe('a lease that is made with a rental', () => {
  const terms = { fromMs: START_MS, untilMs: START_MS + HOUR_MS, end: 'stop' } as const;
  const lease = { ...terms, account: async () => 'k1' };
  const rentedBy = async (journal: ProfileJournal, ...replies: readonly ScriptedReply[]) => {
    await using server = await startScriptedServer(offers(OFFER), instances(), ...replies);
    const clock = impatientClock(START_MS, TIME_LIMITS_MS);
    const { rentals, purse } = journal;
    return await rentOne(PLAN, {
      client: clientFor(server.url, { clock }),
      ...{ rentals, purse },
      clock,
      random: () => 0,
      known: [],
      lease,
    });
  };
  const noted = (journal: ProfileJournal) => {
    const all = journal.leases.list();
    return 'problem' in all
      ? all
      : all.map(({ instanceId, isFound, machineId }) => ({ instanceId, isFound, machineId }));
  };

  test('is noted before the creation goes out, and knows the instance by the answer', async () => {
    const journal = startJournal();
    let before: unknown;
    const { kind } = await rentedBy(journal, (response, request) => {
      before = noted(journal);
      return created(77)(response, request);
    });

    expect([kind, before]).toEqual(['rented', [{ instanceId: undefined, isFound: false, machineId: 8207 }]]);
    expect(noted(journal)).toEqual([{ instanceId: 77, isFound: false, machineId: 8207 }]);
  });

  test('is not there where nothing was rented', async () => {
    const journal = startJournal();
    await rentedBy(journal, json(400, { success: false, error: 'invalid_args', msg: 'no' }));
    expect(noted(journal)).toEqual([]);
  });

  test('only tells of an instance that was found by looking, until its id is confirmed', async () => {
    const journal = startJournal();
    await rentedBy(journal, hangUp, instances({ id: 5, machine_id: 8207, label: 'train' }));
    expect(noted(journal)).toEqual([{ instanceId: 5, isFound: true, machineId: 8207 }]);
    const { openProgram, calls, service, clock } = await startWorld(leasedRow(5));
    const program = openProgram({ journal });
    await program.run(2 * HOUR_MS);
    expect(calls()).toEqual([]);
    expect(program.told.at(-1)).toContain('its instance was found by looking, and you have not confirmed its id.');
    const now = { fromMs: clock.now(), untilMs: clock.now() + MINUTE_MS, end: 'stop' } as const;
    await setLease(journal.leases, service.rows[0] ?? {}, now, program.access);
    await program.run(2 * MINUTE_MS);
    expect(calls()).toEqual([STOP]);
  });

  test('is found again by a later program where the first one was killed with its creation out', async () => {
    const journal = startJournal();
    const claim = { ...PLAN, kind: 'rent', machineId: 8207, before: [4], lease: { ...terms, account: 'k1' } } as const;
    expect(journal.rentals.begin(claim, START_MS, [])).toHaveProperty('id');
    const { openProgram, calls } = await startWorld(leasedRow(4), leasedRow(5));
    const program = openProgram({ journal });
    // Whoever rents it may still wait for the answer.
    await program.run(2 * MINUTE_MS);
    expect(noted(journal)).toEqual([{ instanceId: undefined, isFound: false, machineId: 8207 }]);
    await program.run(2 * MINUTE_MS);
    expect(noted(journal)).toEqual([{ instanceId: 5, isFound: true, machineId: 8207 }]);
    expect(program.told.join()).toContain('gpudeck lease set 5 UNTIL --confirm 5');
    await program.run(2 * HOUR_MS);
    expect(calls()).toEqual([]);
  });
});

test('an open program does what is due, and tells it to the user and to the panes', async () => {
  const { service, journal, program } = await startWorld(leasedRow(5));
  service.nowMs = Date.now;
  const acted = Promise.withResolvers<void>();
  const told: string[] = [];
  const leases = lookAfterLeases(
    journal,
    { readOnlyReason: undefined, timeZone: 'UTC' },
    { leaseTold: (text) => told.push(text), leasesChanged: (hasActed) => (hasActed ? acted.resolve() : undefined) },
  );
  const nowMs = Date.now();
  const terms = { fromMs: nowMs - HOUR_MS, untilMs: nowMs - 1000, end: 'stop' } as const;
  await setLease(journal.leases, service.rows[0] ?? {}, terms, program.access);
  leases?.connected(program.access);
  leases?.exchanged({ status: 200, serviceEpochMs: nowMs });
  await acted.promise;
  await leases?.close();
  expect(service.writes.map(({ call }) => call)).toEqual([STOP]);
  expect(told).toEqual(['Its lease has stopped instance 5 (train).']);
});

test('what does something is set only for what is known again, and takes the place of the old one as a whole', async () => {
  const { lease, journal, program } = await startWorld(leasedRow(5));
  const terms = { fromMs: START_MS, untilMs: START_MS + HOUR_MS, end: 'stop' } as const;
  const nameless = leasedRow(5, { start_date: null });
  expect(await setLease(journal.leases, nameless, terms, program.access)).toContain('nothing could be sent for it');
  await lease(HOUR_MS, 'destroy');
  // A moment that the journal does not take.
  const broken = { ...terms, untilMs: START_MS + 0.5 };
  expect(await setLease(journal.leases, leasedRow(5), broken, program.access)).toContain('could not be written');
  const { lease: one } = { lease: undefined, ...leaseOf(journal.leases, 5) };
  expect(one?.end).toBe('destroy');
});

test.each([
  ['destroy', undefined, true],
  ['stop', { end: 'destroy', isFound: false }, true],
  [undefined, { end: 'destroy', isFound: false }, true],
  ['stop', { end: 'stop', isFound: true }, true],
  ['stop', { end: 'stop', isFound: false }, false],
] as const)('to set %s where %j stood the id has to be typed: %s', (end, before, isNeeded) => {
  expect(isIdNeeded(before, end)).toBe(isNeeded);
});

describe('the moment of an end', () => {
  const context = { timeZone: 'UTC', nowEpochMs: START_MS };

  test.each([
    ['+20s', { lengthMs: 20_000 }],
    ['+4h', { lengthMs: 4 * HOUR_MS }],
    ['in 90 minutes', { lengthMs: 90 * MINUTE_MS }],
    ['+1d 2h', { lengthMs: 26 * HOUR_MS }],
    ['tomorrow 02:00', { untilMs: Date.UTC(2026, 10, 23, 2) }],
    ['2026-12-01T02:00Z', { untilMs: Date.UTC(2026, 11, 1, 2) }],
    ['+0s', { problem: 'A lease ends later than now.' }],
    ['2026-11-01 02:00', { problem: 'That is in the past.' }],
    ['whenever', { problem: expect.stringContaining('This is no moment') }],
    ['', { problem: expect.stringContaining('Write when it ends') }],
    ['+20y', { problem: expect.any(String) }],
  ])('%j', (typed, read) => {
    expect(readUntil(typed, context)).toEqual(read);
  });

  test.each([
    ['+4h stop', { until: { lengthMs: 4 * HOUR_MS }, end: 'stop' }],
    ['tomorrow 02:00, then destroy', { until: { untilMs: Date.UTC(2026, 10, 23, 2) }, end: 'destroy' }],
    ['+4h', { until: { lengthMs: 4 * HOUR_MS } }],
    ['stop', { problem: expect.any(String) }],
  ])('%j, with what is done then', (typed, read) => {
    expect(readEnd(typed, context)).toEqual(read);
  });

  test('the warning comes a tenth of it before, an hour at the most', () => {
    const terms = (lengthMs: number) => ({ fromMs: 0, untilMs: lengthMs, end: 'destroy' }) as const;
    expect(warnAtMs(terms(20_000))).toBe(18_000);
    expect(warnAtMs(terms(100 * HOUR_MS))).toBe(99 * HOUR_MS);
    expect(isInTime(terms(100 * HOUR_MS), 99 * HOUR_MS + 15_000)).toBe(true);
    expect(isInTime(terms(100 * HOUR_MS), 99 * HOUR_MS + 15_001)).toBe(false);
    expect(isInTime(terms(20_000), 19_001)).toBe(false);
  });
});
