/** What of a day is to be told of each question, and whether the day is over. Pure. */
import { createHash } from 'node:crypto';
import { askedText } from '../asked.ts';
import { LONGEST_GAP_MS } from '../round-difference.ts';
import type { AnsweredQuestion, Stretch } from '../store.ts';

export const DAY_MS = 86_400_000;

/** An answer so long past midnight shows that nothing of the day is to come. */
const ENOUGH_PAST_MIDNIGHT_MS = 3_600_000;

/** A question as the data set knows it. */
export type NamedQuestion = AnsweredQuestion & {
  /** The same for the same question to the same service in every history. */
  readonly name: string;
};

/** Up to when a day is told, by the names of its questions, Unix epoch milliseconds. */
export type Told = Readonly<Record<string, number>>;

/** What is to be told of a day. */
export type DayPlan = {
  /** By the numbers of the questions: the part of the day, which ends right after the last answer where none came after the day. */
  readonly windows: ReadonlyMap<number, Stretch>;
  /** False while answers of that day may still be on their way. */
  readonly isOver: boolean;
};

/** `question` with its name. */
export const namedQuestion = (service: string, question: AnsweredQuestion): NamedQuestion => ({
  ...question,
  name: createHash('sha256')
    .update(`${service}\n${askedText(question.asked)}`)
    .digest('hex')
    .slice(0, 16),
});

/** The plan for the day that begins at `dayMs`, of which `told` is told already. */
export const dayPlan = (dayMs: number, questions: readonly NamedQuestion[], told: Told, nowMs: number): DayPlan => {
  const endMs = dayMs + DAY_MS;
  const windows = new Map<number, Stretch>();
  let isOver = nowMs >= endMs;
  for (const { id, name, firstEpochMs, lastEpochMs } of questions) {
    const window = { fromEpochMs: told[name] ?? dayMs, toEpochMs: Math.min(endMs, lastEpochMs + 1) };
    if (firstEpochMs >= endMs || window.fromEpochMs >= window.toEpochMs) continue;
    windows.set(id, window);
    if (lastEpochMs < endMs + ENOUGH_PAST_MIDNIGHT_MS && nowMs - lastEpochMs <= LONGEST_GAP_MS) isOver = false;
  }
  return { windows, isOver };
};
