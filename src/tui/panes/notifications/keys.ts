/** The keys that pages of the pane have in common: those that scroll a text, and those of a line that is typed. */
import { type Binding, bind, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { scrollKeys } from '../../keys/moving.ts';

/** Rows that scroll a text of `length` lines, of which `rows` are seen; `change` moves the first of those. */
export const pageKeys = (
  seen: () => { readonly length: number; readonly rows: number },
  change: (move: (top: number) => number) => void,
): readonly Binding[] => {
  return scrollKeys('notifications.', 'Move', (pages, lines) => {
    const { length, rows } = seen();
    const most = Math.max(0, length - Math.max(1, rows));
    change((top) => Math.max(0, Math.min(most, top + pages * Math.max(1, rows) + lines)));
  });
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

/** The layer in force while something that was sent has no answer yet; its row stands under `group` in help. */
export const waitingLayer = (group: string): Layer => ({
  bindings: [
    bind('notifications.leave', ['escape'], 'leave', group, () => {}, {
      refusal: () => 'Waiting for the answer: the call was sent once and is not sent again.',
    }),
  ],
});
