/** `gpudeck overview`: prints what there is to see of one's own and of the market, for a login script. */
import { commandOf } from '../command.ts';
import { addExamples } from '../shared-options.ts';

/** The command. */
export const overview = commandOf<{ readonly isJson: boolean }>({
  effect: { does: 'reads', prints: { object: 'overview' } },
  addOptions: (parser, onOptions) => {
    parser
      .option('--json', 'one JSON object: {"as_of", "money", "instances", "machines", "alerts", "market", "best"}')
      .action(({ json }: { readonly json?: true }) => onOptions({ isJson: json === true }));
    addExamples(parser, 'overview', "overview --json | jq '.instances.rows[] | select(.idle)'");
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('../print-overview.ts')).printOverview(options, io),
});
