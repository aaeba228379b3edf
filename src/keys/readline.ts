/** The readline edits as key rows, for every line of text that is ours. */
import {
  deletedBefore,
  deletedToEnd,
  deletedToStart,
  deletedUnder,
  deletedWordBefore,
  type LineEdit,
  movedLeft,
  movedRight,
  movedToEnd,
  movedToStart,
  movedWordLeft,
  movedWordRight,
  putBack,
} from '../state/line.ts';
import { type Binding, bind } from './binding.ts';

const EDITS: readonly (readonly [verb: string, keys: readonly string[], label: string, edit: LineEdit])[] = [
  ['left', ['left', 'ctrl-b'], 'left', movedLeft],
  ['right', ['right', 'ctrl-f'], 'right', movedRight],
  ['word-left', ['ctrl-left', 'alt-b'], 'word left', movedWordLeft],
  ['word-right', ['ctrl-right', 'alt-f'], 'word right', movedWordRight],
  ['start', ['home', 'ctrl-a'], 'to the start', movedToStart],
  ['end', ['end', 'ctrl-e'], 'to the end', movedToEnd],
  ['delete-before', ['backspace', 'ctrl-h'], 'delete before', deletedBefore],
  ['delete-under', ['delete', 'ctrl-d'], 'delete under', deletedUnder],
  ['delete-word', ['ctrl-w'], 'delete a word', deletedWordBefore],
  ['delete-to-start', ['ctrl-u'], 'delete to the start', deletedToStart],
  ['delete-to-end', ['ctrl-k'], 'delete to the end', deletedToEnd],
  ['put-back', ['ctrl-y'], 'put back what was deleted', putBack],
];

/** Rows that hand each readline edit to `change`; `owner` is the pane or overlay that their ids start with. */
export const readlineBindings = (owner: string, change: (edit: LineEdit) => void): readonly Binding[] =>
  EDITS.map(([verb, keys, label, edit]) =>
    bind(`${owner}.line-${verb}`, keys, label, 'Editing text', () => change(edit)),
  );
