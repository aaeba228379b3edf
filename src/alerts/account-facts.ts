/** What is so in the account now, by what alerts wait for there: each with what it is known by, and in words. Pure. */
import { presentRate } from '../catalogue/instance-columns.ts';
import type { Instance } from '../catalogue/values.ts';
import type { Burn } from '../money/burn.ts';
import type { SeenById, SeenState } from '../money/gpu-samples.ts';
import { amountWords, rateWords } from '../money/money.ts';
import { runwayOf } from '../money/runway.ts';
import type { Standing } from '../money/standing.ts';
import type { Lease } from '../storage/journal/leases.ts';
import { type AccountCondition, spanText } from './account-sentence.ts';

/** What is known; undefined where it was not asked for or is not told. */
export type AccountFacts = {
  readonly nowMs: number;
  readonly standing?: Standing | undefined;
  readonly burn?: Burn | undefined;
  /** All of them, and what they were seen doing. */
  readonly instances?: readonly Instance[] | undefined;
  readonly seen?: SeenById | undefined;
  readonly leases?: readonly Lease[] | undefined;
};

/** One thing that is so. */
export type SoNow = { readonly key: string; readonly words: string };

/** What is so of `condition`; undefined where that is not known. */
export const soNow = (condition: AccountCondition, facts: AccountFacts): readonly SoNow[] | undefined => {
  const { standing, burn, nowMs } = facts;
  switch (condition.what) {
    case 'balance':
      return (
        standing &&
        past(condition, standing.dollars, condition.dollars, `${standing.what} is ${amountWords(standing.dollars)}`)
      );
    case 'burn': {
      if (burn === undefined) return undefined;
      const isKnown = burn.isWhole || (condition.side === 'above' && burn.total > condition.dollars);
      return isKnown ? past(condition, burn.total, condition.dollars, `burn is ${rateWords(burn.total)}`) : undefined;
    }
    case 'runway': {
      const runway = runwayOf(standing, burn, nowMs);
      if (runway === undefined) return undefined;
      const ms = runway.hours * 3_600_000;
      // It may be shorter than that.
      if (runway.isShorter && (condition.side === 'above' || ms >= condition.ms)) return undefined;
      return past(
        condition,
        ms,
        condition.ms,
        `credit lasts ${Math.floor(runway.hours * 10) / 10} h more, if nothing changes`,
      );
    }
    case 'idle':
      return seenSo(condition, facts, 'quiet', () => true, 'is idle');
    case 'stopped':
      return seenSo(
        condition,
        facts,
        'stopped',
        (instance) => (presentRate(instance) ?? 0) > 0,
        'is stopped and costs',
      );
    case 'lease':
      return facts.leases
        ?.filter(({ state, untilMs, instanceId }) => {
          const isMeant = condition.instanceId === undefined || condition.instanceId === instanceId;
          return isMeant && state !== 'over' && untilMs > nowMs && untilMs - nowMs <= condition.ms;
        })
        .map(({ instanceId, untilMs, end }) => ({
          key: `${instanceId}:${untilMs}`,
          words: `lease of instance ${instanceId} ends in ${Math.ceil((untilMs - nowMs) / 60_000)} min (${end})`,
        }));
  }
};

const past = (
  { side }: { readonly side: 'below' | 'above' },
  value: number,
  bound: number,
  words: string,
): readonly SoNow[] => ((side === 'below' ? value < bound : value > bound) ? [{ key: '', words }] : []);

/** Those that were seen so at every look for so long; what it was before somebody looked nobody knows. */
const seenSo = (
  { ms, instanceId }: { readonly ms: number; readonly instanceId: number | undefined },
  { instances, seen }: AccountFacts,
  state: SeenState,
  isMeant: (instance: Instance) => boolean,
  what: string,
): readonly SoNow[] | undefined =>
  instances?.flatMap((instance) => {
    const { id, label, start_date: startS } = instance;
    const looks = typeof id === 'number' ? seen?.get(id) : undefined;
    if (looks === undefined || looks.state !== state || !isMeant(instance)) return [];
    if ((instanceId ?? id) !== id || looks.lastMs - looks.sinceMs < ms) return [];
    const name = typeof label === 'string' && label !== '' ? ` (${label})` : '';
    const words = `instance ${id}${name} ${what} for ${spanText(Math.floor((looks.lastMs - looks.sinceMs) / 60_000) * 60_000)}, at all ${looks.looks} looks`;
    return [{ key: `${id}:${startS ?? ''}`, words }];
  });
