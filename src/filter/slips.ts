/** Words that were mistyped: near to what says something of an offer, and in no text that offers are known to have. Pure. */
import { nearestWords } from '../base/nearest-words.ts';
import { placesSaid } from '../catalogue/countries.ts';
import { GPU_MODELS } from '../catalogue/gpu-models.ts';
import { FILTER_FIELDS, findFilterField, TEXT_FIELDS } from '../catalogue/lookup.ts';
import { modelLike } from '../catalogue/model-words.ts';
import { PHRASES } from './phrases.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import type { SeenTexts } from './value.ts';

/** Of fewer letters too much is near. */
const SHORTEST_SLIP = 5;

/** From so many letters on two may be wrong: of fewer, `tested` would be `rented`. */
const LONG = 10;

const MEANT = [
  ...FILTER_FIELDS.filter(({ filter }) => filter.kind === 'boolean').map(({ name }) => name),
  ...Object.keys(PHRASES),
];

const KNOWN = new Map<string, string | undefined>();

/** Words that are remembered: a long line is read again at each key. */
const MOST_KNOWN = 5000;

/** What `word` was probably meant to be: `verfied`, `statc_ip`, `datacentre`; undefined where nothing is near. A part of it is no slip. */
export const slipOf = (word: string): string | undefined => {
  if (word.length < SHORTEST_SLIP || KNOWN.has(word)) return KNOWN.get(word);
  const part = word.toLowerCase();
  const [meant] = nearestWords(
    word,
    [...MEANT, ...placesSaid()].filter((name) => !name.toLowerCase().includes(part)),
    1,
    word.length < LONG ? 1 : 2,
  );
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(word, meant);
  return meant;
};

/** What is wrong with the words from `index` on, none of which a text holds that the catalogue or an answer has. */
export const slipAt = (
  tokens: readonly Token[],
  index: number,
  seen: SeenTexts,
): { readonly problem: ProblemText; readonly next: number } | undefined => {
  for (let count = WORDS_OF_MODEL; count > 0; count--) {
    const words = tokens.slice(index, index + count);
    if (words.length < count || !words.every(({ kind }) => kind === 'word')) continue;
    const said = words.map(({ text }) => text).join(' ');
    const like = modelLike(said, () => modelsKnown(seen));
    if (like === undefined || isHeld(said, seen)) continue;
    return { problem: problemTexts.noModel(said, like.near), next: index + count };
  }
  const word = tokens[index]?.text ?? '';
  const meant = slipOf(word);
  return meant === undefined || isHeld(word, seen)
    ? undefined
    : { problem: problemTexts.slip(word, meant), next: index + 1 };
};

/** Models of the catalogue, and those that were seen. */
export const modelsKnown = (seen: SeenTexts): readonly string[] => {
  const field = findFilterField('gpu_name');
  return [...new Set([...GPU_MODELS, ...(field === undefined ? [] : seen(field))])];
};

/** Most words of what is looked at as a model: `geforce rtx 4900 ti`. */
const WORDS_OF_MODEL = 4;

const isHeld = (word: string, seen: SeenTexts): boolean => {
  const part = word.toLowerCase().replaceAll('_', ' ');
  return TEXT_FIELDS.some((field) =>
    [...(field.known ?? []), ...seen(field)].some((text) => text.toLowerCase().includes(part)),
  );
};
