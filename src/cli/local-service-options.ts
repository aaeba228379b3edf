/** The commands around the local service: running it in the foreground, and the keys in its database. */
import type { Command } from 'commander';
import type { Context } from './marketplace-options.ts';
import { commaList, notEmpty, onOrOff, wholeNumber } from './option-values.ts';
import type { KeysOptions } from './options.ts';

type ServiceFlags = {
  readonly port: number;
  readonly data?: string;
  readonly offers?: number;
  readonly seed?: number;
  readonly still?: true;
  readonly thresholds?: boolean;
  readonly json?: true;
};
type KeysFlags = { readonly data?: string; readonly allow?: readonly string[] };

const DEFAULT_PORT = 4270;
const OFFERS_MAXIMUM = 100_000;

/** Adds `service` and `keys` to `program`. */
export const addServiceCommands = (program: Command, context: Omit<Context, 'address'>): void => {
  addService(program, context);
  addKeys(program, context);
};

const addService = (program: Command, { common, onOptions }: Omit<Context, 'address'>): void => {
  program
    .command('service')
    .description('run the local service in the foreground')
    .option('--port <n>', 'port on this machine, 0 for any', wholeNumber(0, 65_535), DEFAULT_PORT)
    .option('--data <file>', 'its database file; with :memory: nothing is kept', notEmpty)
    .option('--offers <n>', 'size of the market', wholeNumber(1, OFFERS_MAXIMUM))
    .option('--seed <n>', 'which market', wholeNumber(0, 0xffff_ffff))
    .option('--still', 'the market does not move')
    .option('--thresholds <on|off>', 'refuse calls that come too fast (default: on)', onOrOff)
    .option('--json', 'print one line {"url","api_key","user_id"} when ready')
    .action(({ port, data, offers, seed, still, thresholds, json }: ServiceFlags) => {
      onOptions({
        ...common(),
        command: 'service',
        port,
        ...(data !== undefined && { data }),
        ...(offers !== undefined && { offers }),
        ...(seed !== undefined && { seed }),
        isStill: still ?? false,
        hasThresholds: thresholds ?? true,
        isJson: json ?? false,
      });
    });
};

const addKeys = (program: Command, { common, onOptions }: Omit<Context, 'address'>): void => {
  const keys = program
    .command('keys')
    .helpCommand(false)
    .description("create, list, reset and delete the local service's keys");
  const begin = ({ data }: KeysFlags, task: KeysOptions['task']) => {
    onOptions({ ...common(), command: 'keys', ...(data !== undefined && { data }), task });
  };
  const command = (usage: string, description: string) =>
    keys.command(usage).description(description).option('--data <file>', 'its database', notEmpty);
  command('create', 'create a key and print its value, once')
    .argument('<name>', 'a label')
    .option('--allow <flag,...>', 'only these permissions, such as manage_machines, or none to read only', commaList)
    .action((name: string, flags: KeysFlags) => {
      begin(flags, { action: 'create', name, ...(flags.allow && { allow: flags.allow }) });
    });
  command('list', 'print the keys, without their values').action((flags: KeysFlags) =>
    begin(flags, { action: 'list' }),
  );
  command('reset', 'give a key a new value and print it, once')
    .argument('<id>', 'from the list', wholeNumber(1))
    .action((id: number, flags: KeysFlags) => begin(flags, { action: 'reset', id }));
  command('delete', 'delete a key; it stops working at once')
    .argument('<id>', 'from the list', wholeNumber(1))
    .action((id: number, flags: KeysFlags) => begin(flags, { action: 'delete', id }));
};
