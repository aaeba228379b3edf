/**
 * Texts of a service as long as it likes, of the worst characters: no screen and no key waits for them. What is measured is
 * the longest work during which nothing else could run.
 *
 * @module-tag exhaustive
 */
import { describe, expect, test } from 'vitest';
import { tour } from '../support/tour.tsx';
import { watchWork } from '../support/work.ts';

/** Work that a screen may take; texts that are looked at whole took ten seconds. */
const LONGEST_MS = 1000;

const WIDE = '漢'.repeat(20_000);
const OPENERS = '\u009D'.repeat(60_000);
const MARKS = 'e\u0301\u0302\u0303\u0304'.repeat(12_000);
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const longest = async (texts: readonly string[], sentence: string): Promise<readonly [place: string, ms: number]> => {
  const work = watchWork();
  let worst: readonly [string, number] = ['', 0];
  await tour({ texts, sentence, typed: 'typed', json: 'json' }, (place) => {
    const ms = work.longest();
    if (ms > worst[1]) worst = [place, ms];
  });
  work.end();
  return worst;
};

describe('every screen is drawn at once with', () => {
  test.each([
    ['names of wide characters', Array.from({ length: 4 }, () => WIDE), WIDE],
    ['openers of control strings without an end', [OPENERS, OPENERS], OPENERS],
    ['towers of marks', [MARKS, MARKS], MARKS],
    ['brackets without an end', [DEEP, DEEP], DEEP],
    ['hundreds of names', Array.from({ length: 300 }, (_, place) => `${place} ${'x'.repeat(200)}`), 'x'],
  ])('%s', async (_, texts, sentence) => {
    const [place, ms] = await longest(texts, sentence);
    expect(ms, place).toBeLessThan(LONGEST_MS);
  });
});
