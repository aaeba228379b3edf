/** `gpudeck list`: prints what the caller rents, hosts or has set up, as the service lists it. */
import type { ServiceAccess } from '../../access/service-access.ts';
import { CALLS } from '../../api/calls.ts';
import type { Losses } from '../../api/records/replies.ts';
import { PRIVATE_MEMBERS } from '../../api/redact/secret-values.ts';
import type { ColumnSet } from '../../catalogue/column-window.ts';
import type { ServiceRecord } from '../../catalogue/columns.ts';
import { instanceColumns } from '../../catalogue/instance-columns.ts';
import { MACHINE_COLUMNS } from '../../catalogue/machine-fields.ts';
import { SSH_KEY_COLUMNS } from '../../catalogue/ssh-key-fields.ts';
import { CONNECTION_COLUMNS, volumeColumns } from '../../catalogue/volume-columns.ts';
import { WEBHOOK_COLUMNS } from '../../catalogue/webhook-fields.ts';
import { WINDOW_COLUMNS } from '../../catalogue/window-fields.ts';
import type { ReceivedRecord } from '../../formats/layout.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { readForCommand } from '../patient-read.ts';
import { layoutFor, type Subject, tellLosses } from '../print/choose-layout.ts';
import { createRecordWriter } from '../print/record-writer.ts';
import { addExamples } from '../shared-options/examples.ts';
import { addOutputOptions, namesOf, type Output, type OutputFlags, readOutput } from '../shared-options/output.ts';

type ListName = 'volumes' | 'connections' | 'instances' | 'ssh-keys' | 'machines' | 'windows' | 'webhooks';
type Options = { readonly what: ListName; readonly output: Output };

type List = {
  readonly name: ListName;
  readonly call: (typeof CALLS)[
    | 'volumes'
    | 'connections'
    | 'instances'
    | 'sshKeys'
    | 'machines'
    | 'windows'
    | 'presentWebhooks'];
  readonly purpose: string;
  /** The columns of its table at that moment; they are those of the pane. */
  readonly columnsAt: (epochMs: number) => Pick<ColumnSet, 'columns' | 'keptLongest'>;
};

/** What can be listed. */
const LISTS: Readonly<Record<ListName, List>> = {
  volumes: {
    name: 'volumes',
    call: CALLS.volumes,
    purpose: 'print the rented volumes',
    columnsAt: volumeColumns,
  },
  connections: {
    name: 'connections',
    call: CALLS.connections,
    purpose: 'print the cloud connections',
    columnsAt: () => CONNECTION_COLUMNS,
  },
  instances: {
    name: 'instances',
    call: CALLS.instances,
    purpose: 'print the rented instances',
    columnsAt: instanceColumns,
  },
  'ssh-keys': {
    name: 'ssh-keys',
    call: CALLS.sshKeys,
    purpose: "print the account's SSH keys",
    columnsAt: () => SSH_KEY_COLUMNS,
  },
  machines: {
    name: 'machines',
    call: CALLS.machines,
    purpose: 'print the machines that you host',
    columnsAt: () => MACHINE_COLUMNS,
  },
  windows: {
    name: 'windows',
    call: CALLS.windows,
    purpose: 'print the maintenance windows that you have announced',
    columnsAt: () => WINDOW_COLUMNS,
  },
  webhooks: {
    name: 'webhooks',
    call: CALLS.presentWebhooks,
    purpose: 'print the webhooks, without their secrets',
    columnsAt: () => WEBHOOK_COLUMNS,
  },
};

/** The command. */
export const list = commandOf<Options>({
  addOptions: (parser, onOptions) => {
    for (const { name: what, call, purpose } of Object.values(LISTS)) {
      const [first, second] = call.fields.map(({ name }) => name);
      const inner = addOutputOptions(parser.command(what).description(purpose), namesOf(call.fields));
      addExamples(
        inner,
        `list ${what}`,
        `list ${what} --json`,
        `list ${what} --csv --fields ${first},${second} > ${what}.csv`,
      );
      inner.action((flags: OutputFlags) => onOptions({ what, output: readOutput(flags) }));
    }
    addExamples(parser, 'list volumes', 'list connections --ndjson', 'list instances --table');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const { withService } = await import('../with-service.ts');
    return withService(io, async (access) => {
      const { what } = options;
      const keepsPrivate = options.output.fields?.some((name) => PRIVATE_MEMBERS.includes(name)) ?? false;
      const { records, losses } = await receive(LISTS[what], keepsPrivate, access, io);
      const layout = await layoutFor(options, subjectOf(LISTS[what], io.clock.now()), io);
      const writer = createRecordWriter(layout, io.stdout);
      await writer.add(records);
      if (!(await writer.end())) return EXIT.done;
      if (losses.isTruncated)
        io.writeError(`gpudeck: the service cut the list short: there are more than these ${records.length}\n`);
      tellLosses(losses, io);
      return EXIT.done;
    });
  },
});

type Received = { readonly records: readonly ReceivedRecord[]; readonly losses: Losses };

const receive = async (
  { call: row }: List,
  keepsPrivate: boolean,
  { client }: ServiceAccess,
  io: CommandIo,
): Promise<Received> => {
  const { records, texts, ...losses } = await readForCommand(
    { read: row.name, call: (options) => client.list<ServiceRecord>(row, { ...options, keepsPrivate }) },
    client,
    io,
  );
  return { records: records.map((record, index) => ({ record, text: texts[index] ?? '' })), losses };
};

const subjectOf = ({ call, columnsAt }: List, atEpochMs: number): Subject => {
  const { columns, keptLongest } = columnsAt(atEpochMs);
  return {
    fields: call.fields,
    columns,
    keptLongest,
    findColumn: (name) => columns.find(({ id }) => id === name),
  };
};
