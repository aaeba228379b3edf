/**
 * How a rented instance fares by the clock. Everything here is a pure function of the contract, the moment and the market's seed,
 * so that nobody has to have watched, and it does not matter in how many steps time passes.
 */
import { hash } from '../market/random.ts';
import { minuteOfHigher, outageFrom } from '../market/state.ts';

/** What a market does to instances. */
export type World = {
  readonly seed: number;
  /** The minute (since 1970) in which the market was filled. */
  readonly filledMinute: number;
  /** The one up to which it has moved. */
  readonly minute: number;
  /** True when prices, hosts' failures, outbidding and failing images stand still. */
  readonly isStill: boolean;
};

/** The minute since the market was filled from which on it stands still. */
export const stillFrom = ({ filledMinute, minute, isStill }: World): number =>
  isStill ? minute - filledMinute : Number.POSITIVE_INFINITY;

/** What an instance is doing. On the wire: docs/interface.md, States. */
export const PHASES = [
  'provisioning',
  'loading',
  'running',
  'rebooting',
  'stopping',
  'stopped',
  'exited',
  'unknown',
  'offline',
] as const;

/** One of them. */
export type Phase = (typeof PHASES)[number];

/** What of a contract changes with time. */
export type Life = {
  readonly phase: Phase;
  readonly beganAtS: number;
  readonly intended: 'running' | 'stopped';
  /** True once its image was loaded and it ran. */
  readonly hasRun: boolean;
  /** What its machine says of it. */
  readonly message: string | null;
};

/** What a life depends on and does not change with time alone. */
export type Tenancy = {
  readonly id: number;
  readonly image: string;
  /** Place of its machine in the market. */
  readonly machineIndex: number;
  /** $/hour; absent when it is rented on demand. */
  readonly bid: number | undefined;
  /** The smallest bid before the market moved, $/hour. */
  readonly listedMinBid: number;
  /** When the contract ends; absent where its host lengthens it by himself. */
  readonly endsAtS?: number | undefined;
};

/** One change of a life, and the notification type (`client:` event) that it sets off. */
export type Change = { readonly life: Life; readonly event?: string };

/** A machine without a heartbeat counts as gone after this time. */
const UNKNOWN_S = 120;

/** One image in so many is broken when the market moves. */
const IMAGES_FOR_A_BROKEN_ONE = 40;

/** An image with this beginning never starts, also when the market stands still. */
const BROKEN = 'fail:';

/** Phases in which the instance wants its machine for itself, so that a higher bid takes it away. */
const BIDDING: readonly Phase[] = ['provisioning', 'loading', 'running', 'rebooting'];

/** Phases that an outage of the machine does not change: it is known already, or there is nothing left to lose. */
const LOST: readonly Phase[] = ['exited', 'unknown', 'offline'];

/**
 * The changes of `life` after `fromS` and up to `toS`, oldest first. Nothing happens before `fromS`: up to then the life is known.
 */
export const changesOf = (
  tenancy: Tenancy,
  life: Life,
  fromS: number,
  toS: number,
  world: World,
): readonly Change[] => {
  const changes: Change[] = [];
  for (let present = life; ; ) {
    const change = nextChange(tenancy, present, Math.max(fromS, present.beganAtS), toS, world);
    if (change === undefined || change.life.beganAtS > toS) return changes;
    changes.push(change);
    present = change.life;
  }
};

/** What comes first; of several at once the machine's failure. */
const nextChange = (tenancy: Tenancy, life: Life, fromS: number, toS: number, world: World): Change | undefined =>
  [
    outage(tenancy, life, fromS, world),
    contractEnd(tenancy, life, fromS),
    higherBid(tenancy, life, fromS, toS, world),
    ownChange(tenancy, life, world),
  ]
    .filter((change) => change !== undefined)
    .sort((one, other) => one.life.beganAtS - other.life.beganAtS)[0];

/** What comes by itself after some seconds. */
const ownChange = (tenancy: Tenancy, life: Life, world: World): Change | undefined => {
  const { phase, beganAtS, intended, hasRun } = life;
  const after = (shortest: number, longest: number) =>
    beganAtS + shortest + (hash(tenancy.id, beganAtS) % (longest - shortest + 1));
  switch (phase) {
    case 'provisioning':
      return { life: { ...life, phase: 'loading', beganAtS: after(1, 3), message: `Pulling ${tenancy.image}` } };
    case 'loading':
      return loaded(tenancy, life, hasRun ? after(1, 3) : after(2, 8), world);
    case 'rebooting':
      return { life: { ...life, phase: 'running', beganAtS: after(2, 5), message: runs(tenancy) } };
    case 'stopping':
      return { life: { ...life, phase: 'stopped', beganAtS: after(1, 2), message: null }, event: 'instance_stopped' };
    case 'unknown':
    case 'offline': {
      const backAtS = outageOf(tenancy.machineIndex, beganAtS, world).untilS;
      if (phase === 'unknown' && beganAtS + UNKNOWN_S < backAtS) {
        const message = 'The machine cannot be reached';
        return {
          life: { ...life, phase: 'offline', beganAtS: beganAtS + UNKNOWN_S, message },
          event: 'instance_offline',
        };
      }
      const back = { ...life, beganAtS: backAtS, message: 'The machine was restarted' };
      const event = phase === 'offline' ? { event: 'instance_online' } : {};
      return { life: { ...back, phase: intended === 'running' ? 'exited' : 'stopped' }, ...event };
    }
    case 'running':
    case 'stopped':
    case 'exited':
      return undefined;
  }
};

const loaded = (tenancy: Tenancy, life: Life, atS: number, world: World): Change => {
  if (life.intended === 'stopped') return { life: { ...life, phase: 'stopped', beganAtS: atS, message: null } };
  if (isBroken(tenancy, life.beganAtS, world)) {
    const message = `Error response from daemon: manifest for ${tenancy.image} not found`;
    return { life: { ...life, phase: 'exited', beganAtS: atS, message }, event: 'error_msgs' };
  }
  return {
    life: { ...life, phase: 'running', beganAtS: atS, hasRun: true, message: runs(tenancy) },
    event: life.hasRun ? 'instance_resumed' : 'instance_started',
  };
};

const runs = ({ image }: Tenancy): string => `success, running ${image}`;

const isBroken = ({ id, image }: Tenancy, beganAtS: number, { seed, isStill }: World): boolean =>
  image.startsWith(BROKEN) || (!isStill && hash(seed, id, Math.floor(beganAtS / 60)) % IMAGES_FOR_A_BROKEN_ONE === 0);

/** The host goes away for a while: first nothing is heard of the instance, then it counts as gone. */
const outage = (tenancy: Tenancy, life: Life, fromS: number, world: World): Change | undefined => {
  if (world.isStill || LOST.includes(life.phase)) return undefined;
  const beganAtS = Math.max(fromS, outageOf(tenancy.machineIndex, fromS, world).fromS);
  return { life: { ...life, phase: 'unknown', beganAtS, message: 'No heartbeat from the machine' } };
};

/** The outage of the machine at `machineIndex` that is on at `atS`, or the next one. */
export const outageOf = (machineIndex: number, atS: number, { seed, filledMinute }: World) => {
  const { fromMinute, untilMinute } = outageFrom(seed, machineIndex, Math.floor(atS / 60) - filledMinute);
  return { fromS: (filledMinute + fromMinute) * 60, untilS: (filledMinute + untilMinute) * 60 };
};

/** The contract has come to its end. */
const contractEnd = ({ endsAtS }: Tenancy, life: Life, fromS: number): Change | undefined => {
  if (endsAtS === undefined || !BIDDING.includes(life.phase)) return undefined;
  const stopped = { phase: 'stopped', intended: 'stopped', beganAtS: Math.max(fromS, endsAtS) } as const;
  return { life: { ...life, ...stopped, message: 'The contract has ended' }, event: 'instance_stopped' };
};

/** The market moves above what the instance bids. */
const higherBid = (tenancy: Tenancy, life: Life, fromS: number, toS: number, world: World): Change | undefined => {
  const { bid, listedMinBid, machineIndex } = tenancy;
  if (world.isStill || bid === undefined || !BIDDING.includes(life.phase)) return undefined;
  const [first, last] = [fromS, toS].map((atS) => Math.floor(atS / 60) - world.filledMinute);
  const minute = minuteOfHigher('bid', world.seed, machineIndex, {
    ...{ limit: bid, listed: listedMinBid },
    ...{ first: first ?? 0, last: last ?? 0 },
  });
  if (minute === undefined) return undefined;
  const beganAtS = Math.max(fromS, (world.filledMinute + minute) * 60);
  const message = `Outbid: the smallest bid rose above ${bid} $/h`;
  return { life: { ...life, phase: 'exited', intended: 'stopped', beganAtS, message }, event: 'outbid' };
};

/** The life after a command to start or to stop; undefined while its machine is gone. */
export const commanded = (life: Life, state: Life['intended'], nowS: number): Life | undefined => {
  const { phase } = life;
  if (phase === 'offline') return undefined;
  const began = (next: Life['phase'], message: string | null): Life => ({
    ...life,
    phase: next,
    intended: state,
    beganAtS: nowS,
    message,
  });
  if (state === 'running') {
    const isDown = phase === 'stopped' || phase === 'exited' || phase === 'stopping';
    return isDown ? began('loading', 'Starting') : { ...life, intended: state };
  }
  if (phase === 'running' || phase === 'rebooting') return began('stopping', 'Stopping');
  // What is being loaded was never up, and what has exited is down already. Of a machine that says nothing, only what is wanted is known.
  const isEnded = phase === 'provisioning' || phase === 'loading' || phase === 'exited';
  return isEnded ? began('stopped', null) : { ...life, intended: state };
};
