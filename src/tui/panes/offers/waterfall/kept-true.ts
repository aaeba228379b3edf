/** Keeps what the pane shows of the market true, whatever changes: an old market is forgotten, an open page counted anew. Pure. */
import type { Slice } from '../../../state/slice.ts';
import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { baseForgotten, isBaseOld } from './market-base.ts';
import { pageRecounted } from './page.ts';

/** `slice` with each change seen to; `now` tells the time, Unix epoch ms. */
export const keptTrue = ({ get, change }: Slice<OffersState>, now: () => number): Slice<OffersState> => ({
  get,
  change: (transition) => change((before) => madeTrue(before, transition(before), now())),
});

const madeTrue = (before: OffersState, changed: OffersState, nowEpochMs: number): OffersState => {
  if (changed === before) return changed;
  const isOpen = changed.page?.kind === 'waterfall';
  const state = !isOpen && isBaseOld(changed, nowEpochMs) ? baseForgotten(changed) : changed;
  const { page } = state;
  if (page?.kind !== 'waterfall' || page !== before.page) return state;
  const isMarketSame = before.base?.offers === state.base?.offers && before.base?.pricing === state.base?.pricing;
  const areRowsSame = page.why === undefined || before.list.shown === state.list.shown;
  return isMarketSame && areRowsSame ? state : pageShown(state, pageRecounted(state, page));
};
