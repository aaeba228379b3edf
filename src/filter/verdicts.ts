/** What each part of a filter line says of a few offers. Pure. */
import type { WireValue } from '../catalogue/field.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine, isEvaluated } from './evaluate.ts';
import type { Condition } from './line.ts';
import { printClause } from './print.ts';
import { rowValue } from './row-value.ts';
import type { LinePart } from './waterfall.ts';

/** What one part says of the offers. */
export type Verdict = {
  /** How many of them it keeps away, also while it is switched off; none where only the service can judge. */
  readonly refused: number;
  /** What they have instead, as a filter line prints it: `num_gpus=2`. Nothing for a word. */
  readonly because: readonly string[];
};

/** The verdicts of `parts` on `offers`, in the order of the parts. */
export const verdictsOn = (parts: readonly LinePart[], offers: readonly Offer[]): readonly Verdict[] =>
  parts.map((part) => {
    if ('word' in part) {
      const keeps = compileLine({ clauses: [], words: [part.word] });
      return { refused: offers.filter((offer) => !keeps(offer)).length, because: [] };
    }
    const { condition } = part;
    if (!isEvaluated(condition)) return { refused: 0, because: [] };
    const keeps = compileLine({ clauses: [condition], words: [] });
    const refused = offers.filter((offer) => !keeps(offer));
    return { refused: refused.length, because: [...new Set(refused.map((offer) => hadInstead(condition, offer)))] };
  });

/** What the offer has in the field of a condition that it does not meet. */
const hadInstead = ({ field }: Condition, offer: Offer): string => {
  const value = rowValue(field)(offer);
  return isValue(value) ? printClause({ field, operator: 'eq', value }) : `${field} unknown`;
};

const isValue = (value: unknown): value is Extract<WireValue, string | number | boolean> =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
