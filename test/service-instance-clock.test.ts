/**
 * How instances and the account fare by the clock, as pure functions: the same in one step as in many.
 *
 * @module-tag service
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Account, advanced, balanceAt } from '../src/local-service/instances/account.ts';
import { type Contract, meterOf } from '../src/local-service/instances/contract.ts';
import { type Change, changesOf, type Life, type Phase, type World } from '../src/local-service/instances/life.ts';
import { meteredAt } from '../src/local-service/money/meter.ts';

/** 2026-11-01T12:00:00Z. */
const NOON_S = 1_793_534_400;
const DAY_S = 86_400;
const WORLD: World = { seed: 7, filledMinute: NOON_S / 60, minute: NOON_S / 60, isStill: false };

const LIFE: Life = { phase: 'provisioning', beganAtS: NOON_S, intended: 'running', hasRun: false, message: null };

const contractOf = (
  id: number,
  change: Partial<Contract> & { readonly bid?: number; readonly image?: string } = {},
): Contract => {
  const { bid, image = 'ubuntu:24.04', ...own } = change;
  return {
    id,
    userId: 1,
    askId: 1,
    machineId: 1,
    hostId: 1,
    gpus: 1,
    machineGpus: 1,
    label: null,
    request: { image, templateName: null, runtype: 'ssh', env: [], onstart: null, args: [], volumes: [] },
    diskGb: 72,
    isBid: bid !== undefined,
    dphBase: bid ?? 0.5,
    dphDisk: 0.01,
    downPerGb: 0,
    upPerGb: 0,
    dphSla: 0,
    targetReliability: null,
    createdAtS: NOON_S,
    endsAtS: NOON_S + 900 * DAY_S,
    minBid: 0.2,
    machineText: '',
    tenancy: { id, image, machineIndex: id % 97, bid, listedMinBid: 0.2 },
    life: LIFE,
    charged: 0,
    chargedUntilS: NOON_S,
    ...own,
  };
};

const phases = (changes: readonly Change[]): readonly Phase[] => changes.map(({ life }) => life.phase);
const livesOf = (contract: Contract, seconds: number, world = WORLD) =>
  changesOf(contract.tenancy, contract.life, NOON_S, NOON_S + seconds, world);

const anyPhase = fc.constantFrom<Phase>(
  'provisioning',
  'loading',
  'running',
  'rebooting',
  'stopping',
  'stopped',
  'exited',
);
const anyContract = fc
  .record({
    id: fc.integer({ min: 30_000_000, max: 40_001_000 }),
    phase: anyPhase,
    intended: fc.constantFrom<Life['intended']>('running', 'stopped'),
    hasRun: fc.boolean(),
    bid: fc.option(fc.double({ min: 0.15, max: 0.4, noNaN: true }), { nil: undefined }),
    image: fc.constantFrom('ubuntu:24.04', 'fail:now'),
  })
  .map(({ id, phase, intended, hasRun, bid, image }) =>
    contractOf(id, { ...(bid !== undefined && { bid }), image, life: { ...LIFE, phase, intended, hasRun } }),
  );
const anySteps = fc.array(fc.integer({ min: 0, max: 3 * DAY_S }), { minLength: 1, maxLength: 6 });
const anyAccount = fc.record({
  credit: fc.integer({ min: 6, max: 60 }),
  contracts: fc.array(anyContract, { maxLength: 4 }),
});

const open = ({ credit, contracts }: Pick<Account, 'credit' | 'contracts'>): Account => ({
  credit,
  isLow: false,
  hasCard: true,
  isOut: false,
  settledAtS: NOON_S,
  volumes: [],
  contracts,
});

describe('an account by the clock', () => {
  test('is the same in one step as in many: lives, notifications, money', () => {
    fc.assert(
      fc.property(anyAccount, anySteps, fc.boolean(), (parts, steps, isStill) => {
        const world = { ...WORLD, isStill };
        const atOnce = advanced(open(parts), NOON_S + steps.reduce((sum, step) => sum + step, 0), world);
        let account = open(parts);
        const lives: object[] = [];
        const notices: string[] = [];
        for (const step of steps) {
          const next = advanced(account, account.settledAtS + step, world);
          account = next.account;
          lives.push(...next.lives);
          notices.push(...next.notices.map(({ event, contractId = 0 }) => `${event} ${contractId}`));
        }
        expect(account.contracts.map(({ life }) => life)).toEqual(atOnce.account.contracts.map(({ life }) => life));
        expect(lives).toHaveLength(atOnce.lives.length);
        expect(notices.sort()).toEqual(
          atOnce.notices.map(({ event, contractId = 0 }) => `${event} ${contractId}`).sort(),
        );
        expect(balanceAt(account, account.settledAtS)).toBeCloseTo(
          balanceAt(atOnce.account, atOnce.account.settledAtS),
          6,
        );
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('never goes back, and is untouched by a clock that does', () => {
    const account = { ...open({ credit: 25, contracts: [contractOf(1)] }), settledAtS: NOON_S + 60 };
    expect(advanced(account, NOON_S + 10, WORLD)).toMatchObject({ account, lives: [], notices: [], charges: [] });
  });

  test('is told once that it is low, and its card pays when nothing is left', () => {
    const life = { ...LIFE, phase: 'running' as const, hasRun: true };
    // 1 $/h: 20 $ are gone after 20 hours, 25 $ after 25, and again 50 hours later.
    const contracts = [contractOf(1, { life, dphBase: 0.99 })];
    const { notices, account } = advanced(open({ credit: 25, contracts }), NOON_S + 100 * 3600, {
      ...WORLD,
      isStill: true,
    });
    expect(notices.map(({ event, atS }) => [event, (atS - NOON_S) / 3600])).toEqual([
      ['low_credit', 20],
      ['payment_receipt', 25],
      ['low_credit', 70],
      ['payment_receipt', 75],
    ]);
    expect(balanceAt(account, NOON_S + 100 * 3600)).toBeCloseTo(25, 6);
  });
});

describe('what an instance costs', () => {
  test.each<[Phase, number]>([
    ['provisioning', 0.01],
    ['loading', 0.01],
    ['running', 0.51],
    ['rebooting', 0.51],
    ['stopping', 0.51],
    ['stopped', 0.01],
    ['exited', 0.01],
    ['unknown', 0],
    ['offline', 0],
  ])('%s: %d $ in an hour, because disk is charged in every state while its machine can be reached', (phase, cost) => {
    const contract = contractOf(1, { life: { ...LIFE, phase } });
    expect(meteredAt(meterOf(contract), NOON_S + 3600)).toBeCloseTo(cost, 9);
  });
});

describe('the life of an instance', () => {
  test('exited, unknown and offline never become running by themselves', () => {
    fc.assert(
      fc.property(anyContract, fc.integer({ min: 1, max: 30 * DAY_S }), (contract, seconds) => {
        const changes = phases(livesOf(contract, seconds));
        const lost = changes.findIndex((phase) => ['exited', 'unknown', 'offline'].includes(phase));
        if (lost >= 0) expect(changes.slice(lost)).not.toContain('running');
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test('stands still for no longer than is said, and in order', () => {
    fc.assert(
      fc.property(anyContract, (contract) => {
        const changes = livesOf(contract, 30, { ...WORLD, isStill: true });
        const last = changes.at(-1)?.life.phase ?? contract.life.phase;
        expect(['running', 'stopped', 'exited']).toContain(last);
        const times = changes.map(({ life }) => life.beganAtS);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test('on a market that stands still only an image named fail: fails, and no bid is outbid', () => {
    const still = { ...WORLD, isStill: true };
    for (let id = 1; id <= 200; id++) {
      expect(phases(livesOf(contractOf(id, { bid: 0.001 }), 90 * DAY_S, still))).toEqual(['loading', 'running']);
      const broken = livesOf(contractOf(id, { image: 'fail:latest' }), 90 * DAY_S, still);
      expect(phases(broken)).toEqual(['loading', 'exited']);
      expect(broken.at(-1)).toMatchObject({
        event: 'error_msgs',
        life: { intended: 'running', message: 'Error response from daemon: manifest for fail:latest not found' },
      });
    }
  });

  test('on a market that moves some images fail, machines go away for a while, and low bids are outbid', () => {
    const ids = Array.from({ length: 400 }, (_, id) => id + 1);
    const first = ids.map((id) => livesOf(contractOf(id), 60));
    const failed = first.filter((changes) => phases(changes).at(-1) === 'exited');
    expect(failed.length).toBeGreaterThan(2);
    expect(failed.length).toBeLessThan(25);
    const month = ids.map((id) => livesOf(contractOf(id), 20 * DAY_S)).filter((changes) => changes.length > 2);
    expect(month.length).toBeGreaterThan(300);
    for (const changes of month.slice(0, 50)) {
      expect(phases(changes).slice(0, 5)).toEqual(['loading', 'running', 'unknown', 'offline', 'exited']);
      const [, , unknown, offline, exited] = changes.map(({ life }) => life.beganAtS);
      expect(Number(offline) - Number(unknown)).toBe(120);
      expect(Number(exited) - Number(unknown)).toBeGreaterThanOrEqual(180);
      expect(Number(exited) - Number(unknown)).toBeLessThanOrEqual(1800);
    }
    // The smallest bid is listed at 0.2 and wanders between 0.14 and 0.26.
    const outbid = ids.map((id) =>
      livesOf(contractOf(id, { bid: 0.2 }), 2 * DAY_S).find(({ event }) => event === 'outbid'),
    );
    expect(outbid.filter((change) => change !== undefined).length).toBeGreaterThan(200);
    expect(outbid.find((change) => change !== undefined)?.life).toMatchObject({ phase: 'exited', intended: 'stopped' });
    const high = ids.flatMap((id) => livesOf(contractOf(id, { bid: 0.27 }), 2 * DAY_S));
    expect(high.filter(({ event }) => event === 'outbid')).toEqual([]);
  });
});
