/** `gpudeck list`: prints the caller's volumes or cloud connections. */
import type { Losses } from '../api/replies.ts';
import { columnOf } from '../catalogue/columns.ts';
import { CONNECTION_FIELDS } from '../catalogue/connection-fields.ts';
import type { Field } from '../catalogue/field.ts';
import { VOLUME_FIELDS } from '../catalogue/volume-fields.ts';
import type { ListOptions } from '../options.ts';
import type { ReceivedRecord } from '../print/layout.ts';
import { createRecordWriter } from '../print/record-writer.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { layoutFor, type Subject, tellLosses } from './output.ts';
import { inItsTurn } from './pacing.ts';
import { type ServiceAccess, withService } from './service-call.ts';

/** Runs the command. */
export const runList = (options: ListOptions, io: CommandIo): Promise<ExitCode> =>
  withService(io, async (access) => {
    const { what } = options;
    const { records, losses } = await receive(what, access, io);
    const writer = createRecordWriter(await layoutFor(options, SUBJECTS[what], io), io.stdout);
    await writer.add(records);
    await writer.end();
    tellLosses(losses, io);
    return EXIT.done;
  });

type Listing = { readonly records: readonly ReceivedRecord[]; readonly losses: Losses };

const receive = async (
  what: ListOptions['what'],
  { client, pacing }: ServiceAccess,
  io: CommandIo,
): Promise<Listing> => {
  switch (what) {
    case 'volumes': {
      const { volumes, texts, ...losses } = await inItsTurn('volumes', pacing, io, client.listVolumes);
      return { records: withTexts(volumes, texts), losses };
    }
    case 'connections': {
      const { connections, texts, ...losses } = await inItsTurn('connections', pacing, io, client.listConnections);
      return { records: withTexts(connections, texts), losses };
    }
  }
};

const withTexts = (records: readonly ReceivedRecord['record'][], texts: readonly string[]): readonly ReceivedRecord[] =>
  records.map((record, index) => ({ record, text: texts[index] ?? '' }));

/** The subject whose table shows `names` in that order, the last ones leaving first. */
const subjectOf = (fields: readonly Field[], names: readonly string[]): Subject => {
  const columns = fields.map(columnOf);
  const findColumn = (name: string) => columns.find(({ id }) => id === name);
  return { fields, columns: names.flatMap((name) => findColumn(name) ?? []), keptLongest: names, findColumn };
};

const SUBJECTS: Readonly<Record<ListOptions['what'], Subject>> = {
  volumes: subjectOf(VOLUME_FIELDS, [
    'id',
    'status',
    'disk_space',
    'storage_total_cost',
    'machine_id',
    'instances',
    'reliability2',
    'start_date',
    'host_id',
    'driver_version',
    'inet_down',
    'inet_up',
    'verification',
    'public_ipaddr',
  ]),
  connections: subjectOf(CONNECTION_FIELDS, ['id', 'name', 'cloud_type']),
};
