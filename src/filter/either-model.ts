/** `4090 | 5090` and `4090 or a100`: words that name models, of which any will do, as the clause that says so. */
import { findFilterField } from '../catalogue/lookup.ts';
import { isAlternativeLink } from './alternatives.ts';
import { type Piece, problemAt } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import type { Known } from './own-sets.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { printValue } from './value.ts';

/** Most models that one suggestion names. */
const MODELS_MAXIMUM = 8;

/** The problem of the words from `index` on; undefined where no bar joins them, or one is part of no model or of many. */
export const eitherModelAt = (tokens: readonly Token[], index: number, known: Known): Piece | undefined => {
  const words: string[] = [];
  let link = '|';
  let next = index;
  for (;;) {
    const token = tokens[next];
    if (token?.kind !== 'word' || operatorAt(tokens, next + 1) !== undefined) return undefined;
    words.push(...token.text.split(/\|+/));
    next++;
    const joining = tokens[next];
    if (!isAlternativeLink(joining)) break;
    link = joining.text;
    next++;
  }
  const [first, last] = [tokens[index], tokens[next - 1]];
  if (words.length < 2 || first === undefined || last === undefined) return undefined;
  const named = words.map((word) => modelsNamed(word, known));
  const models = [...new Set(named.flat())];
  if (named.some(({ length }) => length === 0) || models.length > MODELS_MAXIMUM) return undefined;
  const { from } = first;
  const { to } = last;
  const problem = problemTexts.eitherModel(link, `gpu_name in [${models.join(', ')}]`);
  return { from, to, next, meaning: problemAt({ from, to }, problem), growsUntil: to };
};

const modelsNamed = (word: string, known: Known): readonly string[] => {
  const field = findFilterField('gpu_name');
  if (field === undefined || word === '') return [];
  const likeness = known.likeness(field, word.replaceAll('_', ' '));
  switch (likeness.kind) {
    case 'known':
      return [printValue(field, likeness.text)];
    case 'part':
      return likeness.of.map((text) => printValue(field, text));
    case 'unknown':
      return [];
  }
};
