/** `gpudeck search`: prints the offers that match, the request that would ask for them, or what each part of the filter keeps. */
import { Option } from 'commander';
import type { Setup } from '../../access/setup.ts';
import { callOf } from '../../api/call.ts';
import { CALLS } from '../../api/calls.ts';
import { requestFor } from '../../api/network-unit.ts';
import { LARGEST_LIMIT, type SearchRequest, searchOf } from '../../api/requests.ts';
import { printable } from '../../base/printable.ts';
import { wordsIn } from '../../filter/evaluate.ts';
import type { FilterLine } from '../../filter/line.ts';
import { printLine } from '../../filter/print.ts';
import { defaultClauses, wireFilters } from '../../filter/request.ts';

import type { Workload } from '../../pricing/job-cost.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { readFilter, wordsTaken } from '../read-filter.ts';
import { writeText } from '../record-writer.ts';
import {
  addSearchOptions,
  addViewOption,
  addWordsOption,
  addWorkloadOption,
  namedParts,
  offerFieldNames,
  readSearchStart,
  refuseWithoutWorkload,
  type SearchFlags,
  type SearchStart,
  type ViewFlags,
  type ViewWish,
  type WordsFlags,
  type WorkloadFlags,
  withTarget,
  withWishes,
  workloadOf,
  workloadProblem,
} from '../search-options.ts';
import { addOutputOptions, type Output, type OutputFlags, readOutput } from '../shared-options.ts';
import type { Rest } from './print-offers.ts';

type SearchOptions = {
  readonly start: SearchStart;
  readonly view: ViewWish | undefined;
  readonly output: Output;
  readonly workload: Workload | undefined;
  readonly mode: 'print' | 'dry-run' | 'explain';
  /** The parts of the search that are given as options. */
  readonly named: readonly string[];
  readonly areWordsAsked: true | undefined;
};

type Flags = SearchFlags &
  ViewFlags &
  OutputFlags &
  WorkloadFlags &
  WordsFlags & { readonly dryRun?: true; readonly explain?: true };

const EXAMPLES = `
Examples (in quotes, because the shell takes < and > as redirections):
  gpudeck search 'num_gpus>=4 gpu_ram>=24 dph_total<2.5' --order dph_total
  gpudeck search 'gpu_name in [RTX_4090,H100_SXM] geolocation in [US,DE]' --json
  gpudeck search --explain 'gpu_name=H100_SXM geolocation=EU' # why is it empty?
  gpudeck search --view 'cheap single GPUs' gpu_name=RTX_4090
  gpudeck search --no-default 'reliability>99%' --csv > offers.csv`;

/** The counts are over all offers, which are asked for without a target. */
const EXPLAINED_WITH_TARGET =
  '--explain counts over offers that were asked for without an SLA target, so that no premium is known: leave out sla.';

/** The command. */
export const search = commandOf<SearchOptions>({
  effect: { does: 'reads', prints: { array: 'offers' } },
  addOptions: (parser, onOptions) => {
    addWorkloadOption(addOutputOptions(addWordsOption(addViewOption(addSearchOptions(parser))), offerFieldNames))
      .addOption(new Option('--dry-run', 'print the request and send nothing').conflicts('explain'))
      .option('--explain', 'print as JSON how many offers each part of the filter lets through')
      .addHelpText('after', EXAMPLES)
      .action((words: readonly string[], flags: Flags) => {
        const start = readSearchStart(words, flags);
        const output = readOutput(flags);
        const workload = workloadOf(flags, start.storageGb);
        refuseWithoutWorkload(parser, [...start.order.map(([field]) => field), ...(output.fields ?? [])], workload);
        if (flags.explain && workload?.slaTarget !== undefined) parser.error(`error: ${EXPLAINED_WITH_TARGET}`);
        const view = flags.view === undefined ? undefined : { name: flags.view, words, flags };
        onOptions({
          start,
          view,
          output,
          workload,
          named: namedParts(words, flags),
          areWordsAsked: flags.words,
          mode: flags.dryRun ? 'dry-run' : flags.explain ? 'explain' : 'print',
        });
      });
  },
  // Whose machines a view may mean depends on the service.
  // The profile of a dry run says in which unit its service counts.
  isServiceCalled: ({ mode, view }) => mode !== 'dry-run' || view !== undefined || 'profile',
  run: async (options, io) => {
    const asked = await startToSearch(options, io);
    if (asked === undefined) return EXIT.badUsage;
    const { workload } = options;
    const words = wordsTaken(options.areWordsAsked, io);
    const read = await readFilter(withTarget(asked.filter, workload), 'search', io, workload !== undefined, words);
    if (read === undefined) return EXIT.badUsage;
    const start = withWishes(asked, read.wishes, options.named);
    const line = { ...read, words: wordsIn(read.words, start.columns?.shown) };
    if (options.mode === 'explain') {
      const { explainFilter } = await import('./print-offers.ts');
      return explainFilter(line, { ...start, workload }, io);
    }
    const { request, rest } = requestOf(line, start);
    if (options.mode === 'print') {
      const { printOffers } = await import('./print-offers.ts');
      const { limit, columns } = start;
      const isLimitAsked = options.named.includes('limit');
      return printOffers(request, rest, { ...options, limit, isLimitAsked, columns: columns?.shown ?? [] }, io);
    }
    if (!(await writeText(io.stdout, `${dryRunText(request, io.setup)}\n`))) return EXIT.done;
    const applied = printable(printLine(rest));
    if (applied !== '')
      io.writeError(
        `gpudeck: not sent, but applied to the answer: ${applied}; --limit ${start.limit} counts what is left then\n`,
      );
    return EXIT.done;
  },
});

/** What is searched for, after the view that is named; undefined where that cannot be, which has been told then. */
const startToSearch = async (
  { start, view, workload }: SearchOptions,
  io: CommandIo,
): Promise<SearchStart | undefined> => {
  if (view === undefined) return start;
  const { startOfView } = await import('../view-start.ts');
  const found = startOfView(view, io);
  const problem =
    found &&
    workloadProblem(
      found.order.map(([field]) => field),
      workload,
    );
  if (problem === undefined) return found;
  io.writeError(`gpudeck search: ${problem}\n`);
  return undefined;
};

/**
 * What the service is asked for, and the rest of the filter, which it cannot be asked for. Where there is such a rest, all offers are asked
 * for: a limit would be counted before it.
 */
const requestOf = (
  line: FilterLine,
  { order, type, limit, storageGb }: SearchStart,
): { readonly request: SearchRequest; readonly rest: Rest } => {
  const { filters, local } = wireFilters(line);
  const isAllSent = line.words.length === 0 && local.length === 0;
  const request = searchOf(filters, { type, storageGb }, { order, limit: isAllSent ? limit : LARGEST_LIMIT });
  return {
    request,
    rest: {
      words: line.words,
      clauses: local,
      defaults: defaultClauses(line),
      order,
      isFiltered: line.clauses.length + line.words.length > 0,
    },
  };
};

const dryRunText = (request: SearchRequest, { networkUnit = 'MB/s' }: Setup): string => {
  const { method, path, body } = callOf(CALLS.search, requestFor(networkUnit, request));
  return JSON.stringify({ method, path, body }, null, 2);
};
