/** The keys of the preferences tab, and what they do. Its effects: replacing the preferences, and keeping the journal. */
import type { QuestionParts } from '../../../../api/question.ts';
import type { NotificationType } from '../../../../api/records/replies.ts';
import { savedUser } from '../../../../storage/journal/known-user.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/cursor.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { retryOf } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import { TYPE_MAXIMUM, typeProblem } from '../event-type.ts';
import { gridHeight, pageHeight, pageScrollMaximum } from '../measures.ts';
import { pageKeys } from '../page-keys.ts';
import { refusalToSwitchOff, toldOf } from '../told-types.ts';
import { createPresentQuestion } from './ask-present.ts';
import type { GridRow } from './differences.ts';
import {
  channelChosen,
  channelDecided,
  channelToggled,
  editUndone,
  rowChosen,
  rowFound,
  typeAdded,
  typeRemoved,
} from './edits.ts';
import { readingForgotten, settingsRead } from './known.ts';
import { headLines, reviewLines } from './lines.ts';
import { readKnown } from './read-journal.ts';
import { isShown, refusalToAsk } from './reading.ts';
import { createReplacing } from './replacing.ts';
import { channelOf } from './settings.ts';
import { changesOf, confirmationWord, type PreferencesState, rowsOf, type TypedLine, undecidedOf } from './state.ts';
import {
  lineEdited,
  lineRefused,
  reviewScrolled,
  stageOpened,
  typingBegun,
  typingCancelled,
  typingLeft,
} from './typing.ts';

/** What the tab needs from outside. */
export type PreferencesNeeds = QuestionParts & {
  readonly slice: Slice<PreferencesState>;
  readonly journal: () => JournalAccess;
  readonly timeZone: string;
  /** Columns and rows that the tab has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** The user whom the key belongs to, where profile, environment or service say. */
  readonly userId: () => number | undefined;
  /** Types that stand in the grid without having a setting. */
  readonly offered: () => readonly string[];
  /** What the service says of types. */
  readonly types: () => readonly NotificationType[];
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};

/** The tab's actions. */
type PreferencesActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The tab is seen: asks for the present settings unless they were asked for before. */
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
  const { slice, journal, timeZone, screen, offered, types, remember, refusal } = needs;
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);
  const rows = () => rowsOf(slice.get(), offered());
  const currentRow = (): GridRow | undefined => rows()[slice.get().cursor.row];
  const visibleRows = () => {
    const { width, height } = screen();
    return gridHeight(height, headLines(slice.get(), timeZone, width).length);
  };
  const defaultsOf = (type: string) => {
    const { confirmed } = slice.get();
    // A default says something only of a type that is known not to be set.
    return confirmed === undefined ? undefined : toldOf(types(), type)?.defaults;
  };
  const refusalOfRow = () =>
    refusal() ?? (currentRow() === undefined ? 'There is no type under the cursor.' : undefined);

  const asking: readonly Binding[] = [
    bind('notifications.user', ['enter', 'e'], 'type the user id', 'Preferences', () => type('userId'), {
      isInFooter: true,
      refusal,
    }),
  ];
  const grid: readonly Binding[] = [
    bind('notifications.toggle', ['space', 'enter'], 'on / off', 'Preferences', () => toggle(), {
      isInFooter: true,
      refusal: () => refusalOfRow() ?? refusalOfToggling(),
    }),
    bind('notifications.add', ['a'], 'add a type', 'Preferences', () => type('type'), { isInFooter: true, refusal }),
    bind('notifications.review', ['s'], 'review and send', 'Preferences', () => openStage('review'), {
      isInFooter: true,
      refusal: () => refusal() ?? nothingToSend(slice.get()),
    }),
    bind('notifications.remove', ['x'], 'remove', 'Preferences', () => remove(), {
      isInFooter: true,
      refusal: () => refusalOfRow() ?? (currentRow()?.yours === undefined ? 'This type is not set.' : undefined),
    }),
    bind('notifications.ask', ['R'], 'refresh', 'Preferences', () => ask(), {
      isInFooter: true,
      refusal: () => refusalToAsk(slice.get().reading),
    }),
    bind('notifications.undo', ['U'], 'undo', 'Preferences', () => change(editUndone), {
      isInFooter: true,
      refusal: () => (slice.get().past.length === 0 ? 'There is no edit to take back.' : undefined),
    }),
    ...listBindings('notifications', (to) =>
      change((state) => rowChosen(state, to(state.cursor, { count: rows().length, height: visibleRows() }))),
    ),
    bind('notifications.channel-left', ['left', 'h'], 'channel before', 'Move', () =>
      change((s) => channelChosen(s, -1)),
    ),
    bind('notifications.channel-right', ['right', 'l'], 'next channel', 'Move', () =>
      change((s) => channelChosen(s, 1)),
    ),
  ];
  const nextUndecided = () => undecidedOf(slice.get())[0];
  /** The key that decides on the channel that is asked about. */
  const deciding = (id: string, key: string, decision: 'on' | 'off'): Binding =>
    bind(id, [key], decision, 'Preferences', () => decide(decision), {
      isInFooter: true,
      refusal: () => refusal() ?? refusalToDecide(decision),
    });
  const review: readonly Binding[] = [
    deciding('notifications.decide-on', 'y', 'on'),
    deciding('notifications.decide-off', 'n', 'off'),
    bind('notifications.confirm', ['enter', 'e'], 'confirm', 'Preferences', () => type('confirmation'), {
      isInFooter: true,
      refusal: () => refusal() ?? (nextUndecided() && 'Decide first: y switches it on, n off.'),
    }),
    bind('notifications.back', ['escape'], 'back to the grid', 'Preferences', () => openStage('grid'), inFooter),
    ...pageKeys(
      'notifications',
      () => pageHeight(screen().height),
      (lines) => scroll(lines),
    ),
  ];
  const sending: readonly Binding[] = [
    bind('notifications.leave', ['escape'], 'leave', 'Preferences', () => {}, {
      refusal: () => 'The answer is awaited: the call was sent once and is not sent again.',
    }),
  ];

  const type = (line: TypedLine) => change((state) => typingBegun(state, line));
  const openStage = (stage: 'grid' | 'review') => change((state) => stageOpened(state, stage));

  const toggle = () => {
    const row = currentRow();
    if (row !== undefined) change((state) => channelToggled(state, row, defaultsOf(row.type)));
  };

  const refusalOfToggling = () => {
    const { channel } = slice.get();
    const row = currentRow();
    const isOn = channelOf(row?.yours, channel) === 'on';
    return row !== undefined && isOn ? refusalToSwitchOff(types(), row.type, channel) : undefined;
  };

  const refusalToDecide = (decision: 'on' | 'off') => {
    const next = nextUndecided();
    if (next === undefined) return 'Everything is decided: Enter goes on.';
    return decision === 'off' ? refusalToSwitchOff(types(), next.type, next.channel) : undefined;
  };

  const decide = (decision: 'on' | 'off') => {
    const next = nextUndecided();
    if (next !== undefined) change((state) => channelDecided(state, next, decision));
  };

  const remove = () => {
    const row = currentRow();
    if (row !== undefined) change((state) => typeRemoved(state, row.type));
  };

  const scroll = (lines: number) => {
    const { width, height } = screen();
    change((state) =>
      reviewScrolled(state, lines, pageScrollMaximum(reviewLines(state, types(), width - 4).length, height)),
    );
  };

  /** Enter in a line: what was typed is acted upon, or it is said why not. */
  const keep = () => {
    const { typing, lines } = slice.get();
    if (typing === undefined) return;
    const text = lines[typing].text.trim();
    if (typing === 'userId') keepUser(text);
    else if (typing === 'type') keepType(text);
    else confirm(text);
  };

  const refuseLine = (problem: string) => change((state) => lineRefused(state, problem));

  const keepUser = (text: string) => {
    const userId = Number(text);
    const isId = /^\d+$/.test(text) && Number.isSafeInteger(userId) && userId > 0;
    if (!isId) {
      refuseLine('A user id is a whole number above 0.');
      return;
    }
    const access = journal();
    if (!('problem' in access)) access.userId.remember(userId);
    change(typingLeft);
    readFor(userId);
    open();
  };

  const keepType = (text: string) => {
    const problem = typeProblem(text);
    if (problem !== undefined) {
      refuseLine(problem);
      return;
    }
    remember(text);
    change((state) => typeAdded(state, text, defaultsOf(text)));
    const found = rows().findIndex((row) => row.type === text);
    change((state) => rowFound(state, found, rows().length, visibleRows()));
  };

  const confirm = (text: string) => {
    const word = confirmationWord(slice.get());
    const problem = refusal() ?? (text === word ? undefined : `Type ${word}, or cancel with Esc.`);
    if (problem === undefined) replace();
    else refuseLine(problem);
  };

  const present = createPresentQuestion(needs);
  const replace = createReplacing({ ...needs, present, read: () => read(), refuseLine });

  const ask = () => {
    read();
    present.ask();
  };

  const read = () => {
    const userId = needs.userId() ?? slice.get().userId ?? savedUser(journal());
    if (userId !== undefined) readFor(userId);
  };

  const readFor = (userId: number) => {
    if (slice.get().stage === 'sending') return;
    if (slice.get().userId !== userId) present.drop();
    change((state) => settingsRead(state, userId, readKnown(journal(), userId)));
  };

  const open = () => {
    present.comeBack();
    const { userId, reading } = slice.get();
    if (userId !== undefined && reading.answer.stage === 'idle') present.ask();
  };

  const stopTrying: Layer = {
    bindings: [bind('notifications.give-up', ['escape'], 'stop trying', 'Preferences', () => present.giveUp())],
  };

  const typingLayer = (line: TypedLine) =>
    fieldLayer({
      owner: 'notifications',
      line: () => slice.get().lines[line],
      change: (edit) => change((state) => lineEdited(state, edit)),
      maximum: LINE_MAXIMA[line],
      accept: acceptKey('notifications.field-enter', enterLabel(line, slice.get().yours.length), keep),
      cancel: cancelKey('notifications.field-leave', () => change(typingCancelled)),
    });

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
      change(readingForgotten);
    },
    layers: () => {
      const { typing, stage, userId } = slice.get();
      if (typing !== undefined) return [typingLayer(typing)];
      if (stage === 'sending') return [{ bindings: sending }];
      if (userId === undefined) return [{ bindings: asking }];
      if (stage === 'review') return [{ bindings: footerOfAllowed(review) }];
      const isTrying = retryOf(slice.get().reading.answer) !== undefined;
      return [...(isTrying ? [stopTrying] : []), { bindings: footerOfAllowed(grid) }];
    },
  };
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

const nothingToSend = (state: PreferencesState): string | undefined => {
  if (changesOf(state).length > 0 || state.openSinceEpochMs !== undefined) return undefined;
  return state.confirmed === undefined
    ? 'Nothing is set here yet.'
    : isShown(state.reading)
      ? 'Nothing differs from what the service has.'
      : 'Nothing differs from what the service last told.';
};
