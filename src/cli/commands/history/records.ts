/** How the history is printed: its moments, and its records in the layout that is wished for. */
import type { Field } from '../../../catalogue/field.ts';
import type { CommonOptions } from '../../common-options.ts';
import type { CommandIo } from '../../io.ts';
import { formatFor, layoutFor, type Subject } from '../../print/choose-layout.ts';
import { createRecordWriter } from '../../print/record-writer.ts';
import type { Output } from '../../shared-options/output.ts';

/** `2026-11-22T10:00:00Z` for Unix epoch milliseconds. */
export const moment = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** A field that is a moment as text. */
export const momentField = (name: string, heading: string): Field => ({
  name,
  wire: 'string',
  group: 'identity',
  label: heading,
  heading,
  width: 20,
});

/** Writes the records; resolves to false when nobody reads them. Of a table without rows nothing is written. */
export const writeRecords = async (
  records: readonly Readonly<Record<string, unknown>>[],
  subject: Subject,
  options: CommonOptions & { readonly output: Output },
  io: CommandIo,
): Promise<boolean> => {
  if (records.length === 0 && formatFor(options.output, io.columns) === 'table') return true;
  const writer = createRecordWriter(await layoutFor(options, subject, io), io.stdout);
  await writer.add(records.map((record) => ({ record, text: JSON.stringify(record) })));
  return writer.end();
};
