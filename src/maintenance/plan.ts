/** A maintenance plan that is complete: one window for several machines, and the calls that announce it. Pure. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import type { MaintenanceCategory } from '../catalogue/maintenance-categories.ts';

/** One window, without its machines. */
export type Window = {
  /** Start, Unix epoch seconds. */
  readonly startsAtEpochS: number;
  readonly durationHours: number;
};

/** Everything that is announced, for each machine alike. */
export type Plan = Window & {
  /** At least one id, none twice, in the order in which they are announced. */
  readonly machineIds: readonly number[];
  readonly category: MaintenanceCategory;
  /** One line; it may be empty. */
  readonly reason: string;
};

/** The calls that the plan takes, in their order: one for each machine (docs/interface.md, Schedule maintenance). */
export const requestsOf = ({ machineIds, ...window }: Plan): readonly MaintenanceRequest[] =>
  machineIds.map((machineId) => ({ machineId, ...window }));

/** The body of a call as the JSON text that is sent. */
export const bodyTextOf = (request: MaintenanceRequest): string =>
  JSON.stringify(callOf(CALLS.maintenance, request).body);

/** End of a window, Unix epoch seconds. */
export const endOf = ({ startsAtEpochS, durationHours }: Window): number =>
  startsAtEpochS + Math.round(durationHours * 3600);
