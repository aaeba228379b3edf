/** The keys of a form field (see `ui/field.tsx`): what a field that listens by itself leaves to the pane. */
import { lastWordErased, type TypedText, textPasted, textReplaced } from '../state/typed-text.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from './binding.ts';

/** What the keys of a field do. */
type FieldKeysNeeds = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What Enter does, in a word or two. */
  readonly enterLabel: string;
  readonly enter: () => void;
  /** Why Enter does nothing now; absent where it always works. */
  readonly enterRefusal?: () => string | undefined;
  readonly leave: () => void;
  /** Changes the text of the field that has the focus. */
  readonly change: (edit: (typed: TypedText) => TypedText) => void;
  /** Makes what was pasted fit to be shown. */
  readonly cleaned: (pasted: string) => string;
  /** Keys that only this field has. */
  readonly own?: readonly Binding[];
};

/** The layer in force while a field has the focus: no other key gets through. */
export const fieldLayer = (needs: FieldKeysNeeds): Layer => {
  const { owner, enterLabel, enter, enterRefusal: refusal, leave, change, cleaned, own = [] } = needs;
  const group = 'Form';
  return {
    bindings: [
      ...footerOfAllowed([
        bind(`${owner}.field-enter`, ['enter'], enterLabel, group, enter, { ...inFooter, ...(refusal && { refusal }) }),
      ]),
      ...own,
      bind(`${owner}.field-leave`, ['escape', 'ctrl-c'], 'leave', group, leave, inFooter),
      bind(`${owner}.field-clear`, ['ctrl-u'], 'clear', group, () => change((typed) => textReplaced(typed, ''))),
      bind(`${owner}.field-word`, ['ctrl-w'], 'delete a word', group, () => change(lastWordErased)),
    ],
    type: (text) => change((typed) => textPasted(typed, cleaned(text))),
    isField: true,
    isModal: true,
  };
};
