/** The keys of the preferences tab, and what they do. Its effects: replacing the preferences, and keeping the journal. */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { listBindings } from '../../../keys/list.ts';
import type { Slice } from '../../../state/slice.ts';
import type { JournalAccess } from '../../../storage/profile-journal.ts';
import { TYPE_MAXIMUM, typeFault } from '../event-type.ts';
import { gridHeight, pageHeight, pageScrollMaximum } from '../measures.ts';
import { pageKeys } from '../page-keys.ts';
import { headLines, reviewLines } from './lines.ts';
import { readKnown, rememberedUser } from './read-journal.ts';
import { replacePreferences } from './replace.ts';
import { type GridRow, partsOf, preferencesOf } from './settings.ts';
import {
  changesOf,
  channelChosen,
  channelToggled,
  confirmationWord,
  editUndone,
  lineEdited,
  lineRefused,
  type PreferencesState,
  replacementBegun,
  replacementConfirmed,
  replacementFailed,
  reviewScrolled,
  rowChosen,
  rowFound,
  rowsOf,
  settingsRead,
  stageOpened,
  type TypedLine,
  typeAdded,
  typeRemoved,
  typingBegun,
  typingCancelled,
  typingLeft,
} from './state.ts';

/** What the tab needs from outside. */
export type PreferencesNeeds = {
  readonly slice: Slice<PreferencesState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Columns and rows that the tab has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** The user whom the key belongs to, where profile, environment or service say. */
  readonly userId: () => number | undefined;
  /** Types that stand in the grid without having a setting. */
  readonly offered: () => readonly string[];
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  readonly run: (task: () => Promise<void>) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};

/** The tab's doings. */
type PreferencesActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the journal anew. */
  readonly read: () => void;
};

/** Builds the keys and actions of the tab. */
export const createPreferencesActions = (needs: PreferencesNeeds): PreferencesActions => {
  const { slice, client, journal, clock, timeZone, screen, offered, remember, refusal, run, refuse } = needs;
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);
  const rows = () => rowsOf(slice.get(), offered());
  const currentRow = (): GridRow | undefined => rows()[slice.get().cursor.row];
  const visibleRows = () => {
    const { width, height } = screen();
    return gridHeight(height, headLines(slice.get(), timeZone, width).length);
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
      refusal: refusalOfRow,
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
    bind('notifications.undo', ['U'], 'undo', 'Preferences', () => change(editUndone), {
      isInFooter: true,
      refusal: () => (slice.get().past.length === 0 ? 'There is no edit to take back.' : undefined),
    }),
    ...listBindings('notifications', (to) =>
      change((state) => rowChosen(state, to(state.cursor, { count: rows().length, height: visibleRows() }))),
    ),
    bind('notifications.channel-left', ['left', 'h'], 'email', 'Move', () => change((s) => channelChosen(s, -1))),
    bind('notifications.channel-right', ['right', 'l'], 'webhooks', 'Move', () => change((s) => channelChosen(s, 1))),
  ];
  const review: readonly Binding[] = [
    bind('notifications.confirm', ['enter', 'e'], 'confirm', 'Preferences', () => type('confirmation'), {
      isInFooter: true,
      refusal,
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
    if (row !== undefined) change((state) => channelToggled(state, row));
  };

  const remove = () => {
    const row = currentRow();
    if (row !== undefined) change((state) => typeRemoved(state, row.type));
  };

  const scroll = (lines: number) => {
    const { width, height } = screen();
    change((state) => reviewScrolled(state, lines, pageScrollMaximum(reviewLines(state, width - 4).length, height)));
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
  };

  const keepType = (text: string) => {
    const fault = typeFault(text);
    if (fault !== undefined) {
      refuseLine(fault);
      return;
    }
    remember(text);
    change((state) => typeAdded(state, { ...partsOf(text), email: false, webhooks: false }));
    const found = rows().findIndex((row) => row.type === text);
    change((state) => rowFound(state, found, rows().length, visibleRows()));
  };

  const confirm = (text: string) => {
    const word = confirmationWord(slice.get());
    const fault = refusal() ?? (text === word ? undefined : `Type ${word}, or cancel with Esc.`);
    if (fault === undefined) replace();
    else refuseLine(fault);
  };

  const replace = () => {
    const access = journal();
    const service = client();
    const { userId, yours, confirmed, openSinceEpochMs } = slice.get();
    if ('problem' in access || service === undefined || userId === undefined) {
      refuseLine('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    change(replacementBegun);
    run(async () => {
      const request = { userId, preferences: preferencesOf(yours) };
      const { preferences } = access;
      const seen = { confirmedAtEpochMs: confirmed?.atEpochMs, openSinceEpochMs };
      const end = await replacePreferences(request, { client: service, preferences, clock, seen, timeZone });
      if (end.kind === 'replaced') {
        change((state) => replacementFailed(state, end.failed, openSinceEpochMs));
        readFor(userId);
        return;
      }
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      change((state) =>
        end.kind === 'failed'
          ? replacementFailed(state, end.failed, end.openSinceEpochMs)
          : replacementConfirmed(state, end.confirmed, noteOn(end.isRepeated, yours, end.confirmed.settings)),
      );
    });
  };

  const read = () => {
    const userId = needs.userId() ?? slice.get().userId ?? rememberedUser(journal());
    if (userId !== undefined) readFor(userId);
  };

  const readFor = (userId: number) => {
    if (slice.get().stage !== 'sending') change((state) => settingsRead(state, userId, readKnown(journal(), userId)));
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
    layers: () => {
      const { typing, stage, userId } = slice.get();
      if (typing !== undefined) return [typingLayer(typing)];
      if (stage === 'sending') return [{ bindings: sending }];
      if (userId === undefined) return [{ bindings: asking }];
      return [{ bindings: footerOfAllowed(stage === 'review' ? review : grid) }];
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
    : 'Nothing differs from what the service confirmed.';
};

/** What is said of a confirmed replacement: whether the answer is what was asked for. */
const noteOn = (isRepeated: boolean, sent: PreferencesState['yours'], inForce: PreferencesState['yours']): string => {
  if (!isRepeated)
    return 'Confirmed. The answer did not repeat the settings: those that were sent are taken as in force.';
  const isAsAsked = JSON.stringify(preferencesOf(sent)) === JSON.stringify(preferencesOf(inForce));
  return isAsAsked ? 'Confirmed: these are in force now.' : 'Confirmed, but the answer differs from what was sent.';
};
