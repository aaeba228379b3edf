/** The keys for the columns of a list (see `state/column-choice.ts`), the same in every list. */
import { widthToggled } from '../state/column-choice.ts';
import type { Arrangement } from '../state/list.ts';
import { type Binding, bind, type Layer } from './binding.ts';
import { type ChoosingKeysNeeds, choosingKeys } from './choosing-columns.ts';
import { columnsRead } from './columns-read.ts';

/** What these keys work on. */
export type ColumnKeysNeeds<Row, Query> = ChoosingKeysNeeds<Row, Query> & {
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** The columns in the order in which the column cursor meets them, as wide as they are on this screen. */
  readonly columns: () => readonly { readonly id: string; readonly heading: string; readonly width: number }[];
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
};

/** The rows of the key table, and the layer in force while columns are chosen. */
export const columnKeys = <Row, Query>(
  needs: ColumnKeysNeeds<Row, Query>,
): { readonly open: Binding; readonly widen: Binding; readonly choosing: () => Layer } => {
  const { owner, slice, columns, notify } = needs;
  const found = (id: string) => columns().find((column) => column.id === id);

  const widen = (id: string) => {
    const before = found(id);
    if (before === undefined) return;
    const isWide = slice.get().columns?.widened?.includes(id) ?? false;
    slice.change((list) => widthToggled(list, id));
    if (isWide || found(id)?.width !== before.width) return;
    slice.change((list) => widthToggled(list, id));
    notify(`Nothing is cut in the column ${before.heading}.`);
  };

  return {
    ...choosingKeys({ ...needs, slice: columnsRead(needs) }, widen),
    widen: bind(`${owner}.column-widen`, ['z'], 'widen the column', 'Move', () => widen(slice.get().column), {
      help: 'column as wide as its content, or back',
      words: ['width', 'wide', 'whole', 'full'],
      refusal: () => (found(slice.get().column) === undefined ? 'There is no column under the cursor.' : undefined),
    }),
  };
};
