/** Bodies of text as lines: JSON set out, anything else as it came, everything harmless and in its width. */
import { describe, expect, test } from 'vitest';
import { bodyLines } from '../src/tui/ui/body-lines.ts';

describe('JSON', () => {
  test('is set out by its structure, short lists and objects on one line', () => {
    expect(bodyLines('{"verified":{"eq":true},"order":[["dph_total","asc"]],"limit":1000,"ids":[1,2]}', 40)).toEqual([
      '{',
      '  "verified": {"eq": true},',
      '  "order": [',
      '    ["dph_total", "asc"]',
      '  ],',
      '  "limit": 1000,',
      '  "ids": [1, 2]',
      '}',
    ]);
  });

  test('keeps every value as it was written', () => {
    expect(bodyLines('{"a":1.0,"b":12345678901234567890,"c":"x, {y}: \\"z\\""}', 80)).toEqual([
      '{"a": 1.0, "b": 12345678901234567890, "c": "x, {y}: \\"z\\""}',
    ]);
  });

  test('that was cut off is shown up to the cut', () => {
    expect(bodyLines('{"offers":[{"id":1,"gpu_name":"RTX', 40)).toEqual([
      '{',
      '  "offers": [',
      '    {',
      '      "id": 1,',
      '      "gpu_name": "RTX',
    ]);
  });

  test('a line that is too long goes on in the next', () => {
    expect(bodyLines('{"reason":"abcdefghijklmnopqrstuvwxyz"}', 16)).toEqual([
      '{"reason":',
      '"abcdefghijklmno',
      'pqrstuvwxyz"}',
    ]);
  });

  test('of 64 KB that only opens brackets is neither slow nor pushed out of sight', () => {
    const lines = bodyLines('['.repeat(65_536), 78);
    expect(lines).toHaveLength(65_536);
    expect(lines.at(-1)).toBe(`${' '.repeat(32)}[`);
  });
});

describe('other text', () => {
  test('is cut between two characters where nobody would read to its end', () => {
    const lines = bodyLines(`${`${'x'.repeat(1023)}\n`.repeat(127)}${'x'.repeat(1023)}\u{1f5a5}abc`, 1100);
    expect(lines.slice(-2)).toEqual(['x'.repeat(1023), '... and 5 more characters']);
  });

  test('keeps its lines', () => {
    expect(bodyLines('<html>\r\n<title>502</title>\n</html>', 40)).toEqual(['<html>', '<title>502</title>', '</html>']);
  });

  test('that begins with a bracket is not taken for JSON', () => {
    expect(bodyLines('[redacted] is not valid', 40)).toEqual(['[redacted] is not valid']);
    expect(bodyLines('{not json} at all', 40)).toEqual(['{not json} at all']);
  });

  test('that looks like JSON at first keeps its words apart', () => {
    expect(bodyLines('[1] no such machine', 40)).toEqual(['[1] no such machine']);
  });

  test('cannot move the cursor, and wide characters stay within the width', () => {
    expect(bodyLines('\u001b[2J\u001b]52;c;aGk=\u0007ok', 40)).toEqual(['ok']);
    expect(bodyLines('漢字漢字', 5)).toEqual(['漢字', '漢字']);
  });
});
