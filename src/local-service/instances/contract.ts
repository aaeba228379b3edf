/** Contracts: what the caller has rented, with the facts of the offer and the machine. Read from the database, and written back. */
import * as z from 'zod';
import type { Database } from '../database.ts';
import { type Dues, dues } from '../hosting/listings.ts';
import { hashFraction } from '../market/random.ts';
import { type Costs, chargeOf, type Meter, meteredAt, NOTHING, recordCharge } from '../money/meter.ts';
import { type Life, PHASES, type Tenancy } from './life.ts';

/** What was asked for at creation, or since with another image or template. */
const storedRequest = z.object({
  image: z.string(),
  templateName: z.string().nullable(),
  templateId: z.number().optional(),
  runtype: z.string(),
  /** Names or docker options, with values. */
  env: z.array(z.tuple([z.string(), z.string()])),
  /** Names of the variables that the account had; what `env` names is not taken from there. */
  variables: z.array(z.string()).optional(),
  onstart: z.string().nullable(),
  args: z.array(z.string()),
  volumes: z.array(z.object({ volume_id: z.number(), size: z.number(), mount_path: z.string() })),
});

export type StoredRequest = z.infer<typeof storedRequest>;

/** One contract. Prices are $/hour. */
export type Contract = {
  readonly id: number;
  readonly userId: number;
  readonly askId: number;
  readonly machineId: number;
  readonly hostId: number;
  readonly gpus: number;
  readonly machineGpus: number;
  readonly label: string | null;
  readonly request: StoredRequest;
  readonly diskGb: number;
  readonly isBid: boolean;
  /** For the GPUs: as listed at creation, or the bid. */
  readonly dphBase: number;
  readonly dphDisk: number;
  /** What the host asks for traffic to it and from it, $/GB. */
  readonly downPerGb: number;
  readonly upPerGb: number;
  /** For SLA cover. */
  readonly dphSla: number;
  /** What is covered, 0 to 1; null without cover. */
  readonly targetReliability: number | null;
  readonly createdAtS: number;
  readonly endsAtS: number;
  /** What it costs from its end on, where more was asked and accepted; and once that is so, until it is written down. */
  readonly raise?: Dues | undefined;
  readonly begun?: Dues;
  /** The smallest bid for its GPUs now. */
  readonly minBid: number;
  /** The fields that its machine gives every offer, as JSON members without braces. */
  readonly machineText: string;
  readonly tenancy: Tenancy;
  readonly life: Life;
  /** $ charged up to the moment `chargedUntilS`; what has been spent since follows from the life. */
  readonly charged: number;
  readonly chargedUntilS: number;
};

/** Phases in which the GPUs are paid for, and there is traffic. */
const PAID_PHASES: readonly Life['phase'][] = ['running', 'rebooting', 'stopping'];

/** Phases in which the machine cannot be reached: nothing is paid for then, elsewhere always the disk. */
const AWAY_PHASES: readonly Life['phase'][] = ['unknown', 'offline'];

/** The most traffic of a running instance, GB/hour, and what tells apart the numbers that its id gives. */
const DOWN = { mostGb: 0.4, subject: 401 };
const UP = { mostGb: 0.15, subject: 402 };

/** What goes to a running instance and comes from it, GB/hour. */
export const trafficOf = (id: number) => ({
  downGb: DOWN.mostGb * hashFraction(id, DOWN.subject),
  upGb: UP.mostGb * hashFraction(id, UP.subject),
});

/** What the contract costs now. */
export const ratesOf = (contract: Contract): Costs => {
  const { id, life, dphBase, dphDisk, dphSla } = contract;
  if (AWAY_PHASES.includes(life.phase)) return NOTHING;
  if (!PAID_PHASES.includes(life.phase)) return { ...NOTHING, disk: dphDisk };
  const { downGb, upGb } = trafficOf(id);
  return {
    ...{ gpu: dphBase, disk: dphDisk, sla: dphSla },
    ...{ bwd: contract.downPerGb * downGb, bwu: contract.upPerGb * upGb },
  };
};

/** What the contract costs, and has cost. */
export const meterOf = (contract: Contract): Meter => {
  const { id, label, charged, chargedUntilS } = contract;
  return { type: 'instance', id, label, rates: ratesOf(contract), charged, chargedUntilS };
};

/** The contract with other prices or another life from `atS` on: what was spent until then stays spent. */
export const changedAt = (
  contract: Contract,
  atS: number,
  change: Partial<Pick<Contract, 'life' | 'label' | 'dphBase' | 'dphSla'>>,
): Contract => ({ ...contract, charged: meteredAt(meterOf(contract), atS), chargedUntilS: atS, ...change });

/** The contract once it costs what its host has asked and its renter has accepted: from its end on it goes on at that. */
export const raisedAt = (contract: Contract, raise: Dues): Contract => {
  const { dphBase, diskGb, endsAtS, tenancy } = contract;
  const dphSla = dphBase === 0 ? 0 : (contract.dphSla / dphBase) * raise.gpu;
  return {
    ...changedAt(contract, endsAtS, { dphBase: raise.gpu, dphSla }),
    ...{ dphDisk: (raise.disk * diskGb) / 720, downPerGb: raise.down, upPerGb: raise.up },
    ...{ tenancy: { ...tenancy, endsAtS: undefined }, raise: undefined, begun: raise },
  };
};

/** Writes down such a change, and what the contract has cost until then. */
export const writeChange = (
  database: Database,
  contract: Contract,
  { atS, ...change }: Parameters<typeof changedAt>[2] & { readonly atS: number },
): void => {
  chargeContract(database, contract, atS);
  writeContract(database, changedAt(contract, atS, change));
};

/** Writes down what it has cost since its last change. */
export const chargeContract = (database: Database, contract: Contract, atS: number): void =>
  recordCharge(database, contract.userId, chargeOf(meterOf(contract), atS));

const SELECT = `
  SELECT c.id, c.user_id AS userId, c.ask_id AS askId, c.machine_id AS machineId, m.host_id AS hostId, c.num_gpus AS gpus, m.gpus AS machineGpus,
    c.label, c.request, c.disk_gb AS diskGb, c.is_bid AS isBid, c.dph_base AS dphBase, c.dph_sla AS dphSla,
    coalesce(c.disk_price, o.storage_cost) * c.disk_gb / 720 AS dphDisk, coalesce(c.down_price, o.inet_down_cost, 0) AS downPerGb,
    coalesce(c.up_price, o.inet_up_cost, 0) AS upPerGb, c.target_reliability AS targetReliability, c.created_at AS createdAtS,
    coalesce(c.ends_at, o.end_date) AS endsAtS, c.ends_at IS NOT NULL AS isEndFixed, p.asked AS raise,
    o.min_bid * (CAST(c.num_gpus AS REAL) / o.num_gpus) AS minBid, m.text AS machineText,
    -- A bid that its host has set does not move.
    iif(c.machine_id IN (SELECT machine_id FROM machine_listings), 0, o.listed_min_bid) * (CAST(c.num_gpus AS REAL) / o.num_gpus) AS listedMinBid, m.place AS machineIndex,
    c.phase, c.phase_began_at AS beganAtS, c.intended, c.has_run AS hasRun, c.message,
    c.charged, c.charged_until AS chargedUntilS
  FROM contracts c JOIN offers o ON o.place = c.offer_place JOIN machines m ON m.id = c.machine_id
    LEFT JOIN raised_prices p ON p.contract_id = c.id AND p.user_id = c.user_id AND p.answer = 'accepted'
  WHERE c.user_id = ?`;

/** The contracts of `userId` as they were written last, oldest first. */
export const readContracts = (database: Database, userId: number): readonly Contract[] =>
  z.array(contractRow).parse(database.prepare(`${SELECT} ORDER BY c.id`).all(userId));

/** One of them; undefined when `userId` has no such contract. */
export const readContract = (database: Database, userId: number, id: number): Contract | undefined => {
  const row = database.prepare(`${SELECT} AND c.id = ?`).get(userId, id);
  return row && contractRow.parse(row);
};

/** Writes back what of a contract can change. */
export const writeContract = (database: Database, contract: Contract): void => {
  const { id, label, dphBase, dphSla, life, charged, chargedUntilS } = contract;
  database
    .prepare(
      `UPDATE contracts SET label = ?, dph_base = ?, dph_sla = ?, phase = ?, phase_began_at = ?, intended = ?, has_run = ?,
         message = ?, charged = ?, charged_until = ? WHERE id = ?`,
    )
    .run(
      label,
      dphBase,
      dphSla,
      life.phase,
      life.beganAtS,
      life.intended,
      Number(life.hasRun),
      life.message,
      charged,
      chargedUntilS,
      id,
    );
  if (contract.begun === undefined) return;
  const { disk, down, up } = contract.begun;
  database
    .prepare('UPDATE contracts SET ends_at = NULL, disk_price = ?, down_price = ?, up_price = ? WHERE id = ?')
    .run(disk, down, up, id);
  database.prepare("UPDATE raised_prices SET answer = 'begun' WHERE contract_id = ? AND answer = 'accepted'").run(id);
};

const flag = z.number().transform((stored) => stored === 1);

const contractRow = z
  .object({
    id: z.number(),
    userId: z.number(),
    askId: z.number(),
    machineId: z.number(),
    hostId: z.number(),
    gpus: z.number(),
    machineGpus: z.number(),
    label: z.string().nullable(),
    request: z.string().transform((text) => storedRequest.parse(JSON.parse(text))),
    diskGb: z.number(),
    isBid: flag,
    dphBase: z.number(),
    /** A month has 720 hours. */
    dphDisk: z.number(),
    downPerGb: z.number(),
    upPerGb: z.number(),
    dphSla: z.number(),
    targetReliability: z.number().nullable(),
    createdAtS: z.number(),
    endsAtS: z.number(),
    isEndFixed: flag,
    raise: z
      .string()
      .nullable()
      .transform((text) => (text === null ? undefined : dues.parse(JSON.parse(text)))),
    minBid: z.number(),
    machineText: z.string(),
    listedMinBid: z.number(),
    machineIndex: z.number(),
    phase: z.enum(PHASES),
    beganAtS: z.number(),
    intended: z.enum(['running', 'stopped']),
    hasRun: flag,
    message: z.string().nullable(),
    charged: z.number(),
    chargedUntilS: z.number(),
  })
  .transform(
    ({ listedMinBid, machineIndex, isEndFixed, phase, beganAtS, intended, hasRun, message, ...row }): Contract => {
      const { id, request, isBid, dphBase, raise } = row;
      const endsAtS = isEndFixed && raise === undefined ? row.endsAtS : undefined;
      return {
        ...row,
        tenancy: { id, image: request.image, machineIndex, bid: isBid ? dphBase : undefined, listedMinBid, endsAtS },
        life: { phase, beganAtS, intended, hasRun, message },
      };
    },
  );
