/**
 * A market of machines of one model whose renters follow a demand that is drawn from a seed and told nobody: what they do is seen, why is not.
 * An hour is a step. The same seed makes the same market.
 */
import { createRandom, type Random } from '../../src/local-service/market/random.ts';

/** A machine as whoever records sees it. $/hour for one GPU. */
export type SeenMachine = {
  readonly id: number;
  readonly gpus: number;
  readonly price: number;
  readonly rented: number;
};

/** The machine whose host asks for advice. */
export const OWN_ID = 1000;

type Machine = {
  readonly id: number;
  readonly gpus: number;
  /** How much it draws renters beside others at the same price. */
  readonly draw: number;
  readonly usual: number;
  price: number;
  repriceAtHour: number;
  /** The hour in which each rental ends, with how many GPUs it has. */
  rentals: { readonly gpus: number; readonly untilHour: number; readonly price: number }[];
};

/** How the demand is: what a price does to it, from one to the other kind. */
const KINDS = ['each by itself', 'a choice', 'a limit'] as const;

/** A market from `seed`. Of two with one seed and different `lot` the demand is the same, and chance is not. */
export const createHiddenMarket = (seed: number, lot = 0) => {
  const drawn = createRandom(seed, 1);
  const kind = KINDS[seed % KINDS.length] ?? 'a choice';
  const level = drawn.between(0.15, 2.5);
  const swing = drawn.between(0.02, 0.1);
  const spread = drawn.between(0.12, 0.28);
  const better = drawn.between(0, 0.4);
  const elasticity = drawn.between(1.2, 4.5);
  const limit = drawn.between(0.9, 1.3);
  const steepness = drawn.between(6, 25);
  const hours = drawn.between(5, 40);
  const busy = drawn.between(0.35, 0.85);
  const machines: Machine[] = Array.from({ length: drawn.integer(25, 70) }, (_, place) => {
    const draw = drawn.around(0.25);
    return {
      id: OWN_ID + place,
      gpus: place === 0 ? drawn.pick([2, 4, 8]) : drawn.pick([1, 1, 2, 4, 4, 8]),
      draw,
      usual: drawn.around(spread) * draw ** better,
      price: 0,
      repriceAtHour: 0,
      rentals: [],
    };
  });
  const gpus = machines.reduce((sum, machine) => sum + machine.gpus, 0);
  const chance = createRandom(seed, 2, lot);
  let hour = 0;
  let ownPrice: number | undefined;
  let ownEarned = 0;
  const marketAt = (): number => level * (1 + swing * Math.sin((2 * Math.PI * hour) / (24 * 17)));
  const freeOf = ({ gpus: all, rentals }: Machine): number =>
    all - rentals.reduce((sum, rental) => sum + rental.gpus, 0);

  /** How often renters come to a machine at `times` the market's price, beside one at the market's price. */
  const pullAt = (times: number): number =>
    kind === 'a limit' ? 1.3 / (1 + Math.exp(steepness * (times - limit))) : times ** -elasticity;

  const begin = (machine: Machine, random: Random): void => {
    const free = freeOf(machine);
    const size = Math.min(random.pick([1, 1, 1, 2, 4, 8]), free);
    const untilHour = hour + Math.max(1, hours * random.around(0.8));
    machine.rentals.push({ gpus: size, untilHour, price: machine.price });
  };

  const rentOut = (): void => {
    const perHour = (busy / (1 - busy) / hours) * (1 + 0.5 * Math.sin((2 * Math.PI * hour) / 24));
    if (kind !== 'a choice') {
      for (const machine of machines) {
        const mean = perHour * machine.draw * pullAt(machine.price / marketAt()) * (freeOf(machine) / 2);
        if (freeOf(machine) > 0 && chance.chance(1 - Math.exp(-mean))) begin(machine, chance);
      }
      return;
    }
    let coming = (gpus / 2) * perHour * (1 - busy) * 1.4;
    for (; coming > 0; coming--) {
      if (coming < 1 && !chance.chance(coming)) break;
      const most = marketAt() * limit * chance.around(0.3);
      const seen = machines.filter((machine) => freeOf(machine) > 0 && machine.price <= most && chance.chance(0.6));
      const wishes = seen.map((machine) => ({
        machine,
        share: machine.draw * (machine.price / marketAt()) ** (-elasticity * 1.5),
      }));
      if (wishes.length > 0) begin(chance.pickShare(wishes).machine, chance);
    }
  };

  return {
    kind,
    level: marketAt,
    /** The own machine costs so much from now on; without it its host changes the price now and then, as all do. */
    ask: (price: number): void => {
      ownPrice = price;
    },
    /** Goes on by an hour. */
    step: (): void => {
      hour++;
      for (const machine of machines) {
        machine.rentals = machine.rentals.filter(({ untilHour }) => untilHour > hour);
        if (machine.repriceAtHour <= hour) {
          machine.price = Number((marketAt() * machine.usual * chance.around(0.1)).toFixed(4));
          machine.repriceAtHour = hour + chance.integer(36, 300);
        }
        if (machine.id === OWN_ID && ownPrice !== undefined) machine.price = ownPrice;
      }
      rentOut();
      for (const { gpus: rented, price } of machines[0]?.rentals ?? []) ownEarned += rented * price;
    },
    seen: (): readonly SeenMachine[] =>
      machines.map((machine) => ({
        id: machine.id,
        gpus: machine.gpus,
        price: machine.price,
        rented: machine.gpus - freeOf(machine),
      })),
    /** What the own machine has earned until now, $. */
    earned: (): number => ownEarned,
  };
};
