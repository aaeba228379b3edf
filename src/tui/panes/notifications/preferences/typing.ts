/** How the lines of the tab are typed: the user id, a type, the confirmation. Pure. */

import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOpened } from '../../../state/line.ts';
import type { PreferencesState, TypedLine } from './state.ts';

/** A line began to be typed. */
export const typingBegun = (state: PreferencesState, typing: TypedLine): PreferencesState =>
  lineEdited({ ...state, typing }, lineOpened);

/** The line that is typed changed. */
export const lineEdited = (state: PreferencesState, edit: LineEdit): PreferencesState => {
  const { typing, lines } = state;
  return typing === undefined
    ? state
    : { ...withoutProblem(state), lines: { ...lines, [typing]: edit(lines[typing]) } };
};

/** No line is typed any more; what was typed stays. */
export const typingLeft = (state: PreferencesState): PreferencesState => typingEnded(state, lineAccepted);

/** Typing was cancelled: what stood in the line before is there again. */
export const typingCancelled = (state: PreferencesState): PreferencesState => typingEnded(state, lineCancelled);

const typingEnded = (state: PreferencesState, end: LineEdit): PreferencesState => {
  const { typing: _, ...ended } = lineEdited(state, end);
  return withoutProblem(ended);
};

/** What was typed was not taken. */
export const lineRefused = (state: PreferencesState, problem: string): PreferencesState => ({ ...state, problem });

/** The review was opened, or left. */
export const stageOpened = (
  { changedMeanwhile: _, ...state }: PreferencesState,
  stage: 'grid' | 'review',
): PreferencesState => ({
  ...typingLeft(state),
  lines: { ...state.lines, confirmation: lineOf('') },
  stage,
  top: 0,
});

const withoutProblem = ({ problem: _, ...state }: PreferencesState): PreferencesState => state;
