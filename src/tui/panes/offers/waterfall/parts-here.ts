/** The parts of a line as they narrow the table: its words are looked for in the columns that the user has chosen. Pure. */
import { partsOf, type SwitchedLine, type SwitchedPart } from '../../../../filter/switched-line.ts';
import type { ColumnChoice } from '../../../state/columns.ts';

/** What says where words are looked for. */
export type LookedIn = { readonly list: { readonly columns?: ColumnChoice } };

/** The parts of `line`, with the columns in which the table shows what its words are held against. */
export const partsHere = (line: SwitchedLine, { list }: LookedIn): readonly SwitchedPart[] => {
  const columns = list.columns?.shown;
  const parts = partsOf(line);
  return columns === undefined
    ? parts
    : parts.map((part) => ('word' in part ? { ...part, word: { ...part.word, columns } } : part));
};
