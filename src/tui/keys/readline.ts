/** The edits of a text field as key rows: those of readline, undo, and the way back to what was cancelled. */
import {
  deletedBefore,
  deletedToEnd,
  deletedToStart,
  deletedUnder,
  deletedWordBefore,
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
import { type Binding, bind } from './binding.ts';

/** What the rows work on. */
export type LineNeeds = {
  /** What the ids of the rows start with. */
  readonly owner: string;
  /** The line as it stands; undefined where there is none. */
  readonly line: () => Line | undefined;
  readonly change: (edit: LineEdit) => void;
  /** Most characters (UTF-16 units) that the field takes. */
  readonly maximum: number;
  /** True where more than a word is written: the footer offers undo. */
  readonly isLong?: true;
};

/** The heading of the rows in the help. */
export const EDITING = 'Editing text';

/** The rows. */
export const readlineBindings = ({ owner, line, change, maximum, isLong }: LineNeeds): readonly Binding[] => {
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
