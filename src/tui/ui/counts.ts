/** Where the cursor stands in a list, and how many rows there are. */
import { plain, type Segment } from './segments.ts';

/** A list's counts: the cursor's row from 0, the rows that are shown, and those that came, with a sign where there may be more. */
type Counts = { readonly row: number; readonly shown: number; readonly came: number; readonly isCut?: boolean };

/**
 * `12/41 of 1,000`, or `12/1,000` where all that came is shown; the row keeps its width, so that nothing else moves with it.
 * Where lines are appended (`isPlain`) the place is left out: it would be said again with every move.
 */
export const countSegment = ({ row, shown, came, isCut = false }: Counts, isPlain: boolean): Segment => {
  const all = `${grouped(came)}${isCut ? '+' : ''}`;
  if (isPlain || shown === 0) return plain(`${grouped(shown)} of ${all}`);
  const place = grouped(row + 1).padStart(grouped(shown).length);
  return plain(shown === came ? `${place}/${all}` : `${place}/${grouped(shown)} of ${all}`);
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');
