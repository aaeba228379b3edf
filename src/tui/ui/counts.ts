/** Where the cursor stands in a list, and how many rows there are. */
import { plain, type Segment } from './segments.ts';

/** A list's counts: the cursor's row from 0, the rows that are shown, and those that came, with a sign where there may be more. */
type Counts = {
  readonly row: number;
  readonly shown: number;
  readonly came: number;
  readonly isCut?: boolean;
  /** Only marked rows are shown. */
  readonly isMarkedOnly?: boolean | undefined;
};

/**
 * `12/41 of 1,000`, or `12/1,000` where all that came is shown, or `marked only 2/3`; the row keeps its width, so that nothing else moves with it.
 * Where lines are appended (`isPlain`) the place is left out: it would be said again with every move.
 */
export const countSegment = (
  { row, shown, came, isCut = false, isMarkedOnly = false }: Counts,
  isPlain: boolean,
): Segment => {
  const all = `${grouped(came)}${isCut ? '+' : ''}`;
  const isPlaceSaid = !isPlain && shown > 0;
  const place = grouped(row + 1).padStart(grouped(shown).length);
  // Where marked rows are few, how many there are in all is no help: the words have its room.
  if (isMarkedOnly) {
    return { text: `marked only ${isPlaceSaid ? `${place}/` : ''}${grouped(shown)}`, role: 'warning' };
  }
  if (!isPlaceSaid) return plain(`${grouped(shown)} of ${all}`);
  return plain(shown === came ? `${place}/${all}` : `${place}/${grouped(shown)} of ${all}`);
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');
