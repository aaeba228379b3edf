/** `gpudeck record`: asks for offers at an interval and keeps what they cost. */
import type { SearchType } from '../../api/requests.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { readFilter } from '../read-filter.ts';
import { addFilterOptions, readSearchStart, type SearchFlags, searchType } from '../search-options.ts';
import { addExamples, commaList, timeSpan, wholeNumber } from '../shared-options.ts';
import type { RecordOptions } from './record/hear.ts';

type Flags = SearchFlags & {
  readonly types: readonly SearchType[];
  readonly every: number;
  readonly metrics?: number;
  readonly once?: true;
  readonly json?: true;
};

const MINUTE_MS = 60_000;

const DEFAULT_EVERY_MS = 10 * MINUTE_MS;

/** The command. */
export const record = commandOf<RecordOptions>({
  effect: { does: 'keeps', prints: { lines: 'recorded' } },
  addOptions: (parser, onOptions) => {
    addFilterOptions(addExamples(parser, ...EXAMPLES))
      .option('--every <time>', 'time from one answer to the next (default: 10m)', timeSpan(MINUTE_MS, '10m or 1h'))
      .option('--types <type,...>', 'pricing: ondemand, bid, reserved (default: ondemand)', searchTypes)
      .option('--limit <n>', 'ask for at most n offers (default: all that the service gives)', wholeNumber(1))
      .option(
        '--metrics <port>',
        'serve figures for Prometheus on 127.0.0.1; 0 takes any free port',
        wholeNumber(0, 65_535),
      )
      .option('--once', 'record one answer and end')
      .option('--json', 'print a line of JSON for each answer that is recorded')
      .action((words: readonly string[], flags: Flags) =>
        onOptions({
          start: readSearchStart(words, flags),
          types: flags.types ?? ['ondemand'],
          everyMs: flags.every ?? DEFAULT_EVERY_MS,
          isOnce: flags.once ?? false,
          isJson: flags.json ?? false,
          ...(flags.limit !== undefined && { limit: flags.limit }),
          ...(flags.metrics !== undefined && { metricsPort: flags.metrics }),
        }),
      );
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const line = await readFilter(options.start.filter, 'record', io, false);
    if (line === undefined) return EXIT.badUsage;
    const { recordMarket } = await import('./record/record-market.ts');
    return recordMarket(line, options, io);
  },
});

const EXAMPLES = [
  "record 'gpu_name=RTX_4090' --every 5m",
  'record --types ondemand,bid --history sqlite:market.db',
  'record --metrics 9477',
  'record --once',
];

const searchTypes = (text: string): readonly SearchType[] => [...new Set(commaList(text).map(searchType))];
