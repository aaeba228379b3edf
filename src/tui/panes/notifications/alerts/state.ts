/** What the alerts tab knows: the alerts of the file, what fired, and the alert that is looked at or written. Pure. */
import { z } from 'zod';
import { armingOf } from '../../../../alerts/alert.ts';
import type { WrittenAlert } from '../../../../alerts/alerts-file.ts';
import type { Firing } from '../../../../alerts/firing.ts';
import type { BackTest } from '../../../../alerts/hold-against.ts';
import { NO_SETS, type OwnSets } from '../../../../filter/own-sets.ts';
import { atStart, type Cursor } from '../../../state/cursor.ts';
import {
  type Line,
  type LineEdit,
  lineAccepted,
  lineCancelled,
  lineOf,
  lineOpened,
  lineSaved,
  savedLine,
} from '../../../state/line.ts';
import type { SavedWords } from '../../../state/resume.ts';
import type { Role } from '../../../ui/theme.tsx';

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
  /** False where the panes do not look at alerts, as on the program's own local service: gpudeck record alone does. */
  readonly keepsAsked: boolean;
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
  keepsAsked: true,
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
  read: Pick<AlertsState, 'service' | 'keepsAsked' | 'sets' | 'problems'> & { readonly rows: readonly AlertRow[] },
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

/** The page was scrolled. */
export const alertScrolled = (state: AlertsState, move: (top: number) => number): AlertsState =>
  withOpen(state, (open) => ({ ...open, top: move(open.top) }));

/** How it stands. `fired`: it came true since it was armed, and goes on waiting. */
type Standing = 'armed' | 'fired' | 'off' | 'problem' | 'elsewhere';

/** How the alert of `row` stands at `service`. */
export const standingOf = ({ written, problem }: AlertRow, firings: readonly Firing[], service: string): Standing => {
  if (problem !== undefined) return 'problem';
  if (written.service !== service) return 'elsewhere';
  if (typeof written.armed !== 'string') return 'off';
  const arming = `${armingOf({ id: written.id, armedAtMs: Date.parse(written.armed) })}:`;
  return firings.some(({ key }) => key.startsWith(arming)) ? 'fired' : 'armed';
};

/** How that is drawn. */
export const STANDING_ROLES: Readonly<Record<Standing, Role>> = {
  armed: 'good',
  fired: 'accent',
  off: 'dim',
  problem: 'danger',
  elsewhere: 'dim',
};

/** What fired of an alert, the newest first. */
export const firingsOf = (firings: readonly Firing[], { id }: Pick<WrittenAlert, 'id'>): readonly Firing[] =>
  firings.filter(({ alert }) => alert === id);

/** What is saved: the sentence, and the alert of the file that it is to change; without an id it is a new one. */
export const savedAlerts = z.object({ writing: z.object({ id: z.string().optional(), line: savedLine }).optional() });

/** What is saved. */
export const alertsSaved = ({ open }: AlertsState): z.input<typeof savedAlerts> =>
  open?.isTyping ? { writing: { line: lineSaved(open.line), ...(open.id !== undefined && { id: open.id }) } } : {};

/** The tab as it is resumed; the file is read afterwards. */
export const alertsResumed = (state: AlertsState, { writing }: z.output<typeof savedAlerts>): AlertsState =>
  writing === undefined ? state : { ...state, open: { id: writing.id, line: writing.line, isTyping: true, top: 0 } };

/** What that is, in words; nothing where no sentence is being written. */
export const alertsWords = ({ writing }: z.output<typeof savedAlerts>): SavedWords => {
  if (writing === undefined) return { work: [], place: [] };
  const { id, line } = writing;
  const isAsItWas = line.text.trim() === (line.before ?? '').trim();
  return {
    work: isAsItWas ? [] : [id === undefined ? `a new alert "${line.text}"` : `a change to alert ${id}`],
    place: [],
  };
};
