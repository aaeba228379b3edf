/** What the calls of a host and of his renters tell (docs/interface.md, Hosts). What is not there, or of another kind, is undefined and never zero. */
import { z } from 'zod';
import { counted } from '../../base/figures.ts';
import { once } from '../../base/once.ts';
import { displayText } from '../../catalogue/format.ts';
import type { Redactor } from '../redact/redact.ts';
import type { InstanceReceipt } from './replies.ts';
import { moment } from './reply-schema.ts';
import { epochSecondsOf } from './told-time.ts';

const text = () => z.string().optional().catch(undefined);
const count = () => z.int().min(0).optional().catch(undefined);

const entry = () => z.object({ extended: count() }).catch({ extended: undefined });

/** `{success: true, extended}`, or the same for each machine in `results`: how many contracts of renters were lengthened. */
export const listedReply = once(
  (): z.ZodType<InstanceReceipt> =>
    z
      .object({ success: z.literal(true), extended: count(), results: z.array(entry()).optional().catch(undefined) })
      .transform(({ extended, results = [] }) => {
        const longer = results.reduce((sum, { extended: one }) => sum + (one ?? 0), 0) || extended;
        return { message: longer ? `${counted(longer, 'contract')} of renters lengthened` : undefined };
      }),
);

/** `{success: true, num_deleted, msg}`, or `success: false` without an error, which says that there was nothing to do. */
export const cleanedReply = once(
  (): z.ZodType<InstanceReceipt> =>
    z.union([
      z
        .object({ success: z.literal(true), num_deleted: count(), msg: text() })
        .transform(({ num_deleted: deleted, msg }) => ({
          message: msg ?? (deleted === undefined ? undefined : `${deleted} deleted`),
        })),
      z
        .object({
          success: z.literal(false),
          error: z.null().optional(),
          num_deleted: z.literal(0).nullish(),
          msg: text(),
        })
        .transform(({ msg }) => ({ message: `nothing to do${msg === undefined ? '' : `: ${msg}`}` })),
    ]),
);

/** What a renter has reported of a machine. */
export type MachineReport = {
  readonly problem?: string | undefined;
  readonly message?: string | undefined;
  /** Unix epoch seconds. */
  readonly createdAtS?: number | undefined;
};

const report = () =>
  z
    .object({
      problem: text(),
      message: text(),
      created_at: z.preprocess((told) => (typeof told === 'string' ? epochSecondsOf(told) : told), moment()),
    })
    .transform(({ created_at: createdAtS, ...told }): MachineReport => ({ ...told, createdAtS }));

/** A bare list, the newest first; what is no report is left out. */
export const reportsReply = once(
  (): z.ZodType<readonly MachineReport[]> =>
    z.array(report().optional().catch(undefined)).transform((reports) => reports.filter((one) => one !== undefined)),
);

/** Each text of each report. */
export const cleanReports = (reports: readonly MachineReport[], { redact }: Redactor): readonly MachineReport[] => {
  const shown = (told: string | undefined) => told && displayText(redact(told));
  return reports.map(({ problem, message, createdAtS }) => ({
    problem: shown(problem),
    message: shown(message),
    createdAtS,
  }));
};

/** Has a machine's id as a number, whether the service calls it `id` or `machine_id`, and writes it as text or not. True when this changed the record. */
export const settleMachine = (record: Record<string, unknown>): boolean => {
  const told = record.id ?? record.machine_id;
  const id = typeof told === 'string' && /^[1-9]\d{0,14}$/.test(told) ? Number(told) : told;
  if (id === record.id) return false;
  record.id = id;
  return true;
};

/** Units of time that prices a second are brought to: $/h, and $/GB for a month of 720 h. */
const SPANS = [
  ['gpu_cost', 'gpu_costpersec', 3600],
  ['disk_cost', 'disk_ram_costpersec', 3600 * 720],
] as const;

/** Has the id of a price increase as `id`, and its prices a second in the units of all other prices beside them. True when this changed the record. */
export const settleIncrease = (record: Record<string, unknown>): boolean => {
  const { pending_price_increase_id: id } = record;
  if (id === undefined) return false;
  record.id = id;
  for (const age of ['old', 'new'])
    for (const [name, told, seconds] of SPANS) {
      const price = record[`${age}_${told}`];
      record[`${age}_${name}`] = typeof price === 'number' ? Number((price * seconds).toPrecision(12)) : price;
    }
  return true;
};
