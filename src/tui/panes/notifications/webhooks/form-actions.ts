/** The keys of the webhook form, and what they do: its fields are typed, and its event types picked. */
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { type ListMove, listBindings } from '../../../keys/cursor.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { EDITING } from '../../../keys/readline.ts';
import { cursorAt, cursorMoved } from '../../../state/cursor.ts';
import type { Slice } from '../../../state/slice.ts';
import { formRows } from '../measures.ts';
import { failedLines } from '../paragraph.ts';
import { draftProblem, FIELD_MAXIMA, FIELDS } from './draft.ts';
import {
  currentField,
  currentType,
  faultShown,
  fieldEdited,
  fieldPassed,
  typedTypePicked,
  typePicked,
  typeRowsOf,
  typingBegun,
  typingCancelled,
  typingLeft,
} from './form-state.ts';
import { cursorPlaced, type WebhooksState } from './state.ts';
import { remarkOnTyping } from './type-list.ts';

/** What the form needs from outside. */
export type FormNeeds = {
  readonly slice: Slice<WebhooksState>;
  /** Columns and rows that the tab has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** Types that can be picked. */
  readonly offered: () => readonly string[];
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Goes back to the list. */
  readonly leave: () => void;
  /** Goes on to the review of a form that lacks nothing. */
  readonly review: () => void;
};

/** The form's keys. */
type FormActions = {
  /** Those in force while no field is open. */
  readonly bindings: () => readonly Binding[];
  /** The layer in force while one is. */
  readonly typingLayer: () => Layer;
};

/** Builds the form's keys. */
export const createFormActions = ({
  slice,
  screen,
  offered,
  remember,
  refusal,
  refuse,
  leave,
  review,
}: FormNeeds): FormActions => {
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const typeHere = () => currentType(slice.get(), offered());

  const enterField = bind('notifications.edit', ['enter', 'e'], 'type', 'Webhook', () => type(), inFooter);
  const enterType = bind('notifications.edit', ['enter', 'e'], 'pick / put back', 'Webhook', () => pick());
  const form: readonly Binding[] = [
    bind('notifications.pick', ['space'], 'pick / put back', 'Webhook', () => pick(), {
      isInFooter: true,
      refusal: () => (typeHere() === undefined ? 'There is no event type under the cursor.' : undefined),
    }),
    bind('notifications.review', ['s'], 'review and send', 'Webhook', () => openReview(), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.next-field', ['tab'], 'next', 'Webhook', () =>
      moveInForm((cursor, extent) => cursorMoved(cursor, 1, extent)),
    ),
    bind('notifications.last-field', ['shift-tab'], 'back', 'Webhook', () =>
      moveInForm((cursor, extent) => cursorMoved(cursor, -1, extent)),
    ),
    bind('notifications.leave', ['escape'], 'leave', 'Webhook', () => leave(), inFooter),
    ...listBindings('notifications', (to) => moveInForm(to)),
  ];

  const moveInForm = (to: ListMove) =>
    change((state) => {
      const tab = screen();
      const height = formRows(tab.height, failedLines(state.failed?.words, tab.width).length);
      const types = typeRowsOf(state, offered()).length;
      const { row } = to(state.formCursor, { count: FIELDS.length + types, height });
      const { top } = cursorAt(state.formCursor, row - FIELDS.length, { count: types, height });
      return cursorPlaced(state, 'formCursor', { row, top });
    });

  const type = () => change((state) => typingBegun(state, offered()));

  const pick = () => {
    const row = typeHere();
    if (row === undefined) return;
    if (!row.isKnown) remember(row.type);
    change((state) => typePicked(state, row.type));
  };

  /** What is lacking is said where it is lacking. */
  const openReview = () => {
    const problem = draftProblem(slice.get().draft);
    if (problem === undefined) {
      review();
      return;
    }
    change((state) => faultShown(state, problem.field));
    refuse(problem.text);
  };

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

  const pass = (steps: 1 | -1) => change((state) => fieldPassed(state, steps, offered()));

  const refusalToEnter = (): string | undefined => {
    const state = slice.get();
    const remark = currentField(state) === 'typed' ? remarkOnTyping(offered(), state.draft, typeHere()) : undefined;
    return remark?.kind === 'wrong' ? remark.text : undefined;
  };

  const enterLabel = (): string => {
    const { draft } = slice.get();
    if (currentField(slice.get()) !== 'typed') return 'next field';
    if (draft.typed.text.trim() === '') return 'done';
    return typeHere()?.isKnown === false ? 'add it as typed' : 'pick it';
  };

  const typingLayer = () => {
    const field = currentField(slice.get()) ?? 'typed';
    return fieldLayer({
      owner: 'notifications',
      line: () => slice.get().draft[field],
      change: (edit) => change((state) => fieldEdited(state, edit, offered())),
      maximum: FIELD_MAXIMA[field],
      accept: acceptKey('notifications.field-enter', enterLabel(), keepField, refusalToEnter),
      cancel: cancelKey('notifications.field-leave', () => change(typingCancelled)),
      own: passing,
    });
  };
  const passing: readonly Binding[] = [
    bind('notifications.field-next', ['tab'], 'go on', EDITING, () => pass(1), inFooter),
    bind('notifications.field-back', ['shift-tab'], 'field before', EDITING, () => pass(-1)),
    bind('notifications.field-down', ['down'], 'down', EDITING, () => moveInField(1)),
    bind('notifications.field-up', ['up'], 'up', EDITING, () => moveInField(-1)),
  ];

  return {
    bindings: () => [typeHere() === undefined ? enterField : enterType, ...footerOfAllowed(form)],
    typingLayer,
  };
};
