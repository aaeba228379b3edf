/** What would bring offers where a filter leaves none, counted over the market that is here. Pure. */
import { grouped } from '../../../../base/figures.ts';
import { printable } from '../../../../base/printable.ts';
import { clockTime } from '../../../../base/time.ts';
import { boundMoved, boundOf } from '../../../../filter/bound.ts';
import type { FilterLine } from '../../../../filter/line.ts';
import { printClause } from '../../../../filter/print.ts';
import { partText, type SwitchedPart, switchedLine } from '../../../../filter/switched-line.ts';
import { createPartsWaterfall, type LinePart } from '../../../../filter/waterfall.ts';
import type { OffersState } from '../state.ts';
import { baseInUse, marketHeld } from './market-base.ts';
import { partsHere } from './waterfall.ts';

/** The one part of `line` whose loss brings most offers, and by how many; without the market the key that asks for it. */
export const adviceLine = (
  state: OffersState,
  line: Pick<FilterLine, 'clauses' | 'words'>,
  timeZone: string,
): string => {
  const base = baseInUse(state);
  const parts = partsHere(switchedLine(line, ''), state);
  const market = marketHeld(state, parts);
  if (base === undefined || market === undefined) return 'w shows which part of the filter keeps offers away.';
  const { offers } = market;
  const steps = stepsOf(market.parts, offers);
  const of = `of the ${grouped(offers.length)} offers of ${clockTime(base.atEpochMs, timeZone)}`;
  const passing = steps.at(-1)?.after ?? 0;
  if (passing > 0) return `${capital(of)} ${grouped(passing)} passed the whole filter: w shows its parts.`;
  const most = Math.max(...steps.map(({ without }) => without));
  const place = steps.findIndex(({ without }) => without === most);
  const part = parts[place];
  if (most === 0 || part === undefined)
    return `${capital(of)} none would match, whichever one part were dropped: w shows them.`;
  const near = loosened(market.parts, place, offers);
  const dropped = `Without ${printable(partText(part))}, ${grouped(most)} ${of} would match${near}.`;
  return [dropped, ...liftingWords(part), 'w shows every part.'].join(' ');
};

/** The nearest bound that would bring any, and how many; an empty text where the part is none. */
const loosened = (parts: readonly LinePart[], place: number, offers: Parameters<typeof boundMoved>[3]): string => {
  const bound = boundOf(parts[place]);
  if (bound === undefined) return '';
  const moved = boundMoved(parts, place, bound.operator === 'lt' || bound.operator === 'lte' ? 1 : -1, offers);
  if (!('condition' in moved)) return '';
  const changed = parts.map((part, index) => (index === place ? moved : part));
  const count = stepsOf(changed, offers).at(-1)?.after ?? 0;
  return `; with ${printClause(moved.condition)}, ${grouped(count)}`;
};

const stepsOf = (parts: readonly LinePart[], offers: Parameters<typeof boundMoved>[3]) => {
  const waterfall = createPartsWaterfall(parts);
  waterfall.add(offers);
  return waterfall.steps();
};

const liftingWords = (part: SwitchedPart): readonly string[] =>
  part.isDefault && 'condition' in part ? [`It is a default: ${part.condition.field}=any lifts it.`] : [];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
