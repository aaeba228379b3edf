/** `gpudeck listen`: receives what the service's webhooks deliver, and hands each event to a command of the user's. */
import { commandOf } from '../command.ts';
import { addExamples, notEmpty, wholeNumber } from '../shared-options.ts';
import type { ListenOptions } from './alerts/listen-for-deliveries.ts';

type Flags = {
  readonly port: number;
  readonly secretFile: string;
  readonly exec?: readonly string[];
  readonly json?: true;
};

const DEFAULT_PORT = 4280;

/** The command. */
export const listen = commandOf<ListenOptions>({
  effect: { does: 'keeps', prints: { lines: 'delivery' } },
  addOptions: (parser, onOptions) => {
    addExamples(parser, ...EXAMPLES)
      .argument('[args...]', 'arguments of the command that begin with a dash, after --')
      .requiredOption('--secret-file <file>', "file with the webhook's secret, which only you can read", notEmpty)
      .option(
        '--port <n>',
        'port of 127.0.0.1 to listen on; 0 takes any free one',
        wholeNumber(0, 65_535),
        DEFAULT_PORT,
      )
      .option('--exec <cmd...>', 'run this command for each event, with the event as JSON on its input')
      .option('--json', 'print a line of JSON for each delivery')
      .action((args: readonly string[], { port, secretFile, exec = [], json }: Flags) => {
        if (exec.length === 0 && args.length > 0)
          parser.error('error: Arguments belong to a command: name it with --exec.');
        onOptions({
          port,
          secretFile,
          command: [...exec, ...args],
          isJson: json ?? false,
        });
      });
  },
  // None is called, but the events are those of the one that the user names.
  isServiceCalled: () => true,
  run: async (options, io) => {
    const { listenForDeliveries } = await import('./alerts/listen-for-deliveries.ts');
    return listenForDeliveries(options, io);
  },
});

const EXAMPLES = [
  'listen --secret-file ~/.config/gpudeck/webhook.secret',
  'listen --secret-file webhook.secret --exec ./page-me urgent',
  'listen --secret-file webhook.secret --json --exec systemd-cat -- -t gpudeck',
];
