/** What one-shot output looks like, character by character. */
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, fittingColumns } from '../src/catalogue/columns.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../src/catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../src/catalogue/offer-fields.ts';
import { VOLUME_FIELDS } from '../src/catalogue/volume-fields.ts';
import { COLUMN_GAP, leadingColumns, tableLayout } from '../src/cli/print.ts';
import { createRecordWriter, writeText } from '../src/cli/record-writer.ts';
import { csvColumns, csvLayout } from '../src/formats/csv.ts';
import { jsonLayout, type Layout, memberTexts, ndjsonLayout, type ReceivedRecord } from '../src/formats/json.ts';

import { CELL_CORPUS } from './support/hostile-text.ts';

const received = (text: string): ReceivedRecord => ({ record: JSON.parse(text), text });

const printed = ({ head, rows, between, tail }: Layout, ...batches: readonly (readonly string[])[]): string =>
  head + batches.map((batch) => rows(batch.map(received))).join(between) + tail;

describe('JSON', () => {
  test('an array keeps every record as it came, digits and all', () => {
    const text = printed(
      jsonLayout(),
      ['{"id":1,"dph_total":0.10}', '{"id":2,"x":1e3}'],
      ['{"id":12345678901234567890}'],
    );
    expect(text).toBe('[\n{"id":1,"dph_total":0.10},\n{"id":2,"x":1e3},\n{"id":12345678901234567890}\n]\n');
  });

  test('no records are an empty array, and nothing at all as ndjson', () => {
    expect(JSON.parse(printed(jsonLayout()))).toEqual([]);
    expect(printed(ndjsonLayout())).toBe('');
  });

  test('ndjson has one record a line, also when the service spread it over several', () => {
    expect(printed(ndjsonLayout(), ['{\r\n  "id": 1,\n  "name": "a b"\n}'], ['{"id":2}'])).toBe(
      '{ "id": 1, "name": "a b" }\n{"id":2}\n',
    );
  });

  test('characters that mislead a screen are escaped, and mean the same', () => {
    const nasty = '{"a":"\x7f\x9b\u2028\u2029\u202e\u2066\u200f\u{e0041}é東"}';
    const text = printed(ndjsonLayout(), [nasty]);
    expect(text).toBe('{"a":"\\u007f\\u009b\\u2028\\u2029\\u202e\\u2066\\u200f\\udb40\\udc41é東"}\n');
    expect(JSON.parse(text)).toEqual(JSON.parse(nasty));
  });

  test('chosen fields come in the chosen order, breakdown figures by their path, absent ones not at all', () => {
    const offer = '{"id": 7, "gpu_name": "a,}b", "search": {"totalHour": 0.50, "diskHour": 1}, "external": null}';
    expect(printed(ndjsonLayout(['gpu_name', 'search.totalHour', 'hostname', 'external', 'id']), [offer])).toBe(
      '{"gpu_name":"a,}b","search.totalHour":0.50,"external":null,"id":7}\n',
    );
  });

  test('taking any object apart loses nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (object, indent) => {
        const members = [...memberTexts(JSON.stringify(object, null, indent))];
        const rebuilt = JSON.parse(`{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`);
        expect(rebuilt).toEqual(JSON.parse(JSON.stringify(object)));
      }),
    );
  });
});

describe('CSV', () => {
  test('columns are the wire names, and a breakdown is its six figures', () => {
    const columns = csvColumns(OFFER_FIELDS);
    expect(columns).toContain('dph_total');
    expect(columns).toContain('search.totalHour');
    expect(columns).toContain('instance.discountedTotalPerHour');
    expect(columns).not.toContain('search');
    expect(columns).toHaveLength(106);
  });

  test('values are in wire units, absent and null ones empty, lists and objects JSON', () => {
    const layout = csvLayout(['id', 'gpu_ram', 'rentable', 'gpu_ids', 'external', 'hostname', 'search.totalHour']);
    const offer = '{"id":7,"gpu_ram":24564,"rentable":true,"gpu_ids":[0,1],"external":null,"search":{"totalHour":0.5}}';
    expect(printed(layout, [offer], [offer])).toBe(
      [
        'id,gpu_ram,rentable,gpu_ids,external,hostname,search.totalHour',
        '7,24564,true,"[0,1]",,,0.5',
        '7,24564,true,"[0,1]",,,0.5',
        '',
      ].join('\n'),
    );
  });

  test('text cannot become a formula, break a line or reach the terminal', () => {
    const layout = csvLayout(['a', 'b', 'c', 'd', 'e']);
    const row = String.raw`{"a":"=1+1","b":"@x","c":"a\nb","d":"\u001b[31mred","e":-5}`;
    expect(printed(layout, [row])).toBe("a,b,c,d,e\n'=1+1,'@x,a b,red,-5\n");
  });

  test.each(CELL_CORPUS)('of %j a spreadsheet makes text', (hostile, cell) => {
    expect(printed(csvLayout(['a', 'b']), [JSON.stringify({ a: hostile, b: 1 })])).toBe(`a,b\n${cell},1\n`);
  });

  test('numbers stay numbers, below zero too, and what is nested is no formula either', () => {
    const row = '{"a":-1.5,"b":{"c":"=1+1;=2"},"d":["=1"]}';
    expect(printed(csvLayout(['a', 'b', 'd']), [row])).toBe(`a,b,d\n-1.5,"{""c"":""=1+1;'=2""}","[""=1""]"\n`);
  });

  test('quotes and commas are quoted', () => {
    expect(printed(csvLayout(['a', 'b']), ['{"a":"x, y","b":"say \\"hi\\""}'])).toBe('a,b\n"x, y","say ""hi"""\n');
  });
});

describe('tables', () => {
  const PLAIN = { width: 160, hasColour: false, isAscii: false };
  const columns = ['dph_total', 'gpu_name', 'gpu_ram', 'geolocation'].flatMap(
    (id) => OFFER_COLUMNS.find((column) => column.id === id) ?? [],
  );
  const OFFER =
    '{"dph_total":1.1034,"num_gpus":4,"gpu_name":"RTX 4090","gpu_ram":24564,"geolocation":"Texas, US","machine_id":8207}';

  test('numbers stand right in display units, text left, and there are no spaces at the end', () => {
    expect(
      printed(tableLayout(columns, PLAIN), [OFFER, '{"num_gpus":1,"gpu_name":"H100 SXM ","dph_total":null}']),
    ).toBe(
      [
        '    $/h  GPU                 VRAM GB  Where',
        ' 1.1034  4x RTX 4090            24.6  US',
        '      -  1x H100 SXM               -  -',
        '',
      ].join('\n'),
    );
  });

  test('text from the service cannot widen a column or move the cursor', () => {
    const hostile = JSON.stringify({ num_gpus: 1, gpu_name: `\x1b[2J${'東'.repeat(20)}\n` });
    expect(printed(tableLayout(columns, PLAIN), [hostile]).split('\n')[1]).toBe(
      `      -  1x ${'東'.repeat(7)}…        -  -`,
    );
  });

  test('only a terminal with colour gets it, in the heading', () => {
    const text = printed(tableLayout(columns, { ...PLAIN, hasColour: true }), [OFFER]);
    expect(text.startsWith('\x1b[2m    $/h')).toBe(true);
    expect(text.split('\n')[1]).toBe(' 1.1034  4x RTX 4090            24.6  US');
  });

  test('ASCII stays ASCII', () => {
    const accented = JSON.stringify({ num_gpus: 1, gpu_name: 'Tésla® with a very long name' });
    const text = printed(tableLayout(columns, { ...PLAIN, isAscii: true }), [accented]);
    expect(text.split('\n')[1]).toBe('      -  1x Tesla? with a ~        -  -');
  });

  test('a value of a wrong kind is marked', () => {
    const layout = tableLayout(columns, PLAIN);
    expect(layout.rows([{ record: { dph_total: undefined }, text: '' }])).toBe(
      '      ?  ?x ?                      -  -\n',
    );
  });

  test.each([
    [
      80,
      ['dph_total', 'gpu_name', 'gpu_ram', 'dlperf', 'dlperf_per_dphtotal', 'reliability', 'geolocation', 'machine_id'],
    ],
    [40, ['dph_total', 'gpu_name', 'gpu_ram']],
    [5, ['dph_total']],
  ])('at %i cells the most important columns stay', (width, ids) => {
    const shown = fittingColumns(OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, width, COLUMN_GAP);
    expect(shown.map(({ id }) => id)).toEqual(ids);
  });

  test('no line is ever wider than the terminal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 260 }), (width) => {
        const shown = fittingColumns(OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, width, COLUMN_GAP);
        const lines = printed(tableLayout(shown, { ...PLAIN, width }), [OFFER]).split('\n');
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('chosen columns stand as chosen, as many as there is room for', () => {
    const chosen = ['id', 'search.totalHour', 'cpu_name'].flatMap((name) => offerColumn(name) ?? []);
    expect(leadingColumns(chosen, 160).map(({ id }) => id)).toEqual(['id', 'search.totalHour', 'cpu_name']);
    expect(leadingColumns(chosen, 30).map(({ id }) => id)).toEqual(['id', 'search.totalHour']);
    expect(leadingColumns(chosen, 3).map(({ id }) => id)).toEqual(['id']);
  });

  test('a price of the breakdown is a rate', () => {
    expect(offerColumn('search.totalHour')?.cell({ search: { totalHour: 0.5 } })).toBe('0.5000');
    expect(offerColumn('search.totalHour')?.cell({})).toBe('-');
    expect(offerColumn('search.nothing')).toBeUndefined();
    expect(offerColumn('nothing')).toBeUndefined();
  });

  test("a volume's instances are counted", () => {
    const instances = VOLUME_FIELDS.find(({ name }) => name === 'instances');
    expect(instances && columnOf(instances).cell({ instances: [{}, {}] })).toBe('2');
    expect(instances && columnOf(instances).cell({ instances: [7, 8, 9] })).toBe('3');
  });
});

describe('writing records', () => {
  /** A stream that takes `accepted` writes and then fails with `code`. */
  const streamThat = (accepted: number, code: string) => {
    const taken: string[] = [];
    const stream = new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        if (taken.length >= accepted) return done(Object.assign(new Error(code), { code, syscall: 'write' }));
        taken.push(text);
        done();
      },
    });
    return { stream, taken };
  };

  test('head and tail are written once, around all batches', async () => {
    const { stream, taken } = streamThat(99, '');
    const writer = createRecordWriter(jsonLayout(), stream);
    expect(await writer.add([received('{"id":1}')])).toBe(true);
    expect(await writer.add([])).toBe(true);
    expect(await writer.add([received('{"id":2}')])).toBe(true);
    expect(await writer.end()).toBe(true);
    expect(taken.join('')).toBe('[\n{"id":1},\n{"id":2}\n]\n');
  });

  test('without records the head is written all the same', async () => {
    const { stream, taken } = streamThat(99, '');
    await createRecordWriter(csvLayout(['id']), stream).end();
    expect(taken).toEqual(['id\n']);
  });

  test('a reader that has gone away ends the writing quietly', async () => {
    const { stream, taken } = streamThat(1, 'EPIPE');
    const writer = createRecordWriter(ndjsonLayout(), stream);
    expect(await writer.add([received('{"id":1}')])).toBe(true);
    expect(await writer.add([received('{"id":2}')])).toBe(false);
    expect(await writer.add([received('{"id":3}')])).toBe(false);
    expect(await writer.end()).toBe(false);
    expect(taken).toEqual(['{"id":1}\n']);
  });

  test('a full disk is an error', async () => {
    await expect(writeText(streamThat(0, 'ENOSPC').stream, 'x')).rejects.toThrow('ENOSPC');
  });

  test('a batch waits until the one before is written', async () => {
    let finish = (): void => {};
    const stream = new Writable({
      write: (_text, _encoding, done) => {
        finish = () => done();
      },
    });
    let isWritten = false;
    const written = createRecordWriter(ndjsonLayout(), stream)
      .add([received('{"id":1}')])
      .then(() => {
        isWritten = true;
      });
    await Promise.resolve();
    expect(isWritten).toBe(false);
    finish();
    await written;
    expect(isWritten).toBe(true);
  });
});
