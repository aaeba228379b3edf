/** What a fault is: what is done to a call, and what is then true of it. */
import type { Socket } from 'node:net';
import type { Play } from '../support/fault-proxy.ts';

/** The six calls by the names of the client's methods. */
export const CALLS = [
  'searchOffers',
  'listVolumes',
  'listConnections',
  'scheduleMaintenance',
  'createWebhook',
  'replaceNotificationPreferences',
] as const;

/** The calls that change an instance. */
export const INSTANCE_WRITES = ['changeInstance', 'rebootInstance', 'bidForInstance', 'destroyInstance'] as const;

/** The calls for a webhook that is there. */
export const WEBHOOK_WRITES = ['changeWebhook', 'deleteWebhook', 'rotateWebhook', 'testWebhook'] as const;

/** One of the six. */
export type PublishedCall = (typeof CALLS)[number];

/** A call that faults are tried on. */
export type CallName = PublishedCall | (typeof INSTANCE_WRITES)[number] | (typeof WEBHOOK_WRITES)[number] | 'withdraw';

/** What a program may know of a call in the end: done, certainly not done, or neither. For a read the last two are the same. */
export type Outcome = 'answered' | 'failed' | 'unknown';

/** One fault. */
export type Fault = {
  readonly name: string;
  readonly group: string;
  /** Done to the call; absent where something is done to its connection. */
  readonly play?: Play;
  /** Done to every connection before a byte is read from it; `refused` takes none at all. */
  readonly connection?: 'refused' | ((socket: Socket) => void);
  /** How often it strikes, where that is not each time that the call is made. */
  readonly times?: number;
  /** What may be known in the end; several where it depends on which of two sides is quicker. */
  readonly outcomes: readonly Outcome[];
  /** True when the service acts on a call that writes. */
  readonly acts: boolean;
  /** What the user is told came back; absent where the call is answered. */
  readonly says?: RegExp;
  /** True where nothing but the client's own time limits ends the call. */
  readonly isSilent?: boolean;
  /** True where more comes than fits: what that costs in memory is looked at. */
  readonly isLarge?: boolean;
  /** True where the service cannot be reached from then on, until the fault is over. */
  readonly isServiceGone?: boolean;
  /** True where a kept connection of an earlier call carries this one. */
  readonly isOnKeptConnection?: boolean;
  /** Somebody sets the time of day by so many milliseconds each time that it strikes. */
  readonly clockJumpMs?: number;
  /** The calls that it is tried on, where that is not all of them. */
  readonly calls?: readonly CallName[];
};

/** The calls that notify, create or replace. */
export const WRITES: ReadonlySet<CallName> = new Set([
  'scheduleMaintenance',
  'createWebhook',
  'replaceNotificationPreferences',
  ...INSTANCE_WRITES,
  ...WEBHOOK_WRITES,
  'withdraw',
]);

/** Those that wait by themselves when the rate limit has refused them: it accepted nothing. */
export const WAITING_WRITES: ReadonlySet<CallName> = new Set(['scheduleMaintenance']);

/** What the fault's row of the matrix is called. */
export const rowOf = ({ group, name }: Fault): string => `${group}: ${name}`;
