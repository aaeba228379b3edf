/** What the frame writer remembers of characters: enough for every script, and a bound for text that was made to fill it. */
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { NARROW_TEXT } from '../src/base/printable.ts';
import { glyphsOf, glyphText, isWidthCertain } from '../src/terminal/row.ts';

const drawn = (text: string): string => Array.from(glyphsOf(text), ({ id }) => glyphText(id)).join('');

/** The first of the marks that combine with the character before them; there are 112 in a row. */
const FIRST_MARK = 0x300;
const MARKS = 112;

/** `count` texts of one grapheme that differ from each other: a letter under three marks. */
const madeUp = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) =>
    String.fromCodePoint(
      0x61,
      FIRST_MARK + (number % MARKS),
      FIRST_MARK + (Math.trunc(number / MARKS) % MARKS),
      FIRST_MARK + Math.trunc(number / MARKS ** 2),
    ),
  );

test('a grapheme that is longer than those of any script is drawn as its first character', () => {
  expect(drawn('\u1100'.repeat(33))).toBe('\u1100');
  expect(drawn('\u1100'.repeat(32))).toBe('\u1100'.repeat(32));
});

test('graphemes that never come again are remembered up to a bound; of those beyond it the first character is drawn', () => {
  const texts = madeUp(20_000);
  const whole = texts.filter((text) => drawn(text) === text);
  expect(whole.length).toBeGreaterThan(16_000);
  expect(whole.length).toBeLessThanOrEqual(16_384);
  expect(texts.slice(17_000).every((text) => drawn(text) === 'a')).toBe(true);
});

test('when that bound is reached, every character by itself is drawn and measured as ever', () => {
  madeUp(20_000).forEach(drawn);
  expect(drawn('\u6F22\u5B57 \u{1F600} \u00E9')).toBe('\u6F22\u5B57 \u{1F600} \u00E9');
  expect(Array.from(glyphsOf('\u9F8D\u00EA'), ({ width }) => width)).toEqual([2, 1]);
  expect(Array.from(glyphsOf('\u9F8E'), ({ id }) => isWidthCertain(id))).toEqual([true]);
});

test('what is taken for text of single cells is that also where each character is looked at', () => {
  const singles = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((unit) =>
    NARROW_TEXT.test(unit),
  );
  expect(singles.length).toBeGreaterThan(400);
  expect(singles.filter((unit) => /[\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(unit))).toEqual(
    [],
  );
  expect(singles.filter((unit) => stringWidth(unit) !== 1)).toEqual([]);
  const text = singles.join('');
  const glyphs = Array.from(glyphsOf(text));
  expect(glyphs.map(({ id }) => id)).toEqual(singles.map((unit) => unit.charCodeAt(0)));
  expect(glyphs.filter(({ id, width }) => width !== 1 || !isWidthCertain(id))).toEqual([]);
});
