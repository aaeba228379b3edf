/** `gpudeck list`: prints the caller's volumes or cloud connections. */

import type { ServiceAccess } from '../access/service-access.ts';
import { CALLS } from '../api/calls.ts';
import type { Losses } from '../api/records/replies.ts';
import type { ColumnSet } from '../catalogue/column-window.ts';
import { CONNECTION_FIELDS } from '../catalogue/connection-fields.ts';
import type { Field } from '../catalogue/field.ts';
import { CONNECTION_COLUMNS, volumeColumns } from '../catalogue/volume-columns.ts';
import { VOLUME_FIELDS } from '../catalogue/volume-fields.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import type { ListOptions } from './options.ts';
import { layoutFor, type Subject, tellLosses } from './output.ts';
import type { ReceivedRecord } from './print/layout.ts';
import { createRecordWriter } from './print/record-writer.ts';
import { readForCommand } from './read.ts';
import { withService } from './service-call.ts';

/** Runs the command. */
export const runList = (options: ListOptions, io: CommandIo): Promise<ExitCode> =>
  withService(io, async (access) => {
    const { what } = options;
    const { records, losses } = await receive(what, access, io);
    const writer = createRecordWriter(await layoutFor(options, subjectOf(what, io.clock.now()), io), io.stdout);
    await writer.add(records);
    if (!(await writer.end())) return EXIT.done;
    if (losses.isTruncated)
      io.writeError(`gpudeck: the service cut the list: it has more than these ${records.length}\n`);
    tellLosses(losses, io);
    return EXIT.done;
  });

type Listing = { readonly records: readonly ReceivedRecord[]; readonly losses: Losses };

const receive = async (what: ListOptions['what'], { client }: ServiceAccess, io: CommandIo): Promise<Listing> => {
  switch (what) {
    case 'volumes': {
      const { records, texts, ...losses } = await readForCommand(
        { read: what, call: (options) => client.list(CALLS.volumes, options) },
        client,
        io,
      );
      return { records: withTexts(records, texts), losses };
    }
    case 'connections': {
      const { records, texts, ...losses } = await readForCommand(
        { read: what, call: (options) => client.list(CALLS.connections, options) },
        client,
        io,
      );
      return { records: withTexts(records, texts), losses };
    }
  }
};

const withTexts = (records: readonly ReceivedRecord['record'][], texts: readonly string[]): readonly ReceivedRecord[] =>
  records.map((record, index) => ({ record, text: texts[index] ?? '' }));

/** What is printed of one kind of record, as of `atEpochMs`: the columns are those of the pane. */
const subjectOf = (what: ListOptions['what'], atEpochMs: number): Subject => {
  switch (what) {
    case 'volumes':
      return withColumns(VOLUME_FIELDS, volumeColumns(atEpochMs));
    case 'connections':
      return withColumns(CONNECTION_FIELDS, {
        columns: CONNECTION_COLUMNS,
        keptLongest: CONNECTION_COLUMNS.map(({ id }) => id),
      });
  }
};

const withColumns = (
  fields: readonly Field[],
  { columns, keptLongest }: Pick<ColumnSet, 'columns' | 'keptLongest'>,
): Subject => ({ fields, columns, keptLongest, findColumn: (name) => columns.find(({ id }) => id === name) });
