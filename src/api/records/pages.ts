/** Reads a list that comes in pages to its end (docs/interface.md, Pages). */
import type { NextPage } from './records.ts';
import type { ListReply } from './replies.ts';

/** What one call brings of the list. */
export type Page<T> = ListReply<T> & NextPage;

/**
 * The pages from the first one on as one list of at most about `most` records. A record that moved on to another page while the
 * pages were read stands where it came first, as it was read last. A list whose pages never end is known as cut.
 */
export const readPages = async <T>(
  read: (token: string | undefined) => Promise<Page<T>>,
  most: number,
): Promise<ListReply<T>> => {
  const entries = new Map<unknown, readonly [record: T, text: string]>();
  const tokens = new Set<string>();
  const losses = { malformedValues: 0, malformedRecords: 0 };
  let isTruncated = false;
  for (let token: string | undefined; ; ) {
    const { records, texts, nextToken, ...page } = await read(token);
    for (const [place, record] of records.entries())
      entries.set(idOf(record) ?? entries.size, [record, texts[place] ?? '']);
    losses.malformedValues += page.malformedValues;
    losses.malformedRecords += page.malformedRecords;
    isTruncated ||= page.isTruncated === true;
    if (nextToken === undefined) break;
    if (records.length === 0 || tokens.has(nextToken) || entries.size >= most) {
      isTruncated = true;
      break;
    }
    tokens.add(nextToken);
    token = nextToken;
  }
  const whole = [...entries.values()];
  return {
    records: whole.map(([record]) => record),
    texts: whole.map(([, text]) => text),
    ...losses,
    ...(isTruncated && { isTruncated }),
  };
};

/** What tells a record from all others; a place in the list is a number, so that no id can be one. */
const idOf = (record: unknown): string | undefined =>
  typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'number'
    ? `id ${record.id}`
    : undefined;
