/** How long the credit lasts at what is burned now: until the GPUs are stopped, not until anything is deleted. Pure. */
import type { SpendRate } from '../api/records/money-shapes.ts';
import type { Instance, Volume } from '../catalogue/values.ts';
import { type Burn, burnOf, burnTold } from './burn.ts';
import { type MoneyOfUser, type Standing, standingOf } from './standing.ts';

export type Runway = {
  /** Hours from the moment that the credit is known for, at least 0; Infinity where nothing burns. At most that, because traffic costs too. */
  readonly hours: number;
  /** That moment, Unix epoch milliseconds; undefined where nothing burns. */
  readonly untilMs: number | undefined;
  /** The same if every instance were stopped now: disks and volumes go on costing. Undefined where what those cost is not known. */
  readonly hoursIfStopped: number | undefined;
  /** True where GPUs run, or may: what their disks cost while they are stopped nobody tells, and it may be more. */
  readonly isDiskPriceOpen: boolean;
  /** True where something burns besides that nobody has told. */
  readonly isShorter: boolean;
};

/** What the account has, what it costs now and how long that lasts; undefined where it is not known. */
export type MoneyTold = {
  readonly standing: Standing | undefined;
  readonly burn: Burn | undefined;
  readonly runway: Runway | undefined;
  /** When `standing` was told, Unix epoch milliseconds. */
  readonly atEpochMs: number | undefined;
};

/** The last moment that a date can hold, ms. */
const LAST_MS = 8.64e15;

/**
 * Undefined for a host, to whom the money is owed, and where the credit is not known or what is known of the burn is nothing. `atMs` is the moment
 * that both were told.
 */
export const runwayOf = (standing: Standing | undefined, burn: Burn | undefined, atMs: number): Runway | undefined => {
  if (standing === undefined || burn === undefined || standing.isHost === true) return undefined;
  const { gpu, disk, volumes, total, isWhole } = burn;
  const hoursAt = (perHour: number): number | undefined => {
    if (standing.dollars <= 0) return 0;
    if (perHour > 0) return standing.dollars / perHour;
    return isWhole ? Number.POSITIVE_INFINITY : undefined;
  };
  const hours = hoursAt(total);
  if (hours === undefined) return undefined;
  const untilMs = Math.round(atMs + hours * MS_AN_HOUR);
  return {
    hours,
    untilMs: untilMs <= LAST_MS ? untilMs : undefined,
    hoursIfStopped: disk === undefined || volumes === undefined ? undefined : hoursAt(disk + volumes),
    isDiskPriceOpen: gpu !== 0 || !isWhole,
    isShorter: !isWhole,
  };
};

const MS_AN_HOUR = 3_600_000;

/** What the service has told of the account by `atEpochMs`. What it costs is its own figure, else what the lists come to of which one was read. */
export const moneyTold = (
  user: MoneyOfUser | undefined,
  isHost: boolean | undefined,
  rate: Partial<SpendRate> | undefined,
  {
    instances,
    volumes,
  }: { readonly instances?: readonly Instance[] | undefined; readonly volumes?: readonly Volume[] | undefined },
  atEpochMs: number | undefined,
): MoneyTold => {
  const standing = standingOf(user, isHost);
  const hasRecords = instances !== undefined || volumes !== undefined;
  const burn = burnTold(rate, instances) ?? (hasRecords ? burnOf(instances, volumes) : undefined);
  const runway = atEpochMs === undefined ? undefined : runwayOf(standing, burn, atEpochMs);
  return { standing, burn, runway, atEpochMs };
};
