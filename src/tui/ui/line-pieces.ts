/** A line of text as pieces that have parts: what the parts look like, and where the line is broken. */
import type { Role } from './theme.tsx';

/** A stretch of a text, from `from` up to and without `to`, in UTF-16 units. Lists of them are in the order of their places. */
export type Span = { readonly from: number; readonly to: number };

/** A clause or a word of a line, and its parts by what they are. */
export type LinePiece = Span & {
  readonly kind: 'clause' | 'word';
  readonly parts: readonly (Span & { readonly role: keyof typeof ROLES })[];
};

/** Cuts a text into its pieces. */
export type PiecesOf = (text: string) => readonly LinePiece[];

const ROLES = { field: 'field', operator: 'plain', value: 'value', word: 'plain' } as const satisfies Record<
  string,
  Role
>;

/** Tells the roles of places in a text that are asked for from left to right. */
export const partRoleAt = (pieces: readonly LinePiece[]): ((place: number) => Role) => {
  const parts = pieces.flatMap((piece) => piece.parts);
  let next = 0;
  return (place) => {
    while ((parts[next]?.to ?? Number.POSITIVE_INFINITY) <= place) next++;
    const part = parts[next];
    return part === undefined || place < part.from ? 'plain' : ROLES[part.role];
  };
};
