/**
 * What comes together in the local service's database, held against a formula that stands here alone: hours in which something is paid for, times
 * its price.
 *
 * @module-tag service
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDataFile } from '../src/local-service/data-file.ts';
import { folderInMemory } from './support/local-service.ts';
import { startRenter } from './support/renter.ts';

const NOON_S = 1_793_534_400;

/** What the renter does next, after so many seconds, to the instance at a place among those that are there. */
const anyStep = fc.record({
  afterS: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 60, max: 200_000 })),
  act: fc.constantFrom('rent', 'bid', 'start', 'stop', 'reboot', 'raise', 'label', 'destroy', 'look'),
  which: fc.nat({ max: 7 }),
  diskGb: fc.integer({ min: 8, max: 40 }),
});

/** $/hour of one instance, as the records and offers of the wire say. */
type Prices = { gpu: { fromS: number; perHour: number }[]; disk: number };

/** Seconds of the phases, from each beginning to the next, in which one of `names` was on, within the two moments. */
const secondsIn = (
  phases: readonly { readonly phase: string; readonly atS: number }[],
  names: readonly string[],
  fromS: number,
  toS: number,
): number =>
  phases.reduce((sum, { phase, atS }, place) => {
    const untilS = phases[place + 1]?.atS ?? Number.POSITIVE_INFINITY;
    return names.includes(phase) ? sum + Math.max(0, Math.min(untilS, toS) - Math.max(atS, fromS)) : sum;
  }, 0);

const PAID = ['running', 'rebooting', 'stopping'];
const REACHED = [...PAID, 'provisioning', 'loading', 'stopped', 'exited'];

test.each([true, false])(
  'for random lives the unrounded amounts are hours times prices, and the credit is what was paid in less them: still %s',
  async (still) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 14 }), async (steps) => {
        const dataFile = join(folderInMemory(), 'service.db');
        const renter = await startRenter({ dataFile, still, offers: 200 });
        const { rent, offer, send, change, clock, show, listed } = renter;
        const database = openDataFile(dataFile);
        const rows = (sql: string) => database.prepare(sql).all();
        const nowS = () => clock.now() / 1000;
        const own = new Map<number, Prices>();
        /** What the formula says of each instance that is gone. */
        const gone = new Map<number, number>();

        const costOf = (id: number, toS: number): number => {
          const prices = own.get(id);
          if (prices === undefined) throw new Error(`${id} was never rented`);
          const phases = rows(
            `SELECT phase, began_at AS atS FROM contract_phases WHERE contract_id = ${id} ORDER BY began_at, rowid`,
          );
          const told = phases.map(({ phase, atS }) => ({ phase: String(phase), atS: Number(atS) }));
          const gpu = prices.gpu.reduce((sum, { fromS, perHour }, place) => {
            const untilS = prices.gpu[place + 1]?.fromS ?? toS;
            return sum + (secondsIn(told, PAID, fromS, untilS) * perHour) / 3600;
          }, 0);
          return gpu + (secondsIn(told, REACHED, 0, toS) * prices.disk) / 3600;
        };
        for (const { afterS, act, which, diskGb } of steps) {
          clock.pass(afterS);
          await listed();
          const ids = [...own.keys()].filter((id) => !gone.has(id));
          const id = ids[which % Math.max(1, ids.length)];
          if (act === 'rent' || act === 'bid') {
            // Of hosts who ask nothing for traffic.
            const found = await offer({ inet_down_cost: { lte: 0 }, inet_up_cost: { lte: 0 } });
            const price = act === 'bid' ? { price: Number(found.min_bid) * 1.05 } : {};
            const created = await rent({ disk: diskGb, ...price }, found.id);
            const gpu = [{ fromS: 0, perHour: price.price ?? Number(found.dph_base) }];
            own.set(created, { gpu, disk: Number((await show(created))?.storage_total_cost) });
          } else if (id === undefined) continue;
          else if (act === 'start' || act === 'stop')
            await change(id, { state: act === 'start' ? 'running' : 'stopped' });
          else if (act === 'reboot') await send('PUT', `/api/v0/instances/reboot/${id}/`);
          else if (act === 'label') await change(id, { label: `after ${afterS}` });
          else if (act === 'raise') {
            const price = 0.01 * (which + 1);
            const { status } = await send('PUT', `/api/v0/instances/bid_price/${id}/`, { client_id: 'me', price });
            if (status === 200) own.get(id)?.gpu.push({ fromS: nowS(), perHour: price });
          } else if (act === 'destroy') {
            gone.set(id, costOf(id, nowS()));
            expect((await send('DELETE', `/api/v0/instances/${id}/`)).status).toBe(200);
          }
        }

        clock.pass(61);
        const { body } = await send('GET', '/api/v0/users/current/');
        const written = (id: number) =>
          Number(
            rows(`SELECT total(gpu + disk + sla + bwd + bwu) AS dollars FROM charges WHERE source_id = ${id}`)[0]
              ?.dollars,
          );
        for (const id of own.keys()) {
          const [contract] = rows(`SELECT charged, charged_until AS untilS FROM contracts WHERE id = ${id}`);
          const expected = gone.get(id) ?? costOf(id, Number(contract?.untilS));
          expect(Math.abs(written(id) - expected)).toBeLessThan(1e-6);
          if (contract !== undefined) expect(Math.abs(Number(contract.charged) - expected)).toBeLessThan(1e-6);
        }

        // All that was spent, on what the market gave too: what is written down, and what has come together since.
        const [paid] = rows("SELECT total(-amount) AS dollars FROM payments WHERE type = 'credit'");
        const [all] = rows('SELECT total(gpu + disk + sla + bwd + bwu) AS dollars FROM charges');
        const [since] = rows(
          `SELECT total(charged) AS charged, (SELECT credit FROM accounts) AS credit FROM
             (SELECT charged FROM contracts UNION ALL SELECT charged FROM volume_meters)`,
        );
        expect(Number(since?.credit) - Number(since?.charged)).toBeCloseTo(
          Number(paid?.dollars) - Number(all?.dollars),
          6,
        );
        expect((body as { readonly credit: number }).credit).toBeLessThanOrEqual(
          Number(since?.credit) - Number(since?.charged),
        );
        const toldOfOwn = (await chargedOnWire(renter.send, NOON_S, nowS())).filter(({ source }) =>
          own.has(Number(source.split('-')[1])),
        );
        for (const { source, amount } of toldOfOwn) {
          const id = Number(source.split('-')[1]);
          // Three decimals on the wire, of two items here.
          expect(Math.abs(amount - (gone.get(id) ?? costOf(id, nowS())))).toBeLessThan(0.0011);
        }
        database.close();
        await renter.service.close();
      }),
      { seed: 11, numRuns: 8 },
    );
  },
);

/** The rows of charges of whole days. */
const chargedOnWire = async (
  send: Awaited<ReturnType<typeof startRenter>>['send'],
  fromS: number,
  toS: number,
): Promise<readonly { readonly source: string; readonly amount: number }[]> => {
  const filters = encodeURIComponent(JSON.stringify({ day: { gte: fromS, lte: toS } }));
  const { body } = await send('GET', `/api/v0/charges/?limit=500&select_filters=${filters}`);
  return (body as { readonly results: readonly { readonly source: string; readonly amount: number }[] }).results;
};
