/** `gpudeck offers` and the other panes: opens the terminal program at one of them. */
import type { PaneName } from '../../tui/panes/names.ts';
import { type Command, commandOf, taskOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo, PanesOptions } from '../io.ts';
import { addSearchOptions, readSearchStart, type SearchFlags, USUAL_START } from '../shared-options/search-start.ts';
import { refuseWithoutWorkload } from '../shared-options/workload.ts';

const run = async (options: PanesOptions & CommonOptions, { openPanes, writeError }: CommandIo): Promise<number> => {
  if (openPanes !== undefined) return openPanes(options);
  writeError('gpudeck: the panes need a terminal; to print offers into a pipe or a file, use `gpudeck search`\n');
  return EXIT.badUsage;
};

const isServiceCalled = () => true;

/** The command that opens `pane`. Only the offers take options of their own. */
export const paneCommand = (pane: PaneName): Command =>
  commandOf<PanesOptions>({
    addOptions: (parser, onOptions) => {
      if (pane !== 'offers') {
        parser.action(() => onOptions({ pane, isPaneNamed: true, start: USUAL_START }));
        return;
      }
      addSearchOptions(parser).action((words: readonly string[], flags: SearchFlags) => {
        const start = readSearchStart(words, flags);
        refuseWithoutWorkload(
          parser,
          start.order.map(([field]) => field),
        );
        onOptions({ pane, isPaneNamed: true, start });
      });
    },
    isServiceCalled,
    run,
  });

/** What is done without any command. */
export const usualPane = taskOf({ isServiceCalled, run }, { pane: 'offers', isPaneNamed: false, start: USUAL_START });
