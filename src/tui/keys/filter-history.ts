/**
 * The keys that search earlier filter lines (see `state/filter-history.ts`), as Ctrl-R does in a shell with fzf: Enter and Tab take
 * the chosen line over to be edited, and nothing else is done with it; Esc goes back to the line as it was.
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
import { historyBegun, historyClosed, historySearched, historyTaken } from '../state/list-filter.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, fieldLayer } from './field.ts';
import { EDITING } from './readline.ts';

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
export const historyKeys = <Row, Query>({
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
