/** The keys for the columns of a list (see `state/column-choice.ts`), the same in every list. */
import { widthToggled } from '../state/column-choice.ts';
import type { List } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind } from './binding.ts';

/** What these keys work on. */
type ColumnKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  /** The columns in the order in which the column cursor meets them, as wide as they are on this screen. */
  readonly columns: () => readonly { readonly id: string; readonly heading: string; readonly width: number }[];
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
};

/** The rows of the key table. */
export const columnKeys = <Row, Query>({
  owner,
  slice,
  columns,
  notify,
}: ColumnKeysNeeds<Row, Query>): readonly Binding[] => {
  const current = () => columns().find(({ id }) => id === slice.get().column);

  const widen = () => {
    const before = current();
    if (before === undefined) return;
    const isWide = slice.get().columns?.widened?.includes(before.id) ?? false;
    slice.change((list) => widthToggled(list, before.id));
    if (isWide || current()?.width !== before.width) return;
    slice.change((list) => widthToggled(list, before.id));
    notify(`Nothing is cut in the column ${before.heading}.`);
  };

  return [
    bind(`${owner}.column-widen`, ['z'], 'widen the column', 'Move', widen, {
      help: 'column as wide as its content, or back',
      words: ['width', 'wide', 'whole', 'full'],
      refusal: () => (current() === undefined ? 'There is no column under the cursor.' : undefined),
    }),
  ];
};
