/** JSON as text, near to what a schema asks for and far from it: text can repeat names and hold numbers that no value can. */
import fc from 'fast-check';

/** A piece of JSON, or of what only looks like it. */
export type Json = fc.Arbitrary<string>;

const ODD_NUMBERS = [
  ...['0', '-0', '1', '-1', '0.5', '2', '8', '64', '1e308', '-1e308', '1.7976931348623157e308', '1e999', '-1e999'],
  ...['5e-324', '1E+2', '9007199254740993', '1e-400', '0.1e1', '2147483648', '-9223372036854775809', '1796090400'],
];

const ODD_TEXTS = [
  ...['', ' ', '0', '1e308', '-0', 'NaN', 'Infinity', 'null', 'true', 'RTX 4090', 'US', 'de', 'amd64', 'verified'],
  ...['535.86.05', '22.04', '1.2.3.4.5', '9999999999.1', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...["' OR 1=1 --", '"; DROP TABLE offers; --', '%', '_', '?', ':gb', '\u0000', '\ud800', '\udfff\ud800', '\u202e'],
  ...['é'.repeat(3), '😀', 'x'.repeat(5000), '[[[[', '\\', '../../etc/passwd', 'https://hooks.example.com/'],
  ...['2030-01-01T00:00:00Z', '2030-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '2030-W01', 'disk', 'client'],
];

/** A number. */
export const numberText: Json = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS),
  fc.double().map((value) => JSON.stringify(value)),
  fc.integer().map(String),
  fc.nat(64).map(String),
);

/** A text in quotes, well-formed or not. */
export const stringText: Json = fc
  .oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  .map((value) => JSON.stringify(value));

/** A text in quotes that is one of `words`. */
export const wordText = (...words: readonly string[]): Json =>
  fc.constantFrom(...words).map((word) => JSON.stringify(word));

/** A list of `item`: mostly short, sometimes tens of thousands of one. */
export const listText = (item: Json): Json =>
  fc.oneof(
    { weight: 60, arbitrary: fc.array(item, { maxLength: 4 }).map((items) => `[${items.join(',')}]`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(item, fc.integer({ min: 100, max: 40_000 }))
        .map(([one, count]) => `[${Array.from({ length: count }, () => one).join(',')}]`),
    },
  );

/** An object of these members, in this order; a name may come up twice. */
export const objectText = (members: fc.Arbitrary<readonly (readonly [name: string, value: string])[]>): Json =>
  members.map((list) => `{${list.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);

/** One member of an object. */
export const member = (name: fc.Arbitrary<string>, value: Json): fc.Arbitrary<readonly [string, string]> =>
  fc.tuple(name, value);

/** A name that objects have of themselves, or none has. */
export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', '', 'x'.repeat(3000)),
  fc.string({ unit: 'binary' }),
);

/** Anything that is JSON, however deep. */
export const anyText: Json = fc.oneof(
  numberText,
  stringText,
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[]]', '{"a":{}}'),
  fc.json({ maxDepth: 6 }),
  fc.tuple(fc.constantFrom('[', '{"a":'), fc.nat(2000)).map(([open, depth]) => {
    const close = open === '[' ? ']' : '}';
    return `${open.repeat(depth)}0${close.repeat(depth)}`;
  }),
);

/** `text`, mostly as it is, sometimes with one character too much, too little or wrong. */
export const slightlyWrong = (text: Json): Json =>
  fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.nat(), fc.nat(1), fc.oneof(fc.constantFrom('', ...'{}[]",:0\\\n'), fc.string({ maxLength: 1 })))
        .map(([whole, place, cut, insert]) => {
          const at = whole.length === 0 ? 0 : place % whole.length;
          return whole.slice(0, at) + insert + whole.slice(at + cut);
        }),
    },
  );
