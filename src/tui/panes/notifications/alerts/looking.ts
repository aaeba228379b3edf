/** Asks the history what a sentence would have found: when its page is opened, and when the typing pauses. */
import type { WrittenAlert } from '../../../../alerts/alerts-file.ts';
import { readSentence } from '../../../../alerts/read-sentence.ts';
import { LOOKED_BACK_DAYS } from './lines.ts';
import type { AlertsNeeds } from './needs.ts';
import { type AlertsState, openRow, sentenceLooked } from './state.ts';

/** Silence after the last key before the history is asked, ms. */
const TYPING_PAUSE_MS = 300;

const DAY_MS = 86_400_000;

/** The ways in which it is asked. */
type Looking = { readonly now: () => void; readonly soon: () => void };

/** Builds them. */
export const createLooking = ({ slice, alerts, clock, later, run }: AlertsNeeds): Looking => {
  let cancelPause: (() => void) | undefined;

  const now = (): void => {
    cancelPause?.();
    cancelPause = undefined;
    const state = slice.get();
    if (alerts === undefined || state.open === undefined) return;
    const { text } = state.open.line;
    if (state.open.looked?.sentence === text || 'problems' in readSentence(text, state.sets)) return;
    const asked = alertWith(state, text);
    slice.change((before) => sentenceLooked(before, text, { kind: 'asked' }));
    run(async () => {
      const span = { nowMs: clock.now(), backMs: LOOKED_BACK_DAYS * DAY_MS };
      const test = await alerts.wouldHaveFired(asked, span);
      const outcome =
        'value' in test ? ({ kind: 'found', test: test.value } as const) : { kind: 'unknown' as const, ...test };
      slice.change((before) => sentenceLooked(before, text, outcome));
    });
  };

  return {
    now,
    soon: () => {
      cancelPause?.();
      cancelPause = later(TYPING_PAUSE_MS, now);
    },
  };
};

/** The open alert with `sentence`, as it would be in the file. */
const alertWith = (state: AlertsState, sentence: string): WrittenAlert => ({
  ...(openRow(state)?.written ?? { id: 'new', service: state.service }),
  sentence,
});
