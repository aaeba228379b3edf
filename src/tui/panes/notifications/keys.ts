/** The keys that pages of the pane have in common: those that scroll a text, and those of a line that is typed. */
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';

/** Rows that scroll a text of `length` lines, of which `rows` are seen; `change` moves the first of those. */
export const pageKeys = (
  seen: () => { readonly length: number; readonly rows: number },
  change: (move: (top: number) => number) => void,
): readonly Binding[] => {
  const scroll = (pages: number, by: number) => () => {
    const { length, rows } = seen();
    const step = pages * Math.max(1, rows) + by;
    change((top) => Math.max(0, Math.min(length - Math.max(1, rows), top + step)));
  };
  return [
    bind('notifications.down', ['down', 'j'], 'scroll', 'Move', scroll(0, 1), inFooter),
    bind('notifications.up', ['up', 'k'], 'scroll up', 'Move', scroll(0, -1)),
    bind('notifications.page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Move', scroll(1, 0)),
    bind('notifications.page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Move', scroll(-1, 0)),
  ];
};

/** The layer in force while a line is typed: Enter, which `label` names, keeps it. */
export const typingLayer = ({
  label,
  keep,
  refusal,
  cancel,
  ...line
}: Omit<Parameters<typeof fieldLayer>[0], 'owner' | 'accept' | 'cancel'> & {
  readonly label: string;
  readonly keep: () => void;
  readonly refusal?: () => string | undefined;
  readonly cancel: () => void;
}): Layer =>
  fieldLayer({
    ...line,
    owner: 'notifications',
    accept: acceptKey('notifications.field-enter', label, keep, refusal),
    cancel: cancelKey('notifications.field-leave', cancel),
  });
