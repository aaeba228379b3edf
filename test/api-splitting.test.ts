import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RecordSplitter } from '../src/api/records/record-splitter.ts';

/** What the splitter makes of `reply`, cut into chunks before each of the byte positions `cuts`. */
const split = (reply: string | Buffer, name: string | undefined, cuts: readonly number[] = []) => {
  const bytes = Buffer.from(reply);
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  const splitter = new RecordSplitter(name, (record) => {
    const text = record.toString().trim();
    return isJson(text) ? text : undefined;
  });
  const records: (string | undefined)[] = [];
  for (const [index, from] of places.slice(0, -1).entries()) {
    records.push(...splitter.push(bytes.subarray(from, places[index + 1])));
  }
  return { records, envelope: splitter.envelope, isComplete: splitter.isComplete };
};

const SAMPLE =
  '\ufeff{"note": "no \\"offers\\":[ here", "nested": {"offers": [1, {"a": []}]}, "offers" : [ {"id": 1, "cpu": "EPYC™ \\\\"},' +
  ' {"id":2,"s":"}],{[\\"","gpus":[1,[2]],"search":{"x":1e-3}} ,\n"text, with ] and \\" inside" , 12.5 , null, [ ] ], "after": {"n": [1]}}';

const SAMPLE_RECORDS = [
  '{"id": 1, "cpu": "EPYC™ \\\\"}',
  '{"id":2,"s":"}],{[\\"","gpus":[1,[2]],"search":{"x":1e-3}}',
  '"text, with ] and \\" inside"',
  '12.5',
  'null',
  '[ ]',
];

const SAMPLE_ENVELOPE =
  '{"note": "no \\"offers\\":[ here", "nested": {"offers": [1, {"a": []}]}, "offers" : [], "after": {"n": [1]}}';

describe('the records of a reply', () => {
  test('are the members of the list called offers, whatever stands before and after it', () => {
    expect(split(SAMPLE, 'offers')).toEqual({ records: SAMPLE_RECORDS, envelope: SAMPLE_ENVELOPE, isComplete: true });
  });

  test('come out the same however the bytes are cut in two', () => {
    const whole = split(SAMPLE, 'offers');
    for (let cut = 0; cut <= Buffer.byteLength(SAMPLE); cut++) expect(split(SAMPLE, 'offers', [cut])).toEqual(whole);
  });

  test('come out the same one byte at a time', () => {
    const everywhere = Array.from({ length: Buffer.byteLength(SAMPLE) }, (_, index) => index);
    expect(split(SAMPLE, 'offers', everywhere)).toEqual(split(SAMPLE, 'offers'));
  });

  test('are the single object under offers, as in the published sample', () => {
    expect(split('{"offers": {"id": 7, "gpus": [1, 2]}, "success": true}', 'offers')).toEqual({
      records: ['{"id": 7, "gpus": [1, 2]}'],
      envelope: '{"offers": [], "success": true}',
      isComplete: true,
    });
    expect(split('{"offers":{"id":7}}', 'offers')).toMatchObject({ records: ['{"id":7}'], isComplete: true });
  });

  test('are the entries of a reply that is itself the list', () => {
    expect(split('\ufeff [ {"id":1}, {"id":2} ] ', undefined)).toEqual({
      records: ['{"id":1}', '{"id":2}'],
      envelope: ' [] ',
      isComplete: true,
    });
    expect(split('{"error":"no","msg":"[1]"}', undefined)).toMatchObject({ records: [], isComplete: false });
  });

  test('are none for an empty list', () => {
    expect(split('{"offers":[ \n ]}', 'offers')).toEqual({ records: [], envelope: '{"offers":[]}', isComplete: true });
  });

  test('a member name may be written with escapes', () => {
    expect(split('{"\\u006fffers":[1]}', 'offers').records).toEqual(['1']);
  });

  test('a name that only resembles it, or a text of that name, is not the list', () => {
    for (const reply of ['{"offers_count":[1]}', '{"a":"offers","b":[1]}', '{"a":["offers",[1]]}', '["offers",[1]]']) {
      expect(split(reply, 'offers')).toEqual({ records: [], envelope: reply, isComplete: false });
    }
    for (const reply of ['{"offers":null}', '{"offers":"[1]"}', '{"offers":5,"x":[1]}']) {
      expect(split(reply, 'offers')).toEqual({ records: [], envelope: reply, isComplete: false });
    }
  });
});

describe('a record whose text looks like the end of one', () => {
  const records = [
    '{"s":"},{"}',
    '{"s":"NaN},{","n":[{"a":1},{"b":2}]}',
    '{"s":"\\"},{\\""}',
    '{}',
    '{"t":"},{\\\\"}',
    '{}',
  ];

  test('is read whole, and so are those around it', () => {
    const reply = `{"offers":[${records.join(',')}]}`;
    for (let cut = 0; cut <= reply.length; cut++) {
      expect(split(reply, 'offers', [cut])).toEqual({ records, envelope: '{"offers":[]}', isComplete: true });
    }
  });

  test('is read whole where it is the one object', () => {
    for (const record of records) {
      expect(split(`{"offers":${record}}`, 'offers')).toMatchObject({ records: [record], isComplete: true });
    }
  });
});

describe('a broken reply', () => {
  test('that was cut off anywhere is not complete or its envelope is not JSON', () => {
    const reply = '{"success":true,"offers":[{"id":1},{"id":2}],"x":1}';
    for (let length = 0; length < reply.length; length++) {
      const { envelope, isComplete } = split(reply.slice(0, length), 'offers');
      expect(isComplete && isJson(envelope)).toBe(false);
    }
  });

  test('a missing or a spare comma gives a record that is no JSON', () => {
    for (const reply of [
      '{"offers":[1 2]}',
      '{"offers":[1,]}',
      '{"offers":[,1]}',
      '{"offers":[,]}',
      '{"offers":[1,,2]}',
      '{"offers":[{"id":1}{},{}]}',
      '{"offers":[{"id":1,{}},{}]}',
    ]) {
      expect(split(reply, 'offers').records).toContain(undefined);
    }
  });

  test('brackets that do not fit spoil a record or the envelope', () => {
    for (const reply of ['{"offers":[{"id":1]}', '{"offers":[1}', '{"offers":{"id":1]]', '{"offers":[1]]}']) {
      const { records, envelope, isComplete } = split(reply, 'offers');
      expect(isComplete && isJson(envelope) && !records.includes(undefined)).toBe(false);
    }
  });
});

test('any offers in any envelope, cut anywhere, come out as JSON.parse reads them', () => {
  const members = fc.dictionary(
    fc.string().filter((name) => name !== 'offers'),
    fc.jsonValue(),
    { maxKeys: 3 },
  );
  const anyReply = fc.record({
    before: members,
    offers: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }),
    after: members,
    indent: fc.constantFrom(0, 1, 2),
    cuts: fc.array(fc.nat({ max: 400 }), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(anyReply, ({ before, offers, after, indent, cuts }) => {
      const reply = Object.fromEntries([
        ...Object.entries(before),
        ['offers', offers],
        ...Object.entries(after).filter(([name]) => !Object.hasOwn(before, name)),
      ]);
      const text = JSON.stringify(reply, undefined, indent);
      const result = split(
        text,
        'offers',
        cuts.filter((cut) => cut < Buffer.byteLength(text)),
      );
      expect(result.isComplete).toBe(true);
      expect(result.records.map((record) => JSON.parse(record ?? ''))).toEqual(JSON.parse(text).offers);
      expect(JSON.parse(result.envelope)).toEqual({ ...JSON.parse(text), offers: [] });
    }),
    { numRuns: 500 },
  );
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
