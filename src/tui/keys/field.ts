/**
 * The keys of a text field, the same in every one: Enter accepts, Esc brings back what stood there before the field was opened,
 * Ctrl-R brings back what was cancelled, or searches the history where the field has one. No other key gets through while it is open.
 */
import { inserted } from '../state/line.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from './binding.ts';
import { EDITING, type LineNeeds, readlineBindings } from './readline.ts';

/** Most characters of a filter: as many as are remembered of one (see `storage/filter-lines.ts`). */
export const FILTER_MAXIMUM = 2000;

/** The row of Enter; `label` says what it does with what was typed. */
export const acceptKey = (id: string, label: string, run: () => void, refusal?: () => string | undefined): Binding =>
  bind(id, ['enter'], label, EDITING, run, { ...inFooter, ...(refusal && { refusal }) });

/** The row of Esc. */
export const cancelKey = (id: string, run: () => void): Binding =>
  bind(id, ['escape', 'ctrl-c'], 'cancel', EDITING, run, inFooter);

/** What a field's keys work on, and its own ones: `own` are those that only this field has, also in the place of usual ones. */
type FieldNeeds = LineNeeds & {
  readonly accept: Binding;
  readonly cancel: Binding;
  readonly own?: readonly Binding[];
};

/** The layer in force while a field is open. */
export const fieldLayer = (needs: FieldNeeds): Layer => {
  const { accept, cancel, own = [], line, change, maximum } = needs;
  const taken = new Set([accept, cancel, ...own].flatMap(({ keys }) => keys));
  const usual = readlineBindings(needs).filter(({ keys }) => !keys.every((key) => taken.has(key)));
  return {
    bindings: footerOfAllowed([accept, ...own, ...usual, cancel]),
    type: (text) => {
      const lengthBefore = lengthOf(line());
      change(inserted(text, maximum));
      const taken = Math.max(0, (line()?.text.length ?? 0) - lengthBefore);
      return taken < text.length ? cutWords(taken, text.length, maximum) : undefined;
    },
    isModal: true,
  };
};

/** Units that stay when something is typed: a selected text gives way. */
const lengthOf = (line: ReturnType<LineNeeds['line']>): number =>
  line === undefined || line.isSelected ? 0 : line.text.length;

const cutWords = (taken: number, offered: number, maximum: number): string => {
  const most = maximum.toLocaleString('en-US');
  return taken === 0
    ? `This field is full: it holds ${most} characters.`
    : `Only the first ${taken.toLocaleString('en-US')} of ${offered.toLocaleString('en-US')} characters were taken: this field holds ${most}.`;
};
