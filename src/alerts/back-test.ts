/** What an alert would have found in the history so far: the same as it finds now, over the recorded answers. Runs nothing, notes nothing. */
import type { Alert } from './alert.ts';
import { type Finding, findingsIn, reachOf } from './hold-against.ts';
import { type Answer, answeringQuestions, beginningFor, type Reads, recordedAnswers } from './recorded-answers.ts';
import { whatIsMeant } from './what-is-meant.ts';

/** What was found, the oldest first; of more than `FINDINGS_KEPT` the last. */
export type BackTest = {
  readonly findings: readonly Finding[];
  readonly found: number;
  /** How many answers were looked at, from the first to the last; none where nothing that was recorded answers it. */
  readonly answers: number;
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  /** How many offers were meant by the last whole answer. */
  readonly lastCount: number | undefined;
};

const FINDINGS_KEPT = 200;

/** Looks back from `nowMs` by `backMs`. */
export const backTest = async (
  store: Reads,
  {
    sentence,
    service,
    debounceMs,
    ...pricing
  }: Pick<Alert, 'sentence' | 'service' | 'debounceMs' | 'type' | 'storageGb'>,
  { nowMs, backMs }: { readonly nowMs: number; readonly backMs: number },
): Promise<BackTest> => {
  const meant = whatIsMeant(sentence, pricing);
  const rule = { sentence, debounceMs };
  const questions = await answeringQuestions(store, service, meant);
  const fromMs = nowMs - backMs;
  const fromEpochMs = await beginningFor(store, questions, fromMs, reachOf(rule));
  const answers = await recordedAnswers(store, questions, meant, { fromEpochMs, toEpochMs: nowMs + 1 });
  let count = 0;
  let firstMs: number | undefined;
  let lastMs: number | undefined;
  let lastCount: number | undefined;
  const counted = function* (): Generator<Answer> {
    for (const answer of answers) {
      if (answer.atEpochMs >= fromMs) {
        count++;
        firstMs ??= answer.atEpochMs;
      }
      lastMs = answer.atEpochMs;
      if (answer.isWhole) lastCount = answer.offers.length;
      yield answer;
    }
  };
  const findings: Finding[] = [];
  let found = 0;
  for (const finding of findingsIn(rule, counted(), fromMs)) {
    found++;
    findings.push(finding);
    if (findings.length > FINDINGS_KEPT) findings.shift();
  }
  return { findings, found, answers: count, firstMs, lastMs, lastCount };
};
