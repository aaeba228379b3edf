/**
 * Cuts a line of words into its pieces. What is in quotes is one piece, and so is a clause, which only offers take: a name, an
 * operator and a value, with or without spaces between them.
 */

/** A piece of a line, from `from` up to and without `to`, in UTF-16 units. */
type Piece = { readonly from: number; readonly to: number };

/**
 * A word with what stands before it and what is inside its quotes or how it stands, or a clause with its value as it was typed,
 * which is empty where it has none.
 */
type TypedPiece = Piece &
  (
    | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean; readonly before: string }
    | { readonly kind: 'clause'; readonly value: string }
  );

/** A word with its parts: what stands before it, what is inside its quotes, or how it stands, with a quoted value at its end. */
const WORD =
  /(any:|!)?(?:"([^"]*)"?|'([^']*)'?|[“”„‟]([^“”„‟]*)[“”„‟]?|[‘’‚‛]([^‘’‚‛]*)[‘’‚‛]?|([^\s"'“”„‟‘’‚‛=<>~!:≥≤≠]*[=<>~!:≥≤≠]+(?:'[^']*'?|[“”„‟][^“”„‟]*[“”„‟]?|[‘’‚‛][^‘’‚‛]*[‘’‚‛]?)|[^\s"]+"[^"]*"?|\S+))/giu;

/** A name with an operator behind it, or an operator alone; a time such as 14:03 has no name. */
const CLAUSE = /^(?:[a-z_][\w.$]*)?(?:[<>!]?=+|[<>]|[=!]?~|[≥≤≠])|^[a-z_]\w*:[^/]/iu;

/** What stands before the value of a clause. */
const BEFORE_VALUE = /^[^=<>~!:≥≤≠]*[=<>~!:≥≤≠]*/u;

const NAME = /^[a-z_][\w.$]*$/iu;

const SIGNS_FIRST = /^[=<>~!≥≤≠]/u;

const LIST_SIGNS = /^[[(\s]*/u;

const FIRST_ITEM = /^(?:"[^"]*"?|'[^']*'?|[^\s,\])]*)/u;

type Cut = Piece & { readonly text: string; readonly isQuoted: boolean; readonly before: string };

/** The pieces of `typed` in their order. */
export const typedPieces = (typed: string): readonly TypedPiece[] => {
  const cuts = cutsOf(typed);
  const pieces: TypedPiece[] = [];
  for (let index = 0; index < cuts.length; ) {
    const clause = clauseAt(typed, cuts, index);
    const cut = cuts[index];
    if (clause !== undefined) pieces.push(clause.piece);
    else if (cut !== undefined) pieces.push({ kind: 'word', ...cut });
    index = clause?.next ?? index + 1;
  }
  return pieces;
};

const cutsOf = (typed: string): readonly Cut[] =>
  [...typed.matchAll(WORD)].map(({ 0: piece, 1: before = '', 2: a, 3: b, 4: c, 5: d, 6: bare, index: from }) => {
    const inside = a ?? b ?? c ?? d;
    return { from, to: from + piece.length, text: inside ?? bare ?? '', isQuoted: inside !== undefined, before };
  });

/** The clause that begins with a cut, if one does, and the index of the cut behind it. */
const clauseAt = (typed: string, cuts: readonly Cut[], index: number) => {
  const [first, second] = [cuts[index], cuts[index + 1]];
  if (first === undefined || first.isQuoted) return undefined;
  const { from } = first;
  const isNamed = NAME.test(first.text);
  const list = isNamed ? listAt(typed, cuts, index + 1) : undefined;
  if (list !== undefined)
    return { piece: { kind: 'clause', from, to: list.to, value: list.value }, next: list.next } as const;
  const hasSignNext = isNamed && second !== undefined && isSigned(second);
  const signed = hasSignNext ? second : first;
  if (!isClause(signed)) return undefined;
  const next = hasSignNext ? index + 2 : index + 1;
  const value = signed.text.replace(BEFORE_VALUE, '');
  const behind = cuts[next];
  // A sign that a blank stands behind has the next word as its value.
  if (
    value !== '' ||
    behind === undefined ||
    isClause(behind) ||
    (cuts[next + 1] !== undefined && isSigned(cuts[next + 1]))
  )
    return { piece: { kind: 'clause', from, to: signed.to, value }, next } as const;
  const shown = typed.slice(behind.from, behind.to);
  return { piece: { kind: 'clause', from, to: behind.to, value: shown }, next: next + 1 } as const;
};

const isClause = ({ isQuoted, before, text }: Cut): boolean =>
  !isQuoted && (CLAUSE.test(text) || (before === '!' && CLAUSE.test(`!${text}`)));

/** True for what begins with the sign of an operator. */
const isSigned = (cut: Cut | undefined): boolean =>
  cut !== undefined &&
  isClause(cut) &&
  ((cut.before === '!' && cut.text.startsWith('=')) || SIGNS_FIRST.test(cut.text));

/** `in [a, b]` or `not in (a, b)` behind a name: its first value, its end, and the index of the cut behind it. */
const listAt = (typed: string, cuts: readonly Cut[], index: number) => {
  const word = (place: number) => (cuts[place]?.isQuoted ? '' : (cuts[place]?.text.toLowerCase() ?? ''));
  const start = word(index) === 'not' && word(index + 1) === 'in' ? index + 2 : index + 1;
  const isIn = start > index + 1 || word(index) === 'in' || word(index) === 'notin';
  const open = cuts[start];
  if (!isIn || open === undefined || open.isQuoted || !/^[[(]/u.test(open.text)) return undefined;
  const end = cuts.findIndex(({ text, isQuoted }, place) => place >= start && !isQuoted && /[\])]$/u.test(text));
  const last = end < 0 ? cuts.length - 1 : end;
  const to = cuts[last]?.to ?? typed.length;
  const [value = ''] = FIRST_ITEM.exec(typed.slice(open.from, to).replace(LIST_SIGNS, '')) ?? [];
  return { to, value, next: last + 1 };
};
