/**
 * The keys of a text field, the same in every one: Enter accepts, Esc brings back what stood there before the field was opened,
 * Ctrl-R brings back what was cancelled, or searches the history where the field has one. No other key gets through while it is open.
 */
import {
  deletedBefore,
  deletedToEnd,
  deletedToStart,
  deletedUnder,
  deletedWordBefore,
  inserted,
  type Line,
  type LineEdit,
  lineBroughtBack,
  movedLeft,
  movedRight,
  movedToEnd,
  movedToStart,
  movedWordLeft,
  movedWordRight,
  putBack,
  undone,
} from '../state/line.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from './binding.ts';

/** The heading of the rows in the help. */
export const EDITING = 'Editing text';

/** The rows that edit a line. */
export const readlineBindings = ({
  owner,
  line,
  change,
  maximum,
  isLong,
}: Omit<Parameters<typeof fieldLayer>[0], 'accept' | 'cancel' | 'own'>): readonly Binding[] => {
  const row = (
    verb: string,
    keys: readonly string[],
    label: string,
    edit: LineEdit,
    more?: Parameters<typeof bind>[5],
  ) => bind(`${owner}.line-${verb}`, keys, label, EDITING, () => change(edit), more);
  return [
    row('left', ['left', 'ctrl-b'], 'left', movedLeft),
    row('right', ['right', 'ctrl-f'], 'right', movedRight),
    row('word-left', ['ctrl-left', 'alt-b', 'alt-left'], 'word left', movedWordLeft),
    row('word-right', ['ctrl-right', 'alt-f', 'alt-right'], 'word right', movedWordRight),
    row('start', ['home', 'ctrl-a'], 'to the start', movedToStart),
    row('end', ['end', 'ctrl-e'], 'to the end', movedToEnd),
    row('delete-before', ['backspace', 'ctrl-h'], 'delete back', deletedBefore),
    row('delete-under', ['delete', 'ctrl-d'], 'delete forward', deletedUnder),
    row('delete-word', ['ctrl-w', 'alt-backspace'], 'delete a word', deletedWordBefore),
    row('delete-to-start', ['ctrl-u'], 'delete to the start', deletedToStart),
    row('delete-to-end', ['ctrl-k'], 'delete to the end', deletedToEnd),
    row('put-back', ['ctrl-y'], 'put back what was deleted', putBack(maximum)),
    row('undo', ['ctrl-_'], 'undo', undone, {
      ...(isLong && { isInFooter: true }),
      help: 'undo the last edit, or redo it; Ctrl-/ in most terminals',
      words: ['undo', 'redo'],
      refusal: () => (line()?.undo === undefined ? 'Nothing was changed in this field yet.' : undefined),
    }),
    row('bring-back', ['ctrl-r'], 'bring back', lineBroughtBack, {
      isInFooter: true,
      refusal: () =>
        line()?.cancelled === undefined ? 'No edit was cancelled here, so there is nothing to bring back.' : undefined,
    }),
  ];
};

/** Most characters of a filter: as many as are remembered of one (see `storage/filter-lines.ts`). */
export const FILTER_MAXIMUM = 2000;

/** Most characters of a text that is looked for: a row shows fewer. */
export const SOUGHT_MAXIMUM = 200;

/** The row of Enter; `label` says what it does with what was typed. */
export const acceptKey = (id: string, label: string, run: () => void, refusal?: () => string | undefined): Binding =>
  bind(id, ['enter'], label, EDITING, run, { ...inFooter, ...(refusal && { refusal }) });

/** The row of Esc. */
export const cancelKey = (id: string, run: () => void): Binding =>
  bind(id, ['escape', 'ctrl-c'], 'cancel', EDITING, run, inFooter);

/** The rows that go from field to field of a form; their ids begin with `name`. */
export const formKeys = (name: string, move: (steps: 1 | -1) => void): readonly Binding[] => [
  bind(`${name}-next`, ['tab', 'down'], 'next field', EDITING, () => move(1), inFooter),
  bind(`${name}-before`, ['shift-tab', 'up'], 'previous field', EDITING, () => move(-1)),
];

/** The layer in force while a field is open. */
export const fieldLayer = (needs: {
  /** What the ids of the rows start with. */
  readonly owner: string;
  /** The line as it stands; undefined where there is none. */
  readonly line: () => Line | undefined;
  readonly change: (edit: LineEdit) => void;
  /** Most characters (UTF-16 units) that the field takes. */
  readonly maximum: number;
  /** True where more than a word is written: the footer offers undo. */
  readonly isLong?: true;
  /** True where what is typed behind the text of a line that was opened is a word of its own: a space is put between them. */
  readonly isOfWords?: true;
  readonly accept: Binding;
  readonly cancel: Binding;
  /** Keys that only this field has, also in the place of usual ones. */
  readonly own?: readonly Binding[];
}): Layer => {
  const { accept, cancel, own = [], line, change, maximum, isOfWords } = needs;
  const taken = new Set([accept, cancel, ...own].flatMap(({ keys }) => keys));
  const usual = readlineBindings(needs).filter(({ keys }) => !keys.every((key) => taken.has(key)));
  return {
    bindings: footerOfAllowed([accept, ...own, ...usual, cancel]),
    type: (text) => {
      const lengthBefore = lengthOf(line());
      const between = isOfWords && beginsWord(line(), text) ? ' ' : '';
      change(inserted(between + text, maximum));
      const taken = Math.max(0, (line()?.text.length ?? 0) - lengthBefore - between.length);
      return taken < text.length ? cutWords(taken, text.length, maximum) : undefined;
    },
    isModal: true,
  };
};

/** True where `text` is the first that is typed behind what stood in the line when it was opened, and begins a word. */
const beginsWord = (line: Line | undefined, text: string): boolean =>
  line !== undefined &&
  line.text === line.before &&
  line.at === line.text.length &&
  /\S$/.test(line.text) &&
  /^[\p{L}\p{N}"'(!-]/u.test(text);

/** Units that stay when something is typed: a selected text gives way. */
const lengthOf = (line: Line | undefined): number => (line === undefined || line.isSelected ? 0 : line.text.length);

const cutWords = (taken: number, offered: number, maximum: number): string => {
  const most = maximum.toLocaleString('en-US');
  return taken === 0
    ? `This field is full: it holds ${most} characters.`
    : `Only the first ${taken.toLocaleString('en-US')} of ${offered.toLocaleString('en-US')} characters were taken: this field holds ${most}.`;
};
