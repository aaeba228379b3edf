/** The keys of the preferences tab, and what they do. Its effects: replacing the preferences, and keeping the journal. */
import { savedUser } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, footerOfAllowed, type Layer } from '../../../keys/binding.ts';
import { retryOf } from '../../../state/remote.ts';
import { createPresentQuestion } from './ask-present.ts';
import { createGridActions } from './grid-actions.ts';
import { readingForgotten, settingsRead } from './known.ts';
import type { PreferencesNeeds } from './needs.ts';
import { readKnown } from './read-journal.ts';
import { isShown } from './reading.ts';
import { createReplacing } from './replacing.ts';
import { createReviewBindings } from './review-actions.ts';
import { lineRefused, typingBegun } from './typing.ts';
import { createTypingLayer } from './typing-actions.ts';

/** The tab's actions. */
type PreferencesActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The tab is seen: asks for the current settings unless they were asked for before. */
  readonly open: () => void;
  /** The tab is not seen any more: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** The settings have changed from here: asks for them anew where that can be done. */
  readonly changedHere: () => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
};

/** Builds the keys and actions of the tab. */
export const createPreferencesActions = (needs: PreferencesNeeds): PreferencesActions => {
  const { slice, journal, refusal } = needs;
  const present = createPresentQuestion(needs);

  const read = () => {
    const userId = needs.userId() ?? slice.get().userId ?? savedUser(journal());
    if (userId !== undefined) readFor(userId);
  };
  const readFor = (userId: number) => {
    if (slice.get().stage === 'sending') return;
    if (slice.get().userId !== userId) present.drop();
    slice.change((state) => settingsRead(state, userId, readKnown(journal(), userId)));
  };
  const ask = () => {
    read();
    present.ask();
  };
  const open = () => {
    present.comeBack();
    const { userId, reading } = slice.get();
    if (userId !== undefined && reading.answer.stage === 'idle') present.ask();
  };

  const refuseLine = (problem: string) => slice.change((state) => lineRefused(state, problem));
  const grid = createGridActions({ ...needs, ask });
  const review = createReviewBindings(needs);
  const typingLayer = createTypingLayer({
    ...needs,
    add: grid.add,
    replace: createReplacing({ ...needs, present, read, refuseLine }),
    userTyped: (userId) => {
      readFor(userId);
      open();
    },
  });
  const typeUser = () => slice.change((state) => typingBegun(state, 'userId'));
  const asking: readonly Binding[] = [
    bind('notifications.user', ['enter', 'e'], 'type the user id', 'Preferences', typeUser, {
      isInFooter: true,
      refusal,
    }),
  ];
  const sending: readonly Binding[] = [
    bind('notifications.leave', ['escape'], 'leave', 'Preferences', () => {}, {
      refusal: () => 'Waiting for the answer: the call was sent once and is not sent again.',
    }),
  ];
  const stopTrying: Layer = {
    bindings: [bind('notifications.give-up', ['escape'], 'stop trying', 'Preferences', () => present.giveUp())],
  };

  return {
    read,
    open,
    leave: present.leave,
    changedHere: () => {
      read();
      if (isShown(slice.get().reading)) present.ask();
    },
    serviceChanged: () => {
      present.drop();
      slice.change(readingForgotten);
    },
    layers: () => {
      const { typing, stage, userId, reading } = slice.get();
      if (typing !== undefined) return [typingLayer(typing)];
      if (stage === 'sending') return [{ bindings: sending }];
      if (userId === undefined) return [{ bindings: asking }];
      if (stage === 'review') return [{ bindings: footerOfAllowed(review) }];
      const isTrying = retryOf(reading.answer) !== undefined;
      return [...(isTrying ? [stopTrying] : []), { bindings: footerOfAllowed(grid.bindings) }];
    },
  };
};
