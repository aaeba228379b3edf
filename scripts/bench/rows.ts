/** The offers of a service as the program has them: read, checked, and in columns. */
import { CALLS } from '../../src/api/calls.ts';
import { createRecordText, readRecords } from '../../src/api/records/records.ts';

import { createRedactor } from '../../src/api/redact/redact.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createRecordTable } from '../../src/catalogue/record-table.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { wireFilters } from '../../src/filter/request.ts';
import { EVERYTHING } from './panes.ts';
import type { Service } from './service.ts';

/** `limit` offers of `service`, in an order that has nothing to do with what they are. */
export const readOffers = async ({ url, apiKey }: Service, limit: number): Promise<readonly Offer[]> => {
  const { filters } = wireFilters(parseLine(EVERYTHING.join(' ')));
  const response = await fetch(`${url}/api/v0/bundles/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...filters, limit, type: 'ondemand', order: [['bundle_id', 'asc']] }),
  });
  const into = createRecordTable<Offer>();
  await readRecords(buffers(response.body ?? []), {
    name: 'offers',
    check: CALLS.search.check,
    textOf: createRecordText(createRedactor(apiKey)),
    most: { count: limit, isRestLeft: true },
    clock: systemClock,
    signal: undefined,
    into,
    onRecords: () => undefined,
  });
  return into.rows;
};

async function* buffers(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
