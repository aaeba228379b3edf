/**
 * The keys of the line that narrows a list (see `state/list-filter.ts`), and what they do to it: editing it, seeing the whole of
 * it, and searching earlier ones, as Ctrl-R does in a shell with fzf: Enter and Tab take the chosen line over to be edited, and
 * nothing else is done with it; Esc goes back to the line as it was.
 */

import {
  chosenLine,
  earlierLines,
  type HistorySearch,
  historyEdited,
  historyFound,
  historyMoved,
  historyOpened,
} from '../state/filter-history.ts';
import type { LineEdit } from '../state/line.ts';
import type { Arrangement, List } from '../state/list.ts';
import {
  filterEdited,
  filterKept,
  filterOpened,
  filterRecalled,
  filterRestored,
  historyBegun,
  historyClosed,
  historySearched,
  historyTaken,
} from '../state/list-filter.ts';
import { wholeClosed, wholeOpened, wholeScrolled } from '../state/over-list.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, EDITING, FILTER_MAXIMUM, fieldLayer } from './field.ts';
import { type LanguageKeysNeeds, languageKeys } from './language-help.ts';
import { scrollKeys } from './scrolling.ts';

/** Most characters of a text that is looked for. */
const TEXT_MAXIMUM = 200;

/** What these keys work on. */
type HistoryKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Lines that were kept before, the newest last. */
  readonly lines: { readonly list: () => readonly string[] };
  /** Says why there is nothing to search. */
  readonly notify: (text: string) => void;
  readonly onChanged?: (change: 'recalled') => void;
};

/** The rows that begin the search, from the list and from its line, and the layer in force meanwhile. */
const historyKeys = <Row, Query>({
  owner,
  slice,
  arrangement,
  lines,
  notify,
  onChanged,
}: HistoryKeysNeeds<Row, Query>): {
  readonly openFromList: Binding;
  readonly open: Binding;
  readonly searching: () => Layer;
  /** An earlier run has left a search: its lines are read. */
  readonly resumed: () => void;
} => {
  const search = () => slice.get().editing?.history;
  const change = (to: (search: HistorySearch) => HistorySearch) => {
    const now = search();
    if (now !== undefined) slice.change((list) => historySearched(list, to(now)));
  };
  const open = () => {
    const found = earlierLines(lines.list(), slice.get().filter);
    if (found.length === 0) notify('There is no history yet: no other filter was kept or cancelled here.');
    else slice.change((list) => historyBegun(list, historyOpened(found), arrangement()));
  };
  const close = () => slice.change((list) => historyClosed(list, arrangement()));
  const move = (steps: number) => change((now) => historyMoved(now, steps));
  const take = () => {
    slice.change((list) => historyTaken(list, arrangement()));
    onChanged?.('recalled');
  };
  const needsFound = () => {
    const now = search();
    return now !== undefined && chosenLine(now) === undefined
      ? `No earlier filter has "${now.line.text.trim()}".`
      : undefined;
  };

  const searching = (): Layer =>
    fieldLayer({
      owner,
      line: () => search()?.line,
      change: (edit: LineEdit) => change((now) => historyEdited(now, edit(now.line))),
      maximum: TEXT_MAXIMUM,
      accept: { ...acceptKey(`${owner}.history-take`, 'take it over', take, needsFound), keys: ['enter', 'tab'] },
      cancel: {
        ...cancelKey(`${owner}.history-close`, close),
        keys: ['escape', 'ctrl-c', 'ctrl-g'],
      },
      own: [
        bind(`${owner}.history-older`, ['ctrl-r', 'down', 'ctrl-n'], 'older', EDITING, () => move(1), inFooter),
        bind(`${owner}.history-newer`, ['up', 'ctrl-p'], 'newer', EDITING, () => move(-1), inFooter),
      ],
    });

  const help = 'search earlier filters';
  return {
    openFromList: bind(`${owner}.history`, ['ctrl-r'], 'filter history', 'Find', open, {
      help,
      words: ['earlier', 'bring back', 'search'],
    }),
    open: bind(`${owner}.filter-history`, ['ctrl-r'], 'history', EDITING, open, {
      isInFooter: true,
      help,
    }),
    searching,
    resumed: () => change((now) => historyFound(now, earlierLines(lines.list(), slice.get().filter))),
  };
};

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
