/** What hosts are told of the whole market (docs/interface.md, Figures of the market): how much of each model is there, rented and asked for, and where. */
import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import type { World } from '../instances/life.ts';
import { machineOf } from '../market/machines.ts';
import { gpusOfOthers } from '../market/rentals.ts';
import { machineState, priceFactors } from '../market/state.ts';

/** What is told, or why it is not. */
type Told = { readonly ok: true; readonly [name: string]: unknown } | Refusal;

/** A listed machine; prices and speeds are those of one GPU. */
const listedMachine = z.object({
  ...{ place: z.number(), model: z.string(), location: z.string().nullable(), isVerified: z.number() },
  ...{ gpus: z.number(), rented: z.number(), price: z.number(), dlperf: z.number(), tflops: z.number() },
});
type ListedMachine = z.infer<typeof listedMachine>;

const query = z.object({
  verified: z.enum(['yes', 'no', 'all']).default('yes'),
  hosting_type: z.enum(['all', 'secure_cloud', 'community']).default('all'),
  num_gpus: z.enum(['all', '1', '2', '4', '8']).default('all'),
  ...{ gpu_name: z.string().default('all'), start: z.coerce.number().optional(), end: z.coerce.number().optional() },
  step: z.coerce.number().min(300, 'must be 300 s or more').default(3600),
});

/** What is asked for, and the listed machines that are meant; or a 400. */
const machinesFor = (database: Database, asked: unknown) => {
  const read = readBody(query, asked);
  if (!read.ok) return read;
  const { verified, hosting_type: hosting, num_gpus: gpus, gpu_name: names } = read.value;
  const rows = database
    .prepare(
      `SELECT m.place, o.gpu_name AS model, o.geolocation AS location, o.verification = 'verified' AS isVerified, m.gpus,
         min(m.gpus, coalesce((SELECT sum(num_gpus) FROM instances i WHERE i.machine_id = m.id), 0)) AS rented,
         o.dph_base / o.num_gpus AS price, o.dlperf / o.num_gpus AS dlperf, o.total_flops / o.num_gpus AS tflops
       FROM machines m JOIN offers o ON o.place = (SELECT place FROM offers WHERE machine_id = m.id ORDER BY num_gpus DESC, place LIMIT 1)
       WHERE o.is_listed AND (? = 'all' OR (o.verification = 'verified') = (? = 'yes'))
         AND (? = 'all' OR (o.hosting_type = 1) = (? = 'secure_cloud')) AND (? = 'all' OR m.gpus = ?)
         AND (? = 'all' OR instr(',' || ? || ',', ',' || o.gpu_name || ',')) ORDER BY o.gpu_name`,
    )
    .all(verified, verified, hosting, hosting, gpus, Number(gpus), names, names);
  return { ...read.value, ok: true as const, machines: z.array(listedMachine).parse(rows) };
};

const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);
const mean = (figures: readonly number[]): number => sum(figures) / Math.max(1, figures.length);

/** How many machines there are, with a GPU that is rented, and with one that is not, and how many GPUs. */
const usageOf = (machines: readonly Pick<ListedMachine, 'gpus' | 'rented'>[]) => {
  const [gpus, rented] = [sum(machines.map((machine) => machine.gpus)), sum(machines.map((machine) => machine.rented))];
  return {
    ...{ total: machines.length, total_gpus: gpus, usage: gpus === 0 ? 0 : (100 * rented) / gpus },
    ...{ rented: machines.filter((machine) => machine.rented > 0).length, rented_gpus: rented },
    ...{ available: machines.filter((machine) => machine.rented < machine.gpus).length, available_gpus: gpus - rented },
  };
};

/** The price below which a part of the machines is. */
const pricesOf = (machines: readonly Pick<ListedMachine, 'price'>[]) => {
  const prices = machines.map(({ price }) => price).sort((one, other) => one - other);
  const at = (part: number): number | null => prices[Math.round(part * (prices.length - 1))] ?? null;
  return { price_p10: at(0.1), price_p25: at(0.25), price_median: at(0.5), price_p75: at(0.75), price_p90: at(0.9) };
};

/** `GET /metrics/gpu/current/`: a row for each model. */
export const currentFigures = (database: Database, world: World, asked: unknown): Told => {
  const found = machinesFor(database, asked);
  if (!found.ok) return found;
  const gpus = [...Map.groupBy(found.machines, ({ model }) => model)].map(([name, machines]) => {
    const parts = ['unverified', 'verified'].map((word, is) => {
      const part = usageOf(machines.filter(({ isVerified }) => isVerified === is));
      const free = { [`avail_${word}`]: part.available, [`avail_${word}_gpus`]: part.available_gpus };
      return { ...free, [`rented_${word}`]: part.rented, [`rented_${word}_gpus`]: part.rented_gpus };
    });
    const prices = pricesOf(machines);
    const dollars = Math.max(prices.price_median ?? 0, 1e-6);
    const [dlperf, tflops] = [mean(machines.map((one) => one.dlperf)), mean(machines.map((one) => one.tflops))];
    const past = pastMachines(world, machines);
    const month = MONTH.map((daysAgo) => usageOf(past(world.minute - daysAgo * 1440)).usage);
    return {
      ...{ gpu_name: name, ...usageOf(machines), usage_30d: mean(month) },
      ...Object.assign({}, ...parts),
      ...{ ...prices, dlperf, tflops, dlperf_per_dollar: dlperf / dollars, tflops_per_dollar: tflops / dollars },
    };
  });
  return { ok: true, gpus };
};

/** Days ago at which a month is looked at. */
const MONTH = [0, 5, 10, 15, 20, 25, 30] as const;

/** Gives the machines as they were in a minute since 1970, but for those that were not listed then; what hosts have set since is not in it. */
const pastMachines = (world: World, machines: readonly ListedMachine[]) => {
  const { seed, filledMinute } = world;
  const made = machines.map(({ place }) => machineOf(world, place));
  return (minuteSince1970: number) => {
    const minute = minuteSince1970 - filledMinute;
    return made.flatMap((machine) => {
      const { isListed, priceRound, rentalRound } = machineState(seed, machine.index, minute);
      if (!isListed) return [];
      const price = machine.gpuPrice * priceFactors(seed, machine.index, priceRound).price;
      return { gpus: machine.gpus, price, rented: gpusOfOthers(seed, machine, rentalRound) };
    });
  };
};

const MOST_STEPS = 100;

/** `GET /metrics/gpu/history/`: for each model what was asked and rented, as lists of the same length. */
export const pastFigures = (database: Database, world: World, asked: unknown): Told => {
  const found = machinesFor(database, asked);
  if (!found.ok) return found;
  const { end = world.minute * 60, start = end - 86_400, step } = found;
  const steps = Math.floor((end - start) / step);
  if (steps < 0 || steps > MOST_STEPS) return refused(400, 'invalid_args', `start, end: at most ${MOST_STEPS} steps`);
  const timestamps = Array.from({ length: steps + 1 }, (_, place) => start + place * step);
  const gpus = [...Map.groupBy(found.machines, ({ model }) => model)].map(([name, machines]) => {
    const past = pastMachines(world, machines);
    const moments = timestamps.map((atS) => past(Math.floor(atS / 60)));
    const { total_gpus: total, available_gpus: available, rented_gpus: rented, usage } = listsOf(moments.map(usageOf));
    const pricing = { timestamps, ...listsOf(moments.map(pricesOf)) };
    return [name, { supply_demand: { timestamps, total, available, rented }, pricing, stats: { timestamps, usage } }];
  });
  return { ok: true, gpus: Object.fromEntries(gpus) };
};

/** Rows as a list for each of their members. */
const listsOf = (
  rows: readonly Readonly<Record<string, number | null>>[],
): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name])]));

/** `GET /metrics/gpu/locations/`: how many machines and GPUs are where. */
export const placeFigures = (database: Database, _: World, asked: unknown): Told => {
  const found = machinesFor(database, asked);
  if (!found.ok) return found;
  const places = [...Map.groupBy(found.machines, ({ location }) => location ?? '')];
  return { ok: true, locations: places.map(([location, machines]) => ({ location, ...usageOf(machines) })) };
};
