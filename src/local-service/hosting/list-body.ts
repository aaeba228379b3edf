/** Reads what a machine is to be listed with (docs/interface.md, List a machine): the body of a listing, or why it is refused. */
import * as z from 'zod';
import { numeric, type Refusal, readBody, refused, wholeNumber } from '../answer.ts';
import { readNumber } from '../search/operands.ts';
import type { Listing } from './listings.ts';

/** What is asked for; absent where nothing is said and nothing is published for that. */
export type ListingRequest = {
  readonly machineIds: readonly number[];
  readonly prices: Partial<Pick<Listing, 'gpu' | 'bid' | 'up' | 'down'>>;
  /** What is published for what is absent is filled in. */
  readonly terms: Pick<Listing, 'disk' | 'fewestGpus' | 'endsAtS' | 'lastsS' | 'discount' | 'volume'>;
  /** Absent: half of the free disk. */
  readonly volumeGb: number | undefined;
  readonly claim: number | undefined;
};

/** What the body asks for, or a 400. */
export const readListingBody = (body: unknown): { ok: true; value: ListingRequest } | Refusal =>
  readBody(listingBody, body);

/** The smallest bid that a body asks for, $/hour for one GPU of so many TFLOPs. */
export const readMinBid = (
  { price, client_id: client }: Readonly<Record<string, unknown>>,
  teraflops: number,
): { ok: true; value: number } | Refusal => {
  const bid = readNumber(price);
  if (client !== undefined && client !== 'me') return refused(400, 'invalid_args', 'client_id: must be me');
  if (bid !== undefined && bid > 0 && bid <= MOST_A_TERAFLOP * teraflops) return { ok: true, value: bid };
  const most = (MOST_A_TERAFLOP * teraflops).toFixed(2);
  return refused(422, 'invalid_price', `price: must be more than 0 and at most ${most} $/h for one GPU`);
};

const MOST_A_TERAFLOP = 0.2;

/** A number in a range, or absent. */
const within = (least: number, most: number, problem: string) =>
  numeric((number) => number >= least && number <= most, problem)
    .nullish()
    .transform((number) => number ?? undefined);

const dollars = (unit: string) => within(0, 1000, `must be a number from 0 to 1000 in ${unit}`);

const SECONDS = { day: 86_400, week: 7 * 86_400, month: 30 * 86_400, year: 365 * 86_400 } as const;

/** `3 months`, or seconds. */
const duration = z.unknown().transform((value, context) => {
  if (value === undefined || value === null) return undefined;
  const [, count, unit] = /^\s*(\d{1,4})\s*(day|week|month|year)s?\s*$/i.exec(String(value)) ?? [];
  // The pattern has no other units.
  const seconds = unit ? Number(count) * SECONDS[unit.toLowerCase() as keyof typeof SECONDS] : readNumber(value);
  if (seconds !== undefined && seconds > 0) return seconds;
  context.addIssue('must be such as "3 months", or a number of seconds');
  return z.NEVER;
});

const machineId = wholeNumber('must be the number of a machine');

const listingBody = z
  .object({
    machine: machineId.nullish(),
    machines: z.array(machineId).min(1, 'must name a machine').nullish(),
    price_gpu: within(0.001, 1000, 'must be a number from 0.001 to 1000 in $/h for one GPU'),
    price_min_bid: dollars('$/h for one GPU'),
    price_disk: dollars('$/GB/month'),
    price_inetu: dollars('$/GB'),
    price_inetd: dollars('$/GB'),
    min_chunk: within(1, 1024, 'must be a number of GPUs'),
    end_date: within(1e8, 1e12, 'must be Unix seconds'),
    duration: duration.optional(),
    credit_discount_max: within(0, 1, 'must be a number from 0 to 1'),
    vol_size: within(0, 1e9, 'must be a number of GB'),
    vol_price: dollars('$/GB/month'),
    sla_r_claim: within(0, 0.9999, 'must be a number from 0 to 0.9999'),
    hidden_listing: z.literal(false, 'must be false: every listing is shown here').nullish(),
    sla_sigma_x: within(0.000_001, 3, 'must be a number above 0, at most 3'),
  })
  .refine(
    ({ end_date: end, duration: lasts }) => end === undefined || lasts === undefined,
    'end_date and duration: only one of them',
  )
  .refine(({ machine, machines }) => machine || machines, 'machine: is missing')
  .transform((body): ListingRequest => {
    const disk = body.price_disk ?? 0.1;
    return {
      machineIds: [...new Set(body.machines ?? [body.machine ?? 0])],
      prices: definedOf({ gpu: body.price_gpu, bid: body.price_min_bid, up: body.price_inetu, down: body.price_inetd }),
      terms: {
        ...{ disk, volume: body.vol_price ?? disk, fewestGpus: Math.floor(body.min_chunk ?? 1) },
        ...{ endsAtS: body.end_date ?? null, lastsS: body.duration ?? null, discount: body.credit_discount_max ?? 0.4 },
      },
      volumeGb: body.vol_size,
      claim: body.sla_r_claim,
    };
  });

const definedOf = (prices: Readonly<Record<'gpu' | 'bid' | 'up' | 'down', number | undefined>>) =>
  Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== undefined));
