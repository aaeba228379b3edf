/** The keys that go to a column by its name (see `state/column-jump.ts`), the same in every list. */
import { jumpCancelled, jumpEdited, jumpKept, jumpOpened, jumpStepped } from '../state/column-jump.ts';
import type { NamedColumn } from '../state/column-names.ts';
import type { List } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, fieldLayer } from './field.ts';
import { EDITING } from './readline.ts';

/** Most characters of a name: no column has a longer one. */
const NAME_MAXIMUM = 60;

/** What these keys work on. */
type JumpKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly columns: () => readonly NamedColumn[];
};

/** The row that opens the field, and what makes the layer in force while it is open: its footer has what works now. */
export const jumpKeys = <Row, Query>({
  owner,
  slice,
  columns,
}: JumpKeysNeeds<Row, Query>): { readonly open: Binding; readonly typing: () => Layer } => {
  const step = (steps: 1 | -1) => slice.change((list) => jumpStepped(list, steps, columns()));
  const noColumn = () =>
    slice.get().jump?.found === undefined ? 'No column has that name: type another part of it, or Esc.' : undefined;
  return {
    open: bind(`${owner}.column-jump`, ['C'], 'go to a column', 'Move', () => slice.change(jumpOpened), {
      help: 'go to a column by its name',
      words: ['jump'],
    }),
    typing: () =>
      fieldLayer({
        owner,
        line: () => slice.get().jump?.line,
        change: (edit) => slice.change((list) => jumpEdited(list, edit, columns())),
        maximum: NAME_MAXIMUM,
        accept: acceptKey(`${owner}.column-jump-keep`, 'go there', () => slice.change(jumpKept), noColumn),
        cancel: cancelKey(`${owner}.column-jump-cancel`, () => slice.change(jumpCancelled)),
        own: [
          bind(`${owner}.column-jump-next`, ['tab', 'down'], 'next column', EDITING, () => step(1), {
            ...inFooter,
            refusal: noColumn,
          }),
          bind(`${owner}.column-jump-before`, ['shift-tab', 'up'], 'previous column', EDITING, () => step(-1), {
            refusal: noColumn,
          }),
        ],
      }),
  };
};
