/**
 * The keys of the page that tells what the line of a list can say (see `state/language-help.ts`): letters look through it, Enter
 * takes an entry over into the line, and Esc goes back to the line exactly as it was being typed.
 */
import {
  chosenEntry,
  type LanguageEntry,
  type LanguageHelp,
  type LanguageSection,
  languageMoved,
  languageOpened,
  languageSought,
  type Placed,
  putInto,
  WORD_LANGUAGE,
} from '../state/language-help.ts';
import { type LineEdit, lineReplaced } from '../state/line.ts';
import type { Arrangement, List } from '../state/list.ts';
import { filterEdited, filterOpened } from '../state/list-filter.ts';
import type { Slice } from '../state/slice.ts';

import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, EDITING, FILTER_MAXIMUM, fieldLayer } from './field.ts';

/** Most characters of a text that is looked for. */
const TEXT_MAXIMUM = 200;

/** The key that opens the page: every terminal sends it, and in nano it opens the help too. */
const OPENING = 'ctrl-g';

const WORDS: readonly string[] = [
  ...['help', 'grammar', 'syntax', 'fields', 'operators', 'units', 'regions', 'examples', 'values', 'words', 'sets'],
];

/** What one list says of its language; without it the list takes words. */
export type Language<Row, Query> = {
  readonly sections: (list: List<Row, Query>) => readonly LanguageSection[];
  /** The name of the entry that the line's cursor stands in or behind. */
  readonly begun: (list: List<Row, Query>) => string | undefined;
  /** Where what an entry puts into the line begins, and what it puts there. */
  readonly placed: (list: List<Row, Query>, entry: LanguageEntry) => Placed;
};

/** What these keys work on. */
export type LanguageKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  readonly language?: Language<Row, Query>;
  /** Lines of the page that entries are seen in. */
  readonly languageHeight: () => number;
  readonly notify: (text: string) => void;
  readonly onChanged?: (change: 'opened' | 'typed') => void;
};

/** The rows that open the page, from the list and from its line, and the layer in force meanwhile. */
export const languageKeys = <Row, Query>({
  owner,
  slice,
  arrangement,
  language,
  languageHeight,
  notify,
  onChanged,
}: LanguageKeysNeeds<Row, Query>): {
  readonly openFromList: Binding;
  readonly open: Binding;
  readonly reading: () => Layer;
} => {
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
      maximum: TEXT_MAXIMUM,
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
