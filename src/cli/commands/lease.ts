/** `gpudeck lease`: until when instances are rented, and what is done then. */
import { Option } from 'commander';
import { UNTIL_EXAMPLES } from '../../leases/until.ts';
import { LEASE_ENDS, type LeaseEnd } from '../../storage/journal/leases.ts';
import { commandOf } from '../command.ts';
import { addExamples, commandsBelow, instanceId, notEmpty } from '../shared-options.ts';
import type { LeaseTask } from './lease/carry-out.ts';

type Confirming = { readonly yes?: true; readonly confirm?: number };

/** The command. */
export const lease = commandOf<{ readonly task: LeaseTask }>({
  effect: {
    list: { does: 'reads', prints: { array: 'leases' } },
    set: { does: 'keeps', prints: { lines: 'lease' } },
    clear: { does: 'keeps', prints: { lines: 'lease' } },
  },
  addOptions: (parser, onOptions) => {
    const add = commandsBelow(parser, 'lease');
    const confirm = [
      '--confirm <id>',
      'the id once more, where something is destroyed or was to be',
      instanceId,
    ] as const;
    add('list', 'print the leases, the next end first', 'list', 'list --json')
      .option('--json', 'one JSON array')
      .action(({ json }: { readonly json?: true }) => onOptions({ task: { action: 'list', isJson: json === true } }));
    add(
      'set',
      'say until when an instance is wanted, and what is done then',
      'set 4711 +4h --then stop',
      "set 4711 'tomorrow 02:00' --then destroy --yes --confirm 4711",
    )
      .argument('<id>', 'id of the instance', instanceId)
      .argument('<until>', `when it ends, such as ${UNTIL_EXAMPLES}`, notEmpty)
      .addOption(new Option('--then <end>', 'what is done then (default: as before, else tell)').choices(LEASE_ENDS))
      .option('--yes', 'set it without asking')
      .option(...confirm)
      .option('--json', 'print it as a line of JSON on a terminal too')
      .action((id: number, until: string, flags: Confirming & { readonly then?: LeaseEnd; readonly json?: true }) =>
        onOptions({
          task: { action: 'set', id, until, end: flags.then, isJson: flags.json === true, ...confirmingOf(flags) },
        }),
      );
    add('clear', 'take the lease of an instance away', 'clear 4711', 'clear 4711 --yes --confirm 4711')
      .argument('<id>', 'id of the instance', instanceId)
      .option('--yes', 'take it away without asking')
      .option(...confirm)
      .option('--json', 'print what it was as a line of JSON')
      .action((id: number, flags: Confirming & { readonly json?: true }) =>
        onOptions({ task: { action: 'clear', id, isJson: flags.json === true, ...confirmingOf(flags) } }),
      );
    addExamples(parser, 'lease list', 'lease set 4711 +4h --then stop', 'lease clear 4711');
  },
  isServiceCalled: () => true,
  run: async ({ task, isAscii }, io) => (await import('./lease/carry-out.ts')).carryOut(task, { isAscii }, io),
});

const confirmingOf = ({ yes, confirm }: Confirming) => ({ isYes: yes === true, confirm });
