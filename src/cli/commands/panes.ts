/** `gpudeck offers` and the other panes: opens the terminal program at one of them. */
import type { PaneName } from '../../tui/panes/names.ts';
import { type Command, commandOf, taskOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo, PanesOptions } from '../io.ts';
import {
  addSearchOptions,
  addViewOption,
  addWorkloadOption,
  namedParts,
  readSearchStart,
  refuseWithoutWorkload,
  type SearchFlags,
  USUAL_START,
  type ViewFlags,
  type WorkloadFlags,
  withWishes,
  workloadOf,
} from '../search-options.ts';

import { addExamples } from '../shared-options.ts';

const run = async (options: PanesOptions & CommonOptions, io: CommandIo): Promise<number> => {
  const { openPanes, writeError } = io;
  if (openPanes !== undefined) {
    if (options.view === undefined) return openPanes(await withWordsRead(options, io));
    const { startOfView } = await import('../view-start.ts');
    const start = startOfView(options.view, io);
    return start === undefined ? EXIT.badUsage : openPanes({ ...options, start: { ...options.start, ...start } });
  }
  writeError('gpudeck: the panes need a terminal; to print offers into a pipe or a file, use `gpudeck search`\n');
  return EXIT.badUsage;
};

/** The filter as it is kept once its words are read. */
const withWordsRead = async <Options extends PanesOptions>(options: Options, io: CommandIo): Promise<Options> => {
  const { start, named } = options;
  if (start.filter === '') return options;
  const { filterWritten } = await import('../read-filter.ts');
  const { filter, wishes } = filterWritten(start.filter, io);
  return { ...options, start: withWishes({ ...start, filter }, wishes, named) };
};

const isServiceCalled = () => true;

/** The command that opens `pane`. Only the offers take options of their own. */
export const paneCommand = (pane: PaneName): Command =>
  commandOf<PanesOptions>({
    // In the panes everything can be done.
    effect: { does: 'writes', costs: true, notifies: true, ends: true, prints: 'screen' },
    addOptions: (parser, onOptions) => {
      if (pane !== 'offers') {
        const name = parser.name();
        addExamples(parser, name, `${name} --profile work`, `--read-only ${name}`);
        parser.action(() => onOptions({ pane, isPaneNamed: true, start: USUAL_START, named: [] }));
        return;
      }
      addExamples(
        parser,
        'offers',
        "offers 'gpu_name=RTX_4090 num_gpus>=2' --order dph_total",
        "offers --view 'cheap single GPUs'",
        "offers 'gpu_ram>=24' --workload hours=72,disk=200",
      );
      addWorkloadOption(addViewOption(addSearchOptions(parser))).action(
        (words: readonly string[], flags: SearchFlags & ViewFlags & WorkloadFlags) => {
          const start = readSearchStart(words, flags);
          const workload = workloadOf(flags, start.storageGb);
          refuseWithoutWorkload(
            parser,
            start.order.map(([field]) => field),
            workload,
          );
          const view = flags.view === undefined ? {} : { view: { name: flags.view, words, flags } };
          const job = workload === undefined ? {} : { workload };
          onOptions({ pane, isPaneNamed: true, start: { ...start, ...job }, named: namedParts(words, flags), ...view });
        },
      );
    },
    isServiceCalled,
    run,
  });

/** What is done without any command. */
export const usualPane = taskOf(
  { isServiceCalled, run },
  {
    pane: 'offers',
    isPaneNamed: false,
    start: USUAL_START,
    named: [],
  },
);
