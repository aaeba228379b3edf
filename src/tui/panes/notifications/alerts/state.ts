/** What the alerts tab knows: the alerts of the file, what fired, and the alert that is looked at or written. Pure. */
import type { WrittenAlert } from '../../../../alerts/alerts-file.ts';
import type { BackTest } from '../../../../alerts/back-test.ts';
import type { Firing } from '../../../../alerts/firing.ts';
import { NO_SETS, type OwnSets } from '../../../../filter/own-sets.ts';
import { atStart, type Cursor } from '../../../state/cursor.ts';
import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOf, lineOpened } from '../../../state/line.ts';

/** An alert of the file; `problem` says what is wrong with its sentence. */
export type AlertRow = { readonly written: WrittenAlert; readonly problem: string | undefined };

/** What an alert would have found: asked for, found, or in words why nobody knows. */
type Looked =
  | { readonly kind: 'asked' }
  | { readonly kind: 'found'; readonly test: BackTest }
  | { readonly kind: 'unknown'; readonly problem: string };

/** The alert that is open; without an id it is a new one, which is not in the file yet. */
export type OpenAlert = {
  readonly id: string | undefined;
  readonly line: Line;
  readonly isTyping: boolean;
  readonly top: number;
  /** What the sentence would have found, and the sentence that was looked at. */
  readonly looked?: { readonly sentence: string; readonly outcome: Looked };
};

/** The state of the tab. */
export type AlertsState = {
  /** The service by its one name (`serviceAt`); empty where no history is kept, and nothing can be waited for. */
  readonly service: string;
  /** The sets that sentences may name. */
  readonly sets: OwnSets;
  /** Undefined before the file was read. */
  readonly rows: readonly AlertRow[] | undefined;
  /** What is wrong with the file as a whole. */
  readonly problems: readonly string[];
  /** The newest first. */
  readonly firings: readonly Firing[];
  readonly cursor: Cursor;
  readonly open: OpenAlert | undefined;
};

export const initialAlerts: AlertsState = {
  service: '',
  sets: NO_SETS,
  rows: undefined,
  problems: [],
  firings: [],
  cursor: atStart,
  open: undefined,
};

/** The file was read. */
export const alertsRead = (
  state: AlertsState,
  read: Pick<AlertsState, 'service' | 'sets' | 'problems'> & { readonly rows: readonly AlertRow[] },
): AlertsState => ({ ...state, ...read });

/** It is known what has fired; the newest last. */
export const firingsCame = (state: AlertsState, firings: readonly Firing[]): AlertsState => ({
  ...state,
  firings: firings.toReversed(),
});

/** The alert under the cursor. */
export const currentRow = ({ rows = [], cursor }: AlertsState): AlertRow | undefined => rows[cursor.row];

/** The alert that is open, as it is in the file. */
export const openRow = ({ rows = [], open }: AlertsState): AlertRow | undefined =>
  open?.id === undefined ? undefined : rows.find(({ written }) => written.id === open.id);

/** The page of the alert under the cursor was opened. */
export const alertOpened = (state: AlertsState): AlertsState => {
  const row = currentRow(state);
  if (row === undefined) return state;
  const { id, sentence } = row.written;
  return { ...state, open: { id, line: lineOf(sentence), isTyping: false, top: 0 } };
};

/** A new alert is written. */
export const alertBegun = (state: AlertsState): AlertsState => ({
  ...state,
  open: { id: undefined, line: lineOpened(lineOf('')), isTyping: true, top: 0 },
});

/** The page was left. */
export const alertClosed = (state: AlertsState): AlertsState => ({ ...state, open: undefined });

const withOpen = (state: AlertsState, change: (open: OpenAlert) => OpenAlert): AlertsState =>
  state.open === undefined ? state : { ...state, open: change(state.open) };

/** The sentence is being written. */
export const sentenceOpened = (state: AlertsState): AlertsState =>
  withOpen(state, (open) => ({ ...open, line: lineOpened(open.line), isTyping: true, top: 0 }));

/** It was edited. */
export const sentenceEdited = (state: AlertsState, edit: LineEdit): AlertsState =>
  withOpen(state, (open) => ({ ...open, line: edit(open.line) }));

/** The editing was given up: a new alert is gone with it. */
export const sentenceCancelled = (state: AlertsState): AlertsState =>
  state.open?.id === undefined
    ? alertClosed(state)
    : withOpen(state, (open) => ({ ...open, line: lineCancelled(open.line), isTyping: false }));

/** The sentence is in the file as `sentence`, in the alert `id`. */
export const sentenceKept = (state: AlertsState, id: string, sentence: string): AlertsState => {
  const row = Math.max(
    0,
    (state.rows ?? []).findIndex(({ written }) => written.id === id),
  );
  return withOpen({ ...state, cursor: { ...state.cursor, row } }, (open) => ({
    ...open,
    id,
    line: lineOf(lineAccepted(open.line).text === sentence ? open.line.text : sentence),
    isTyping: false,
  }));
};

/** The history is asked what `sentence` would have found, or has answered. */
export const sentenceLooked = (state: AlertsState, sentence: string, outcome: Looked): AlertsState =>
  withOpen(state, (open) =>
    outcome.kind !== 'asked' && open.looked?.sentence !== sentence ? open : { ...open, looked: { sentence, outcome } },
  );

/** The page was scrolled by `lines`, within `most`. */
export const alertScrolled = (state: AlertsState, lines: number, most: number): AlertsState =>
  withOpen(state, (open) => ({ ...open, top: Math.max(0, Math.min(most, open.top + lines)) }));
