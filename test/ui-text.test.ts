/** Text from the network can neither move the cursor nor hide itself, and cells have the width that they claim. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASCII_CUT_MARK, asciiText, cellWidth, cutCell, padCell, printable } from '../src/base/text.ts';

describe('hostile text is made harmless', () => {
  test.each([
    ['a colour', '\x1b[31mRTX 4090\x1b[0m', 'RTX 4090'],
    ['clearing the screen', 'a\x1b[2J\x1b[Hb', 'ab'],
    ['an 8-bit control sequence', 'a\x9b2Jb', 'ab'],
    ['a window title ended by BEL', '\x1b]0;owned\x07H100', 'H100'],
    ['a window title ended by ST', '\x1b]2;owned\x1b\\H100', 'H100'],
    ['a clipboard write', '\x1b]52;c;ZXZpbA==\x07H100', 'H100'],
    ['an 8-bit clipboard write', '\x9d52;c;ZXZpbA==\x9cH100', 'H100'],
    ['a link', '\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\', 'click'],
    ['a device control string', '\x1bP$qm\x1b\\x', 'x'],
    ['an application command', '\x1b_Gf=24;AAAA\x1b\\x', 'x'],
    ['a reset', '\x1bcx', 'x'],
    ['a saved cursor', '\x1b7x\x1b8', 'x'],
    ['a character set', '\x1b(0lqqk\x1b(B', 'lqqk'],
    ['a sequence that never ends', 'a\x1b]0;rest of the line', 'a�]0;rest of the line'],
    ['a sequence inside a sequence', '\x1b\x1b[31m[32mx', '�[32mx'],
    ['a lone escape at the end', 'x\x1b', 'x�'],
    ['bells, backspaces and NULs', 'a\x07b\x08c\x00', 'a�b�c�'],
    ['DEL and C1 characters', 'a\x7fb\x84c', 'a�b�c'],
    ['line breaks of every kind', 'a\nb\r\nc\x85d\u2028e\u2029f', 'a b c d e f'],
    ['tabs', 'a\t\tb', 'a b'],
    ['bidirectional overrides', 'gpu\u202eexe\u202c\u2066x\u2069\u200f', 'gpuexex'],
    ['zero-width characters', 'R\u200bT\u200cX\u200d\u2060 4\ufeff090\u00ad', 'RTX 4090'],
    ['tag characters', 'H100\u{e0041}\u{e0042}\u{e007f}', 'H100'],
    ['fillers that look like spaces', 'a\u3164\u115f\uffa0b', 'ab'],
    ['a tower of combining marks', `e${'\u0301'.repeat(50)}x`, `e${'\u0301'.repeat(3)}x`],
    ['marks that would sit on the neighbouring cell', '\u0301\u0302x', 'x'],
    ['half a surrogate pair', 'a\ud800b', 'a�b'],
  ])('%s', (_, hostile, harmless) => {
    expect(printable(hostile)).toBe(harmless);
  });

  test('ordinary names stay as they are', () => {
    for (const name of [
      'Intel® Xeon® Gold 6248R',
      'São Paulo, BR',
      '東京, JP',
      'Ελλάδα, GR',
      'ROME_D8  ',
      'Việt Nam',
    ]) {
      expect(printable(name)).toBe(name);
    }
  });

  test('a terminal without Unicode gets ASCII', () => {
    expect(asciiText('São Paulo, max °C, Intel®')).toBe('Sao Paulo, max ?C, Intel?');
    expect(asciiText('\u{1f600} ok')).toBe('? ok');
  });

  test('no control character survives any text, and a second pass changes nothing', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom('\x1b', '\x1b[', '\x9b', '\x1b]', '\x07', '\x1b\\', '\x9c', 'm', '\u202e', '\u0301', '\n'),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(nasty, (pieces) => {
        const text = printable(pieces.join(''));
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u);
        expect(printable(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('cells', () => {
  test('wide characters count two cells, combining marks none', () => {
    expect(cellWidth('RTX 4090')).toBe(8);
    expect(cellWidth('東京')).toBe(4);
    expect(cellWidth('e\u0301')).toBe(1);
    expect(cellWidth('')).toBe(0);
    expect(cellWidth('Xeon® Gold…')).toBe(11);
    expect(cutCell('Xeon® Gold', 6)).toBe('Xeon®…');
  });

  test('numbers are set against the right edge, text against the left', () => {
    expect(padCell('41', 5, 'right')).toBe('   41');
    expect(padCell('US', 5)).toBe('US   ');
    expect(padCell('東京', 5)).toBe('東京 ');
    expect(padCell('too wide', 3)).toBe('too wide');
  });

  test('a cell that is too long ends in a mark and never splits a character', () => {
    expect(cutCell('RTX 4090', 8)).toBe('RTX 4090');
    expect(cutCell('RTX 4090', 6)).toBe('RTX …');
    expect(cutCell('RTX 4090', 6, ASCII_CUT_MARK)).toBe('RTX ~');
    expect(cutCell('東京都', 4)).toBe('東…');
    expect(cutCell('ae\u0301io', 3)).toBe('ae\u0301…');
    expect(cutCell('abc', 1)).toBe('…');
    expect(cutCell('abc', 0)).toBe('');
  });

  test('no figure is cut: what is left of one would be another', () => {
    expect(cutCell('97th of 178', 2)).toBe('…');
    expect(cutCell('97th of 178', 10)).toBe('97th of …');
    expect(cutCell('as of 16:33', 10)).toBe('as of …');
    expect(cutCell('$1,234.50 a month', 9)).toBe('$…');
    fc.assert(
      fc.property(fc.stringMatching(/^[ a-c0-9.,:$/-]{0,20}$/), fc.integer({ min: 0, max: 21 }), (text, width) => {
        expect(cutCell(text, width)).not.toMatch(/\d[-.,:/]*…/);
      }),
      { numRuns: 1000 },
    );
  });

  test('a cut and padded cell is exactly as wide as its column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, width) => {
        expect(cellWidth(padCell(cutCell(printable(text), width), width))).toBe(width);
      }),
      { numRuns: 1000 },
    );
  });
});
