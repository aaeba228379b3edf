/** What an event of the history's store says, whoever wrote it: read leniently, because a newer program may write more. Pure. */
import { z } from 'zod';
import { parseJson } from '../../../../base/json.ts';
import type { EventStore } from '../../../../history/store.ts';

/** Kinds that are listed, as the store names them, and what they are called on the screen. */
export const EVENT_KINDS = { delivery: 'received', alert: 'alert' } as const;

export type EventKind = keyof typeof EVENT_KINDS;

type StoredEvent = Awaited<ReturnType<EventStore['events']>>[number];

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
  /** JSON, as it was kept. */
  readonly body: string;
};

/** Members that mean the same in every kind of event. */
const MEMBERS = z.looseObject({
  type: z.string().optional().catch(undefined),
  what: z.string().optional().catch(undefined),
  outcome: z.string().optional().catch(undefined),
});

/** An event as its row and its page tell it; one of which nothing can be read is its id and its text alone. */
export const happenedOf = (kind: EventKind, { id, atEpochMs, body }: StoredEvent): Happened => {
  const { data: said = {} } = MEMBERS.safeParse(parseJson(body));
  return { kind, id, atEpochMs, type: said.type ?? '', what: said.what ?? '', outcome: said.outcome ?? '', body };
};
