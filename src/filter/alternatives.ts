/** Values of one field of which any will do, joined by a bar (docs/filter-line.md, Ranges and alternatives): they are a list. */
import type { TypedItem } from './clause-parts.ts';
import type { Clause, FoldedItem } from './line.ts';
import type { Token } from './tokens.ts';

const LINKS = ['|', '||', 'or'];

/** True for what stands between two values or clauses of which either will do. */
export const isAlternativeLink = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && LINKS.includes(token.text.toLowerCase());

/** `A|B` as single values with their places, of which some may be empty; undefined where no unquoted value holds a bar. */
export const alternativesIn = (items: readonly TypedItem[]): readonly TypedItem[] | undefined =>
  items.some(holdsBar) ? items.flatMap((item) => (holdsBar(item) ? partsOf(item) : [item])) : undefined;

/** The clause that is met where `first` or `further`, which has its field, is. */
export const eitherOf = (first: Clause, further: Clause): Clause => ({
  field: first.field,
  operator: 'in',
  value: [...valuesOf(first), ...valuesOf(further)],
  ...((isFolded(first) || isFolded(further)) && { folded: [...itemsOf(first), ...itemsOf(further)] }),
  from: first.from,
  to: further.to,
});

/** True for a clause that one value or a list of them meets. */
export const hasValues = ({ operator }: Clause): boolean => operator === 'eq' || operator === 'in';

const valuesOf = (clause: Clause): readonly (string | number | boolean)[] => {
  if (clause.operator === 'any') return [];
  return typeof clause.value === 'object' ? clause.value : [clause.value];
};

const isFolded = (clause: Clause): boolean => 'folded' in clause;

const itemsOf = (clause: Clause): readonly FoldedItem[] =>
  'folded' in clause && clause.folded !== undefined ? clause.folded : valuesOf(clause);

const holdsBar = ({ text, isQuoted }: TypedItem): boolean => !isQuoted && text.includes('|');

const partsOf = (item: TypedItem): readonly TypedItem[] => {
  let from = item.from;
  return item.text.split(/\|+/).map((text) => {
    const part = { ...item, from, to: from + text.length, text };
    from = part.to + 1;
    return part;
  });
};
