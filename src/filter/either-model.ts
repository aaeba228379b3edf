/** `4090 | 5090`, `4090 or a100` and `4090, a100`: words that name models, of which any will do, as the clause that says so. */
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

/** The number of a model, which is no count: of two words that have one, no model has both. */
export const MODEL_NUMBER = /\d{3}|[a-z]\d{2}/i;

/**
 * The problem of the words from `index` on; undefined where one is part of no model or of many, or where no bar joins them and
 * one model may be meant.
 */
export const eitherModelAt = (tokens: readonly Token[], index: number, known: Known): Piece | undefined => {
  const models = new Set<string>();
  let count = 0;
  let link: string | undefined;
  let next = index;
  for (;;) {
    const token = tokens[next];
    if (token?.kind !== 'word' || operatorAt(tokens, next + 1) !== undefined) return undefined;
    const words = token.text.split(/[|/]+/);
    count += words.length;
    if (count > WORDS_MAXIMUM) return undefined;
    for (const word of words) {
      const named = modelsNamed(word, known);
      if (named.length === 0) return undefined;
      for (const model of named) models.add(model);
    }
    if (models.size > MODELS_MAXIMUM) return undefined;
    if (words.length > 1) link ??= token.text.includes('|') ? '|' : '/';
    next++;
    const joining = tokens[next];
    if (isAlternativeLink(joining)) {
      link = joining.text;
      next++;
    } else {
      const behind = tokens[next]?.kind === 'comma' ? next + 1 : next;
      if (!isAnotherModel(tokens, behind, models, known) || !MODEL_NUMBER.test(token.text)) break;
      next = behind;
    }
  }
  const [first, last] = [tokens[index], tokens[next - 1]];
  if (count < 2 || first === undefined || last === undefined) return undefined;
  const { from } = first;
  const { to } = last;
  const clause = `gpu_name in [${[...models].join(', ')}]`;
  const problem =
    link === undefined ? problemTexts.oneOfThem('models', clause) : problemTexts.eitherModel(link, clause);
  return { from, to, next, meaning: problemAt({ from, to }, problem), growsUntil: to };
};

/** True where the word at `index` has the number of a model that none of `models` is. */
const isAnotherModel = (
  tokens: readonly Token[],
  index: number,
  models: ReadonlySet<string>,
  known: Known,
): boolean => {
  const token = tokens[index];
  if (token?.kind !== 'word' || !MODEL_NUMBER.test(token.text) || operatorAt(tokens, index + 1) !== undefined)
    return false;
  const named = modelsNamed(token.text, known);
  return named.length > 0 && !named.some((model) => models.has(model));
};

/** The models that `word` names or is a part of, as a line writes them. */
export const modelsNamed = (word: string, known: Known): readonly string[] => {
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
