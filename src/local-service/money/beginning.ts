/**
 * What an account begins with where it is to have a month behind it: three cheap instances, two volumes, and the bills of thirty days, of what is
 * gone too. All of it follows from the market and its seed.
 */
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';
import { recordPhase } from '../instances/account.ts';
import { FIRST_CREDIT } from '../instances/adopt.ts';
import { type Contract, meterOf, ratesOf, readContracts, writeContract } from '../instances/contract.ts';
import type { Life, World } from '../instances/life.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { createRandom, type Random } from '../market/random.ts';
import { prepareRentalInsert } from '../market/rentals.ts';
import { type Charge, chargeOf, NOTHING, recordCharge, scaled, sumOf } from './meter.ts';
import { recordPayment } from './payments.ts';
import { readVolumes, writeVolume } from './volumes.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;

/** Below the numbers of contracts that are made later. */
const FIRST_ID = 39_900_000;

/** What the instances cost together at most, $/hour. */
const MOST_AN_HOUR = 0.05;

/**
 * The instances: how many days ago they were rented, at which part of what their host asks today, and since when they are in their phase. The first
 * one's host will ask for more, and the last one waits for somebody to look at it.
 */
const INSTANCES = [
  { label: 'train-7b', diskGb: 24, rentedDays: 26, rentedAt: 0.85, enteredDays: 0.2, phase: 'running' },
  { label: 'inference', diskGb: 16, rentedDays: 20, rentedAt: 1, enteredDays: 9, phase: 'stopped' },
  { label: 'sweep 3', diskGb: 10, rentedDays: 6, rentedAt: 1, enteredDays: 1.1, phase: 'exited' },
] as const;

/** What was rented for some hours and destroyed: how many days ago, and $/hour. */
const GONE = [
  { label: 'sweep 1', days: 24.2, hours: 9, gpu: 0.41, disk: 0.012, bwd: 0.009, bwu: 0.002 },
  { label: 'sweep 2', days: 17.6, hours: 6, gpu: 0.41, disk: 0.012, bwd: 0.007, bwu: 0.002 },
  { label: 'baseline', days: 8.4, hours: 11, gpu: 0.23, disk: 0.006, bwd: 0.001, bwu: 0.001 },
] as const;

/** Sizes of the volumes, GB, and for how many days they have been there. The first lies where an instance is. */
const VOLUMES = [
  { sizeGb: 40, days: 25 },
  { sizeGb: 25, days: 12 },
] as const;

/** Days ago on which the card has paid, the last one first, and at most how many dollars: the first one what is missing. */
const PAID = [
  { days: 13, most: 25 },
  { days: 30, most: 25 },
  { days: 44, most: Number.POSITIVE_INFINITY },
];

const offerRow = z.object({
  machineId: z.number(),
  firstGpu: z.number(),
  storage: z.number(),
});

/** Puts the instances and volumes on the market in place of those that it gave the caller: before they become contracts, in one transaction. */
export const placeBeginning = (database: Database, nowS: number): void => {
  for (const [table, owner] of [
    ['instances', 'renter_id'],
    ['volumes', 'owner_id'],
  ]) {
    database.prepare(`DELETE FROM ${table} WHERE ${owner} = ?`).run(CALLER_USER_ID);
  }
  const offers = z.array(offerRow).parse(
    database
      .prepare(
        `SELECT machine_id AS machineId, first_gpu AS firstGpu, min(dph_base), storage_cost AS storage
         FROM offers WHERE is_listed AND rentable AND num_gpus = 1 AND NOT vms_enabled AND host_id <> ?
         GROUP BY machine_id ORDER BY end_date > ? DESC, dph_base LIMIT 24`,
      )
      .all(CALLER_USER_ID, nowS + 40 * DAY_S),
  );
  const [cheapest, ...others] = offers;
  const chosen = [cheapest, ...others.toSorted((one, other) => one.storage - other.storage)].slice(0, INSTANCES.length);
  const insertRental = prepareRentalInsert(database);
  for (const [place, offer] of chosen.entries()) {
    if (offer === undefined) continue;
    const rental = { id: FIRST_ID + place, renterId: CALLER_USER_ID, firstGpu: offer.firstGpu, gpus: 1 };
    insertRental(offer.machineId, { ...rental, status: INSTANCES[place]?.phase === 'running' ? 'running' : 'exited' });
  }
  for (const [place, { sizeGb, days }] of VOLUMES.entries()) {
    const machineId = offers[place * (INSTANCES.length + 2)]?.machineId ?? cheapest?.machineId;
    if (machineId === undefined) continue;
    const row = { owner_id: CALLER_USER_ID, machine_id: machineId, status: 'active', disk_space: sizeGb };
    insertRow(database, 'volumes', { ...row, start_date: nowS - days * DAY_S });
  }
};

/** Gives what was placed so the past that it is to have, and what that has cost: once it is in the account, in the same transaction. */
export const billBeginning = (database: Database, world: World, nowS: number): void => {
  const random = createRandom(world.seed, FIRST_ID);
  for (const [place, contract] of readContracts(database, CALLER_USER_ID).entries()) {
    dress(database, contract, place, nowS);
  }
  const contracts = readContracts(database, CALLER_USER_ID);
  const perHour = contracts.reduce((sum, contract) => sum + sumOf(ratesOf(contract)), 0);
  const [first] = contracts;
  // In a small market nothing is that cheap.
  if (first !== undefined && perHour > MOST_AN_HOUR) enter(database, first, 'stopped', first.life.beganAtS);
  let spent = 0;
  for (const contract of readContracts(database, CALLER_USER_ID)) {
    const charges = chargesOf(contract, nowS, random);
    const charged = charges.reduce((sum, { costs }) => sum + sumOf(costs), 0);
    for (const charge of charges) recordCharge(database, CALLER_USER_ID, charge);
    writeContract(database, { ...contract, charged });
    spent += charged;
  }
  for (const [place, volume] of readVolumes(database, CALLER_USER_ID, world).entries()) {
    const charge = chargeOf({ ...volume, chargedUntilS: nowS - (VOLUMES[place]?.days ?? 0) * DAY_S }, nowS);
    const charged = sumOf(charge.costs);
    recordCharge(database, CALLER_USER_ID, charge);
    writeVolume(database, { ...volume, charged });
    spent += charged;
  }
  // What these have cost is still to be taken off it.
  database.prepare('UPDATE accounts SET credit = credit + ? WHERE user_id = ?').run(spent, CALLER_USER_ID);
  for (const [place, { label, days, hours, ...costs }] of GONE.entries()) {
    const beganAtS = nowS - Math.floor(days * DAY_S);
    const times = { beganAtS, endedAtS: beganAtS + hours * HOUR_S };
    const charge = { type: 'instance' as const, id: FIRST_ID - 1 - place, label, ...times };
    const whole = scaled({ ...NOTHING, ...costs }, hours);
    recordCharge(database, CALLER_USER_ID, { ...charge, costs: whole });
    spent += sumOf(whole);
  }
  database.prepare('DELETE FROM payments WHERE user_id = ?').run(CALLER_USER_ID);
  // What is there now is what was paid less all that was spent, to the cent.
  let cents = Math.round((FIRST_CREDIT + spent) * 100);
  for (const { days, most } of PAID) {
    const paid = Math.min(cents, most * 100);
    if (paid > 0)
      recordPayment(database, CALLER_USER_ID, { by: 'card', dollars: paid / 100, atS: nowS - days * DAY_S });
    cents -= paid;
  }
};

/** Makes of a contract the instance at `place`. */
const dress = (database: Database, contract: Contract, place: number, nowS: number): void => {
  const past = INSTANCES[place];
  if (past === undefined) return;
  const createdAtS = nowS - past.rentedDays * DAY_S;
  database
    .prepare('UPDATE contracts SET label = ?, disk_gb = ?, created_at = ? WHERE id = ?')
    .run(past.label, past.diskGb, createdAtS, contract.id);
  database.prepare('DELETE FROM contract_phases WHERE contract_id = ?').run(contract.id);
  recordPhase(database, contract.id, { phase: 'running', beganAtS: createdAtS, message: null });
  const dphBase = contract.dphBase * past.rentedAt;
  enter(database, { ...contract, label: past.label, dphBase }, past.phase, nowS - Math.floor(past.enteredDays * DAY_S));
};

/** The instance is in `phase` since then. */
const enter = (
  database: Database,
  contract: Contract,
  phase: 'running' | 'stopped' | 'exited',
  beganAtS: number,
): void => {
  const intended = phase === 'stopped' ? 'stopped' : 'running';
  const message = phase === 'stopped' ? null : contract.life.message;
  const life = { ...contract.life, phase, beganAtS, intended, message } as const;
  writeContract(database, { ...contract, life });
  recordPhase(database, contract.id, life);
};

/** What it has cost since it was rented: by turns it ran and was stopped for some hours, until the phase in which it is. */
const chargesOf = (contract: Contract, nowS: number, random: Random): readonly Charge[] => {
  const { life, createdAtS } = contract;
  const charges: Charge[] = [];
  let phase: Life['phase'] = 'running';
  for (let beganAtS = createdAtS; beganAtS < nowS; phase = phase === 'running' ? 'stopped' : 'running') {
    const isNow = beganAtS >= life.beganAtS;
    const untilS = isNow ? nowS : Math.min(life.beganAtS, beganAtS + Math.floor(random.between(3, 15) * HOUR_S));
    const then = { ...contract, life: isNow ? life : { ...life, phase } };
    charges.push(chargeOf({ ...meterOf(then), chargedUntilS: beganAtS }, untilS));
    beganAtS = untilS;
  }
  return charges;
};
