/** The preferences page at work: the grid, the review of a replacement, the lines that are typed, and the question for the settings. */

import { CALLS } from '../../../../api/calls.ts';
import { createQuestion } from '../../../../api/question.ts';
import type { ToldPreferences } from '../../../../api/requests.ts';
import { plural } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { SETTLED_AFTER_MS } from '../../../../storage/journal/confirmed-preferences.ts';
import { savedUser } from '../../../../storage/journal/profile-journal.ts';
import {
  type Binding,
  bind,
  confirming,
  destructive,
  footerOfAllowed,
  inFooter,
  type Layer,
} from '../../../keys/binding.ts';
import { digitsOpenNothing } from '../../../keys/confirmation-page.ts';
import { EDITING } from '../../../keys/field.ts';
import { listBindings } from '../../../keys/moving.ts';
import { cursorAt } from '../../../state/cursor.ts';
import { askedNoted, retryOf } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { refusalToSwitchOff, TYPE_MAXIMUM, toldOf, typeProblem } from '../event-types.ts';
import { pageKeys, typingLayer, waitingLayer } from '../keys.ts';
import { gridHeight, pageRows } from '../measures.ts';
import type { NotificationsNeeds, RunningTab } from '../tab.ts';
import { headLines, reviewLines } from './lines.ts';
import { createReplacing, readKnown } from './replacing.ts';
import { channelOf, type GridRow } from './settings.ts';
import {
  changesOf,
  channelChosen,
  channelDecided,
  channelToggled,
  confirmationWord,
  confirmedOf,
  editUndone,
  isShown,
  lineEdited,
  lineRefused,
  type PreferencesState,
  placeOf,
  readingForgotten,
  refusalToAsk,
  rowsOf,
  settingsRead,
  settingsShown,
  stageOpened,
  type TypedLine,
  typeAdded,
  typeRemoved,
  typingBegun,
  typingCancelled,
  typingLeft,
  undecidedOf,
} from './state.ts';

/** Builds its keys and effects. */
export const createPreferences = (slice: Slice<PreferencesState>, needs: NotificationsNeeds): RunningTab => {
  const { journal, remember, refusal } = needs;
  const { change } = slice;

  const noted = askedNoted<'shown' | 'missing', FailureWords>((transition) =>
    change((state) => ({ ...state, reading: transition(state.reading) })),
  );
  const present = createQuestion<{ readonly userId: number; readonly preferences: ToldPreferences | undefined }>({
    ...needs,
    read: 'presentPreferences',
    ask: async (service, _ticket, options) => {
      const { userId = 0 } = slice.get();
      return { userId, preferences: await service.read(CALLS.presentPreferences, userId, options) };
    },
    ...noted,
    onAnswer: (ticket, { userId, preferences }, atEpochMs) => {
      if (slice.get().userId !== userId) return;
      noted.onAnswer(ticket, preferences === undefined ? 'missing' : 'shown', atEpochMs);
      if (preferences !== undefined) show(userId, preferences, atEpochMs);
    },
  });
  /** Shows the settings, and keeps them in the journal for when the service cannot be asked. */
  const show = (userId: number, preferences: ToldPreferences, atEpochMs: number): void => {
    const { openSinceEpochMs: open } = slice.get();
    const settledEpochMs = atEpochMs - SETTLED_AFTER_MS;
    const access = journal();
    // Without a journal the screen shows them all the same.
    if (!('problem' in access)) access.preferences.show(userId, preferences, atEpochMs, settledEpochMs);
    const stillOpen = open !== undefined && open >= settledEpochMs ? open : undefined;
    change((state) => settingsShown(state, confirmedOf(preferences, atEpochMs), stillOpen));
  };

  const readFor = (userId: number) => {
    if (slice.get().stage === 'sending') return;
    if (slice.get().userId !== userId) present.drop();
    change((state) => settingsRead(state, userId, readKnown(journal(), userId)));
  };
  const read = () => {
    const userId = needs.userId() ?? slice.get().userId ?? savedUser(journal());
    if (userId !== undefined) readFor(userId);
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

  const grid = gridKeys(slice, needs, ask);

  // The review, and the lines that are typed.
  const review = reviewKeys(slice, needs);
  const refuseLine = (problem: string) => change((state) => lineRefused(state, problem));
  const replace = createReplacing(slice, needs, { present, read, refuseLine });
  const keepers: Readonly<Record<TypedLine, (text: string) => void>> = {
    userId: (text) => {
      const userId = Number(text);
      if (!/^\d+$/.test(text) || !Number.isSafeInteger(userId) || userId <= 0)
        return refuseLine('A user id is a whole number above 0.');
      const access = journal();
      if (!('problem' in access)) access.userId.remember(userId);
      change(typingLeft);
      readFor(userId);
      open();
    },
    type: (text) => {
      const problem = typeProblem(text);
      if (problem !== undefined) return refuseLine(problem);
      remember(text);
      grid.add(text);
    },
    find: () => change(typingLeft),
    confirmation: (text) => {
      const word = confirmationWord(slice.get());
      const problem = refusal() ?? (text === word ? undefined : `Type ${word}, or cancel with Esc.`);
      if (problem === undefined) replace();
      else refuseLine(problem);
    },
  };
  const field = (line: TypedLine): Layer =>
    typingLayer({
      line: () => slice.get().lines[line],
      change: (edit) => {
        change((state) => lineEdited(state, edit));
        if (line === 'find') grid.find(1, -1);
      },
      ...(line === 'find' && { own: grid.finding }),
      maximum: LINE_MAXIMA[line],
      label: enterLabel(line, slice.get().yours.length),
      keep: () => keepers[line](slice.get().lines[line].text.trim()),
      cancel: () => change(typingCancelled),
    });

  const asking: readonly Binding[] = [
    bind(
      'notifications.user',
      ['enter', 'e'],
      'type the user id',
      'Preferences',
      () => change((state) => typingBegun(state, 'userId')),
      {
        isInFooter: true,
        refusal,
      },
    ),
  ];
  const stopTrying: Layer = {
    bindings: [bind('notifications.give-up', ['escape'], 'stop trying', 'Preferences', present.giveUp)],
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
      change(readingForgotten);
    },
    layers: () => {
      const { typing: line, stage, userId, reading } = slice.get();
      if (line !== undefined) return [field(line)];
      if (stage === 'sending') return [waitingLayer('Preferences')];
      if (userId === undefined) return [{ bindings: asking }];
      if (stage === 'review') return [{ bindings: footerOfAllowed(review), digits: digitsOpenNothing }];
      const isTrying = retryOf(reading.answer) !== undefined;
      return [...(isTrying ? [stopTrying] : []), { bindings: footerOfAllowed(grid.bindings) }];
    },
  };
};

/**
 * The keys of the grid: channels are switched, types added and removed, edits taken back. `add` adds a type and goes to its row; `find`
 * goes to the next type that has what is typed, or the one before for -1, as seen from so many rows behind the cursor.
 */
const gridKeys = (
  { get, change }: Slice<PreferencesState>,
  { screen, timeZone, offered, types, refusal }: NotificationsNeeds,
  ask: () => void,
): {
  readonly bindings: readonly Binding[];
  readonly add: (type: string) => void;
  readonly find: (steps: 1 | -1, from?: number) => void;
  /** The keys while it is typed what is to be found. */
  readonly finding: readonly Binding[];
} => {
  const rows = () => rowsOf(get(), offered());
  const currentRow = (): GridRow | undefined => rows()[get().cursor.row];
  const extent = () => {
    const { width, height } = screen();
    const head = headLines(get(), timeZone, width).length;
    return { count: rows().length, height: gridHeight(height, head) };
  };
  /** A default says something only of a type that is known not to be set. */
  const defaultsOf = (type: string) => (get().confirmed === undefined ? undefined : toldOf(types(), type)?.defaults);
  const onRow = (transition: (state: PreferencesState, row: GridRow) => PreferencesState) => () => {
    const row = currentRow();
    if (row !== undefined) change((state) => transition(state, row));
  };
  const noRow = () => refusal() ?? (currentRow() === undefined ? 'There is no type under the cursor.' : undefined);
  const refusalToToggle = () => {
    const row = currentRow();
    const { channel } = get();
    const isOn = channelOf(row?.yours, channel) === 'on';
    return noRow() ?? (row !== undefined && isOn ? refusalToSwitchOff(types(), row.type, channel) : undefined);
  };
  const goTo = (place: number) => change((state) => ({ ...state, cursor: cursorAt(state.cursor, place, extent()) }));
  const add = (type: string) => {
    change((state) => typeAdded(state, type, defaultsOf(type)));
    goTo(rows().findIndex((row) => row.type === type));
  };
  const find = (steps: 1 | -1, from = 0) => {
    const { lines, cursor } = get();
    const sought = lines.find.text.trim().toLowerCase();
    const has = ({ type }: GridRow) =>
      [type, type.replaceAll('_', ' '), toldOf(types(), type)?.displayName ?? ''].some((text) =>
        text.toLowerCase().includes(sought),
      );
    const found = placeOf(rows(), has, cursor.row + from, steps);
    if (found !== undefined) goTo(found);
    else change((state) => lineRefused(state, `No type has "${lines.find.text}".`));
  };
  const nextGroup = () => {
    const here = currentRow();
    goTo(placeOf(rows(), ({ group }) => group !== here?.group, get().cursor.row) ?? 0);
  };
  const toggle = onRow((state, row) => channelToggled(state, row, defaultsOf(row.type)));
  const choosing = (steps: 1 | -1) => () => change((state) => channelChosen(state, steps));
  const bindings: readonly Binding[] = [
    bind('notifications.toggle', ['space', 'enter'], 'on / off', 'Preferences', toggle, {
      isInFooter: true,
      refusal: refusalToToggle,
    }),
    bind('notifications.add', ['a'], 'add a type', 'Preferences', () => change((state) => typingBegun(state, 'type')), {
      isInFooter: true,
      refusal,
    }),
    bind(
      'notifications.review',
      ['s'],
      'review and send',
      'Preferences',
      () => change((state) => stageOpened(state, 'review')),
      {
        isInFooter: true,
        refusal: () => refusal() ?? nothingToSend(get()),
      },
    ),
    bind('notifications.remove', ['x'], 'remove', 'Preferences', onRow(typeRemoved), {
      ...destructive,
      refusal: () => noRow() ?? (currentRow()?.yours === undefined ? 'This type is not set.' : undefined),
    }),
    bind('notifications.ask', ['R'], 'refresh', 'Preferences', ask, {
      isInFooter: true,
      refusal: () => refusalToAsk(get().reading),
    }),
    bind('notifications.undo', ['U'], 'undo', 'Preferences', () => change(editUndone), {
      isInFooter: true,
      refusal: () => (get().past.length === 0 ? 'There is no edit to undo.' : undefined),
    }),
    bind('notifications.find', ['/'], 'find', 'Find', () => change((state) => typingBegun(state, 'find')), {
      isInFooter: true,
      help: 'find a type by a part of its name',
      words: ['search', 'filter'],
    }),
    bind('notifications.next-group', ['tab'], 'next group', 'Move', nextGroup, {
      isInFooter: true,
      help: 'from the types of renters to those of hosts, and on',
    }),
    ...listBindings('notifications', (to) => change((state) => ({ ...state, cursor: to(state.cursor, extent()) }))),
    bind('notifications.channel-left', ['left', 'h'], 'previous channel', 'Move', choosing(-1)),
    bind('notifications.channel-right', ['right', 'l'], 'next channel', 'Move', choosing(1)),
  ];
  const finding: readonly Binding[] = [
    bind('notifications.find-next', ['down', 'tab'], 'next match', EDITING, () => find(1), inFooter),
    bind('notifications.find-before', ['up', 'shift-tab'], 'previous match', EDITING, () => find(-1)),
  ];
  return { bindings, add, find, finding };
};

/** The keys of the review: it is read, what is not known is decided, and the replacement confirmed. */
const reviewKeys = (
  { get, change }: Slice<PreferencesState>,
  { screen, types, refusal }: Pick<NotificationsNeeds, 'screen' | 'types' | 'refusal'>,
): readonly Binding[] => {
  const nextUndecided = () => undecidedOf(get())[0];
  const deciding = (decision: 'on' | 'off') => () => {
    const next = nextUndecided();
    if (next !== undefined) change((state) => channelDecided(state, next, decision));
  };
  /** The channel that is asked about may be one that cannot be switched off. */
  const refusalToDecide = (decision: 'on' | 'off') => () => {
    const next = nextUndecided();
    if (next === undefined) return refusal() ?? 'Everything is decided: press Enter to continue.';
    return refusal() ?? (decision === 'off' ? refusalToSwitchOff(types(), next.type, next.channel) : undefined);
  };
  const seen = () => {
    const { width, height } = screen();
    return { length: reviewLines(get(), types(), width - 4).length, rows: pageRows(height) };
  };
  return [
    bind('notifications.decide-on', ['y'], 'on', 'Preferences', deciding('on'), {
      ...confirming,
      refusal: refusalToDecide('on'),
    }),
    bind('notifications.decide-off', ['n'], 'off', 'Preferences', deciding('off'), {
      ...confirming,
      refusal: refusalToDecide('off'),
    }),
    bind(
      'notifications.confirm',
      ['enter', 'e'],
      'confirm',
      'Preferences',
      () => change((state) => typingBegun(state, 'confirmation')),
      {
        ...confirming,
        refusal: () =>
          refusal() ??
          (nextUndecided() &&
            `Decide first: ${keyName('notifications.decide-on')} switches it on, ${keyName('notifications.decide-off')} off.`),
      },
    ),
    bind(
      'notifications.back',
      ['escape', 'q'],
      'back to the grid',
      'Preferences',
      () => change((state) => stageOpened(state, 'grid')),
      inFooter,
    ),
    ...pageKeys(seen, (move) => change((state) => ({ ...state, top: move(state.top) }))),
  ];
};

/** Most characters that each line takes: no user id and no confirmation is longer. */
const LINE_MAXIMA: Readonly<Record<TypedLine, number>> = {
  userId: 20,
  type: TYPE_MAXIMUM,
  find: TYPE_MAXIMUM,
  confirmation: 40,
};

const enterLabel = (line: TypedLine, count: number): string => {
  switch (line) {
    case 'userId':
      return 'accept';
    case 'type':
      return 'add it';
    case 'find':
      return 'stay there';
    case 'confirmation':
      return count === 0 ? 'replace all with none' : `replace all with ${count} ${plural(count, 'type')}`;
  }
};

const nothingToSend = (state: PreferencesState): string | undefined => {
  if (changesOf(state).length > 0 || state.openSinceEpochMs !== undefined) return undefined;
  return state.confirmed === undefined
    ? 'Nothing is set here yet.'
    : isShown(state.reading)
      ? 'Nothing differs from what the service has.'
      : 'Nothing differs from what the service last reported.';
};
