/** How records become the text of one format. Plain functions of records; `record-writer.ts` writes the text. */

/** A record as it came in. A value of a wrong kind is present in `record` as `undefined`; `text` is its JSON as received. */
export type ReceivedRecord = { readonly record: Readonly<Record<string, unknown>>; readonly text: string };

/**
 * One format: what stands before the first record, between two batches, and after the last, and the text of a batch of at
 * least one record. Head and tail are written also when there is no record.
 */
export type Layout = {
  readonly head: string;
  readonly rows: (records: readonly ReceivedRecord[]) => string;
  readonly between: string;
  readonly tail: string;
};
