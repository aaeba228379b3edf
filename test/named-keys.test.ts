/** Messages name keys by their rows (`src/base/named-keys.ts`), so that a key of the user's own is named where it is bound. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyName, withKeys } from '../src/base/named-keys.ts';
import { wrappedLines } from '../src/base/wrap.ts';
import { KEY_ROWS } from '../src/own-keys/key-rows.ts';

describe('a message', () => {
  const shown = (id: string, press: string) => (id === 'a.mark' && press === 'space' ? 'Space' : id.toUpperCase());

  test('has each key that it names as it is by then', () => {
    expect(withKeys(`${keyName('a.find')} finds, ${keyName('a.mark', 'space')} marks.`, shown)).toBe(
      'A.FIND finds, Space marks.',
    );
    expect(withKeys('Esc goes back.', shown)).toBe('Esc goes back.');
  });

  test('is broken into lines around a key, which has six cells, or those of the press that is named', () => {
    const lines = wrappedLines(`Ask again ${keyName('offers.refresh')} now.`, 12);
    expect(lines.map((line) => withKeys(line, () => 'Ctrl-T'))).toEqual(['Ask again', 'Ctrl-T now.']);
    const [line = ''] = wrappedLines(`${keyName('a.mark', 'X')} marks many`, 12);
    expect(withKeys(line, () => 'X')).toBe('X marks many');
  });
});

/** What names a key: one of its own before what it does, behind `press`, or alone in brackets. Esc, Enter and Ctrl-C are what they are. */
const KEY = String.raw`(?:Ctrl-(?!C\b)[A-Z_/]|Alt-\w+|Shift-Tab|Tab|F1|PgUp|PgDn|Space|Up|Down|Left|Right|Home|End|[^\s\w{}…"'()]|[A-Za-z0-9])`;
const FORMS = [
  new RegExp(String.raw`\bpress ${KEY}(?![^\s,.:;)])`, 'i'),
  new RegExp(
    String.raw`(?<![^\s(])${KEY}(?= (?:(?!offers|keys|characters|hours|days|status|windows|yours)[a-z]{3,}s|now|again)\b| \{…\} it\b)`,
  ),
  new RegExp(String.raw`\(${KEY}\)`),
  new RegExp(String.raw`\b(?:with|and|or|then) ${KEY}(?=[.,;:]|$)`),
];

/** Texts in which something else looks so: operators, ports, shells. */
const OTHERS =
  /^(?:\\n# Rent GPUs|Signs of a shell|! goes before| {2}! ends soon|#compdef |Only a number with|\\nExamples|config schema|port |print every row|serve figures|, on |, unless a card |; now )/;

test('no message names a key by itself', () => {
  const messages = readFileSync('test/support/messages.txt', 'utf8').split('\n');
  expect(messages.length).toBeGreaterThan(1000);
  expect(messages.filter((text) => !OTHERS.test(text) && FORMS.some((form) => form.test(text)))).toEqual([]);
});

test.each([
  'R asks again.',
  'Nothing to go to yet: press f and type a text to find.',
  'The filter has a problem: Esc, then / shows it.',
  'The image that runs in the instance. Ctrl-N takes the next one.',
  '3 more below (Space)',
])('%j would be found', (text) => expect(FORMS.some((form) => form.test(text))).toBe(true));

test('every row that a message names is there, with the key that it means', () => {
  const named = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/keyName\('([^']+)'(?:, '([^']+)')?\)/g), ([, id = '', press]) => ({
      id,
      press,
    })),
  );
  expect(named.length).toBeGreaterThan(80);
  const lacking = named.filter(({ id, press }) => {
    const rows = KEY_ROWS.filter((row) => (id.includes('.') ? row.id === id : new RegExp(`[.-]${id}$`).test(row.id)));
    return rows.length === 0 || (press !== undefined && !rows.some(({ keys }) => keys.includes(press)));
  });
  expect(lacking).toEqual([]);
});
