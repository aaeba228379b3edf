/**
 * How slow the line to the terminal is: a status query rides on an update that is sent anyway, and the time until
 * the terminal's answer is the round trip. Nothing is sent on its own account.
 */

import type { After } from './sink.ts';

const QUERY = '\u001B[5n';
const ANSWER = '\u001B[0n';
/** A query costs four bytes: not with every update. */
const PAUSE_MS = 30_000;
/** An answer that takes longer will not be waited for. */
const PATIENCE_MS = 300;
/** A terminal that has not answered by then has nothing to say. */
const OWED_MS = 1000;
/** Above the first round trip a line counts as slow, and below the second no longer: what depends on it must not come and go. */
const SLOW_MS = 150;
const NOT_SLOW_MS = 100;
/** Up to the first round trip a line becomes quick, and above the second it is so no longer. */
const QUICK_MS = 40;
const NOT_QUICK_MS = 80;

export class LinkMeter {
  /** Time between a query and its answer, in milliseconds; undefined before the first answer. */
  roundTripMs: number | undefined;
  /** The line has shown itself to be slow. */
  isSlow = false;
  /** The line has shown itself to be quick. */
  isQuick = false;
  readonly #nowMs: () => number;
  #askedAtMs: number | undefined;
  #isAwaiting = false;
  #whenAnswered: (() => void)[] = [];
  #owedSinceMs: number | undefined;

  /** `nowMs` never goes backwards. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** What to append to an update: a query, or nothing. A query without an answer is asked again after the same pause. */
  rider(): string {
    const nowMs = this.#nowMs();
    if (this.#askedAtMs !== undefined && nowMs - this.#askedAtMs < PAUSE_MS) return '';
    this.#askedAtMs = nowMs;
    this.#isAwaiting = true;
    this.#owedSinceMs = nowMs;
    return QUERY;
  }

  /** Another query was sent. The terminal answers one after the other, so that the next answer to its own comes behind. */
  asked(): void {
    this.#owedSinceMs = this.#nowMs();
  }

  /** True while an answer may be on its way, of which the first byte could be taken for the Escape key. */
  get isOwed(): boolean {
    return this.#owedSinceMs !== undefined && this.#nowMs() - this.#owedSinceMs < OWED_MS;
  }

  /**
   * Resolves when no answer is outstanding, or its time is over. Whoever reads the terminal next, such as a shell,
   * would take a late one for typing.
   */
  answered(after: After): Promise<void> {
    const askedMs = this.#nowMs() - (this.#askedAtMs ?? 0);
    if (!this.#isAwaiting || askedMs >= PATIENCE_MS) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenAnswered.push(resolve);
      after(PATIENCE_MS - askedMs, resolve);
    });
  }

  /** Takes a reply of the terminal; only the answer to its own query counts. */
  replied(sequence: string): void {
    if (sequence !== ANSWER || !this.#isAwaiting || this.#askedAtMs === undefined) return;
    this.#isAwaiting = false;
    this.#owedSinceMs = undefined;
    this.roundTripMs = this.#nowMs() - this.#askedAtMs;
    const wasSlow = this.isSlow;
    this.isSlow = this.roundTripMs > (wasSlow ? NOT_SLOW_MS : SLOW_MS);
    // It may have been the program that was busy, as it is at its start: asked again with the next update.
    if (this.isSlow && !wasSlow) this.#askedAtMs = undefined;
    this.isQuick = this.roundTripMs <= (this.isQuick ? NOT_QUICK_MS : QUICK_MS);
    for (const resolve of this.#whenAnswered.splice(0)) resolve();
  }
}
