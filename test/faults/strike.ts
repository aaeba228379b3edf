/** Has a fault strike the calls that are meant, and counts what comes through. */
import { type Play, passAndKeep } from '../support/fault-proxy.ts';
import type { Called } from './called.ts';
import type { Fault } from './fault.ts';
import { hurriedClock } from './hurried-clock.ts';
import type { World } from './world.ts';

/** One fault on one call. */
export type Strike = {
  /** What the client's time limits run by: they hurry while nothing else can end a call. */
  readonly lineClock: ReturnType<typeof hurriedClock>;
  /** The fault begins. */
  readonly begin: () => Promise<void>;
  /** The fault is over, and everything is passed on. */
  readonly heal: () => Promise<void>;
  /** Calls, or connections, that were struck since the fault began. */
  readonly struckCount: () => number;
  /** The bodies of all meant calls that reached the proxy so far. */
  readonly bodies: () => readonly string[];
};

/** A fault that has not begun. Connections are kept from the start where the fault needs one. */
export const createStrike = (
  { proxy }: World,
  called: Pick<Called, 'isMeant'>,
  fault: Fault,
  onStruck = () => {},
): Strike => {
  const { connection, play, times = Number.POSITIVE_INFINITY, isSilent = false, isOnKeptConnection } = fault;
  const lineClock = hurriedClock();
  const otherwise = isOnKeptConnection ? passAndKeep : undefined;
  let struckCount = 0;
  proxy.decide(() => otherwise);

  const struck: Play = (caught) => {
    struckCount++;
    onStruck();
    return play?.(caught);
  };

  return {
    lineClock,
    begin: async () => {
      struckCount = 0;
      lineClock.hurry(isSilent);
      if (connection === 'refused') await proxy.refuse();
      else if (connection !== undefined) {
        proxy.atConnection((socket) => {
          struckCount++;
          connection(socket);
        });
      }
      proxy.decide((request) => (called.isMeant(request) && struckCount < times ? struck : otherwise));
    },
    heal: async () => {
      lineClock.hurry(false);
      proxy.atConnection(undefined);
      proxy.decide(() => undefined);
      if (connection === 'refused') await proxy.listen();
    },
    struckCount: () => struckCount,
    bodies: () => proxy.requests.filter(called.isMeant).map(({ body }) => body),
  };
};
