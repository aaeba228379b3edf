/**
 * Takes keys and secrets of any length and any characters out of texts, however they are written there.
 *
 * @module-tag exhaustive
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, isTold, REDACTED } from '../src/api/redact/redact.ts';
import { printable } from '../src/base/printable.ts';
import { secretOf, wantedSizes } from './support/secrets.ts';
import { workedMs } from './support/work.ts';

/** Ways in which a service may write a character of a text. */
const SPELLINGS: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => JSON.stringify(JSON.stringify(character).slice(1, -1)).slice(1, -1),
  (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  encodeURIComponent,
  (character) => Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (character) => encodeURIComponent(encodeURIComponent(character)),
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16)};`,
  (character) => ({ '"': '&quot;', "'": '&apos;', '&': '&amp;', '<': '&LT;', '>': '&gt;' })[character] ?? character,
  (character) => character.replace('&', '&amp;').replace('"', '&amp;quot;'),
];

const marks = fc.constantFrom(...'\\%&#;"\'</>x0aF2541');
const inHeader = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const inJson = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('\n', '\t', '\u0000', 'é', '😀'),
);

/** Secrets that can be told from words, each character with how it is written. */
const spelled = fc
  .array(fc.tuple(fc.oneof(marks, inHeader, inJson), fc.nat(SPELLINGS.length - 1)), { minLength: 8, maxLength: 60 })
  .map((characters) => ({
    // Of a backslash at the end nothing would be told.
    secret: `${characters.map(([character]) => character).join('')}z`,
    written: `${characters.map(([character, way]) => SPELLINGS[way]?.(character)).join('')}z`,
  }))
  .filter(({ secret }) => isTold(secret) && !/u[\da-f]{4}/i.test(secret));

test('a secret of any characters is found, however each of them is written', () => {
  fc.assert(
    fc.property(spelled, ({ secret, written }) => {
      expect(createRedactor(secret).redact(`before ${written} after`)).toBe(`before ${REDACTED} after`);
    }),
    { numRuns: 3000 },
  );
});

describe.each([
  ['a soft hyphen', '\u00ad'],
  ['a zero-width space', '\u200b'],
  ['a joiner', '\u2060'],
  ['a mark of direction', '\u202e'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0041}'],
  ['an annotation', '\ufff9'],
  ['a colour', '\x1b[0m'],
  ['a colour in 8 bits', '\x9b0m'],
  ['a title', '\x1b]0;x\x07'],
  ['a title with another end', '\x1b]0;x\x1b\\'],
  ['a character set', '\x1b(B'],
])('a secret with %s between its characters', (_, between) => {
  const key = 'q7Wz9KpL2mXv4TbN8sRd';
  const written = [...key].join(between);

  test.each([
    ['as it is', written],
    ['in JSON', [...written].map((unit) => JSON.stringify(unit).slice(1, -1)).join('')],
    [
      'in JSON of ASCII',
      written.replace(/[^\x21-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['in an address', encodeURIComponent(written)],
  ])('is found %s, because a screen shows nothing of that', (_way, text) => {
    expect(printable(written)).toBe(key);
    expect(createRedactor(key).redact(`before ${text} after`)).toBe(`before ${REDACTED} after`);
  });
});

test('a text in which no secret stands is left as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(marks, inJson), { maxLength: 200 }), (characters) => {
      const text = characters.join('');
      expect(createRedactor('sk-Qx7hJ2mV9_b0-tail').redact(text)).toBe(text);
    }),
  );
});

describe.each(wantedSizes(8))('a key of %i characters', (length) => {
  const key = secretOf(length);
  const { redact, redactCut } = createRedactor(key);

  test.each([
    ['as it is', key],
    ['as JSON', JSON.stringify(key).slice(1, -1)],
    ['as JSON within JSON', JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1)],
    ['in an address', encodeURIComponent(key)],
    ['in HTML', key.replaceAll('"', '&quot;').replaceAll('/', '&#x2F;')],
  ])('is found %s', (_, written) => {
    expect(redact(`{"a": [${written}]}, ${written}`)).toBe(`{"a": [${REDACTED}]}, ${REDACTED}`);
  });

  test.runIf(length >= 12)('is found in parts of more than half, and less is a word', () => {
    const least = Math.ceil(length / 2) + 2;
    expect(redact(`a ${key.slice(0, least)} b`)).toBe(`a ${REDACTED} b`);
    expect(redact(`a ${key.slice(-least)} b`)).toBe(`a ${REDACTED} b`);
    expect(redact(`a ${key.slice(0, least - 1)} b`)).toBe(`a ${key.slice(0, least - 1)} b`);
  });

  test('is found at the end of a text that was cut in the middle of it, or of one of its characters', () => {
    for (const shown of [8, Math.ceil(length / 2), length - 1]) {
      expect(redactCut(`cut ${key.slice(0, Math.max(8, shown))}`)).toBe(`cut ${REDACTED}`);
    }
    expect(redactCut(`cut ${key.slice(0, 8)}\\u00`)).toBe(`cut ${REDACTED}`);
    expect(redactCut(`cut ${key.slice(0, 8)}\ufffd`)).toBe(`cut ${REDACTED}`);
  });
});

test.each(wantedSizes(1).filter((length) => length < 8))(
  'a key of %i characters cannot be told from words, and leaves texts readable',
  (length) => {
    const words = '{"name":"aaaaaaaa","msg":"a key"}';
    const { redact, traces, remember } = createRedactor('a'.repeat(length));
    remember('m'.repeat(length));
    expect(redact(words)).toBe(words);
    expect(traces()).toHaveLength(5);
  },
);

test('a secret whose characters overlap itself is taken out whole', () => {
  const { redact } = createRedactor('abababababab');
  expect(redact(`x ${'ab'.repeat(9)} y`)).toBe('x [redacted] y');
  const short = createRedactor('aaaaaaaa');
  expect(short.redact(`x ${'a'.repeat(13)} y`)).toBe('x [redacted] y');
});

test('the time grows with the lengths of text and secret, whatever they are made of', () => {
  const A = 'a'.repeat(50_000);
  const secrets = [`${A}b${A}`, `${A}${A}b`, '%41'.repeat(33_000), `${'&'.repeat(50_000)}abcdefgh`];
  const texts = [
    'a',
    'ab',
    'aab',
    '%41',
    '%',
    '%4',
    '%3',
    '&',
    '&#',
    '&#6',
    ';',
    '&;',
    '\\',
    '\\u',
    '\\u00',
    '\\u0061',
    '%5Cu0061',
    '%C3',
    '\u200b',
    'a\u200b',
    '\x1b]',
    '\x9d',
  ]
    .map((piece) => piece.repeat(Math.ceil(100_000 / piece.length)))
    .flatMap((text) => [text, `${text}31;0061`]);
  for (const secret of secrets) {
    const { redactCut } = createRedactor(secret);
    for (const text of texts) {
      const startedMs = workedMs();
      redactCut(text);
      expect(workedMs() - startedMs, `${secret.slice(0, 9)} in ${text.slice(0, 9)}`).toBeLessThan(500);
    }
  }
});

test('of a text that cannot be searched nothing is said', () => {
  const broken = {
    indexOf: () => {
      throw new Error('broken');
    },
  } as unknown as string;
  expect(createRedactor('sk-Qx7hJ2mV9').redact(broken)).toBe('[not shown: it could not be checked for the key]');
});

test.each([
  ['webhook_secret:\\"'.repeat(60_000), 'webhook_secret:"[redacted]"'],
  [`webhook_secret="${'\\"'.repeat(8_000_000)}`, 'webhook_secret="[redacted]"'],
  [`webhook_secret="${'a'.repeat(16_000_000)}`, 'webhook_secret="[redacted]"'],
  ['webhook_secret webhook_secret=', 'webhook_secret webhook_secret='],
  ['webhook_secret = abc', 'webhook_secret = "[redacted]"'],
])('the value of a webhook secret that is not known is taken out, however long: %.30s', (text, redacted) => {
  expect(createRedactor('').redact(text).slice(0, 40)).toBe(redacted);
});
