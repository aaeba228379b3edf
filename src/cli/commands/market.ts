/** `gpudeck market`: prints what GPUs cost, by model or by other fields, and where a machine stands. */

import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { readFilter, wordsTaken } from '../read-filter.ts';
import {
  addOfferOptions,
  addWordsOption,
  addWorkloadOption,
  groupFields,
  namedParts,
  readSearchStart,
  refuseWithoutWorkload,
  type SearchFlags,
  type WordsFlags,
  type WorkloadFlags,
  withTarget,
  withWishes,
  workloadOf,
} from '../search-options.ts';
import {
  addOutputOptions,
  commaList,
  type OutputFlags,
  readOutput,
  refuseUnknown,
  wholeNumber,
} from '../shared-options.ts';
import { figuresOf } from './history/figures.ts';
import type { MarketOptions } from './history/print-market.ts';

type GivenOptions = MarketOptions & { readonly named: readonly string[]; readonly areWordsAsked: true | undefined };

type MarketFlags = SearchFlags &
  OutputFlags &
  WorkloadFlags &
  WordsFlags & { readonly by?: readonly string[]; readonly machine?: number };

const EXAMPLES = `
Prices are $/hour for one GPU: dph_total divided by num_gpus. All offers that match the filter are read.

Examples:
  gpudeck market --by gpu_name
  gpudeck market 'geolocation=EU reliability>99%' --by gpu_name,num_gpus --csv
  gpudeck market --machine 8207 --by gpu_name,num_gpus,verification`;

/** The command. */
export const market = commandOf<GivenOptions>({
  effect: { does: 'reads', prints: { array: 'market' } },
  addOptions: (parser, onOptions) => {
    addWorkloadOption(addOutputOptions(addWordsOption(addOfferOptions(parser)), anyNames))
      .option('--by <field,...>', 'group the offers by these fields (default: gpu_name)', groupFields)
      .option('--machine <id>', 'show how the offers of this machine rank', wholeNumber(1))
      .addHelpText('after', EXAMPLES)
      .action((words: readonly string[], flags: MarketFlags) => {
        const by = flags.by ?? ['gpu_name'];
        const output = readOutput(flags);
        const start = readSearchStart(words, flags);
        const workload = workloadOf(flags, start.storageGb);
        refuseWithoutWorkload(parser, output.fields ?? [], workload);
        refuseUnknown(parser, output, [...by, ...figuresOf(workload).map(({ name }) => name)]);
        onOptions({
          start: { ...start, filter: withTarget(start.filter, workload) },
          workload,
          output,
          by,
          named: namedParts(words, flags),
          areWordsAsked: flags.words,
          ...(flags.machine !== undefined && { machineId: flags.machine }),
        });
      });
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const words = wordsTaken(options.areWordsAsked, io);
    const line = await readFilter(options.start.filter, 'market', io, options.workload !== undefined, words);
    if (line === undefined) return EXIT.badUsage;
    const { printMarket } = await import('./history/print-market.ts');
    return printMarket(line, { ...options, start: withWishes(options.start, line.wishes, options.named) }, io);
  },
});

/** Which names there are depends on `--by`, which may stand behind. */
const anyNames = (text: string): readonly string[] => commaList(text);
