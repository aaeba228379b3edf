/** What instances and volumes cost in days of UTC (docs/interface.md, Money), gone ones too. */
import * as z from 'zod';
import type { Database } from '../database.ts';
import { added, type Charge, NOTHING, scaled } from './meter.ts';

const DAY_S = 86_400;

/** Whole days of UTC, the last one included, since 1970. */
type Days = { readonly first: number; readonly last: number };

/** What was written down of `userId` and reaches into `days`. */
export const readCharges = (database: Database, userId: number, { first, last }: Days): readonly Charge[] =>
  z.array(chargeRow).parse(
    database
      .prepare(
        `SELECT type, source_id AS id, label, began_at AS beganAtS, ended_at AS endedAtS, gpu, disk, sla, bwd, bwu FROM charges
         WHERE user_id = ? AND ended_at > ? AND began_at < ? ORDER BY id`,
      )
      .all(userId, first * DAY_S, (last + 1) * DAY_S),
  );

const chargeRow = z
  .object({
    type: z.enum(['instance', 'volume']),
    id: z.number(),
    label: z.string().nullable(),
    beganAtS: z.number(),
    endedAtS: z.number(),
    gpu: z.number(),
    disk: z.number(),
    sla: z.number(),
    bwd: z.number(),
    bwu: z.number(),
  })
  .transform(({ gpu, disk, sla, bwd, bwu, ...row }): Charge => ({ ...row, costs: { gpu, disk, sla, bwd, bwu } }));

/** The part of a charge that falls on `days`. */
const within = ({ beganAtS, endedAtS, costs, ...charge }: Charge, { first, last }: Days): Charge => {
  const from = Math.max(beganAtS, first * DAY_S);
  const until = Math.min(endedAtS, (last + 1) * DAY_S);
  const share = endedAtS > beganAtS ? Math.max(0, until - from) / (endedAtS - beganAtS) : 0;
  return { ...charge, beganAtS: from, endedAtS: until, costs: scaled(costs, share) };
};

/** What is charged, in the order in which it stands; the premium of SLA cover is no part of it. */
const ITEMS = [
  ['gpu', 'GPU'],
  ['disk', 'Disk'],
  ['bwd', 'Traffic to it'],
  ['bwu', 'Traffic from it'],
] as const;

/** One row for each instance and volume that cost something in `days`, with its number. Amounts have three decimals, and a row's is that of its items together. */
export const chargeRows = (charges: readonly Charge[], days: Days) =>
  [...Map.groupBy(charges, ({ type, id }) => `${type}-${id}`)].flatMap(([source, all]) => {
    const parts = all.map((charge) => within(charge, days)).filter(({ beganAtS, endedAtS }) => endedAtS > beganAtS);
    const last = parts.at(-1);
    if (last === undefined) return [];
    const costs = parts.reduce((sum, part) => added(sum, part.costs), NOTHING);
    const span = {
      start: dayOf(Math.min(...parts.map(({ beganAtS }) => beganAtS))),
      end: dayOf(Math.max(...parts.map(({ endedAtS }) => endedAtS)) - 1),
    };
    const items = ITEMS.map(([type, description]) => ({ type, description, mills: Math.round(costs[type] * 1000) }))
      .filter(({ mills }) => mills > 0)
      .map(({ mills, ...item }) => ({ ...span, ...item, source: null, amount: mills / 1000, metadata: {}, items: [] }));
    const mills = items.reduce((sum, { amount }) => sum + Math.round(amount * 1000), 0);
    const { type, id, label } = last;
    const description = `${type === 'instance' ? 'Instance' : 'Volume'} ${id}${label ? `: ${label}` : ''}`;
    const metadata = label === null ? {} : { label };
    return [{ id, ...span, type, told: { ...span, type, source, description, amount: mills / 1000, metadata, items } }];
  });

/** The beginning of its day. */
const dayOf = (atS: number): number => atS - (atS % DAY_S);
