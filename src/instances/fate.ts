/** What became of a call that was confirmed for one of several things, as a page of results shows it; what is said of one that was sent before. */
import { explain } from '../api/errors/explain.ts';
import type { OverLimit } from '../limits/allowance.ts';
import { stampWords } from '../maintenance/moment-words.ts';
import type { SentChange } from '../storage/journal/changes.ts';
import type { Unconfirmed } from '../writes/read-back.ts';
import type { SendEnd } from '../writes/send-once.ts';

/** `Sent 2026-11-22 14:05, outcome unknown: The connection was lost before an answer came.` */
export const sentWords = ({ outcome, sentAtEpochMs, kind, value }: SentChange<string>, timeZone: string): string => {
  const what = value === '' ? kind : `${kind} ${JSON.stringify(value)}`;
  const sent = `${what} was sent ${stampWords(sentAtEpochMs, timeZone)}`;
  return outcome.kind === 'accepted' ? `${sent} and accepted.` : `${sent}, outcome unknown: ${outcome.reason}`;
};

/** Where one of the calls is. */
export type Fate =
  /** `attempt`: which try the next call is, where the rate limit has turned earlier ones away. */
  | { readonly stage: 'waiting'; readonly attempt?: number }
  | { readonly stage: 'sending' }
  | {
      readonly stage: 'accepted' | 'refused' | 'unknown' | 'unconfirmed' | 'before' | 'not-sent';
      readonly words: string;
      /** Not sent because of a limit alone: what is to be typed to go over it. */
      readonly overLimit?: OverLimit;
    };

type Sent = Parameters<typeof sentWords>[0];

/** The fate of a call that has come to its end, or was not begun. */
export const fateOf = (
  result:
    | SendEnd<{ readonly message?: string | undefined }, readonly Sent[]>
    | Unconfirmed
    | { readonly kind: 'outdated'; readonly reason: string }
    | { readonly kind: 'not-sent' },
  timeZone: string,
): Fate => {
  switch (result.kind) {
    case 'accepted':
      return { stage: 'accepted', words: result.reply.message ?? '' };
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return { stage: result.kind, words: `${whatCameBack} ${whatToDo}` };
    }
    case 'unconfirmed':
      return { stage: 'unconfirmed', words: result.reason };
    case 'overtaken': {
      const [first] = result.standing;
      return {
        stage: 'before',
        words: first === undefined ? '' : `Another gpudeck was first: ${sentWords(first, timeZone)}`,
      };
    }
    case 'held-back':
      return {
        ...{ stage: 'not-sent', words: result.journalProblem ?? '' },
        ...(result.overLimit && { overLimit: result.overLimit }),
      };
    case 'outdated':
      return { stage: 'not-sent', words: result.reason };
    case 'not-sent':
      return { stage: 'not-sent', words: '' };
  }
};
