/** Reads a list that comes in pages to its end (docs/interface.md, Pages). */
import type { NextPage } from './records.ts';
import type { ListReply } from './replies.ts';

/** Told of what has come so far, and of how many records there are in all, where the service says so. */
export type OnPage<T> = (soFar: ListReply<T>, total: number | undefined) => void;

/** Pages one after the other without a new record after which a list is taken for endless. */
const MOST_BARREN = 200;

/** What one call brings of the list. */
export type Page<T> = ListReply<T> & NextPage;

/**
 * The pages from the first one on as one list of at most about `most` records; `onPage` is told of those so far while more are to come. A record that moved on to another page while the
 * pages were read stands where it came first, as it was read last. A list whose pages never end is known as cut, and as endless.
 */
export const readPages = async <T>(
  read: (token: string | undefined) => Promise<Page<T>>,
  most: number,
  onPage?: OnPage<T>,
): Promise<ListReply<T>> => {
  const entries = new Map<unknown, readonly [record: T, text: string]>();
  const tokens = new Set<string>();
  const losses = { malformedValues: 0, malformedRecords: 0 };
  let isTruncated = false;
  let isEndless = false;
  let barren = 0;
  const soFar = (): ListReply<T> => {
    const all = [...entries.values()];
    return {
      records: all.map(([record]) => record),
      texts: all.map(([, text]) => text),
      ...losses,
      ...(isTruncated && { isTruncated }),
      ...(isEndless && { isEndless }),
    };
  };
  for (let token: string | undefined; ; ) {
    const { records, texts, nextToken, total, ...page } = await read(token);
    const known = entries.size;
    for (const [place, record] of records.entries())
      entries.set(idOf(record) ?? entries.size, [record, texts[place] ?? '']);
    losses.malformedValues += page.malformedValues;
    losses.malformedRecords += page.malformedRecords;
    isTruncated ||= page.isTruncated === true;
    if (nextToken === undefined) break;
    barren = entries.size > known ? 0 : barren + 1;
    if (records.length === 0 || tokens.has(nextToken) || entries.size >= most || barren >= MOST_BARREN) {
      isTruncated = true;
      isEndless = entries.size < most;
      break;
    }
    tokens.add(nextToken);
    token = nextToken;
    onPage?.(soFar(), total);
  }
  return soFar();
};

/** What tells a record from all others; a place in the list is a number, so that no id can be one. */
const idOf = (record: unknown): string | undefined =>
  typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'number'
    ? `id ${record.id}`
    : undefined;
