/** What the page of events knows: what the store of the history has and what the service says that it has sent, one row for each event, newest first. Pure. */
import { z } from 'zod';
import { FIRED, firingIn } from '../../../alerts/firing.ts';
import { type Run, runWords } from '../../../alerts/runs.ts';
import type { Delivery } from '../../../api/records/replies.ts';
import { plural } from '../../../base/figures.ts';
import { parseJson } from '../../../base/json.ts';
import type { StoredEvent } from '../../../history/store.ts';
import { type Arrangement, type List, rowsReplaced } from '../../state/list.ts';
import { emptyWordList, type ListRow, type RowWords } from '../../state/row-words.ts';

/** Kinds that are listed, as the store names them. */
export type EventKind = 'delivery' | typeof FIRED;

/** What was sent to one webhook, or is to be. */
export type Sent = Delivery & { readonly webhookId: number; readonly webhook: string };

/** One event in words. */
export type Happened = {
  readonly kind: EventKind;
  /** What makes it once: for a delivery the id that the service gave it. */
  readonly id: string;
  readonly atEpochMs: number;
  /** What kind of thing happened: the notification type `group:event` of a delivery, the name of an alert. */
  readonly type: string;
  /** What happened, in a sentence; empty where nothing says so. */
  readonly what: string;
  /** What became of it: the verdict on a signature, how a command ended; empty where there is nothing to say. */
  readonly outcome: string;
  /** JSON, as it was kept or told. */
  readonly body: string;
  /** Of a delivery that `gpudeck listen` received on this machine: when, the verdict on its signature, and which attempt it was. */
  readonly received?: { readonly atEpochMs: number; readonly verdict: string; readonly attempt: number | undefined };
  /** What the service says of sending it, one for each webhook. */
  readonly sent?: readonly Sent[];
};

/** Where an event is known from. */
export const fromWords = ({ kind, received, sent }: Happened): string => {
  if (kind === FIRED) return 'alert';
  const ways = [sent && 'sent', received && 'received'];
  return ways.filter((way) => way !== undefined).join(', ');
};

/** Members that mean the same in every kind of event. */
const MEMBERS = z.looseObject({
  type: z.string().optional().catch(undefined),
  what: z.string().optional().catch(undefined),
  outcome: z.string().optional().catch(undefined),
  attempt: z.number().optional().catch(undefined),
});

/** An event as its row and its page tell it; one of which nothing can be read is its id and its text alone. */
export const happenedOf = (kind: EventKind, event: StoredEvent): Happened => {
  const { id, atEpochMs, body } = event;
  const firing = kind === FIRED ? firingIn(event) : undefined;
  if (firing !== undefined) {
    const { alert: type, sentence, words, isQuiet, isLate } = firing;
    const outcome = isQuiet ? 'quiet time' : isLate ? 'found late' : '';
    return { kind, id, atEpochMs, type, what: `${words} (${sentence})`, outcome, body };
  }
  const { data: said = {} } = MEMBERS.safeParse(parseJson(body));
  const { type = '', what = '', outcome = '', attempt } = said;
  const told = { kind, id, atEpochMs, type, what, outcome, body };
  return kind === FIRED ? told : { ...told, received: { atEpochMs, verdict: outcome, attempt } };
};

/** What is known of the commands that alerts have run, and until when. */
type Runs = { readonly runs: readonly Run[]; readonly nowEpochMs: number };

/** Firings with what became of their commands. */
export const withRuns = (firings: readonly Happened[], { runs, nowEpochMs }: Runs): readonly Happened[] => {
  const byFiring = new Map(runs.map((run) => [run.firing, run]));
  return firings.map((firing) => {
    const run = byFiring.get(firing.id);
    return run === undefined ? firing : { ...firing, outcome: runWords(run, nowEpochMs) };
  });
};

/** What is known of it: `missing` where the service has no call that tells it. */
export type SentReading =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'told'; readonly webhooks: number }
  | { readonly kind: 'failed'; readonly why: string };

/** What has happened, with what was sent: an event is known by its id, to how many webhooks it ever went. */
const withSent = (kept: readonly Happened[], sent: readonly Sent[]): readonly Happened[] => {
  const byEvent = new Map<string, Sent[]>();
  for (const one of sent) {
    if (one.eventId === undefined) continue;
    const same = byEvent.get(one.eventId);
    if (same === undefined) byEvent.set(one.eventId, [one]);
    else same.push(one);
  }
  const received = new Set(kept.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])));
  return [
    ...kept.map((one) => (one.kind === 'delivery' ? bothOf(one, byEvent.get(one.id)) : one)),
    ...[...byEvent].flatMap(([id, all]) => (received.has(id) ? [] : [sentOf(id, all)])),
  ];
};

const bothOf = (received: Happened, sent: readonly Sent[] | undefined): Happened =>
  sent === undefined
    ? received
    : {
        ...received,
        what: saidOf(sent, 'message') || received.what,
        outcome: `${sentWords(sent)}; received here`,
        sent,
        body: JSON.stringify({ received: parseJson(received.body) ?? received.body, sent: sent.map(recordOf) }),
      };

const sentOf = (id: string, sent: readonly Sent[]): Happened => ({
  kind: 'delivery',
  id,
  atEpochMs: Math.min(...sent.map(({ createdAtS = 0 }) => createdAtS)) * 1000,
  type: saidOf(sent, 'type'),
  what: saidOf(sent, 'message'),
  outcome: sentWords(sent),
  sent,
  body: JSON.stringify({ sent: sent.map(recordOf) }),
});

const saidOf = (sent: readonly Sent[], member: 'type' | 'message'): string =>
  sent.find((one) => one[member] !== undefined)?.[member] ?? '';

/** What became of it, for each webhook where that differs. */
const sentWords = (sent: readonly Sent[]): string => {
  const words = new Set(sent.map(stateWords));
  const [only = ''] = words;
  return words.size === 1 && sent.length > 1 ? `${only} (${sent.length} webhooks)` : [...words].join('; ');
};

/** What became of one delivery. */
export const stateWords = ({ state, note, attempts }: Sent): string => {
  const tries = `${attempts.length} ${plural(attempts.length, 'attempt')}`;
  switch (state) {
    case 'sending':
      return attempts.length === 0 ? 'being sent' : `being sent, after ${tries}`;
    case 'waiting':
      return attempts.length === 0 ? 'waits' : `waits after ${tries}`;
    case 'delivered':
      return attempts.length > 1 ? `delivered in ${tries}` : 'delivered';
    case 'failed':
      return note === undefined ? 'failed' : `failed: ${note}`;
    case 'not sent':
      return note ?? 'not sent';
    default:
      return state ?? 'not said';
  }
};

/** As the service names the members. */
const recordOf = ({ webhookId, webhook, eventId, type, message, createdAtS, nextAttemptAtS, ...rest }: Sent) => ({
  webhook_id: webhookId,
  webhook,
  event_id: eventId,
  notif_type: type,
  message,
  created_at: createdAtS,
  next_attempt_at: nextAttemptAtS,
  ...rest,
});

/** A row is known by what makes its event once. */
export type EventRow = ListRow & { readonly happened: Happened };

/** The page. */
export type EventsState = {
  readonly list: List<EventRow>;
  /** What the store has, in any order; undefined before it was read for the first time. */
  readonly kept?: readonly Happened[];
  /** Why the store cannot be read. */
  readonly problem?: string | undefined;
  readonly asked: SentReading;
  readonly sent: readonly Sent[];
};

/** The page before anything was read. */
export const initialEvents: EventsState = { list: emptyWordList('at'), asked: { kind: 'unasked' }, sent: [] };

/** How rows are made and arranged. */
type Making = {
  readonly words: (item: Happened) => RowWords;
  readonly arrangement: () => Arrangement<EventRow>;
};

/** The store was read: what has happened, in any order. The same state where that is what the page has. */
export const eventsRead = (state: EventsState, kept: readonly Happened[], making: Making): EventsState => {
  const list = listOf(state, kept, state.sent, making);
  if (list === state.list && state.kept !== undefined && state.problem === undefined) return state;
  return { ...state, list, kept, problem: undefined };
};

/** What came of asking: what was sent, which stays as it is known where nothing was told. */
export type SentAnswer = { readonly asked: Exclude<SentReading, { kind: 'unasked' }>; readonly sent?: readonly Sent[] };

/** The service was asked what it has sent; where it has not said, what it said before stays. */
export const sentTold = (
  state: EventsState,
  { asked, sent = asked.kind === 'missing' ? [] : state.sent }: SentAnswer,
  making: Making,
): EventsState => {
  const list = listOf(state, state.kept ?? [], sent, making);
  return list === state.list && isSame(asked, state.asked) ? state : { ...state, list, asked, sent };
};

/** The list with its rows; the same where they are what it has. */
const listOf = (
  { list }: EventsState,
  kept: readonly Happened[],
  sent: readonly Sent[],
  { words, arrangement }: Making,
): List<EventRow> => {
  const known = new Map(list.rows.map((row) => [row.key, row]));
  const rows = withSent(kept, sent)
    .toSorted((a, b) => b.atEpochMs - a.atEpochMs)
    .map((item) => {
      const row = known.get(keyOf(item));
      const isKnown = row !== undefined && row.happened.outcome === item.outcome && row.happened.body === item.body;
      return isKnown ? row : { key: keyOf(item), words: words(item), happened: item };
    });
  const isAsItWas = rows.length === list.rows.length && rows.every((row, place) => row === list.rows[place]);
  return isAsItWas ? list : rowsReplaced(list, rows, arrangement(), { isFirstKept: true });
};

const isSame = (one: SentReading, other: SentReading): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The store cannot be read; what was read before stays. */
export const eventsUnread = (state: EventsState, problem: string): EventsState =>
  state.problem === problem ? state : { ...state, problem };

/** Another key is in use. */
export const eventsForgotten = (): EventsState => initialEvents;

const keyOf = ({ kind, id }: Happened): string => `${kind} ${id}`;
