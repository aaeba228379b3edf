/** `gpudeck service`: the local service in the foreground, until a signal ends it. */

import { resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import { messageOf } from '../../base/message.ts';
import type { Service, ServiceOptions } from '../../local-service/serve.ts';
import { commandOf } from '../command.ts';
import { type CommandIo, firstSignal } from '../io.ts';

import { writeOutcome, writeText } from '../record-writer.ts';
import { addExamples, commandsBelow, notEmpty, onOrOff, wholeNumber } from '../shared-options.ts';

/** To pay in so many dollars on the service whose database it is, or how one is to be served. */
type Options =
  | { readonly credit: number; readonly data?: string; readonly isJson: boolean }
  | (Serving & { readonly credit?: undefined });

/** What is absent is the service's own default. */
type Serving = {
  readonly port: number;
  readonly data?: string;
  readonly offers?: number;
  readonly seed?: number;
  readonly isStill: boolean;
  readonly hasThresholds: boolean;
  readonly delivers: boolean;
  readonly rowsADay?: number;
  readonly hasCard?: boolean;
  readonly isJson: boolean;
};

type Flags = Pick<Serving, 'port' | 'data' | 'offers' | 'seed'> & {
  readonly still?: boolean;
  readonly thresholds?: boolean;
  readonly deliver?: boolean;
  readonly quota?: number;
  readonly card?: boolean;
  readonly json?: boolean;
};

const DEFAULT_PORT = 4270;
const OFFERS_MAXIMUM = 100_000;
/** $ at once. */
const MOST_CREDIT = 10_000;

/** The command. */
export const service = commandOf<Options>({
  effect: {
    service: { does: 'keeps', prints: { object: 'service-ready' } },
    credit: { does: 'keeps', prints: { object: 'credit-paid-in' } },
  },
  addOptions: (parser, onOptions) => {
    addExamples(parser, 'service', 'service --port 0 --data :memory: --json', 'service --offers 20000 --seed 7 --still')
      .option('--port <n>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), DEFAULT_PORT)
      .option('--data <file>', 'database file; :memory: keeps nothing', notEmpty)
      .option('--offers <n>', 'number of offers in a new market', wholeNumber(1, OFFERS_MAXIMUM))
      .option('--seed <n>', 'random seed of a new market', wholeNumber(0, 0xffff_ffff))
      .option('--still', 'keep the market from changing')
      .option('--thresholds <on|off>', 'refuse calls that come too quickly (default: on)', onOrOff)
      .option('--deliver', 'send notifications to public https webhooks too, not to this machine alone')
      .option('--quota <rows>', 'refuse searches once they have brought a key so many rows in a day', wholeNumber(1))
      .option('--card', 'have a card pay when nothing is left, as on a new market')
      .option('--no-card', 'have no card: when nothing is left all instances stop, and disks go on costing')
      .option('--json', 'print one line {"url","api_key","user_id"} when ready')
      .action(({ still = false, thresholds = true, deliver = false, json = false, quota, card, ...given }: Flags) =>
        onOptions({
          ...given,
          isStill: still,
          hasThresholds: thresholds,
          delivers: deliver,
          isJson: json,
          ...(quota !== undefined && { rowsADay: quota }),
          ...(card !== undefined && { hasCard: card }),
        }),
      );
    commandsBelow(parser, 'service')(
      'credit',
      'pay credit into the account, whether or not the service runs',
      'credit 50',
    )
      .argument('<dollars>', 'how much', wholeNumber(1, MOST_CREDIT))
      .option('--data <file>', 'database file of the local service', notEmpty)
      .option('--json', 'one JSON object: {"paid_in", "credit"}')
      .action((credit: number, _: object, own: Parser) => {
        // The command above takes it first.
        const { data, json = false } = own.optsWithGlobals<Pick<Flags, 'data' | 'json'>>();
        onOptions({ credit, isJson: json, ...(data !== undefined && { data }) });
      });
  },
  isServiceCalled: () => false,
  run: async (options, io) => {
    const dataFile = options.data ?? io.accessParts.serviceFile;
    if (options.credit !== undefined) {
      const { payIn } = await import('./service-credit.ts');
      return writeOutcome(payIn(options.credit, { dataFile, clock: io.clock }), io, options.isJson);
    }
    const { port, offers, seed, isStill, hasThresholds, delivers, rowsADay, hasCard, isJson } = options;
    const command = {
      ...{ port, dataFile, offers, seed, rowsADay, hasCard },
      ...{ still: isStill, thresholds: hasThresholds, hasBeginning: true, json: isJson, clock: io.clock },
      deliveries: delivers ? ('public' as const) : ('loopback' as const),
    };
    return serveUntilSignal(command, { ...io, writeOut: (text) => writeText(io.stdout, text) });
  },
});

/** How the service is to run, and how it says that it does. */
export type ServiceCommand = ServiceOptions & {
  /** True for one line of JSON instead of text for a person. */
  readonly json: boolean;
};

/** Where the command writes, and who tells it to stop. */
type ServiceWorld = Pick<CommandIo, 'writeError' | 'signals'> & {
  /** Resolves to false when nobody reads what is written, and rejects when it cannot be. */
  readonly writeOut: (text: string) => Promise<boolean>;
};

/**
 * Serves until a signal comes; the exit code is 0 then, and 1 when the service could not start (docs/command-line.md, Output and exit codes). Where its
 * address is not read, or cannot be written, it ends at once. Rejects as `writeOut` does.
 */
export const serveUntilSignal = async (command: ServiceCommand, world: ServiceWorld): Promise<0 | 1> => {
  const { startService } = await import('../../local-service/serve.ts');
  const { ownKeyFile } = await import('../../local-service/account/secret-files.ts');
  let service: Service;
  try {
    service = await startService(command);
  } catch (error) {
    world.writeError(`the local service could not start: ${messageOf(error)}\n`);
    return 1;
  }
  const signal = firstSignal(world.signals);
  try {
    if (
      await world.writeOut(
        command.json ? readyLine(service) : readyText(service, command, ownKeyFile(command.dataFile)),
      )
    )
      await signal.came;
  } finally {
    signal.forget();
    await service.close();
  }
  return 0;
};

const readyLine = ({ url, apiKey, userId }: Service): string =>
  `${JSON.stringify({ url, api_key: apiKey, user_id: userId })}\n`;

const readyText = (service: Service, { dataFile, still }: ServiceCommand, keyFile: string | undefined): string => {
  const { offers, seed } = service.market;
  const market = `${offers} offers from seed ${seed}, ${still ? 'not changing' : 'changing a little every minute'}`;
  return `${[
    `local service at ${service.url}`,
    `  market   ${market}`,
    `  data     ${keyFile === undefined ? 'in memory, lost when the service stops' : resolve(dataFile)}`,
    '',
    'To use it from another terminal:',
    `  export GPUDECK_BASE_URL=${service.url}`,
    `  export GPUDECK_API_KEY=${keyFile === undefined ? service.apiKey : `"$(cat ${quoted(resolve(keyFile))})"`}`,
    `  export GPUDECK_USER_ID=${service.userId}`,
    '',
    'Press Ctrl-C to stop it.',
  ].join('\n')}\n`;
};

/** `text` as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
