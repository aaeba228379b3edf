/** Which columns a table shows where those are not the usual ones, as plain data that is kept and named. Pure. */
import { z } from 'zod';

/** What was chosen. A part that is absent is as usual. Ids are those of columns; one that no column has is passed over. */
export type ColumnChoice = {
  /** The columns that there are, in their order. */
  readonly shown?: readonly string[];
  /** How many of them stay at the left. */
  readonly pinned?: number;
  /** Those that are as wide as what stands in them. */
  readonly widened?: readonly string[];
};

/** Most columns and longest id that are read back: no list has as many. */
const MOST = 300;
const LONGEST = 100;

const ids = z.array(z.string().max(LONGEST)).max(MOST);

/** The choice as it is saved. What is read back may be written by hand: an id counts once, and no choice shows nothing. */
export const savedColumns = z
  .object({ shown: ids.optional(), pinned: z.int().min(0).max(MOST).optional(), widened: ids.optional() })
  .transform((parts): ColumnChoice | undefined => choiceOf(parts));

/** What is saved of the choice. */
export const columnsSaved = ({ shown, pinned, widened }: ColumnChoice): z.input<typeof savedColumns> => ({
  ...(shown !== undefined && { shown: [...shown] }),
  ...(pinned !== undefined && { pinned }),
  ...(widened !== undefined && { widened: [...widened] }),
});

type Parts = { readonly [Part in keyof ColumnChoice]?: ColumnChoice[Part] | undefined };

/** The choice that `parts` make; undefined where all is as usual. */
export const choiceOf = ({ shown, pinned, widened }: Parts): ColumnChoice | undefined => {
  const choice: ColumnChoice = {
    ...(shown !== undefined && shown.length > 0 && { shown: [...new Set(shown)] }),
    ...(pinned !== undefined && { pinned }),
    ...(widened !== undefined && widened.length > 0 && { widened: [...new Set(widened)] }),
  };
  return Object.keys(choice).length === 0 ? undefined : choice;
};

/** What of a list its columns are. */
type Chosen = { readonly columns?: ColumnChoice | undefined };

/** `list` with the columns that `choice` says, or with the usual ones. */
export const columnsChosen = <Some extends Chosen>(list: Some, choice: ColumnChoice | undefined): Some => {
  const { columns: _, ...rest } = list;
  return (choice === undefined ? rest : { ...rest, columns: choice }) as Some;
};

/** Of the columns `ids` of a table only the first `pinned` are shown, one at least. */
export const firstOnlyShown = <Some extends Chosen & { readonly column: string }>(
  list: Some,
  ids: readonly string[],
  pinned: number,
): Some => {
  const shown = ids.slice(0, Math.max(1, pinned));
  const column = shown.includes(list.column) ? list.column : (shown.at(-1) ?? list.column);
  return { ...columnsChosen(list, choiceOf({ ...list.columns, shown, pinned })), column };
};

/** The column was made as wide as what stands in it, or is as wide as usual again. */
export const widthToggled = <Some extends Chosen>(list: Some, id: string): Some => {
  const { columns = {} } = list;
  const { widened = [] } = columns;
  return columnsChosen(
    list,
    choiceOf({
      ...columns,
      widened: widened.includes(id) ? widened.filter((other) => other !== id) : [...widened, id],
    }),
  );
};
