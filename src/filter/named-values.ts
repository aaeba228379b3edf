/** Places and models named one after the other, as in `us, canada` or `h100 or a100`. */
import { countryCode } from '../catalogue/countries.ts';
import { operatorAt } from './clause-parts.ts';
import { MODEL_NUMBER, modelsNamed } from './either-model.ts';
import type { Known } from './own-sets.ts';
import type { Token } from './tokens.ts';
import { placeNamed } from './word.ts';

/** Values of one field, as a line writes them, and where their words end. */
type NamedValues = {
  readonly field: 'geolocation' | 'gpu_name';
  readonly values: readonly string[];
  /** How many things were named: a model's name may be that of several. */
  readonly count: number;
  /** Words of the longest name. */
  readonly words: number;
  /** What joins them where it says that any will do. */
  readonly link: string | undefined;
  /** False where places are codes alone, which are also texts that rows show. */
  readonly isNamed: boolean;
  readonly to: number;
  readonly next: number;
};

/** The fields whose values are looked for; both where nothing is said. */
type Fields = readonly NamedValues['field'][];

const BOTH: Fields = ['geolocation', 'gpu_name'];

type Item = Pick<NamedValues, 'field' | 'values' | 'isNamed'> & { readonly words: number };

const LINKS = ['or', 'and', 'nor', '|', '||', '/', '&'];

/** Most words of a name, and most things that one suggestion names. */
const WORDS_MAXIMUM = 3;
const VALUES_MAXIMUM = 8;

/** A line may be nothing but such names. */
const COUNT_MAXIMUM = 16;

/** What the words from `index` on name; undefined where they name neither places nor models, or too many. */
export const namedValuesAt = (
  tokens: readonly Token[],
  index: number,
  known: Known,
  fields: Fields = BOTH,
): NamedValues | undefined => {
  const first = itemAt(tokens, index, known, fields);
  if (first === undefined) return undefined;
  const values = new Set(first.values);
  let { words, isNamed } = first;
  let next = index + words;
  let count = 1;
  let link: string | undefined;
  for (;;) {
    let at = next;
    while (tokens[at]?.kind === 'comma' || LINKS.includes(tokens[at]?.text.toLowerCase() ?? '')) at++;
    const item = at === next ? undefined : itemAt(tokens, at, known, [first.field]);
    if (item === undefined) break;
    const joining = tokens[at - 1];
    if (joining?.kind === 'word') link = joining.text;
    for (const value of item.values) values.add(value);
    isNamed ||= item.isNamed;
    words = Math.max(words, item.words);
    count++;
    next = at + item.words;
    if (count > COUNT_MAXIMUM || values.size > VALUES_MAXIMUM) return undefined;
  }
  const to = tokens[next - 1]?.to;
  if (to === undefined || values.size > VALUES_MAXIMUM) return undefined;
  return { field: first.field, values: [...values], count, words, link, isNamed, to, next };
};

/** The clause that lets any of them through, or none. */
export const namedClause = ({ field, values }: NamedValues, isLeftOut = false): string => {
  const [first = '', second] = values;
  return second === undefined
    ? `${field}${isLeftOut ? '!=' : '='}${first}`
    : `${field} ${isLeftOut ? 'notin' : 'in'} [${values.join(', ')}]`;
};

const itemAt = (tokens: readonly Token[], index: number, known: Known, fields: Fields): Item | undefined => {
  for (let words = WORDS_MAXIMUM; words > 0; words--) {
    const named = tokens.slice(index, index + words);
    const isFree = named.length === words && named.every(({ kind }) => kind === 'word');
    if (!isFree || operatorAt(tokens, index + words)?.operator !== undefined) continue;
    const text = named.map((token) => token.text).join(' ');
    if (fields.includes('geolocation')) {
      const place = placeNamed(text);
      const code = words === 1 && text.toLowerCase() !== 'no' ? countryCode(text) : undefined;
      if (place !== undefined || code !== undefined)
        return { field: 'geolocation', values: [place ?? code ?? ''], words, isNamed: place !== undefined };
    }
    const models = fields.includes('gpu_name') && MODEL_NUMBER.test(text) ? modelsNamed(text, known) : [];
    if (models.length > 0) return { field: 'gpu_name', values: models, words, isNamed: true };
  }
  return undefined;
};
