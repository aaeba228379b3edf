/** What an event of the history's store says, whoever wrote it: read leniently, because a newer program may write more. Pure. */
import { z } from 'zod';
import { FIRED, firingIn } from '../../../../alerts/firing.ts';
import { type Run, runWords } from '../../../../alerts/runs.ts';
import { parseJson } from '../../../../base/json.ts';
import type { StoredEvent } from '../../../../history/store.ts';

/** Kinds that are listed, as the store names them, and what they are called on the screen. */
export const EVENT_KINDS = { delivery: 'received', [FIRED]: 'alert' } as const;

export type EventKind = keyof typeof EVENT_KINDS;

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
export const happenedOf = (kind: EventKind, event: StoredEvent): Happened => {
  const { id, atEpochMs, body } = event;
  const firing = kind === FIRED ? firingIn(event) : undefined;
  if (firing !== undefined) {
    const { alert: type, sentence, words, isQuiet, isLate } = firing;
    const outcome = isQuiet ? 'quiet time' : isLate ? 'found late' : '';
    return { kind, id, atEpochMs, type, what: `${words} (${sentence})`, outcome, body };
  }
  const { data: said = {} } = MEMBERS.safeParse(parseJson(body));
  return { kind, id, atEpochMs, type: said.type ?? '', what: said.what ?? '', outcome: said.outcome ?? '', body };
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
