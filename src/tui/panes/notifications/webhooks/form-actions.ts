/** The keys of the webhook form while no field is open, and what they do: a field is gone to, and event types are picked. */
import { type Binding, bind, footerOfAllowed, inFooter } from '../../../keys/binding.ts';
import { type ListMove, listBindings } from '../../../keys/moving.ts';
import { cursorAt, cursorMoved } from '../../../state/cursor.ts';
import type { Slice } from '../../../state/slice.ts';
import { formRows } from '../measures.ts';
import { failedLines } from '../paragraph.ts';
import { refusalUnlisted } from './changing/state.ts';
import { draftProblem, FIELDS } from './draft.ts';
import { currentType, problemShown, typePicked, typeRowsOf, typingBegun } from './form-state.ts';
import { cursorPlaced, type WebhooksState } from './state.ts';

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

/** Lines of the title of a form that changes a webhook. */
export const editTitleLines = ({ editing }: WebhooksState): number => (editing === undefined ? 0 : 1);

/** Moves the form's cursor over its fields and the types below them. */
export const createFormMove =
  ({ slice, screen, offered }: Pick<FormNeeds, 'slice' | 'screen' | 'offered'>) =>
  (to: ListMove): void =>
    slice.change((state) => {
      const tab = screen();
      const height = formRows(tab.height, failedLines(state.failed?.words, tab.width).length + editTitleLines(state));
      const types = typeRowsOf(state, offered()).length;
      const { row } = to(state.formCursor, { count: FIELDS.length + types, height });
      const { top } = cursorAt(state.formCursor, row - FIELDS.length, { count: types, height });
      return cursorPlaced(state, 'formCursor', { row, top });
    });

/** The rows of the form's key table. */
export const createFormBindings = (needs: FormNeeds): (() => readonly Binding[]) => {
  const { slice, offered, remember, refusal, refuse, leave, review } = needs;
  const typeHere = () => currentType(slice.get(), offered());
  const move = createFormMove(needs);

  const type = () => slice.change((state) => typingBegun(state, offered()));
  const pick = () => {
    const row = typeHere();
    if (row === undefined) return;
    if (!row.isKnown) remember(row.type);
    slice.change((state) => typePicked(state, row.type));
  };
  /** What is lacking is said where it is lacking. */
  const openReview = () => {
    const { draft, takesTrials, editing } = slice.get();
    const problem = draftProblem(draft, takesTrials, editing);
    if (problem === undefined) {
      review();
      return;
    }
    slice.change((state) => problemShown(state, problem.field));
    refuse(problem.text);
  };

  const enterField = bind('notifications.edit', ['enter', 'e'], 'type', 'Webhook', type, inFooter);
  const enterType = bind('notifications.edit', ['enter', 'e'], 'pick / remove', 'Webhook', () => {}, {
    // Who has just named a type presses it again without looking.
    refusal: () => 'Space picks or removes this type; s reviews and sends.',
  });
  const form: readonly Binding[] = [
    bind('notifications.pick', ['space'], 'pick / remove', 'Webhook', pick, {
      isInFooter: true,
      refusal: () => (typeHere() === undefined ? 'There is no event type under the cursor.' : undefined),
    }),
    bind('notifications.review', ['s'], 'review and send', 'Webhook', openReview, {
      isInFooter: true,
      refusal: () => refusal() ?? (slice.get().editing === undefined ? undefined : refusalUnlisted(slice.get())),
    }),
    bind('notifications.next-field', ['tab'], 'next', 'Webhook', () =>
      move((cursor, extent) => cursorMoved(cursor, 1, extent)),
    ),
    bind('notifications.last-field', ['shift-tab'], 'back', 'Webhook', () =>
      move((cursor, extent) => cursorMoved(cursor, -1, extent)),
    ),
    bind('notifications.leave', ['escape'], 'leave', 'Webhook', leave, inFooter),
    ...listBindings('notifications', move),
  ];
  return () => [typeHere() === undefined ? enterField : enterType, ...footerOfAllowed(form)];
};
