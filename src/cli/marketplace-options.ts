/** The commands that talk to the marketplace: names, options, help texts, and how each becomes `Options`. */
import { type Command, Option } from 'commander';
import type { Address } from '../access/address.ts';
import { type SearchType, type SortKey, USUAL_SEARCH } from '../api/requests.ts';
import { CONNECTION_FIELDS } from '../catalogue/connection-fields.ts';
import { VOLUME_FIELDS } from '../catalogue/volume-fields.ts';
import { defaultClauses } from '../filter/defaults.ts';
import { parseLine } from '../filter/parse.ts';
import { PANES, type PaneName } from '../tui/panes/names.ts';
import { gigabytes, namesOf, offerFieldNames, orderKeys, searchType, wholeNumber } from './option-values.ts';
import type { Common, Format, Options, Output, SearchStart } from './options.ts';

/** What the arguments and the environment say for every command; asked only once the arguments are read. */
export type Context = {
  readonly common: () => Common;
  readonly address: () => Address;
  readonly onOptions: (options: Options) => void;
};

type SearchFlags = {
  readonly order?: readonly SortKey[];
  readonly type?: SearchType;
  readonly limit?: number;
  readonly storage?: number;
  /** False for `--no-default`. */
  readonly default?: boolean;
};
type OutputFlags = { readonly [F in Format]?: true } & { readonly raw?: true; readonly fields?: readonly string[] };

const FORMATS = [
  ['json', 'one JSON array, as received'],
  ['ndjson', 'one JSON object a line (default in a pipe)'],
  ['csv', 'the wire names and units of the service'],
  ['table', 'columns that fit the terminal (default on a terminal)'],
] as const satisfies readonly (readonly [Format, string])[];

const FILTER_HELP = "what to find, in quotes, such as 'num_gpus>=4 gpu_name=RTX_4090'";

const SEARCH_EXAMPLES = `
Examples (in quotes, because a shell takes < and > for itself):
  gpudeck search 'num_gpus>=4 gpu_ram>=24 dph_total<2.5' --order dph_total
  gpudeck search 'gpu_name in [RTX_4090,H100_SXM] geolocation in [US,DE]' --json
  gpudeck search --no-default 'reliability>99%' --csv > offers.csv`;

/** Adds the panes, `search` and `list` to `program`. */
export const addMarketplaceCommands = (program: Command, context: Context): void => {
  addOffers(program, context);
  for (const { name, purpose } of PANES) if (name !== 'offers') addPane(program, context, name, purpose);
  addSearch(program, context);
  const list = program
    .command('list')
    .helpCommand(false)
    .description('print the volumes or cloud connections of the key');
  addList(list, context, 'volumes', 'print the rented volumes', namesOf(VOLUME_FIELDS));
  addList(list, context, 'connections', 'print the cloud connections', namesOf(CONNECTION_FIELDS));
};

/** The search that the words of a filter and the flags ask for; what is not given has its default. */
export const startOf = (words: readonly string[], flags: SearchFlags): SearchStart => ({
  filter: flags.default === false ? withoutDefaults(words.join(' ')) : words.join(' '),
  order: flags.order ?? USUAL_SEARCH.order,
  type: flags.type ?? USUAL_SEARCH.type,
  limit: flags.limit ?? USUAL_SEARCH.limit,
  storageGb: flags.storage ?? USUAL_SEARCH.allocatedStorageGb,
});

/** The filter with `=any` for each field whose default it leaves in force. */
const withoutDefaults = (filter: string): string =>
  [filter, ...defaultClauses(parseLine(filter)).map(({ field }) => `${field}=any`)].join(' ').trim();

const addOffers = (program: Command, { common, address, onOptions }: Context): void => {
  const command = program.command('offers').description('open the offers in the terminal');
  addSearchOptions(command).action((words: readonly string[], flags: SearchFlags) => {
    onOptions({
      ...common(),
      command: 'panes',
      pane: 'offers',
      isPaneNamed: true,
      address: address(),
      start: startOf(words, flags),
    });
  });
};

const addPane = (program: Command, { common, address, onOptions }: Context, pane: PaneName, purpose: string): void => {
  program
    .command(pane)
    .description(`open ${purpose} in the terminal`)
    .action(() =>
      onOptions({
        ...common(),
        command: 'panes',
        pane,
        isPaneNamed: true,
        address: address(),
        start: startOf([], {}),
      }),
    );
};

const addSearch = (program: Command, { common, address, onOptions }: Context): void => {
  const command = program
    .command('search')
    .description('print the offers that match')
    .addHelpText('after', SEARCH_EXAMPLES);
  addOutputOptions(addSearchOptions(command), offerFieldNames)
    .option('--dry-run', 'print the request and send nothing')
    .action((words: readonly string[], flags: SearchFlags & OutputFlags & { dryRun?: true }) => {
      const isDryRun = flags.dryRun ?? false;
      const to: Address = isDryRun ? { kind: 'local' } : address();
      onOptions({
        ...common(),
        command: 'search',
        address: to,
        start: startOf(words, flags),
        output: outputOf(flags),
        isDryRun,
      });
    });
};

const addList = (
  list: Command,
  { common, address, onOptions }: Context,
  what: 'volumes' | 'connections',
  description: string,
  readFields: (text: string) => readonly string[],
): void => {
  addOutputOptions(list.command(what).description(description), readFields).action((flags: OutputFlags) => {
    onOptions({ ...common(), command: 'list', address: address(), what, output: outputOf(flags) });
  });
};

const addSearchOptions = (command: Command): Command =>
  command
    .argument('[filter...]', FILTER_HELP)
    .option(
      '-o, --order <field[:asc|desc],...>',
      'sort by these; dph- is dph:desc (default: dlperf_per_dphtotal:desc)',
      orderKeys,
    )
    .option('--type <type>', 'price as ondemand, bid or reserved (default: ondemand)', searchType)
    .option('--limit <n>', `ask for at most n offers (default: ${USUAL_SEARCH.limit})`, wholeNumber(1))
    .option(
      '--storage <GB>',
      `add this much disk to the price (default: ${USUAL_SEARCH.allocatedStorageGb})`,
      gigabytes,
    )
    .option('-n, --no-default', 'lift the conditions that hold by default: verified rentable !rented cpu_arch=amd64');

const addOutputOptions = (command: Command, readFields: (text: string) => readonly string[]): Command => {
  for (const [format, meaning] of FORMATS) {
    const others = FORMATS.map(([name]) => name).filter((name) => name !== format);
    command.addOption(new Option(`--${format}`, meaning).conflicts(others));
  }
  command.addOption(new Option('--raw', 'the same as --json').conflicts(FORMATS.map(([name]) => name)).hideHelp());
  return command.option('--fields <a,b,c>', 'only these fields, in this order', readFields);
};

const outputOf = (flags: OutputFlags): Output => {
  const format = flags.raw ? 'json' : FORMATS.find(([name]) => flags[name])?.[0];
  return { ...(format && { format }), ...(flags.fields && { fields: flags.fields }) };
};
