/**
 * The log of one instance as it is looked at: its last lines, whether its end is followed, and what is looked for in it. Bounded by
 * `LOG_BOUNDS`, however long the machine's log is. Pure.
 */
import type { Explanation } from '../../../api/errors/explain.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { grownLog } from '../../../instances/log-growth.ts';
import { type Fetched, turnAwaited } from '../../state/fetched-list.ts';
import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOf, lineOffered } from '../../state/line.ts';
import { arrived, idle, isAskedQuietly, isAwaited, retryOf } from '../../state/remote.ts';

/** What is known of an answer beside its lines. */
type LogFacts = {
  /** There was more of the log than is read: its end is missing. */
  readonly isCut: boolean;
  /** The service gives no logs. */
  readonly isMissing: boolean;
};

/** What is looked for: the text as it is typed or was accepted, the lines that have it, and which of them was gone to last. */
type Search = {
  readonly line: Line;
  readonly isTyped: boolean;
  readonly matches: readonly number[];
  readonly at?: number | undefined;
};

/** The log, open. */
export type Log = Fetched<LogFacts, Explanation> & {
  readonly kind: 'log';
  readonly id: number;
  /** The instance's label; empty where it has none. */
  readonly label: string;
  readonly lines: readonly string[];
  /** What the machine has begun to write; empty where that is nothing. */
  readonly unfinished: string;
  /** The first line on the page; absent while the end is followed. */
  readonly top?: number | undefined;
  readonly search?: Search | undefined;
};

/** Cells and lines that the log has on the page. */
export type LogRoom = { readonly width: number; readonly height: number };

export const openedLog = (id: number, label: string): Log => ({
  kind: 'log',
  id,
  label,
  answer: idle,
  lines: [],
  unfinished: '',
});

export const isFollowed = ({ top }: Log): boolean => top === undefined;

/** Every line that there is. */
export const allLines = ({ lines, unfinished }: Pick<Log, 'lines' | 'unfinished'>): readonly string[] =>
  unfinished === '' ? lines : [...lines, unfinished];

/** The first line of the last page. */
const lastTop = (lines: readonly string[], { width, height }: LogRoom): number => {
  let top = lines.length;
  let used = 0;
  while (top > 0) {
    used += wrappedLines(lines[top - 1] ?? '', width).length;
    if (used > height) break;
    top--;
  }
  // One line that is longer than the page is begun all the same.
  return Math.min(top, Math.max(0, lines.length - 1));
};

/** The first line on the page. */
export const topOf = (log: Log, room: LogRoom): number => {
  const end = lastTop(allLines(log), room);
  return log.top === undefined ? end : Math.min(log.top, end);
};

/** A question that the program puts by itself waits for its turn without a word. */
export const logAwaited = (log: Log, ticket: number, waitS: number | undefined): Log =>
  isAskedQuietly(log.answer) && retryOf(log.answer) === undefined ? log : turnAwaited(log, ticket, waitS);

/** The last lines as they are now; undefined where the service gives none. What the user looks at stays where it is. */
export const logArrived = (
  log: Log,
  ticket: number,
  told: { readonly lines: readonly string[]; readonly unfinished: string; readonly isCut: boolean } | undefined,
  atEpochMs: number,
): Log => {
  if (!isAwaited(log.answer, ticket)) return log;
  const facts = { isCut: told?.isCut ?? false, isMissing: told === undefined };
  const { lines, gone } = grownLog(log.lines, told?.lines ?? []);
  const next: Log = {
    ...log,
    waitS: undefined,
    answer: arrived(log.answer, ticket, facts, atEpochMs),
    lines,
    unfinished: told?.unfinished ?? '',
    ...(log.top !== undefined && { top: Math.max(0, log.top - gone) }),
  };
  if (log.search === undefined) return next;
  const at = log.search.at === undefined || log.search.at < gone ? undefined : log.search.at - gone;
  return { ...next, search: { ...log.search, matches: matchesIn(next, log.search.line.text), at } };
};

/** The end is followed from now on. */
export const logFollowed = ({ top: _, ...log }: Log): Log => log;

/** The page was moved by so many lines, and stays there: nothing follows the end any more. */
export const logScrolled = (log: Log, lines: number, room: LogRoom): Log => {
  const top = topOf(log, room);
  const next = Math.min(lastTop(allLines(log), room), Math.max(0, top + lines));
  // At the end there is nothing further down, and it goes on being followed.
  return lines > 0 && isFollowed(log) ? log : { ...log, top: next };
};

/** Lines of the page before the one that was found. */
const BEFORE_MATCH = 2;

const matchesIn = (log: Log, text: string): readonly number[] => {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return allLines(log).flatMap((line, place) => (line.toLowerCase().includes(sought) ? place : []));
};

export const searchOpened = (log: Log): Log => ({
  ...log,
  search: { line: lineOffered(log.search?.line ?? lineOf('')), isTyped: true, matches: log.search?.matches ?? [] },
});

export const searchEdited = (log: Log, edit: LineEdit): Log => {
  if (log.search === undefined) return log;
  const line = edit(log.search.line);
  return { ...log, search: { ...log.search, line, matches: matchesIn(log, line.text) } };
};

export const searchCancelled = (log: Log): Log => {
  if (log.search === undefined) return log;
  const line = lineCancelled(log.search.line);
  if (line.text.trim() === '') return searchEnded(log);
  return { ...log, search: { ...log.search, line, isTyped: false, matches: matchesIn(log, line.text) } };
};

export const searchEnded = ({ search: _, ...log }: Log): Log => log;

/** The text was accepted: the newest line on the page or above it that has it is gone to, else the next one below. */
export const searchAccepted = (log: Log, room: LogRoom): Log => {
  const { search } = log;
  if (search === undefined || search.line.text.trim() === '') return searchEnded(log);
  const kept = { ...log, search: { ...search, line: lineAccepted(search.line), isTyped: false } };
  const bottom = topOf(log, room) + room.height;
  const at = search.matches.findLast((place) => place < bottom) ?? search.matches[0];
  return at === undefined ? kept : gone(kept, at, room);
};

/** The next line that has the text, below or above the one that was gone to last; where there is none, nothing changes. */
export const searchStepped = (log: Log, direction: 1 | -1, room: LogRoom): Log => {
  const at = neighbour(log, direction, room);
  return at === undefined ? log : gone(log, at, room);
};

export const neighbour = (log: Log, direction: 1 | -1, room: LogRoom): number | undefined => {
  const { matches = [], at = topOf(log, room) - direction } = log.search ?? {};
  return direction === 1 ? matches.find((place) => place > at) : matches.findLast((place) => place < at);
};

const gone = (log: Log, at: number, room: LogRoom): Log => ({
  ...log,
  top: Math.min(lastTop(allLines(log), room), Math.max(0, at - BEFORE_MATCH)),
  ...(log.search && { search: { ...log.search, at } }),
});
