/**
 * @module-tag service
 */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDataFile } from '../src/local-service/data-file.ts';
import { fillMarket } from '../src/local-service/market/fill.ts';
import { countRenters } from '../src/local-service/market/holdings.ts';
import { moveMarket } from '../src/local-service/market/move.ts';
import { temporaryFolder } from './support/local-service.ts';
import { findAll, MINUTE_MS, NOON_EPOCH_MS, openMarket, type Row } from './support/market.ts';

const values = (rows: readonly Row[], name: string): ReadonlySet<unknown> => new Set(rows.map((row) => row[name]));
const share = (rows: readonly Row[], isCounted: (row: Row) => boolean): number =>
  rows.filter(isCounted).length / rows.length;

describe('the market moves', () => {
  const at = (minutes: number): number => NOON_EPOCH_MS + minutes * MINUTE_MS;

  test('to the same state in one step as minute by minute', () => {
    const [stepwise, atOnce] = [openMarket(), openMarket()];
    for (let minute = 1; minute <= 400; minute++) moveMarket(stepwise, at(minute));
    moveMarket(atOnce, at(400));
    expect(findAll(stepwise)).toEqual(findAll(atOnce));
    const machines = [...values(findAll(stepwise), 'machine_id')].map(Number);
    expect(machines.map((id) => countRenters(stepwise, id))).toEqual(machines.map((id) => countRenters(atOnce, id)));
  });

  test('for every program on the same file', () => {
    const file = join(temporaryFolder(), 'market.sqlite');
    const [one, other] = [openDataFile(file), openDataFile(file)];
    onTestFinished(() => {
      one.close();
      other.close();
    });
    fillMarket(one, { offers: 100, seed: 7, nowEpochMs: NOON_EPOCH_MS });
    fillMarket(other, { offers: 100, seed: 7, nowEpochMs: NOON_EPOCH_MS });
    moveMarket(one, at(90));
    moveMarket(other, at(90));
    moveMarket(other, at(180));
    expect(findAll(one)).toEqual(findAll(other));
    expect(findAll(one)).not.toEqual(findAll(openMarket({ offers: 100 })));
  });

  test('not within a minute, and never back', () => {
    const database = openMarket();
    moveMarket(database, at(60));
    const before = findAll(database);
    moveMarket(database, at(61) - 1);
    moveMarket(database, at(5));
    expect(findAll(database)).toEqual(before);
  });

  test('a little each minute', () => {
    const database = openMarket({ offers: 2000 });
    const before = new Map(findAll(database).map((row) => [row.id, row]));
    moveMarket(database, at(1));
    const after = findAll(database);
    const changed = after.filter((row) => row.dph_base !== before.get(row.id)?.dph_base);
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.length).toBeLessThan(200);
    for (const row of changed) {
      const was = before.get(row.id);
      if (was) expect(Math.abs(Number(row.dph_base) / Number(was.dph_base) - 1)).toBeLessThan(0.15);
    }
  });

  test('so that offers come and go, and come back under new ids', () => {
    const database = openMarket({ offers: 2000 });
    const ids = values(findAll(database), 'id');
    moveMarket(database, at(1500));
    const rows = findAll(database);
    expect(rows.length).toBeLessThan(2000);
    expect(rows.length).toBeGreaterThan(1900);
    expect(share(rows, (row) => !ids.has(row.id))).toBeGreaterThan(0.1);
    expect(values(rows, 'id').size).toBe(rows.length);
  });

  test('so that GPUs change hands: what others rent cannot be rented', () => {
    const database = openMarket({ offers: 2000 });
    const rentable = new Map(findAll(database).map((row) => [row.id, row.rentable]));
    moveMarket(database, at(600));
    expect(findAll(database).some((row) => rentable.get(row.id) === !row.rentable)).toBe(true);
    moveMarket(database, at(5000));
    const rows = findAll(database);
    expect(share(rows, (row) => row.rentable === true)).toBeCloseTo(0.7, 1);
    for (const row of rows.filter((offer) => offer.rentable === false)) {
      expect(countRenters(database, Number(row.machine_id))).toBeGreaterThan(0);
    }
  });

  test('and after a year without anybody offers still last', () => {
    const database = openMarket();
    moveMarket(database, at(365 * 24 * 60));
    expect(Math.min(...findAll(database).map((row) => Number(row.duration)))).toBeGreaterThan(0);
  });
});
