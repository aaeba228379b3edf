import { CALLS } from '../../api/calls.ts';
import type { OnPage } from '../../api/records/pages.ts';
import { PRIVATE_MEMBERS } from '../../api/redact/secret-values.ts';
import { grouped } from '../../base/figures.ts';
import { accountColumns } from '../../catalogue/account-fields.ts';
import type { ColumnSet, ServiceRecord } from '../../catalogue/columns.ts';
import type { Field } from '../../catalogue/field.ts';
import { INCREASE_COLUMNS } from '../../catalogue/increase-fields.ts';
import { instanceColumns } from '../../catalogue/instance-columns.ts';
import { MACHINE_COLUMNS } from '../../catalogue/machine-fields.ts';
import { SSH_KEY_COLUMNS } from '../../catalogue/ssh-key-fields.ts';
import { TEMPLATE_COLUMNS } from '../../catalogue/template-fields.ts';
import { CONNECTION_COLUMNS, volumeColumns } from '../../catalogue/volume-columns.ts';
import { VOLUME_OFFER_COLUMNS } from '../../catalogue/volume-offer-fields.ts';
import { WEBHOOK_COLUMNS } from '../../catalogue/webhook-fields.ts';
import { WINDOW_COLUMNS } from '../../catalogue/window-fields.ts';
import type { ListLine } from '../../filter/list-line.ts';
import { commandOf, type Effect } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { layoutFor, tellLosses } from '../print.ts';
import { createRecordWriter } from '../record-writer.ts';
import {
  addExamples,
  addOutputOptions,
  namesOf,
  type Output,
  type OutputFlags,
  readOutput,
} from '../shared-options.ts';

type ListName = keyof typeof LISTS;
/** What is listed, and how. */
export type ListOptions = {
  readonly what: ListName;
  readonly output: Output;
  readonly filter?: string;
  /** What is asked for in place of the list's own call. */
  readonly call?: List['call'];
};
type Flags = OutputFlags & { readonly filter?: string };

type List = {
  readonly call: Exclude<
    Extract<(typeof CALLS)[keyof typeof CALLS], { readonly kind: 'list' }>,
    { readonly name: 'search' }
  >;
  readonly purpose: string;
  /** The columns of its table at that moment; they are those of the pane. */
  readonly columnsAt: (epochMs: number) => Pick<ColumnSet, 'columns' | 'keptLongest'>;
};

/** One of the lists of an account. */
const ofAccount = (call: List['call'], purpose: string): List => ({
  call,
  purpose,
  columnsAt: () => accountColumns(call.fields),
});

/** What can be listed. */
const LISTS = {
  volumes: { call: CALLS.volumes, purpose: 'print the rented volumes', columnsAt: volumeColumns },
  'volume-offers': {
    call: CALLS.volumeOffers,
    purpose: 'print disk that can be rented as a volume, the cheapest first',
    columnsAt: () => VOLUME_OFFER_COLUMNS,
  },
  connections: {
    call: CALLS.connections,
    purpose: 'print the cloud connections',
    columnsAt: () => CONNECTION_COLUMNS,
  },
  instances: { call: CALLS.instances, purpose: 'print the rented instances', columnsAt: instanceColumns },
  increases: {
    call: CALLS.priceIncreases,
    purpose: 'print what hosts want more for the rented instances',
    columnsAt: () => INCREASE_COLUMNS,
  },
  'ssh-keys': { call: CALLS.sshKeys, purpose: "print the account's SSH keys", columnsAt: () => SSH_KEY_COLUMNS },
  variables: ofAccount(CALLS.variables, "print the names of the account's variables"),
  'api-keys': ofAccount(CALLS.apiKeys, 'print the API keys, and what each may call; never a key'),
  calls: ofAccount(CALLS.madeCalls, 'print the calls that were made with the keys of the account'),
  addresses: ofAccount(CALLS.addresses, 'print the addresses that the account was used from'),
  team: ofAccount(CALLS.teamMembers, 'print who is in the team'),
  roles: ofAccount(CALLS.teamRoles, 'print what members of the team may call'),
  subaccounts: ofAccount(CALLS.subaccounts, 'print the accounts that belong to yours'),
  machines: { call: CALLS.machines, purpose: 'print the machines that you host', columnsAt: () => MACHINE_COLUMNS },
  windows: {
    call: CALLS.windows,
    purpose: 'print the maintenance windows that you have announced',
    columnsAt: () => WINDOW_COLUMNS,
  },
  templates: { call: CALLS.templates, purpose: 'print your templates', columnsAt: () => TEMPLATE_COLUMNS },
  'recommended-templates': {
    call: CALLS.recommendedTemplates,
    purpose: 'print the templates that the service recommends',
    columnsAt: () => TEMPLATE_COLUMNS,
  },
  webhooks: {
    call: CALLS.presentWebhooks,
    purpose: 'print the webhooks, without their secrets',
    columnsAt: () => WEBHOOK_COLUMNS,
  },
} as const satisfies Readonly<Record<string, List>>;

/** The fields of each, by the command that prints it. */
export const FIELDS_OF_LISTS: Readonly<Record<string, readonly Field[]>> = Object.fromEntries(
  Object.entries(LISTS).map(([what, { call }]) => [`list ${what}`, call.fields]),
);

const BAR_CELLS = 24;

/** `[######------------------] 250 of 1,000`; the count alone where nobody says how many there are. */
const progressBar = (count: number, total: number | undefined): string => {
  if (total === undefined) return `${grouped(count)} so far`;
  const full = Math.min(BAR_CELLS, Math.floor((count / Math.max(1, total)) * BAR_CELLS));
  return `[${'#'.repeat(full).padEnd(BAR_CELLS, '-')}] ${grouped(count)} of ${grouped(total)}`;
};

/** Where no filter is given. */
const EVERY: Pick<ListLine, 'isMet'> = { isMet: () => true };

const filterOf = async (typed: string, what: ListName, fields: readonly Field[], io: CommandIo) =>
  (await import('../read-filter.ts')).readListFilter(typed, `list ${what}`, fields, io);

/** The command. */
export const list = commandOf<ListOptions>({
  effect: Object.fromEntries(
    Object.keys(LISTS).map((what): [string, Effect] => [what, { does: 'reads', prints: { array: what } }]),
  ),
  addOptions: (parser, onOptions) => {
    for (const [what, { call, purpose }] of Object.entries(LISTS) as [ListName, List][]) {
      const firstTwo = call.fields.slice(0, 2).map(({ name }) => name);
      const inner = addOutputOptions(parser.command(what).description(purpose), namesOf(call.fields));
      addExamples(
        inner,
        `list ${what}`,
        `list ${what} --json`,
        `list ${what} --csv --fields ${firstTwo.join(',')} > ${what}.csv`,
      );
      inner.option('--filter <line>', 'print only those that meet this filter line, over the fields of this list');
      inner.action(({ filter, ...flags }: Flags) =>
        onOptions({ what, output: readOutput(flags), ...(filter !== undefined && { filter }) }),
      );
    }
    addExamples(
      parser,
      'list volumes',
      'list connections --ndjson',
      "list instances --filter 'label=sweep* status=running'",
    );
  },
  isServiceCalled: () => true,
  run: (options, io) => printList(options, io),
});

/** Prints the list, for other commands too. */
export const printList = async (options: ListOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const { readForCommand, withService } = await import('../with-service.ts');
  const { columnsAt, ...own }: List = LISTS[options.what];
  const row = options.call ?? own.call;
  const filter = options.filter ? await filterOf(options.filter, options.what, row.fields, io) : EVERY;
  if (filter === undefined) return EXIT.badUsage;
  return withService(io, async ({ client }) => {
    const keepsPrivate = options.output.fields?.some((name) => PRIVATE_MEMBERS.includes(name)) ?? false;
    const onPage: OnPage<ServiceRecord> = (soFar, total) => io.showProgress?.(progressBar(soFar.records.length, total));
    const { records, texts, ...losses } = await readForCommand(
      { read: row.name, call: (wishes) => client.list<ServiceRecord>(row, { ...wishes, keepsPrivate, onPage }) },
      client,
      io,
    ).finally(() => io.showProgress?.(''));
    const { columns, keptLongest } = columnsAt(io.clock.now());
    const findColumn = (name: string) => columns.find(({ id }) => id === name);
    const layout = await layoutFor(options, { fields: row.fields, columns, keptLongest, findColumn }, io);
    const writer = createRecordWriter(layout, io.stdout);
    const received = records.map((record, index) => ({ record, text: texts[index] ?? '' }));
    await writer.add(received.filter(({ record }) => filter.isMet(record)));
    if (!(await writer.end())) return EXIT.done;
    if (losses.isTruncated)
      io.writeError(
        losses.isEndless
          ? `gpudeck: the list is not whole: the service names more pages, which bring no new record after these ${records.length}\n`
          : `gpudeck: the service cut the list short: there are more than these ${records.length}\n`,
      );
    tellLosses(losses, io);
    return EXIT.done;
  });
};
