/** The layer of a field of the webhook form that is open, and what its keys do: types are narrowed, picked and added in it. */
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../../../keys/field.ts';

import { cursorMoved } from '../../../state/cursor.ts';
import { FIELD_MAXIMA, FIELDS } from './draft.ts';
import { createFormMove, type FormNeeds } from './form-actions.ts';
import {
  currentField,
  currentType,
  fieldEdited,
  fieldPassed,
  typedTypePicked,
  typingCancelled,
  typingLeft,
} from './form-state.ts';
import type { WebhooksState } from './state.ts';
import { hintOnTyping } from './type-list.ts';

/** What the fields need from outside. */
type FieldNeeds = Pick<FormNeeds, 'slice' | 'screen' | 'offered' | 'remember'>;

/** Builds the layer; it is another one for each field. */
export const createFormTyping = (needs: FieldNeeds): (() => Layer) => {
  const { slice, offered, remember } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const typeHere = () => currentType(slice.get(), offered());
  const moveInForm = createFormMove(needs);
  const pass = (steps: 1 | -1) => change((state) => fieldPassed(state, steps, offered()));

  /** Enter in a field: the type under the cursor is picked and another can be typed; elsewhere the next field follows. */
  const keepField = () => {
    const state = slice.get();
    const row = typeHere();
    if (currentField(state) !== 'typed') pass(1);
    else if (state.draft.typed.text.trim() === '') change(typingLeft);
    else if (row !== undefined) {
      if (!row.isKnown) remember(row.type);
      change((now) => typedTypePicked(now, row.type));
    }
  };

  /** Through the types while they are narrowed, else through the fields. */
  const moveInField = (steps: 1 | -1) => {
    const { formCursor, draft } = slice.get();
    const isInList = draft.typed.text.trim() !== '' && formCursor.row >= FIELDS.length;
    const isAtTop = steps < 0 && formCursor.row === FIELDS.length;
    if (isInList && !isAtTop) moveInForm((cursor, extent) => cursorMoved(cursor, steps, extent));
    else pass(steps);
  };

  const refusalToEnter = (): string | undefined => {
    const state = slice.get();
    const hint = currentField(state) === 'typed' ? hintOnTyping(offered(), state.draft, typeHere()) : undefined;
    return hint?.kind === 'wrong' ? hint.text : undefined;
  };

  const enterLabel = (): string => {
    const { draft } = slice.get();
    if (currentField(slice.get()) !== 'typed') return 'next field';
    if (draft.typed.text.trim() === '') return 'done';
    return typeHere()?.isKnown === false ? 'add it as typed' : 'pick it';
  };

  const own: readonly Binding[] = [
    bind('notifications.field-next', ['tab'], 'go on', EDITING, () => pass(1), inFooter),
    bind('notifications.field-back', ['shift-tab'], 'previous field', EDITING, () => pass(-1)),
    bind('notifications.field-down', ['down'], 'down', EDITING, () => moveInField(1)),
    bind('notifications.field-up', ['up'], 'up', EDITING, () => moveInField(-1)),
  ];
  return () => {
    const field = currentField(slice.get()) ?? 'typed';
    return fieldLayer({
      owner: 'notifications',
      line: () => slice.get().draft[field],
      change: (edit) => change((state) => fieldEdited(state, edit, offered())),
      maximum: FIELD_MAXIMA[field],
      accept: acceptKey('notifications.field-enter', enterLabel(), keepField, refusalToEnter),
      cancel: cancelKey('notifications.field-leave', () => change(typingCancelled)),
      own,
    });
  };
};
