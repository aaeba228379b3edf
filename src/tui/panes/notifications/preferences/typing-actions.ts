/** The lines of the tab that are typed, and what Enter does in each: it is acted upon, or it is said why not. */

import type { Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { TYPE_MAXIMUM, typeProblem } from '../event-type.ts';
import type { PreferencesNeeds } from './needs.ts';
import { confirmationWord, type PreferencesState, type TypedLine } from './state.ts';
import { lineEdited, lineRefused, typingCancelled, typingLeft } from './typing.ts';

/** What typing needs from outside. */
type TypingNeeds = Pick<PreferencesNeeds, 'slice' | 'journal' | 'remember' | 'refusal'> & {
  /** It was typed whose preferences these are. */
  readonly userTyped: (userId: number) => void;
  /** A type was typed that shall be set. */
  readonly add: (type: string) => void;
  /** The replacement was confirmed. */
  readonly replace: () => void;
};

/** The layer in force while `line` is typed. */
export const createTypingLayer = (needs: TypingNeeds): ((line: TypedLine) => Layer) => {
  const { slice, journal, remember, refusal } = needs;
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);
  const refuse = (problem: string) => change((state) => lineRefused(state, problem));

  const keepers: Readonly<Record<TypedLine, (text: string) => void>> = {
    userId: (text) => {
      const userId = Number(text);
      const isId = /^\d+$/.test(text) && Number.isSafeInteger(userId) && userId > 0;
      if (!isId) {
        refuse('A user id is a whole number above 0.');
        return;
      }
      const access = journal();
      if (!('problem' in access)) access.userId.remember(userId);
      change(typingLeft);
      needs.userTyped(userId);
    },
    type: (text) => {
      const problem = typeProblem(text);
      if (problem !== undefined) {
        refuse(problem);
        return;
      }
      remember(text);
      needs.add(text);
    },
    confirmation: (text) => {
      const word = confirmationWord(slice.get());
      const problem = refusal() ?? (text === word ? undefined : `Type ${word}, or cancel with Esc.`);
      if (problem === undefined) needs.replace();
      else refuse(problem);
    },
  };

  return (line) =>
    fieldLayer({
      owner: 'notifications',
      line: () => slice.get().lines[line],
      change: (edit) => change((state) => lineEdited(state, edit)),
      maximum: LINE_MAXIMA[line],
      accept: acceptKey('notifications.field-enter', enterLabel(line, slice.get().yours.length), () =>
        keepers[line](slice.get().lines[line].text.trim()),
      ),
      cancel: cancelKey('notifications.field-leave', () => change(typingCancelled)),
    });
};

/** Most characters that each line takes: no user id and no confirmation is longer. */
const LINE_MAXIMA: Readonly<Record<TypedLine, number>> = { userId: 20, type: TYPE_MAXIMUM, confirmation: 40 };

const enterLabel = (line: TypedLine, count: number): string => {
  switch (line) {
    case 'userId':
      return 'accept';
    case 'type':
      return 'add it';
    case 'confirmation':
      return count === 0 ? 'replace all with none' : `replace all with ${count} ${count === 1 ? 'type' : 'types'}`;
  }
};
