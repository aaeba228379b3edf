/** What a write of any kind does to what is spent, in words. Pure. */
import { costChangeWords } from '../money/cost-change.ts';
import type { ReviewContext, WriteKind, WriteTypes } from './write-kind.ts';

/** Undefined where it changes no costs. */
export const costChangeOf = <W extends WriteTypes>(
  request: W['request'],
  targets: readonly W['target'][],
  { costChange }: Pick<WriteKind<W>, 'costChange'>,
  { money, timeZone }: ReviewContext,
): string | undefined => {
  const change = costChange?.(request, targets);
  return money === undefined || change === undefined ? undefined : costChangeWords(money, change.perHour, timeZone);
};
