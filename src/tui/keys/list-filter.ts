/** The keys that edit the line of a list (see `state/list-filter.ts`), and what they do to it. */
import type { LineEdit } from '../state/line.ts';
import type { Arrangement, List } from '../state/list.ts';
import { filterEdited, filterKept, filterOpened, filterRecalled, filterRestored } from '../state/list-filter.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, type Layer } from './binding.ts';
import { acceptKey, cancelKey, FILTER_MAXIMUM, fieldLayer } from './field.ts';
import { historyKeys } from './filter-history.ts';
import { type LanguageKeysNeeds, languageKeys } from './language-help.ts';
import { EDITING } from './readline.ts';

/** Lines that were kept before, the newest last, and a way to keep more. */
type EarlierLines = { readonly list: () => readonly string[]; readonly keep: (line: string) => void };

/** What these keys work on. */
export type FilterKeysNeeds<Row, Query> = Pick<LanguageKeysNeeds<Row, Query>, 'language' | 'languageHeight'> & {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  readonly lines: EarlierLines;
  /** What `?` says of narrowing; absent: by words. */
  readonly filterHelp?: string;
  /** Keys that only this list has while its line is edited. */
  readonly ownEditing?: readonly Binding[];
  /** Says why a line was not accepted. */
  readonly notify: (text: string) => void;
  /** Told of each change once it is done. */
  readonly onChanged?: (change: FilterChange) => void;
};

/** What a user did to the line. */
export type FilterChange = 'opened' | 'typed' | 'recalled' | 'kept' | 'restored';

/** The row that opens the line, and the layer in force while it is open, or while earlier lines are searched. */
export const filterKeys = <Row, Query>(
  needs: FilterKeysNeeds<Row, Query>,
): {
  readonly open: Binding;
  readonly history: Binding;
  readonly language: Binding;
  readonly editing: () => Layer;
  readonly reading: () => Layer;
  readonly resumed: () => void;
} => {
  const { owner, slice, arrangement, lines, ownEditing = [], notify, onChanged } = needs;
  const change = (transition: (list: List<Row, Query>) => List<Row, Query>) => slice.change(transition);

  const open = () => {
    change((list) => filterOpened(list, arrangement()));
    onChanged?.('opened');
  };

  const edit = (to: LineEdit) => {
    change((list) => filterEdited(list, to(list.filter), arrangement()));
    onChanged?.('typed');
  };

  const recall = (steps: number) => {
    const earlier = lines.list();
    change((list) => filterRecalled(list, steps, earlier, arrangement()));
    onChanged?.('recalled');
  };

  const keep = () => {
    change((list) => filterKept(list, arrangement()));
    const { editing, filter, query } = slice.get();
    if (editing === undefined) lines.keep(filter.text.trim());
    else notify(`Not accepted: ${arrangement().narrowing.kept(query, filter).problem ?? ''}`);
    onChanged?.('kept');
  };

  const restore = () => {
    const { editing, filter } = slice.get();
    // What was typed is found again with Up.
    if (editing !== undefined && filter.text !== filter.before) lines.keep(filter.text.trim());
    change((list) => filterRestored(list, arrangement()));
    onChanged?.('restored');
  };

  const history = historyKeys(needs);
  const { isInFooter: _, ...quietHistory } = history.open;
  const language = languageKeys(needs);
  const typing = () =>
    fieldLayer({
      owner,
      line: () => slice.get().filter,
      change: edit,
      maximum: FILTER_MAXIMUM,
      isLong: true,
      accept: acceptKey(`${owner}.filter-keep`, 'accept', keep),
      cancel: cancelKey(`${owner}.filter-restore`, restore),
      own: [
        ...ownEditing,
        language.open,
        bind(`${owner}.filter-older`, ['up', 'ctrl-p'], 'older', EDITING, () => recall(-1), {
          help: 'older filter',
        }),
        bind(`${owner}.filter-newer`, ['down', 'ctrl-n'], 'newer filter', EDITING, () => recall(1)),
        // Once something was typed, taking it back is the likelier wish.
        slice.get().filter.undo === undefined ? history.open : quietHistory,
      ],
    });

  return {
    open: bind(`${owner}.filter`, ['/'], 'filter', 'Find', open, {
      isInFooter: true,
      help: needs.filterHelp ?? 'filter by words',
    }),
    history: history.openFromList,
    language: language.openFromList,
    reading: language.reading,
    resumed: history.resumed,
    editing: () => (slice.get().editing?.history === undefined ? typing() : history.searching()),
  };
};
