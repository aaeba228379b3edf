/** Why a review asks for another price than the list had: what is rented otherwise, and what rose or fell since. Pure. */

import { grouped } from '../../../../base/figures.ts';
import { HOURS_A_MONTH } from '../../../../base/time.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { stampWords } from '../../../../maintenance/moment-words.ts';
import { hourly } from '../../../../money/money.ts';
import { isKnown, premiumOf } from '../../../../pricing/job-cost.ts';
import { targetText } from '../../../../pricing/workload-text.ts';
import type { Segment } from '../../../ui/segments.ts';
import { TYPE_WORDS } from '../pricing.ts';
import type { JudgedOffer, ListPrices } from './page.ts';

/** A sentence of them, and how it is drawn. */
type PriceNote = { readonly text: string; readonly role: Segment['role'] };

/** What is less than this, in $/hour, is not seen in a price. */
const SEEN_FROM = 0.00005;

/** What is to be said of one offer: nothing where the list had the same price, or where a price is not known. */
export const listPriceNotes = (
  { plan, offer, cost }: JudgedOffer,
  list: ListPrices | undefined,
  timeZone: string,
): readonly PriceNote[] => {
  const shown = list?.offers.find(({ id }) => id === plan.offerId);
  if (list === undefined || shown === undefined || offer === undefined) return [];
  const [before, now] = [partsOf(shown, list.pricing.slaTarget), partsOf(offer, plan.slaTarget)];
  const { perHour, stoppedPerHour: disk } = cost ?? {};
  if (before === undefined || now === undefined || perHour === undefined || disk === undefined) return [];
  const { pricing, atEpochMs } = list;
  const isAlike = plan.bid === undefined && pricing.type === 'ondemand';
  const isCoverAlike = plan.slaTarget === pricing.slaTarget && plan.bid === undefined;
  const cover = perHour - disk - (plan.bid ?? now.gpus);
  // What the list's disk would cost by now, so that its size and its price are told apart.
  const listDisk = (now.gigabyte * pricing.storageGb) / HOURS_A_MONTH;
  const sla = plan.slaTarget === undefined ? 'no SLA cover' : `SLA cover of ${targetText(plan.slaTarget)}`;
  const otherwise: readonly (readonly [number, string])[] = [
    [disk - listDisk, `a disk of ${grouped(plan.diskGb)} GB instead of ${grouped(pricing.storageGb)}`],
    ...(isAlike
      ? []
      : [[(plan.bid ?? now.gpus) - before.gpus, `${wayWords(plan.bid)} instead of ${listWords(list)}`] as const]),
    ...(isCoverAlike ? [] : [[cover - before.premium, sla] as const]),
  ];
  const rise = perHour - before.total - otherwise.reduce((sum, [amount]) => sum + amount, 0);
  const causes = otherwise
    .filter(([amount]) => isSeen(amount))
    .map(([amount, what]) => `${signed(amount)} for ${what}`);
  return [
    ...(causes.length === 0
      ? []
      : [{ text: `The list has ${hourly(before.total)}: here ${causes.join(', ')}.`, role: 'dim' } as const]),
    ...(isSeen(rise) ? [sinceWords(rise, atEpochMs, timeZone)] : []),
  ];
};

const isSeen = (amount: number): boolean => Math.abs(amount) >= SEEN_FROM;

const signed = (amount: number): string => `${amount < 0 ? '-' : '+'}${hourly(Math.abs(amount))}`;

const wayWords = (bid: number | undefined): string => (bid === undefined ? 'a price on demand' : 'your bid');

const listWords = ({ pricing }: ListPrices): string =>
  pricing.type === 'bid'
    ? 'the least bid'
    : `the price ${pricing.type === 'reserved' ? 'if ' : ''}${TYPE_WORDS[pricing.type]}`;

const sinceWords = (rise: number, atEpochMs: number | undefined, timeZone: string): PriceNote => {
  const when = atEpochMs === undefined ? '' : `, on ${stampWords(atEpochMs, timeZone)}`;
  const amount = hourly(Math.abs(rise));
  return rise > 0
    ? { text: `! It rose by ${amount} since the list showed it${when}.`, role: 'warning' }
    : { text: `It fell by ${amount} since the list showed it${when}.`, role: 'dim' };
};

/** What a price is made of, $/hour, and a GB of disk for a month; undefined where the service does not say all of it. */
const partsOf = (
  { dph_total: total, storage_total_cost: disk, storage_cost: gigabyte, ...offer }: Offer,
  slaTarget: number | undefined,
):
  | { readonly total: number; readonly gpus: number; readonly premium: number; readonly gigabyte: number }
  | undefined => {
  const premium = slaTarget === undefined ? 0 : premiumOf(offer);
  if (!isKnown(total) || !isKnown(disk) || !isKnown(gigabyte) || !isKnown(premium)) return undefined;
  return { total, gpus: total - disk - premium, premium, gigabyte };
};
