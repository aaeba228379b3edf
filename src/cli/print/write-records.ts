/** Prints records that a command has computed, in the layout that is wished for. */
import type { CommonOptions } from '../common-options.ts';
import type { CommandIo } from '../io.ts';
import type { Output } from '../shared-options/output.ts';
import { formatFor, layoutFor, type Subject } from './choose-layout.ts';
import { createRecordWriter } from './record-writer.ts';

/** Writes the records; resolves to false when nobody reads them. A table without rows is nothing to look at: what is said tells more. */
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
