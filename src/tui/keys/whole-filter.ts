/** The keys that show the whole line that narrows a list (see `state/whole-filter.ts`), the same in every list. */
import type { List } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';
import { wholeClosed, wholeOpened, wholeScrolled } from '../state/whole-filter.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { scrollKeys } from './scrolling.ts';

/** What these keys work on. */
export type WholeKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  /** Lines that the whole filter takes on screen, and how many of them are visible. */
  readonly wholeExtent: () => { readonly length: number; readonly height: number };
};

/** The row that shows the line, and the layer in force meanwhile; `edit` begins to edit it. */
export const wholeKeys = <Row, Query>(
  { owner, slice, wholeExtent }: WholeKeysNeeds<Row, Query>,
  edit: Binding,
): { readonly open: Binding; readonly seen: Layer } => {
  const scroll = (pages: number, lines: number) => {
    const { length, height } = wholeExtent();
    const step = pages * Math.max(1, height - 1) + lines;
    slice.change((list) => wholeScrolled(list, step, Math.max(0, length - height)));
  };
  const close = () => slice.change((list) => wholeClosed(list));
  const editIt = () => {
    close();
    edit.run();
  };
  const group = 'Filter';
  return {
    open: bind(`${owner}.filter-whole`, ['F'], 'whole filter', 'Find', () => slice.change(wholeOpened), {
      help: 'show all of a long filter',
      words: ['long', 'clauses'],
      refusal: () => (slice.get().filter.text.trim() === '' ? 'There is no filter: / begins one.' : undefined),
    }),
    seen: {
      bindings: [
        bind(`${owner}.whole-close`, ['escape', 'q', 'F'], 'back', group, close, inFooter),
        bind(`${owner}.whole-edit`, ['/', 'enter', 'e'], 'edit', group, editIt, inFooter),
        ...scrollKeys(`${owner}.whole-`, group, scroll),
      ],
    },
  };
};
