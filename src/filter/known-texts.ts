/**
 * Compares a typed text with those that are known for its field: the catalogue's and those that were seen in answers. What is
 * known is never all that there is, so that an unlike text is good too; it is only said.
 */
import { nearestWords } from '../base/nearest-words.ts';
import type { FilterField } from '../catalogue/lookup.ts';

/** Texts that answers were seen to have in a field, the most frequent first. */
export type SeenTexts = (field: FilterField) => readonly string[];

/** How a text stands to the known ones: spelled like one, a part of some, or neither and perhaps a slip of some. */
export type Likeness =
  | { readonly kind: 'known'; readonly text: string }
  | { readonly kind: 'part'; readonly of: readonly string[] }
  | { readonly kind: 'unknown'; readonly near: readonly string[] };

/** Compares texts with those known for a field. */
export type KnownTexts = {
  readonly likeness: (field: FilterField, text: string) => Likeness;
};

/** Known texts that are looked through for slips, which takes longer than comparing. */
const SLIPS_IN = 200;

/** Words that people write before a model's name. */
const MAKERS = /^(?:nvidia|geforce|amd)+/;

/** Compares with the catalogue's texts and those of `seen`, which is asked once for each field. */
export const knownTexts = (seen: SeenTexts): KnownTexts => {
  const indexes = new Map<string, ReturnType<typeof indexOf>>();
  const indexFor = (field: FilterField) => {
    const index = indexes.get(field.name) ?? indexOf([...seen(field), ...(field.known ?? [])]);
    indexes.set(field.name, index);
    return index;
  };
  return { likeness: (field, text) => likenessIn(indexFor(field), field.meant ?? {}, text) };
};

/** Without letter case, spaces and underscores. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_]+/g, '');

const indexOf = (texts: readonly string[]) => ({
  exact: new Set(texts),
  // Of two that are spelled alike the first is the more frequent one.
  alike: new Map(texts.map((text) => [squeezed(text), text] as const).reverse()),
});

const likenessIn = (
  { exact, alike }: ReturnType<typeof indexOf>,
  meant: Readonly<Record<string, string>>,
  text: string,
): Likeness => {
  if (exact.has(text)) return { kind: 'known', text };
  const wanted = squeezed(text);
  const like = alike.get(wanted) ?? (Object.hasOwn(meant, text.toLowerCase()) ? meant[text.toLowerCase()] : undefined);
  if (like !== undefined) return { kind: 'known', text: like };
  const holders = [...alike].filter(([known]) => known.includes(wanted)).map(([, known]) => known);
  if (wanted !== '' && holders.length > 0) return { kind: 'part', of: shortestFirst(holders) };
  const model = alike.get(wanted.replace(MAKERS, '').replaceAll('-', ''));
  if (model !== undefined) return { kind: 'part', of: [model] };
  return {
    kind: 'unknown',
    // Looked for where it is read: most who ask want to know only whether the text is known.
    get near() {
      return nearestWords(text, [...alike.values()].slice(-SLIPS_IN));
    },
  };
};

const shortestFirst = (texts: readonly string[]): readonly string[] => [...texts].sort((a, b) => a.length - b.length);
