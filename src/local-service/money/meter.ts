/** What something that is rented costs by the clock, by what it is paid for, and the record of what it has cost. */
import { type Database, insertRow } from '../database.ts';

/** What it is paid for: GPUs, disk, SLA cover, and traffic to it (`bwd`) and from it (`bwu`). $/hour, or $ of some time. */
export type Costs = Readonly<Record<(typeof PARTS)[number], number>>;

const PARTS = ['gpu', 'disk', 'sla', 'bwd', 'bwu'] as const;

export const NOTHING: Costs = { gpu: 0, disk: 0, sla: 0, bwd: 0, bwu: 0 };

/** An instance or a volume as it has been since `chargedUntilS`. */
export type Meter = {
  readonly type: 'instance' | 'volume';
  readonly id: number;
  readonly label: string | null;
  /** $/hour. */
  readonly rates: Costs;
  /** $ up to the moment `chargedUntilS`. */
  readonly charged: number;
  readonly chargedUntilS: number;
};

export const sumOf = (costs: Costs): number => PARTS.reduce((sum, part) => sum + costs[part], 0);

/** All of it, `factor` times. */
export const scaled = (costs: Costs, factor: number): Costs => added(NOTHING, costs, factor);

/** Both together, the other one `factor` times. */
export const added = (one: Costs, other: Costs, factor = 1): Costs => ({
  gpu: one.gpu + other.gpu * factor,
  disk: one.disk + other.disk * factor,
  sla: one.sla + other.sla * factor,
  bwd: one.bwd + other.bwd * factor,
  bwu: one.bwu + other.bwu * factor,
});

/** $ spent on it from its beginning to `atS`, which is no earlier than its last change. */
export const meteredAt = ({ rates, charged, chargedUntilS }: Meter, atS: number): number =>
  charged + (sumOf(rates) * Math.max(0, atS - chargedUntilS)) / 3600;

/** What one instance or volume cost in some time, during which nothing about it changed. */
export type Charge = Pick<Meter, 'type' | 'id' | 'label'> & {
  readonly beganAtS: number;
  readonly endedAtS: number;
  /** $ of that time. */
  readonly costs: Costs;
};

/** What has come together since the last change, up to `atS`. */
export const chargeOf = ({ type, id, label, rates, chargedUntilS }: Meter, atS: number): Charge => ({
  ...{ type, id, label, beganAtS: chargedUntilS, endedAtS: Math.max(chargedUntilS, atS) },
  costs: scaled(rates, Math.max(0, atS - chargedUntilS) / 3600),
});

/** Writes down what it has cost before it changes. */
export const recordCharge = (database: Database, userId: number, charge: Charge): void => {
  const { type, id, label, beganAtS, endedAtS, costs } = charge;
  if (sumOf(costs) <= 0) return;
  insertRow(database, 'charges', {
    ...{ user_id: userId, type, source_id: id, label, began_at: beganAtS, ended_at: endedAtS },
    ...costs,
  });
};
