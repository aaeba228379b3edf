/** Opens the way to the service for one command, and turns what goes wrong into a message and an exit code. */

import { knownAddress } from '../access/address.ts';
import { openServiceAccess, type ServiceAccess } from '../access/service-access.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import type { Exchange } from '../api/http/exchange.ts';
import { printable } from '../base/printable.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Runs `work` with a client for the service in use; `onExchange` is told of each of its calls. A message about any failed call has been written when it resolves. */
export const withService = async (
  io: CommandIo,
  work: (access: ServiceAccess) => Promise<ExitCode>,
  onExchange?: (exchange: Exchange) => void,
): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck: ${printable(text)}\n`);
  const known = knownAddress(io.setup.address);
  if (known === undefined) {
    complain(`there is no API key for ${io.setup.serviceName}: set GPUDECK_API_KEY, or name a key_file in its profile`);
    return EXIT.keyProblem;
  }
  const { clock } = io;
  const onServiceLost = ({ message }: Error): void => complain(`the local service stopped: ${message}`);
  let access: ServiceAccess;
  try {
    access = await openServiceAccess(known, {
      ...io.accessParts,
      keySource: io.setup.keySource,
      clock,
      onServiceLost,
      ...(onExchange && { onExchange }),
    });
  } catch (error) {
    complain(messageOf(error));
    return EXIT.failed;
  }
  if (access.notice !== undefined) complain(access.notice);
  try {
    return await work(access);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { tried, whatCameBack, whatToDo } = explain(error);
    for (const sentence of [tried, whatCameBack, whatToDo]) complain(sentence);
    return exitCodeOf(error);
  } finally {
    await access.close();
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
