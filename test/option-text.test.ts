/** The environment of a template as text, and back (docs/interface.md, Templates). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionText, readOptionText } from '../src/api/option-text.ts';
import { environment } from '../src/local-service/instances/environment.ts';

const NAME = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
  fc.stringMatching(/^-p \d{1,4}:\d{1,4}(?:\/udp)?$/),
  fc.stringMatching(/^-v V\.\d{1,3}:\/[a-z]{1,5}$/),
);

/** An option has nothing but its name. */
const ENVIRONMENT = fc
  .uniqueArray(fc.tuple(NAME, fc.string({ maxLength: 12 })), { selector: ([name]) => name, maxLength: 6 })
  .map((pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, name.startsWith('-') ? '1' : value])));

test('a text of options names what it was made of, to the program and to the service', () => {
  fc.assert(
    fc.property(ENVIRONMENT, (named) => {
      const text = optionText(named);
      expect(readOptionText(text)).toEqual(named);
      expect(Object.fromEntries(environment.parse(text))).toEqual(named);
    }),
  );
});

test.each([
  ['-e A=1 -p 8080:8080 -h box', { A: '1', '-p 8080:8080': '1', '-h': 'box' }],
  [`--env "A=one two" -e B='it is'`, { A: 'one two', B: 'it is' }],
  ['-e A', { A: '' }],
  ['', {}],
])('%j', (text, named) => expect(readOptionText(text)).toEqual(named));

test.each(['-e', 'A=1', '--gpus all', '-e "A=1'])('%j is no text of options', (text) =>
  expect(readOptionText(text)).toBeUndefined(),
);
