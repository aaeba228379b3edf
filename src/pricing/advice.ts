/**
 * What a machine would bring at other prices, judged by how long machines were rented at which price (docs/history.md, What a machine
 * would bring). Pure.
 */

/** A time in which a machine was listed at one price while as many of its GPUs were rented. */
export type Spell = {
  readonly machineId: number;
  /** Unix epoch milliseconds; the next spell of the machine begins where this one ends, unless nothing is known between them. */
  readonly fromEpochMs: number;
  readonly toEpochMs: number;
  /** $/hour for one GPU. */
  readonly price: number;
  /** The median of what others asked then, $/hour for one GPU; undefined where nobody was known to. */
  readonly median: number | undefined;
  readonly gpus: number;
  readonly rented: number;
};

/** What is expected at a price. `low` and `high` are likely to bound it, if what is taken for granted holds. */
export type AdvicePoint = {
  /** $/hour for one GPU. */
  readonly price: number;
  /** Share of the time for which a GPU is rented, 0 to 1. */
  readonly share: Bounded;
  /** $/day of the whole machine. */
  readonly income: Bounded;
  /** Rentals that were seen to begin at about this price. */
  readonly cases: number;
};

type Bounded = { readonly low: number; readonly expected: number; readonly high: number };

export type Advice = {
  /** By their prices, ascending: no dearer one is rented longer. */
  readonly curve: readonly AdvicePoint[];
  /** At the price that the machine has; undefined where no machine was recorded at about that. */
  readonly present: AdvicePoint | undefined;
  /** At the median of the others; undefined where that is not known, or no machine was recorded at about that. */
  readonly median: AdvicePoint | undefined;
  /** That median, $/hour for one GPU. */
  readonly medianPrice: number | undefined;
  /** The one of the curve that is expected to bring the most, of those with `LEAST_CASES`; undefined where none has. */
  readonly best: AdvicePoint | undefined;
  /** Rentals that were seen to begin, and those of them on the machine itself. */
  readonly cases: { readonly all: number; readonly own: number };
  /** How many machines were recorded, and for how long a GPU was on average, ms. */
  readonly machines: number;
  readonly knownMs: number;
};

/** Fewer cases are too few to go by. */
export const LEAST_CASES = 30;

/** Prices are told apart in steps of a tenth. */
const STEP = 0.1;

/** What is likely in standard deviations. */
const BOUND = 1.96;

/** What was seen at some prices: GPU hours, and how often rentals began and ended. */
type Seen = { free: number; rented: number; begun: number; ended: number; logPrice: number };

/** Steps from the first to the last, which are judged as one. */
type Block = Seen & { first: number; last: number };

/** The machine of which is asked, as it is now: $/hour for one GPU. */
type Asked = {
  readonly machineId: number;
  readonly gpus: number;
  readonly price: number | undefined;
  /** The median of what others ask now; where it is not known prices are compared as they are. */
  readonly median: number | undefined;
};

/** The advice by `spells`, those of each machine by their time. */
export const adviceOf = (spells: readonly Spell[], { machineId, gpus, price, median }: Asked): Advice => {
  const isUsed = (spell: Spell): boolean =>
    spell.toEpochMs > spell.fromEpochMs && (median === undefined) === (spell.median === undefined);
  const seen = spells.filter(isUsed).map((spell, place, used) => ({ spell, ...seenIn(spell, used[place + 1]) }));
  const blocks = fallingBlocks(
    [...Map.groupBy(seen, stepIn)].map(([step, parts]) => ({ ...sumOf(parts), first: step, last: step })),
  );
  const blockAt = (step: number): Block | undefined => blocks.find(({ first, last }) => first <= step && step <= last);
  const machines = [...Map.groupBy(seen, ({ spell }) => spell.machineId)].map(([id, parts]) =>
    leanOf(id, sumOf(parts), (share) =>
      parts.reduce((sum, part) => sum + share(blockAt(stepIn(part))) * hoursIn(part), 0),
    ),
  );
  const between = varianceBetween(machines);
  const own = machines.find(({ id }) => id === machineId);
  const trust = own === undefined ? 0 : between / (between + own.byChance);
  const pointOf = (block: Block, at: number): AdvicePoint => {
    const spread = BOUND * Math.sqrt(varianceOf(block) + between);
    const odds = oddsOf(block) * Math.exp(trust * (own?.lean ?? 0));
    const share = {
      low: shareOfOdds(odds * Math.exp(-spread)),
      expected: shareOfOdds(odds),
      high: shareOfOdds(odds * Math.exp(spread)),
    };
    const day = at * gpus * 24;
    const income = { low: share.low * day, expected: share.expected * day, high: share.high * day };
    return { price: at, share, income, cases: block.begun };
  };
  const pointAt = (at: number | undefined): AdvicePoint | undefined => {
    const block = at === undefined ? undefined : blockAt(stepOf(Math.log(at / (median ?? 1))));
    return at === undefined || block === undefined ? undefined : pointOf(block, at);
  };
  const curve = blocks.map((block) => pointOf(block, Math.exp(block.logPrice / hoursIn(block)) * (median ?? 1)));
  const best = curve
    .filter(({ cases }) => cases >= LEAST_CASES)
    .toSorted((one, other) => other.income.expected - one.income.expected)[0];
  const knownMs = seen.reduce((sum, { spell }) => sum + spell.toEpochMs - spell.fromEpochMs, 0);
  return {
    ...{ curve, present: pointAt(price), median: pointAt(median), medianPrice: median, best },
    cases: { all: sumOf(seen).begun, own: own?.begun ?? 0 },
    machines: machines.length,
    knownMs: knownMs / Math.max(1, machines.length),
  };
};

const HOUR_MS = 3_600_000;

/** GPU hours. */
const hoursIn = ({ free, rented }: Seen): number => free + rented;

const stepOf = (logPrice: number): number => Math.round(logPrice / STEP);

const stepIn = (seen: Seen): number => stepOf(seen.logPrice / hoursIn(seen));

/** What a spell tells; a change that follows it at once belongs to its price. */
const seenIn = (spell: Spell, next: Spell | undefined): Seen => {
  const hours = ((spell.toEpochMs - spell.fromEpochMs) / HOUR_MS) * spell.gpus;
  const rented = hours * (spell.rented / spell.gpus);
  const isFollowed = next?.machineId === spell.machineId && next.fromEpochMs === spell.toEpochMs;
  const change = isFollowed ? next.rented - spell.rented : 0;
  return {
    free: hours - rented,
    rented,
    begun: Number(change > 0),
    ended: Number(change < 0),
    logPrice: Math.log(spell.price / (spell.median ?? 1)) * hours,
  };
};

const sumOf = (parts: readonly Seen[]): Seen => {
  const sum = { free: 0, rented: 0, begun: 0, ended: 0, logPrice: 0 };
  for (const { free, rented, begun, ended, logPrice } of parts) {
    sum.free += free;
    sum.rented += rented;
    sum.begun += begun;
    sum.ended += ended;
    sum.logPrice += logPrice;
  }
  return sum;
};

/** An hour is added to both, so that nothing is certain. */
const oddsOf = ({ rented, free }: Pick<Seen, 'rented' | 'free'>): number => (rented + 1) / (free + 1);

const shareOfOdds = (odds: number): number => odds / (1 + odds);

const shareOf = (seen: Seen): number => shareOfOdds(oddsOf(seen));

/** `blocks` in the order of their prices, joined where a dearer one was rented longer than a cheaper one. */
const fallingBlocks = (blocks: readonly Block[]): readonly Block[] => {
  const joined: Block[] = [];
  for (const block of blocks.toSorted((one, other) => one.first - other.first)) {
    let last = block;
    for (let before = joined.at(-1); before !== undefined && shareOf(before) < shareOf(last); before = joined.at(-1)) {
      joined.pop();
      last = { ...sumOf([before, last]), first: before.first, last: last.last };
    }
    joined.push(last);
  }
  return joined;
};

/** The variance of the logarithm of odds by so many cases. */
const varianceOf = ({ begun, ended }: Seen): number => 1 / (begun + 0.5) + 1 / (ended + 0.5);

/** How far the odds that a machine is rented are from what its prices let expect, as a logarithm, and the variance that chance has in that. */
type Lean = { readonly id: number; readonly lean: number; readonly byChance: number; readonly begun: number };

/** `rentedAt` sums up what would have been rented, GPU hours, where each part of its time has the share that is given. */
const leanOf = (id: number, own: Seen, rentedAt: (share: (block: Block | undefined) => number) => number): Lean => {
  const rented = rentedAt((block) => (block === undefined ? 0 : shareOf(block)));
  const lean = Math.log(oddsOf(own) / oddsOf({ rented, free: hoursIn(own) - rented }));
  return { id, lean, byChance: varianceOf(own), begun: own.begun };
};

/** How much more machines differ at the same price than by chance, as a variance of that logarithm. */
const varianceBetween = (machines: readonly Lean[]): number => {
  if (machines.length < 2) return 0;
  const weighed = machines.map(({ lean, byChance }) => ({
    more: lean ** 2 - byChance,
    weight: (byChance + 0.1) ** -2,
  }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(0, weighed.reduce((sum, { more, weight }) => sum + more * weight, 0) / all);
};
