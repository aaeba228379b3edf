/** The SLA target that prices are asked for with and that those on screen do not have in them yet. Pure. */
import { targetText } from '../../../../pricing/workload-text.ts';
import { pricingOf } from '../pricing.ts';
import { type OffersState, searchRequest } from '../state.ts';

/** `SLA 99%`, or that prices are awaited without one; undefined where those on screen are as they are asked for. */
export const awaitedTarget = (state: OffersState): string | undefined => {
  const { list, pricing } = state;
  if (list.rows.length === 0 || pricing === undefined) return undefined;
  const { slaTarget } = pricingOf(searchRequest(state));
  if (slaTarget === pricing.slaTarget) return undefined;
  return slaTarget === undefined ? 'without SLA' : `SLA ${targetText(slaTarget)}`;
};
