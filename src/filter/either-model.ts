/** `4090 | 5090` and `4090 or a100`: words that name models, of which any will do, as the clause that says so. */
import { findFilterField } from '../catalogue/lookup.ts';
import { isAlternativeLink } from './alternatives.ts';
import { type Piece, problemAt } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import type { Known } from './own-sets.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { printValue } from './value.ts';

/** Most models that one suggestion names, and most words that are taken for them: a line may be nothing but such words. */
const MODELS_MAXIMUM = 8;
const WORDS_MAXIMUM = 32;

/** The problem of the words from `index` on; undefined where no bar joins them, or one is part of no model or of many. */
export const eitherModelAt = (tokens: readonly Token[], index: number, known: Known): Piece | undefined => {
  const models = new Set<string>();
  let count = 0;
  let link = '|';
  let next = index;
  for (;;) {
    const token = tokens[next];
    if (token?.kind !== 'word' || operatorAt(tokens, next + 1) !== undefined) return undefined;
    const words = token.text.split(/\|+/);
    count += words.length;
    if (count > WORDS_MAXIMUM) return undefined;
    for (const word of words) {
      const named = modelsNamed(word, known);
      if (named.length === 0) return undefined;
      for (const model of named) models.add(model);
    }
    if (models.size > MODELS_MAXIMUM) return undefined;
    next++;
    const joining = tokens[next];
    if (!isAlternativeLink(joining)) break;
    link = joining.text;
    next++;
  }
  const [first, last] = [tokens[index], tokens[next - 1]];
  if (count < 2 || first === undefined || last === undefined) return undefined;
  const { from } = first;
  const { to } = last;
  const problem = problemTexts.eitherModel(link, `gpu_name in [${[...models].join(', ')}]`);
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
