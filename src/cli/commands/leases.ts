/** `gpudeck leases run`: warns of the ends of leases, and does at each what it says. */
import { commandOf } from '../command.ts';
import { addExamples, commandsBelow } from '../shared-options.ts';

/** The command. */
export const leases = commandOf<{ readonly isJson: boolean }>({
  effect: { run: { does: 'writes', ends: true, prints: { lines: 'lease-step' } } },
  addOptions: (parser, onOptions) => {
    commandsBelow(parser, 'leases')('run', 'look after leases until it is ended', 'run', 'run --json')
      .option('--json', 'print a line of JSON for each thing that is told')
      .action(({ json }: { readonly json?: true }) => onOptions({ isJson: json === true }));
    addExamples(parser, 'leases run');
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./lease/run-leases.ts')).runLeases(options, io),
});
