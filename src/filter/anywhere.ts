/** `any:word`: a word that is looked for in every field. */
import { type Piece, placeOf, problemAt } from './clause.ts';
import { type TypedOperator, valueAfter } from './clause-parts.ts';
import { ANYWHERE } from './line.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';

/** True for the word that `any:word` begins with. */
export const isAnyWord = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === ANYWHERE;

/** `any:word`, which is looked for in every field, or a problem. */
export const anywhereAt = (
  tokens: readonly Token[],
  any: Token,
  operator: TypedOperator | undefined,
  index: number,
  end: number,
): Piece => {
  const { from, to } = any;
  const typed = operator?.operator === 'eq' ? valueAfter(tokens, operator, any) : undefined;
  const [item] = typed?.items ?? [];
  const whole = { from, to: typed?.to ?? operator?.to ?? to, next: typed?.next ?? operator?.next ?? index + 1 };
  if (typed === undefined || item === undefined || typed.isBracketed || !item.isClosed) {
    const canGrow =
      typed === undefined ? operator === undefined || operator.operator === 'eq' : item?.isClosed === false;
    const meaning = problemAt(whole, problemTexts.anyAlone());
    return canGrow ? { ...whole, meaning, growsUntil: placeOf(tokens, whole.next, end) } : { ...whole, meaning };
  }
  const meaning = {
    word: { text: item.text, isExact: item.isQuoted, isEverywhere: true, from, to: typed.to },
  } as const;
  return { ...whole, meaning };
};
