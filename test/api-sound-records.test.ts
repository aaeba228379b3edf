/** Records that are judged without a schema: they must be those to which the schemas object in nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOf } from '../src/api/records/schema.ts';
import { OFFER_FIELDS } from '../src/catalogue/offer-fields.ts';
import { VOLUME_FIELDS } from '../src/catalogue/volume-fields.ts';

/** Numbers beyond the largest come out of JSON as Infinity. */
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', 0, -0, 1.5, true, Number.POSITIVE_INFINITY, [], [1], ['1'], [Number.NEGATIVE_INFINITY], {}),
  fc.record({ totalHour: fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.constant(null)) }),
);

/** Something else in a record, to which its schemas always object: so they are asked. */
const ASKED = { name: 'asked', wire: 'string', group: 'price', label: '' } as const;

test.each([
  ['offer', OFFER_FIELDS],
  ['volume', VOLUME_FIELDS],
] as const)('%s: what is taken without a schema is what the schemas take', (_kind, fields) => {
  const check = checkOf(fields);
  const bySchemas = checkOf([...fields, ASKED]);
  const names = fields.map(({ name }) => name);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 6 }), (record) => {
      const judged = check(structuredClone(record));
      const { record: left, malformedValues = 0 } = bySchemas({ ...structuredClone(record), asked: 1 }) ?? {};
      expect({ ...judged?.record, asked: undefined }).toEqual({ ...left, asked: undefined });
      expect(judged?.malformedValues).toBe(malformedValues - 1);
    }),
    { numRuns: 2000 },
  );
});
