/** `gpudeck history`: prints what offers cost in the past, and what became of single ones; exports and imports it. */
import type { Command as Parser } from 'commander';
import { grouped } from '../../base/figures.ts';
import { KEPT_FIELDS } from '../../history/kept-offer.ts';
import { commandOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { LOOK_BACK_HELP, readLookBack } from '../look-back.ts';
import { readFilter } from '../read-filter.ts';
import { addOfferOptions, groupFields, readSearchStart, type SearchFlags } from '../search-options.ts';
import {
  addExamples,
  addOutputOptions,
  commaList,
  commandsBelow,
  notEmpty,
  type OutputFlags,
  readOutput,
  refuseUnknown,
  timeSpan,
} from '../shared-options.ts';
import type { ExportOptions } from './history/export-history.ts';
import { PARTIAL, SPREAD_FIGURES } from './history/figures.ts';
import type { ImportOptions } from './history/import-history.ts';
import type { HistoryOptions, Whose } from './history/print-history.ts';

/** What was asked for; `from` as it was typed. */
type Options = PrintOptions | ExportOptions | ImportOptions;

type PrintOptions = Omit<HistoryOptions, 'backMs'> & { readonly from: string; readonly whose?: Whose };

type Flags = SearchFlags &
  OutputFlags & { readonly by?: readonly string[]; readonly from?: string; readonly step?: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What each record begins with. */
const MOMENTS = ['from', 'to'];

/** More rows than anybody reads, and than a mistyped step should bring. */
const MOST_BUCKETS = 50_000;

/** The command. */
export const history = commandOf<Options>({
  effect: {
    history: { does: 'reads', prints: { array: 'history' } },
    export: { does: 'keeps', prints: { lines: 'exported' } },
    import: { does: 'keeps', prints: { lines: 'imported' } },
  },
  addOptions: (parser, onOptions) => {
    addExport(parser, onOptions);
    addImport(parser, onOptions);
    addOutputOptions(addOfferOptions(addExamples(parser, ...EXAMPLES)), commaList)
      .option('--by <field,...>', 'group the offers by these fields (default: gpu_name)', groupFields)
      .option('--from <time>', `how far to look back (default: 1d): ${LOOK_BACK_HELP}`, notEmpty)
      .option('--step <time>', 'length of a bucket (default: 1h)', timeSpan(MINUTE_MS, '1h or 1d'))
      .action((words: readonly string[], flags: Flags) => {
        const whose = whoseOf(words);
        const [, kind] = /^(offer|machine)(?: [\w#, -]*)?$/.exec(words.join(' ')) ?? [];
        if (whose === undefined && kind !== undefined)
          parser.error(
            `error: Which ${kind}? Write the number of one, as in: gpudeck history ${kind} ${kind === 'offer' ? 21000195 : 8207}`,
          );
        const output = readOutput(flags);
        const { from = '1d', step: stepMs = HOUR_MS, by = ['gpu_name'] } = flags;
        const known =
          whose === undefined
            ? [...MOMENTS, ...by, ...SPREAD_FIGURES.map(({ name }) => name), PARTIAL]
            : [...MOMENTS, 'ended', 'question', 'type', 'storage', 'filter', ...KEPT_FIELDS];
        refuseUnknown(parser, output, known);
        onOptions({
          start: readSearchStart(whose === undefined ? words : [], flags),
          output,
          by,
          from,
          stepMs,
          ...(whose !== undefined && { whose }),
        });
      });
  },
  // None is called, but it is the past of the one that the user names.
  isServiceCalled: () => true,
  run: async (options, io) => {
    if ('folder' in options) return (await import('./history/export-history.ts')).exportHistory(options, io);
    if ('importedFrom' in options) return (await import('./history/import-history.ts')).importHistory(options, io);
    return print(options, io);
  },
});

const print = async ({ whose, from, ...options }: PrintOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const backMs = await readLookBack(from, 'history', io);
  if (backMs === undefined) return EXIT.badUsage;
  if (backMs / options.stepMs > MOST_BUCKETS) {
    io.writeError(`gpudeck history: more than ${grouped(MOST_BUCKETS)} buckets: name a longer --step.\n`);
    return EXIT.badUsage;
  }

  if (whose !== undefined) {
    const { printIntervals } = await import('./history/print-history.ts');
    return printIntervals(whose, { ...options, backMs }, io);
  }
  const line = await readFilter(options.start.filter, 'history', io, false);
  if (line === undefined) return EXIT.badUsage;
  const { printHistory } = await import('./history/print-history.ts');
  return printHistory(line, { ...options, backMs }, io);
};

type ExportFlags = Pick<ExportOptions, 'from' | 'to'> & {
  readonly parquet: string;
  readonly follow?: true;
  readonly json?: true;
};

const addExport = (parser: Parser, onOptions: (options: ExportOptions) => void): void => {
  commandsBelow(parser, 'history')(
    'export',
    'write what was recorded into Parquet files, a folder for each day',
    'export --parquet market',
    'export --parquet market --from 7d --to yesterday',
  )
    .requiredOption('--parquet <folder>', 'folder of the data set, made where it is missing', notEmpty)
    .option('--from <time>', `leave out the days before: ${LOOK_BACK_HELP}`, notEmpty)
    .option('--to <time>', 'leave out the days after, as in --from', notEmpty)
    .option('--follow', 'go on each hour, until a signal ends it')
    .option('--json', 'print a line of JSON for each day that is written')
    .action((_flags: object, own: Parser) => {
      // Both have --from and --json, and behind the word too it is the command above that reads them.
      const { parquet: folder, from, to, follow, json } = own.optsWithGlobals<ExportFlags>();
      onOptions({
        ...{ folder, isFollowed: follow === true, isJson: json === true },
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
    });
};

const addImport = (parser: Parser, onOptions: (options: ImportOptions) => void): void => {
  commandsBelow(parser, 'history')(
    'import',
    'record what was exported into an empty history',
    'import market --history sqlite:market.db',
  )
    .argument('<folder>', 'folder of the data set', notEmpty)
    .option('--json', 'a line of JSON for each day: {"day", "answers"}')
    .action((importedFrom: string, _: object, own: Parser) =>
      // The command above takes it first.
      onOptions({ importedFrom, isJson: own.optsWithGlobals<{ readonly json?: true }>().json === true }),
    );
};

const EXAMPLES = [
  "history 'gpu_name=RTX_4090' --from 7d --step 1h",
  "history --from 'yesterday 14:00'",
  'history --by gpu_name,num_gpus --from 12h --csv',
  'history offer 21000195',
  'history machine 8207 --json',
];

/** `offer 12` and `machine 12` are no filter. */
const whoseOf = (words: readonly string[]): Whose | undefined => {
  const [, kind, digits] = /^(offer|machine) (\d+)$/.exec(words.join(' ')) ?? [];
  const id = Number(digits);
  if (kind === undefined || !Number.isSafeInteger(id)) return undefined;
  return kind === 'offer' ? { offerId: id } : { machineId: id };
};
