/** GPU models as people say them: `4090`, `rtx-4090`, `4070 ti super`, `a100 sxm`, `mi300`, `h100s`. Pure. */
import { nearestWords } from '../base/nearest-words.ts';

/** Words before a name that say no more than the name: they may be typed or not. */
const BRANDS = new Set(['nvidia', 'amd', 'geforce', 'rtx', 'gtx', 'rx', 'q', 'quadro', 'tesla', 'instinct', 'radeon']);

/** Words of a name that make another model: who leaves them out means the one without. */
const VARIANTS = new Set(['ti', 'super', 'd', 'laptop', 'xt', 'xtx']);

/** Most words of a name. */
export const NAME_WORDS = 5;

/** Models that one name may be of. */
const MOST_MODELS = 8;

/** The words of a name in lower case, as those of all are compared: `RTX 4080S` and `rtx-4080 super` have the same. */
const wordsOf = (name: string): readonly string[] => {
  const apart = name
    .toLowerCase()
    .replace(/^instinct(?=mi)/, '')
    .split(/[\s_-]+/)
    .flatMap((word) => {
      const [, brand, rest] = /^(rtx|gtx|rx|geforce|tesla)(\d.*)$/.exec(word) ?? [];
      const [, number = '', behind = ''] = /^(a?\d{4})([a-z]+)$/.exec(rest ?? word) ?? [];
      if (number === '') return rest === undefined ? [word] : [brand ?? '', rest];
      return [
        ...(brand === undefined ? [] : [brand]),
        number,
        ...(/^[a-z]+$/.exec(behind)?.[0].match(SUFFIXES) ?? [behind]),
      ];
    })
    .filter(Boolean);
  // On a professional card the letter is the form that it has, and a number alone has none.
  const words = apart.map((word) => (word === 's' && !apart.includes('pro') ? 'super' : word));
  const named = words.filter((word) => !BRANDS.has(word));
  return named.some((word) => /\d/.test(word)) ? named : words;
};

const SUFFIXES = /super|ti|ada|laptop|xtx|xt|d|s|m|[a-z]+/g;

/** True where the typed word says the word of a name: `sxm` says `sxm4`, `mi300` says `mi300x`. */
const says = (typed: string, word: string): boolean =>
  typed === word || ((typed === 'sxm' || /^mi\d+$/.test(typed)) && word.startsWith(typed));

/** What a name has to have for its other words to be left out. */
const TELLING = /^(?:\d{3,4}|[a-z]{1,2}\d{1,4}[a-z]?|gh\d+|titan|mi\d+[a-z]?|vii)$/;

type Name = { readonly model: string; readonly words: readonly string[] };

const NAMES = new WeakMap<readonly string[], readonly Name[]>();

const namesOf = (models: readonly string[]): readonly Name[] => {
  const known = NAMES.get(models);
  if (known !== undefined) return known;
  const names = models.map((model) => ({ model, words: wordsOf(model) }));
  NAMES.set(models, names);
  return names;
};

/** Those of `models` that `said` names; none where it names no model, or too many. */
export const modelsSaid = (said: string, models: readonly string[]): readonly string[] => {
  const words = said.startsWith('-') ? [] : wordsOf(said);
  if (!words.some((word) => TELLING.test(word))) return [];
  const found = namesOf(models).filter(
    (name) =>
      words.every((typed) => name.words.some((word) => says(typed, word))) &&
      name.words.every((word) => !VARIANTS.has(word) || words.includes(word)),
  );
  if (found.length > 0) return found.length > MOST_MODELS ? [] : found.map(({ model }) => model);
  // Several of them: `4090s`, `h100s`.
  return /\ds$/i.test(said) ? modelsSaid(said.slice(0, -1), models) : [];
};

/** A maker's name before a number, and a form behind it. */
const BRANDED =
  /^(?:(?:geforce|rtx|gtx|rx|radeon|quadro|tesla|instinct)[ _-]?)+(?:pro[ _-]?)?([a-z]{0,2}\d[\do]{2,3})(?:[ _-]?(?:ti|super|ada|[sdx]|xtx?))?$/i;

/** What may be a model without one; of figures alone none is. */
const UNBRANDED = /^(?=.{4})(?:[a-z]{1,3}\d{2,4}[a-z]?|(?=\d*o)\d[\do]{2,3})$/i;

/** What `said`, which looks like a model, is near to; undefined for what does not look like one, or is one. */
export const modelLike = (
  said: string,
  known: () => readonly string[],
): { readonly near: string | undefined } | undefined => {
  const branded = BRANDED.exec(said)?.[1];
  const core = branded ?? UNBRANDED.exec(said)?.[0];
  if (core === undefined) return undefined;
  const models = known();
  if (modelsSaid(said, models).length > 0) return undefined;
  const names = namesOf(models);
  const near = nearestWords(
    core,
    [...new Set(names.flatMap(({ words }) => words.filter((word) => TELLING.test(word))))],
    50,
    1,
  );
  // The usual models come first.
  const name = names.find(({ words }) => words.some((word) => near.includes(word)));
  const word = name?.words.find((one) => near.includes(one));
  if (name === undefined || word === undefined) return branded === undefined ? undefined : { near: undefined };
  const [meant = name.model, further] = modelsSaid(word, models);
  return { near: further !== undefined && /^[a-z]/.test(word) ? word.toUpperCase() : meant };
};
