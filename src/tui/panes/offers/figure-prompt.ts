/** The form that asks for the storage size or the limit, and what it takes. Pure. */

import { CALLS } from '../../../api/calls.ts';
import { LARGEST_LIMIT } from '../../../api/requests.ts';
import { grouped } from '../../../base/figures.ts';
import { readStorageGb } from '../../../filter/storage-size.ts';
import { type Line, type LineEdit, lineCancelled, lineOf, lineOffered } from '../../state/line.ts';
import { readBid } from './workload/bid.ts';

/** What forms ask for. */
export const PROMPT_SUBJECTS = ['storage', 'limit', 'bid', 'interval'] as const;

export type PromptSubject = (typeof PROMPT_SUBJECTS)[number];

/** What each form asks for. */
export const PROMPT_LABELS: Readonly<Record<PromptSubject, string>> = {
  storage: ' Disk of the instance, GB (part of the price):',
  limit: ' Maximum number of offers:',
  bid: ' Your bid for the GPUs of this offer, $/h:',
  interval: ' Ask again every, as 90 (seconds), 2m, 1h:',
};

/** An open form; `problem` says why the last try was not taken. */
type Prompt = { readonly subject: PromptSubject; readonly line: Line; readonly problem?: string };

/** What a form works on. */
export type Prompted = {
  /** Disk of the instance to be created, GB. */
  readonly storageGb: number;
  readonly limit: number;
  /** The bid at which the cost of an offer is looked at, $/hour. */
  readonly bid?: number | undefined;
  readonly watch: { readonly everyS: number };
  readonly prompt?: Prompt | undefined;
  /** What was typed into each form when it was cancelled last. */
  readonly cancelled: Readonly<Partial<Record<PromptSubject, string>>>;
};

/** A form was opened; the figure in force stands in it, selected. */
export const promptOpened = <State extends Prompted>(state: State, subject: PromptSubject): State => {
  const cancelled = state.cancelled[subject];
  const figures = { storage: state.storageGb, limit: state.limit, bid: state.bid, interval: state.watch.everyS };
  const line = lineOf(String(figures[subject] ?? ''));
  return {
    ...state,
    prompt: { subject, line: lineOffered(cancelled === undefined ? line : { ...line, cancelled }) },
  };
};

/** The form's line changed. */
export const promptEdited = <State extends Prompted>(state: State, edit: LineEdit): State =>
  state.prompt === undefined
    ? state
    : { ...state, prompt: { subject: state.prompt.subject, line: edit(state.prompt.line) } };

/** The form was cancelled. */
export const promptCancelled = <State extends Prompted>(state: State): State => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const { cancelled } = lineCancelled(line);
  return {
    ...state,
    prompt: undefined,
    ...(cancelled !== undefined && { cancelled: { ...state.cancelled, [subject]: cancelled } }),
  };
};

/** The form was submitted: its figure is taken, or it stays open and says what is wrong. A bid is no less than `least`. */
export const promptSubmitted = <State extends Prompted>(state: State, least?: number): State => {
  if (state.prompt === undefined) return state;
  const { subject, line } = state.prompt;
  const typed = line.text.trim();
  const figure = withoutGrouping(typed);
  if (subject === 'storage') {
    const storageGb = readStorageGb(figure);
    const problem = `"${typed}" is not a size above 0: write 200, 500GB or 2TB.`;
    return storageGb === undefined
      ? { ...state, prompt: { subject, line, problem } }
      : { ...state, prompt: undefined, storageGb };
  }
  if (subject === 'bid') {
    const reading = readBid(figure, least);
    return 'problem' in reading
      ? { ...state, prompt: { subject, line, problem: reading.problem } }
      : { ...state, prompt: undefined, bid: reading.bid };
  }
  if (subject === 'interval') {
    const everyS = readInterval(typed);
    if (everyS !== undefined) return { ...state, prompt: undefined, watch: { ...state.watch, everyS } };
    const problem = `"${typed}" is no time from ${SHORTEST_S} s to 24 h: write 90, 2m or 1h.`;
    return { ...state, prompt: { subject, line, problem } };
  }
  const limit = /^\d+$/.test(figure) ? Number(figure) : 0;
  if (limit >= 1 && limit <= LARGEST_LIMIT) return { ...state, prompt: undefined, limit };
  const problem = `"${typed}" is not a whole number of offers from 1 to ${grouped(LARGEST_LIMIT)}.`;
  return { ...state, prompt: { subject, line, problem } };
};

/** Seconds that the call is never asked sooner than, and those of a day. */
export const SHORTEST_S = CALLS.search.minimumSeconds;
export const LONGEST_S = 86_400;

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, min: 60, h: 3600 };

/** Seconds between two rounds; undefined where the text names none that can be. */
const readInterval = (typed: string): number | undefined => {
  const [, figure = '', unit = ''] = /^(\d{1,5}) ?(|s|m|min|h)$/i.exec(typed) ?? [];
  const seconds = Number(figure) * (UNITS[unit.toLowerCase()] ?? 0);
  return figure !== '' && seconds >= SHORTEST_S && seconds <= LONGEST_S ? seconds : undefined;
};

/** A figure as it is typed with the commas that the screen shows: `1,000` is 1000. */
export const withoutGrouping = (typed: string): string =>
  /^\d{1,3}(?:,\d{3})+(?![\d,])/.test(typed) ? typed.replaceAll(',', '') : typed;
