/**
 * How good the advice on prices is: markets whose demand is drawn from a seed are recorded for four weeks, and what is advised by that record
 * is held against what the machine then earns at other prices over 300 days.
 */
import type { HostMachine, Offer } from '../../src/catalogue/values.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { wireFilters } from '../../src/filter/request.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { machinesRound } from '../../src/history/own-machines.ts';
import { recordedAdvice } from '../../src/history/rental-record.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import { createHiddenMarket, OWN_ID, type SeenMachine } from './hidden-demand.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 9, 22);
const SERVICE = 'https://market.example';
const RECORDED_DAYS = 28;
const EARNED_DAYS = 300;
/** So long a market runs before anybody looks. */
const SETTLING_HOURS = 240;
const OWN_HOST = 1;

const ASKED = {
  type: 'ondemand',
  storageGb: 8,
  filters: wireFilters(parseLine('rentable=any rented=any')).filters,
} as const;

/** A machine as a search shows it: the whole of it, and a part of each smaller size. */
const offersOf = ({ id, gpus, price, rented }: SeenMachine): readonly Offer[] =>
  [gpus, 4, 2, 1]
    .filter((size, place) => place === 0 || size < gpus)
    .map((size, place) => ({
      id: id * 10 + place,
      machine_id: id,
      host_id: id === OWN_ID ? OWN_HOST : id,
      gpu_name: 'RTX 4090',
      num_gpus: size,
      gpu_frac: size / gpus,
      verification: 'verified',
      storage_cost: 0.1,
      dph_total: price * size + (0.1 * 8) / 720,
      rentable: gpus - rented >= size,
      rented: false,
    }));

const asListed = ({ id, gpus, price, rented }: SeenMachine): HostMachine => ({
  id,
  num_gpus: gpus,
  gpu_name: 'RTX 4090',
  verification: 'verified',
  listed_gpu_cost: price,
  gpu_occupancy: 'D'.repeat(rented) + 'x'.repeat(gpus - rented),
});

/** What is advised by a record of the market of `seed`. */
const advised = async (seed: number) => {
  const opened = openSqliteHistory(':memory:', START_MS);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  const market = createHiddenMarket(seed);
  for (let hour = 0; hour < SETTLING_HOURS; hour++) market.step();
  let own = market.seen()[0];
  for (let hour = 0; hour < RECORDED_DAYS * 24; hour++) {
    market.step();
    const seen = market.seen();
    own = seen[0];
    const round = { service: SERVICE, atEpochMs: START_MS + hour * HOUR_MS };
    const offers = seen.flatMap(offersOf).flatMap((offer) => keptOf(offer) ?? []);
    await store.record({ ...round, asked: ASKED, isWhole: true, offers });
    const reply = { records: own === undefined ? [] : [asListed(own)], malformedRecords: 0 };
    const machines = machinesRound({ name: 'machines' }, reply, OWN_HOST);
    if (machines !== undefined) await store.record({ ...round, ...machines });
  }
  if (own === undefined) throw new Error('A market has a machine');
  const advice = await recordedAdvice(store, {
    service: SERVICE,
    machineId: OWN_ID,
    subject: { model: 'RTX 4090', verification: 'verified', price: own.price },
    gpus: own.gpus,
    nowEpochMs: START_MS + RECORDED_DAYS * 24 * HOUR_MS,
  });
  await store.close();
  return { advice, present: own.price };
};

/** $/day that the machine earns in the market of `seed` at one price, with other chance than when it was recorded. */
const earnedAt = (seed: number, price: number): number => {
  const market = createHiddenMarket(seed, 1);
  market.ask(price);
  for (let hour = 0; hour < SETTLING_HOURS; hour++) market.step();
  const before = market.earned();
  for (let hour = 0; hour < EARNED_DAYS * 24; hour++) market.step();
  return (market.earned() - before) / EARNED_DAYS;
};

/** Writes a line for each of `count` seeds, and what they come to. */
export const benchAdvice = async (firstSeed: number, count: number): Promise<void> => {
  const sums = { advised: 0, wonMedian: 0, wonPresent: 0, within: 0, ofBest: 0, medianOfBest: 0, presentOfBest: 0 };
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { advice, present } = await advised(seed);
    const { best, median } = advice;
    if (best === undefined || median === undefined) {
      console.log(`${seed}: too few cases (${advice.cases.all})`);
      continue;
    }
    const earned = earnedAt(seed, best.price);
    const atMedian = earnedAt(seed, median.price);
    const atPresent = earnedAt(seed, present);
    const others = Array.from({ length: 12 }, (_, place) => earnedAt(seed, median.price * (0.5 + place * 0.12)));
    const most = Math.max(earned, atMedian, atPresent, ...others);
    const isWithin = best.income.low <= earned && earned <= best.income.high;
    sums.advised++;
    sums.wonMedian += Number(earned > atMedian);
    sums.wonPresent += Number(earned > atPresent);
    sums.within += Number(isWithin);
    sums.ofBest += earned / most;
    sums.medianOfBest += atMedian / most;
    sums.presentOfBest += atPresent / most;
    const day = (figure: number): string => `$${figure.toFixed(2)}/day`;
    const { low, expected, high } = best.income;
    console.log(
      `${seed} (${createHiddenMarket(seed).kind}): advised ${(best.price / median.price).toFixed(2)} x median, expected ${day(expected)} (${low.toFixed(2)} to ${high.toFixed(2)}, ${best.cases} cases), earned ${day(earned)}; at the median ${day(atMedian)}, as before ${day(atPresent)}; the most of any ${day(most)}`,
    );
  }
  const { advised: all, wonMedian, wonPresent, within, ofBest, medianOfBest, presentOfBest } = sums;
  const percent = (sum: number): string => `${((sum / all) * 100).toFixed(0)} %`;
  console.log(
    `of ${count} seeds ${all} had enough cases; the advised price earned more than the median in ${wonMedian}, than the present one in ${wonPresent}; the interval held what was earned in ${within}`,
  );
  console.log(
    `of the most that any price earned: advised ${percent(ofBest)}, median ${percent(medianOfBest)}, present ${percent(presentOfBest)}`,
  );
};
