/**
 * The keys of the line that narrows a list (see `state/list-filter.ts`), and what they do to it: editing it, seeing the whole of
 * it, the page that tells what it can say, where letters look through it and Enter takes an entry over into the line, and
 * searching earlier ones, as Ctrl-R does in a shell with fzf: Enter and Tab take the chosen line over to be edited, and nothing
 * else is done with it. Esc goes back to the line as it was.
 */
import { keyName } from '../../base/named-keys.ts';
import {
  chosenLine,
  earlierLines,
  type HistorySearch,
  historyEdited,
  historyFound,
  historyMoved,
  historyOpened,
} from '../state/filter-history.ts';
import {
  chosenEntry,
  type LanguageHelp,
  languageMoved,
  languageOpened,
  languageSought,
  putInto,
  WORD_LANGUAGE,
} from '../state/language-help.ts';
import { type Line, type LineEdit, lineReplaced } from '../state/line.ts';
import type { List } from '../state/list.ts';
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
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, EDITING, FILTER_MAXIMUM, fieldLayer, SOUGHT_MAXIMUM } from './field.ts';
import type { ListKeysNeeds } from './list-needs.ts';
import { scrollIn, scrollKeys } from './moving.ts';

/** The key that opens the page: every terminal sends it, and in nano it opens the help too. */
const OPENING = 'ctrl-g';

const WORDS: readonly string[] = [
  ...['help', 'grammar', 'syntax', 'fields', 'operators', 'units', 'regions', 'examples', 'values', 'words', 'sets'],
];

/** The rows that open the page, from the list and from its line, and the layer in force meanwhile. */
const languageKeys = <Row, Query>(needs: ListKeysNeeds<Row, Query>) => {
  const { owner, slice, arrangement, language, languageHeight, notify, onChanged } = needs;
  const sections = () => language?.sections(slice.get()) ?? WORD_LANGUAGE;
  const change = (to: (help: LanguageHelp) => LanguageHelp) =>
    slice.change((list) => (list.language === undefined ? list : { ...list, language: to(list.language) }));
  const open = () => {
    const list = slice.get();
    const begun = list.editing === undefined ? undefined : language?.begun(list);
    slice.change((now) => ({ ...now, language: languageOpened(sections(), begun, languageHeight()) }));
  };
  const close = () => slice.change(({ language: _, ...list }) => list);
  const move = (steps: number) => change((help) => languageMoved(help, steps, sections(), languageHeight()));
  const chosen = () => {
    const help = slice.get().language;
    return help === undefined ? undefined : chosenEntry(help, sections());
  };

  const take = () => {
    const entry = chosen();
    if (entry === undefined) return;
    if (slice.get().editing === undefined) {
      slice.change((list) => filterOpened(list, arrangement()));
      onChanged?.('opened');
    }
    const list = slice.get();
    const { text, at } = list.filter;
    const next = putInto(text, at, language?.placed(list, entry) ?? { from: at, put: entry.name });
    if (next.text.length > FILTER_MAXIMUM) {
      notify(`There is no room for this: a filter has ${FILTER_MAXIMUM.toLocaleString('en-US')} characters at most.`);
      return;
    }
    close();
    slice.change((now) => filterEdited(now, lineReplaced(next.text, next.at)(now.filter), arrangement()));
    onChanged?.('typed');
  };

  const needsChosen = () =>
    chosen() === undefined ? `Nothing here has "${slice.get().language?.line.text.trim() ?? ''}".` : undefined;

  const reading = (): Layer =>
    fieldLayer({
      owner,
      line: () => slice.get().language?.line,
      change: (edit: LineEdit) => change((help) => languageSought(help, edit(help.line), sections(), languageHeight())),
      maximum: SOUGHT_MAXIMUM,
      accept: { ...acceptKey(`${owner}.language-take`, 'take it over', take, needsChosen), keys: ['enter', 'tab'] },
      cancel: { ...cancelKey(`${owner}.language-close`, close), label: 'back', keys: ['escape', 'ctrl-c', OPENING] },
      own: [
        bind(`${owner}.language-down`, ['down', 'ctrl-n'], 'next', EDITING, () => move(1), inFooter),
        bind(`${owner}.language-up`, ['up', 'ctrl-p'], 'previous', EDITING, () => move(-1)),
        bind(`${owner}.language-page-down`, ['pagedown'], 'page down', EDITING, () => move(languageHeight()), inFooter),
        bind(`${owner}.language-page-up`, ['pageup'], 'page up', EDITING, () => move(-languageHeight())),
      ],
    });

  return {
    openFromList: bind(`${owner}.language`, [OPENING], 'what a filter can say', 'Find', open, {
      help: 'what a filter can say, with examples',
      words: WORDS,
      isExplaining: true,
    }),
    open: bind(`${owner}.filter-language`, [OPENING], 'help', EDITING, open, {
      ...inFooter,
      help: 'what a filter can say, with examples',
    }),
    reading,
  };
};

/** The rows that begin the search, from the list and from its line, and the layer in force meanwhile. */
const historyKeys = <Row, Query>(needs: ListKeysNeeds<Row, Query>) => {
  const { owner, slice, arrangement, lines, notify, onChanged } = needs;
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
      maximum: SOUGHT_MAXIMUM,
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
    /** An earlier run has left a search: its lines are read. */
    resumed: () => change((now) => historyFound(now, earlierLines(lines.list(), slice.get().filter))),
  };
};

/** The row that opens the line, and the layer in force while it is open, or while earlier lines are searched. */
export const filterKeys = <Row, Query>(needs: ListKeysNeeds<Row, Query>) => {
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

  /** As it would be kept: a line that is wrong as it stands. */
  const asKept = (line: Line): string => arrangement().narrowing.kept(slice.get().query, line).text ?? line.text;

  const restore = () => {
    const { editing, filter } = slice.get();
    // What was typed is found again with Up.
    if (editing !== undefined && filter.text !== filter.before) lines.keep(asKept(filter).trim());
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
      isOfWords: true,
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

/** The row that shows the line, and the layer in force meanwhile; `edit` begins to edit it. */
export const wholeKeys = <Row, Query>(
  { owner, slice, wholeExtent }: ListKeysNeeds<Row, Query>,
  edit: Binding,
): { readonly open: Binding; readonly seen: Layer } => {
  const scroll = (pages: number, lines: number) =>
    slice.change((list) => wholeScrolled(list, ...scrollIn(wholeExtent(), pages, lines)));
  const close = () => slice.change((list) => wholeClosed(list));
  const editIt = () => {
    close();
    edit.run();
  };
  const group = 'Filter';
  return {
    open: bind(`${owner}.filter-whole`, ['F'], 'whole filter', 'Find', () => slice.change(wholeOpened), {
      help: 'show all of a long filter',
      words: ['long', 'clauses', 'what is asked'],
      refusal: () =>
        slice.get().filter.text.trim() === '' ? `There is no filter: ${keyName(edit.id)} begins one.` : undefined,
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
