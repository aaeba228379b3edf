/** `gpudeck keys`: manages the keys in the local service's database, as a web console would. */
import type { Command as Parser } from 'commander';
import { commandOf } from '../command.ts';
import { writeOutcome } from '../record-writer.ts';
import { addExamples, commaList, commandsBelow, notEmpty, wholeNumber } from '../shared-options.ts';

import type { KeysTask } from './keys-tasks.ts';

type Options = { readonly data?: string; readonly isJson: boolean; readonly task: KeysTask };
type Flags = Pick<Options, 'data'> & { readonly json?: true; readonly allow?: readonly string[] };

/** The command. */
export const keys = commandOf<Options>({
  effect: {
    create: { does: 'keeps', prints: { object: 'issued-key' } },
    list: { does: 'reads', prints: { array: 'service-keys' } },
    reset: { does: 'keeps', prints: { object: 'issued-key' } },
    delete: { does: 'keeps', prints: { object: 'issued-key' } },
  },
  addOptions: (parser, onOptions) => {
    addTasks(parser, ({ data, json }, task) =>
      onOptions({ ...(data !== undefined && { data }), isJson: json === true, task }),
    );
  },
  isServiceCalled: () => false,
  run: async ({ data, isJson, task }, io) => {
    const { carryOut } = await import('./keys-tasks.ts');
    const world = { dataFile: data ?? io.accessParts.serviceFile, clock: io.clock };
    return writeOutcome(carryOut(task, world), io, isJson);
  },
});

const addTasks = (parser: Parser, onTask: (flags: Flags, task: KeysTask) => void): void => {
  const below = commandsBelow(parser, 'keys');
  const add = (...told: Parameters<typeof below>) =>
    below(...told)
      .option('--data <file>', 'database file of the local service', notEmpty)
      .option('--json', 'as JSON');
  add('create', 'create a key and print its value, which is shown only once', 'create laptop', 'create ci --allow none')
    .argument('<name>', 'name to recognise the key by')
    .option(
      '--allow <flag,...>',
      'grant only these permissions, such as manage_machines; "none" makes a read-only key',
      commaList,
    )
    .action((name: string, flags: Flags) =>
      onTask(flags, { action: 'create', name, ...(flags.allow && { allow: flags.allow }) }),
    );
  add('list', 'print the keys, without their values', 'list').action((flags: Flags) =>
    onTask(flags, { action: 'list' }),
  );
  add('reset', 'replace the value of a key and print the new one, which is shown only once', 'reset 2')
    .argument('<id>', 'id of the key, as "keys list" shows it', wholeNumber(1))
    .action((id: number, flags: Flags) => onTask(flags, { action: 'reset', id }));
  add('delete', 'delete a key; it stops working at once', 'delete 2')
    .argument('<id>', 'id of the key, as "keys list" shows it', wholeNumber(1))
    .action((id: number, flags: Flags) => onTask(flags, { action: 'delete', id }));
  addExamples(parser, 'keys create laptop', 'keys list', 'keys delete 2');
};
