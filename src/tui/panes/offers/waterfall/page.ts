/** The page that counts what each part of the filter keeps of the market. Pure. */

import { isEvaluated } from '../../../../filter/evaluate.ts';
import { partsOf, partText, type SwitchedLine, type SwitchedPart } from '../../../../filter/switched-line.ts';
import { createPartsWaterfall, type Step } from '../../../../filter/waterfall.ts';
import type { Pricing } from '../pricing.ts';
import { baseInUse, type MarketBase } from './market-base.ts';

/** One line of the page: a part of the filter, and its counts where the market is here. */
export type PartRow = Pick<Step, 'text' | 'isEvaluated'> & {
  readonly isDefault: boolean;
  readonly isOff: boolean;
  readonly counts?: Pick<Step, 'alone' | 'after' | 'without'>;
};

/** The open page. */
export type WaterfallPage = {
  readonly kind: 'waterfall';
  readonly line: SwitchedLine;
  readonly rows: readonly PartRow[];
  /** The row of the cursor, from 0. */
  readonly at: number;
};

/** What counting needs of the pane. */
type Counting = Pricing & { readonly base?: MarketBase | undefined };

/** The page of `line`, counted over the base that `state` has. */
export const waterfallPage = (state: Counting, line: SwitchedLine, at = 0): WaterfallPage => {
  const parts = partsOf(line);
  const offers = baseInUse(state)?.offers;
  return {
    kind: 'waterfall',
    line,
    rows: offers === undefined ? parts.map(rowOf) : countedRows(parts, offers),
    at: Math.max(0, Math.min(parts.length - 1, at)),
  };
};

const rowOf = (part: SwitchedPart): PartRow => ({
  text: partText(part),
  isDefault: part.isDefault,
  isOff: part.isOff === true,
  isEvaluated: !('condition' in part) || isEvaluated(part.condition),
});

const countedRows = (
  parts: readonly SwitchedPart[],
  offers: Parameters<ReturnType<typeof createPartsWaterfall>['add']>[0],
) => {
  const waterfall = createPartsWaterfall(parts);
  waterfall.add(offers);
  const steps = waterfall.steps();
  return parts.map((part, place): PartRow => {
    const row = rowOf(part);
    const step = steps[place];
    if (step === undefined) return row;
    const { alone, after, without } = step;
    return { ...row, counts: { alone, after, without } };
  });
};

/** The market came or went: the open page is counted anew. */
export const pageRecounted = <State extends Counting & { readonly page?: WaterfallPage | undefined }>(
  state: State,
): State =>
  state.page?.kind === 'waterfall' ? { ...state, page: waterfallPage(state, state.page.line, state.page.at) } : state;
