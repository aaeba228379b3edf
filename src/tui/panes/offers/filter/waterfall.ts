/** The page that counts what each part of the filter keeps of the market, and tells why an offer is not there. Pure. */

import { z } from 'zod';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { isEvaluated } from '../../../../filter/evaluate.ts';
import type { OwnSets } from '../../../../filter/own-sets.ts';
import { parseLine } from '../../../../filter/parse.ts';
import {
  partsOf,
  partText,
  partTyped,
  type SwitchedLine,
  type SwitchedPart,
  switchedLine,
  switchedText,
} from '../../../../filter/switched-line.ts';
import { createPartsWaterfall, type LinePart, verdictsOn } from '../../../../filter/waterfall.ts';
import { type LineEdit, lineOf, lineOpened, lineReplaced, savedLine } from '../../../state/line.ts';
import { filterEdited, filterOpened } from '../../../state/list-filter.ts';
import { presentOf } from '../../../state/list-places.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import { offersArranged } from '../list.ts';
import { type PartRow, pageClosed, pageShown, type WaterfallPage, type WhyAsked, type WhyTold } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { baseForgotten, baseOf, isBaseOld, marketHeld } from './market-base.ts';

/** The page of `line`, counted over the market where that is here, and else over the rows at hand. */
export const waterfallOf = (
  state: OffersState,
  line: SwitchedLine,
  { at = 0, asked }: { readonly at?: number; readonly asked?: WhyAsked | undefined } = {},
): WaterfallPage => {
  const parts = partsHere(line, state);
  const market = marketHeld(state, parts);
  return {
    kind: 'waterfall',
    line,
    rows: market === undefined ? rowsAtHand(parts, state) : countedRows(parts, market),
    at: Math.max(0, Math.min(parts.length - 1, at)),
    ...(asked && {
      why: whyTold(asked, market?.parts ?? parts, presentOf(state.list, state.list.shown), market?.offers),
    }),
  };
};

/** The parts of `line` as they narrow the table: its words are looked for in the columns that the user has chosen. */
export const partsHere = (line: SwitchedLine, { list }: OffersState): readonly SwitchedPart[] => {
  const columns = list.columns?.shown;
  const parts = partsOf(line);
  return columns === undefined
    ? parts
    : parts.map((part) => ('word' in part ? { ...part, word: { ...part.word, columns } } : part));
};

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

/** What each part leaves of the offers that came. What others there would be without it, they do not tell. */
const rowsAtHand = (parts: readonly SwitchedPart[], { list }: OffersState): readonly PartRow[] => {
  const offers = presentOf(list, list.rows);
  if (offers.length === 0) return parts.map(rowOf);
  const counted = countedRows(parts, { offers, parts: [...parts], isHeld: () => true });
  return counted.map(({ counts, ...row }) => ({ ...row, ...(counts && { counts: { after: counts.after } }) }));
};

/** `slice` with each change seen to: an old market is forgotten, an open page counted anew; `now` tells the time, Unix epoch ms. */
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
  const isMarketSame = lastArrived(baseOf(before).answer)?.value === lastArrived(baseOf(state).answer)?.value;
  const areRowsSame =
    before.list.rows === state.list.rows && (page.why === undefined || before.list.shown === state.list.shown);
  if (isMarketSame && areRowsSame) return state;
  const { line, at, why, asking } = page;
  return pageShown(state, { ...waterfallOf(state, line, { at, asked: why?.asked }), ...(asking && { asking }) });
};

/** The parts of the open page are those of `line` now, and the filter above the table says so at once. */
export const partsChanged = (
  state: OffersState,
  { at, why }: WaterfallPage,
  line: SwitchedLine,
  height: number,
): OffersState => {
  const { list } = state;
  const text = switchedText(line);
  const edited =
    text === list.filter.text ? list : filterEdited(list, lineReplaced(text)(list.filter), offersArranged(height));
  const next = { ...state, list: edited };
  return pageShown(next, waterfallOf(next, line, { at, asked: why?.asked }));
};

/** The page was left for the filter itself, which is open with its cursor behind the part at the page's. */
export const partOpened = (state: OffersState, page: WaterfallPage, height: number): OffersState => {
  const { line, end } = partTyped(page.line, page.at);
  const { list } = pageClosed(partsChanged(state, page, line, height));
  const opened = filterOpened(list, offersArranged(height));
  return pageClosed({ ...state, list: { ...opened, filter: { ...opened.filter, at: end } } });
};

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
export const whySubmitted = (state: OffersState, page: WaterfallPage): WaterfallPage => {
  if (page.asking === undefined) return page;
  const { line } = page.asking;
  const asked = whyRead(line.text);
  if (asked !== undefined) return waterfallOf(state, page.line, { at: page.at, asked });
  const problem = `"${line.text.trim()}" is no id: write 12345, or machine 8207.`;
  return { ...page, asking: { line, problem } };
};

/** What was asked for is no longer told of. */
export const whyForgotten = ({ why: _, ...page }: WaterfallPage): WaterfallPage => page;

const SUBJECT = /^(?:(offer|id|machine|machine_id|m)\s*[:=#]?\s*)?(\d{1,15})$/i;

/** What `text` asks for; undefined where it names no id. */
const whyRead = (text: string): WhyAsked | undefined => {
  const [, word, id] = SUBJECT.exec(text.trim()) ?? [];
  if (id === undefined) return undefined;
  if (word === undefined) return { id: Number(id) };
  return { kind: word.toLowerCase().startsWith('m') ? 'machine' : 'offer', id: Number(id) };
};

/** What `rows`, which are on screen, and `market` tell of what was `asked`. */
const whyTold = (
  asked: WhyAsked,
  parts: readonly LinePart[],
  rows: readonly Offer[],
  market: readonly Offer[] | undefined,
): WhyTold => {
  const kind = asked.kind ?? kindOf(asked.id, [rows, market ?? []]);
  if (kind === undefined) return { asked, ...(market && { inMarket: 0 }), passing: 0, shown: 0, verdicts: [] };
  const isMeant = (offer: Offer) => (kind === 'offer' ? offer.id : offer.machine_id) === asked.id;
  const here = rows.filter(isMeant);
  const known = market?.filter(isMeant);
  const offers = known === undefined || known.length === 0 ? here : known;
  const [first] = offers;
  const row = rows.findIndex(isMeant);
  return {
    asked,
    kind,
    ...(known && { inMarket: known.length }),
    passing: offers.filter((offer) => isLetThrough(parts, offer)).length,
    shown: here.length,
    ...(row >= 0 && { row }),
    ...(first && { words: gpusText(first.num_gpus, first.gpu_name) }),
    ...(typeof first?.machine_id === 'number' && { machineId: first.machine_id }),
    verdicts: offers.length === 0 ? [] : verdictsOn(parts, offers),
  };
};

const kindOf = (id: number, lists: readonly (readonly Offer[])[]): WhyAsked['kind'] => {
  if (lists.some((offers) => offers.some((offer) => offer.id === id))) return 'offer';
  return lists.some((offers) => offers.some(({ machine_id }) => machine_id === id)) ? 'machine' : undefined;
};

const isLetThrough = (parts: readonly LinePart[], offer: Offer): boolean =>
  verdictsOn(
    parts.filter(({ isOff }) => isOff !== true),
    [offer],
  ).every(({ refused }) => refused === 0);

const text = z.string().max(10_000);

/** The parts as the filter line prints them, those among them that are switched off, and the id that is being typed. */
const savedWaterfall = z.object({
  kind: z.literal('waterfall'),
  at: z.int().min(0),
  typed: z
    .array(z.object({ text, from: z.number(), source: text.optional(), isOff: z.literal(true).optional() }))
    .max(1000),
  lifted: z.array(z.string()).max(100),
  asking: savedLine.optional(),
});

type Saved = z.output<typeof savedWaterfall>;

/** What is saved of it. The market is asked for by the user alone, and is not kept. */
const waterfallSaved = ({ kind, at, line, asking }: WaterfallPage): z.input<typeof savedWaterfall> => ({
  kind,
  at,
  typed: line.typed.map((part) => ({
    text: partText(part),
    from: part.from,
    ...(part.source !== undefined && { source: part.source }),
    ...(part.isOff && { isOff: true as const }),
  })),
  lifted: [...line.lifted],
  ...(asking !== undefined && { asking: { text: asking.line.text, at: asking.line.at } }),
});

/** The page as it was; where a part is not understood, that of the filter as it is. */
const waterfallResumed = (state: OffersState, saved: Saved): WaterfallPage => {
  const { query, filter } = state.list;
  const line = lineResumed(saved, query.sets) ?? switchedLine(query.applied, filter.text);
  const { asking } = saved;
  return {
    ...waterfallOf(state, line, { at: saved.at }),
    ...(asking !== undefined && { asking: { line: { ...lineOf(asking.text), at: asking.at, before: '' } } }),
  };
};

const lineResumed = ({ typed, lifted }: Saved, sets: OwnSets | undefined): SwitchedLine | undefined => {
  const parts = typed.flatMap(({ text: printed, from, source, isOff }): SwitchedLine['typed'] => {
    const { clauses, words, problems } = parseLine(printed, undefined, { hasWorkload: true, sets });
    const more = { from, ...(source !== undefined && { source }), ...(isOff && { isOff }) };
    if (problems.length > 0 || clauses.length + words.length !== 1) return [];
    return [
      ...clauses.map(({ from: _, to: __, ...condition }) => ({ condition, ...more })),
      ...words.map(({ from: _, to: __, ...word }) => ({ word, ...more })),
    ];
  });
  return parts.length === typed.length ? { typed: parts, lifted } : undefined;
};

/** What is being typed there, and which page it is, in words. */
const waterfallWords = ({ asking, typed, lifted }: Saved) => {
  const isOff = lifted.length > 0 || typed.some((part) => part.isOff);
  return {
    typed: [
      ...(asking === undefined || asking.text.trim() === '' ? [] : ['an offer or a machine being asked about']),
      ...(isOff ? ['parts of the filter switched off'] : []),
    ],
    open: ['what the filter keeps'],
  };
};

/** The page as it is saved for a later run; what is read back is checked. */
export const WATERFALL_SAVED = {
  schema: savedWaterfall,
  of: waterfallSaved,
  resumed: waterfallResumed,
  words: waterfallWords,
};
