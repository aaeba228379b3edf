/** What a change does to what is spent and how long the credit lasts, for whoever reviews it. Pure but for the reading. */
import { CALLS, type ReadCall } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { unlessFailed } from '../api/errors/explain.ts';
import { wholeRecords } from '../api/records/replies.ts';
import type { Instance } from '../catalogue/values.ts';
import type { Burn } from './burn.ts';
import { readIsHost } from './charges.ts';
import { rateWords } from './money.ts';
import { type MoneyTold, moneyTold, type Runway, runwayOf } from './runway.ts';
import type { Standing } from './standing.ts';
import { untilWords } from './told.ts';

/**
 * Asked for once: that it does not come holds no review up. Where the service tells what is left and not what is spent, that is added up from
 * `instances`, which are asked for where they were not read.
 */
export const readMoney = async (
  client: Client,
  instances: readonly Instance[] | undefined,
  now: () => number,
): Promise<MoneyTold> => {
  const once = <Reply>(call: ReadCall<undefined, Reply>) => unlessFailed(() => client.read(call, undefined));
  const [user, rate] = await Promise.all([once(CALLS.user), once(CALLS.spendRate)]);
  const atEpochMs = now();
  const isHost = await unlessFailed(() => readIsHost((call, request) => client.read(call, request), user, atEpochMs));
  const read = user !== undefined && rate === undefined && instances === undefined;
  const listed = read ? await unlessFailed(() => client.list(CALLS.instances)) : undefined;
  return moneyTold(user, isHost, rate, { instances: listed ? wholeRecords(listed) : instances }, atEpochMs);
};

/** The burn before and after `perHour` more is spent ($/h; below zero: less; undefined: nobody knows), and the runway. */
export const costChangeWords = (
  { standing, burn, atEpochMs }: Omit<MoneyTold, 'runway'>,
  perHour: number | undefined,
  timeZone: string,
): string => {
  if (burn === undefined) return 'Burn and runway are not known: what is spent per hour is not told.';
  const total = perHour === undefined ? undefined : Math.max(0, burn.total + perHour);
  const after = total === undefined ? undefined : { ...burn, total };
  const least = burn.isWhole ? '' : 'at least ';
  const afterWords = total === undefined ? 'not known' : `${least}${rateWords(total)}`;
  const from = burn.source === 'records' ? ', added up from the records' : '';
  const burning = `Burn: ${least}${rateWords(burn.total)} now, ${afterWords} afterwards${from}.`;
  if (standing === undefined || atEpochMs === undefined)
    return `${burning} The runway is not known: what is left is not told.`;
  if (standing.isHost === true) return burning;
  const lasting = (of: Burn | undefined): string => {
    const runway = runwayOf(standing, of, atEpochMs);
    return runway === undefined ? 'not known' : runwayWords(runway, standing, atEpochMs, timeZone);
  };
  return `${burning} Runway: ${lasting(burn)} now, ${lasting(after)} afterwards.`;
};

const runwayWords = ({ hours, isShorter }: Runway, { dollars }: Standing, atMs: number, timeZone: string): string => {
  if (dollars <= 0) return 'over';
  if (hours === Number.POSITIVE_INFINITY) return 'without an end';
  return `${untilWords(hours, atMs, timeZone)}${isShorter ? ' at the latest' : ''}`;
};
