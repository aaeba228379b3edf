/** `gpudeck service`: the local service in the foreground, until a signal ends it. */
import { resolve } from 'node:path';
import { ownKeyFile } from '../local-service/account/own-key.ts';
import { type Service, type ServiceOptions, startService } from '../local-service/serve.ts';

/** How the service is to run, and how it says that it does. */
export type ServiceCommand = ServiceOptions & {
  /** True for one line of JSON instead of text for a person. */
  readonly json: boolean;
};

/** Where the command writes, and who tells it to stop: `process` is one. */
export type ServiceWorld = {
  /** Resolves to false when nobody reads what is written, and rejects when it cannot be. */
  readonly writeOut: (text: string) => Promise<boolean>;
  readonly writeError: (text: string) => void;
  readonly signals: {
    readonly once: (signal: Signal, listener: () => void) => unknown;
    readonly off: (signal: Signal, listener: () => void) => unknown;
  };
};

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Serves until a signal comes; the exit code is 0 then, and 1 when the service could not start (docs/command-line.md, Output and exit codes). Where its
 * address is not read, or cannot be written, it ends at once. Rejects as `writeOut` does.
 */
export const runServiceCommand = async (command: ServiceCommand, world: ServiceWorld): Promise<0 | 1> => {
  let service: Service;
  try {
    service = await startService(command);
  } catch (error) {
    world.writeError(`the local service could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const signal = firstSignal(world.signals);
  try {
    if (await world.writeOut(command.json ? readyLine(service) : readyText(service, command))) await signal.came;
  } finally {
    signal.forget();
    await service.close();
  }
  return 0;
};

const firstSignal = (signals: ServiceWorld['signals']) => {
  const { promise: came, resolve } = Promise.withResolvers<void>();
  const forget = (): void => {
    for (const signal of SIGNALS) signals.off(signal, stop);
  };
  const stop = (): void => {
    forget();
    resolve();
  };
  for (const signal of SIGNALS) signals.once(signal, stop);
  return { came, forget };
};

const readyLine = ({ url, apiKey, userId }: Service): string =>
  `${JSON.stringify({ url, api_key: apiKey, user_id: userId })}\n`;

const readyText = (service: Service, { dataFile, still }: ServiceCommand): string => {
  const { offers, seed } = service.market;
  const keyFile = ownKeyFile(dataFile);
  const market = `${offers} offers from seed ${seed}, ${still ? 'standing still' : 'moving a little each minute'}`;
  return `${[
    `local service at ${service.url}`,
    `  market   ${market}`,
    `  data     ${keyFile === undefined ? 'in memory, gone when the service ends' : resolve(dataFile)}`,
    '',
    'to use it from another terminal:',
    `  export GPUDECK_BASE_URL=${service.url}`,
    `  export GPUDECK_API_KEY=${keyFile === undefined ? service.apiKey : `"$(cat ${quoted(resolve(keyFile))})"`}`,
    `  export GPUDECK_USER_ID=${service.userId}`,
    '',
    'Ctrl-C ends it',
  ].join('\n')}\n`;
};

/** `text` as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
