/** The page that counts what each part of the filter keeps of the market, and tells why an offer is not there. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { isEvaluated } from '../../../../filter/evaluate.ts';
import { partText, type SwitchedLine, type SwitchedPart } from '../../../../filter/switched-line.ts';
import { createPartsWaterfall, type Step } from '../../../../filter/waterfall.ts';
import { type Line, type LineEdit, lineOf, lineOpened } from '../../../state/line.ts';
import { presentOf } from '../../../state/list-places.ts';
import { type Counting, marketHeld } from './market-held.ts';
import { type LookedIn, partsHere } from './parts-here.ts';
import { type WhyAsked, type WhyTold, whyRead, whyTold } from './why.ts';

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
  /** The field for an offer's or a machine's id is open. */
  readonly asking?: { readonly line: Line; readonly problem?: string };
  /** Why that one is not there. */
  readonly why?: WhyTold;
};

/** What the page is made from. */
type Shown = Counting &
  LookedIn & { readonly list: { readonly shown: readonly Offer[]; readonly departed?: readonly Offer[] } };

/** The page of `line`, counted over the market where that is here. */
export const waterfallPage = (
  state: Shown,
  line: SwitchedLine,
  { at = 0, asked }: { readonly at?: number; readonly asked?: WhyAsked | undefined } = {},
): WaterfallPage => {
  const parts = partsHere(line, state);
  const market = marketHeld(state, parts);
  return {
    kind: 'waterfall',
    line,
    rows: market === undefined ? parts.map(rowOf) : countedRows(parts, market),
    at: Math.max(0, Math.min(parts.length - 1, at)),
    ...(asked && {
      why: whyTold(asked, market?.parts ?? parts, presentOf(state.list, state.list.shown), market?.offers),
    }),
  };
};

/** The market came or went, or other rows are shown: `page` is counted anew. */
export const pageRecounted = (state: Shown, { line, at, why, asking }: WaterfallPage): WaterfallPage => ({
  ...waterfallPage(state, line, { at, asked: why?.asked }),
  ...(asking && { asking }),
});

/** The field for an id was opened. */
export const whyOpened = (page: WaterfallPage): WaterfallPage => ({
  ...page,
  asking: { line: lineOpened(lineOf('')) },
});

/** What stands in the field changed. */
export const whyEdited = (page: WaterfallPage, edit: LineEdit): WaterfallPage =>
  page.asking === undefined ? page : { ...page, asking: { line: edit(page.asking.line) } };

/** The field was closed. */
export const whyClosed = ({ asking: _, ...page }: WaterfallPage): WaterfallPage => page;

/** The id was asked for, or it is said what is wrong with it. */
export const whySubmitted = (state: Shown, page: WaterfallPage): WaterfallPage => {
  if (page.asking === undefined) return page;
  const { line } = page.asking;
  const asked = whyRead(line.text);
  if (asked !== undefined) return waterfallPage(state, page.line, { at: page.at, asked });
  const problem = `"${line.text.trim()}" is no id: write 12345, or machine 8207.`;
  return { ...page, asking: { line, problem } };
};

/** What was asked for is no longer told of. */
export const whyForgotten = ({ why: _, ...page }: WaterfallPage): WaterfallPage => page;

const rowOf = (part: SwitchedPart): PartRow => ({
  text: partText(part),
  isDefault: part.isDefault,
  isOff: part.isOff === true,
  isEvaluated: !('condition' in part) || isEvaluated(part.condition),
});

const countedRows = (
  parts: readonly SwitchedPart[],
  market: NonNullable<ReturnType<typeof marketHeld<SwitchedPart>>>,
): readonly PartRow[] => {
  const waterfall = createPartsWaterfall(market.parts);
  waterfall.add(market.offers);
  const steps = waterfall.steps();
  return parts.map((part, place): PartRow => {
    const row = rowOf(part);
    const step = steps[place];
    if (step === undefined) return row;
    const { alone, after, without } = step;
    return { ...row, isEvaluated: row.isEvaluated && market.isHeld(part), counts: { alone, after, without } };
  });
};
