/**
 * Opens the way to the service for one command, and turns what goes wrong into a message and an exit code. A read that failed in a way
 * that may pass is made again, and stderr says so (docs/command-line.md, Output and exit codes).
 */

import { openServiceAccess, type ServiceAccess } from '../access/service-access.ts';
import { knownAddress } from '../access/setup.ts';
import type { ListCall, ReadName } from '../api/calls.ts';
import type { CallOptions, Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { briefly, explain } from '../api/errors/explain.ts';
import type { Exchange } from '../api/http/exchange.ts';
import { COMMAND_BUDGET, type RetryBudget, readPatiently } from '../api/http/retry.ts';
import type { ListReply, Losses } from '../api/records/replies.ts';
import type { SearchRequest } from '../api/requests.ts';
import { messageOf } from '../base/message.ts';
import { printable } from '../base/printable.ts';
import type { Offer } from '../catalogue/values.ts';
import { createGpuSamples, type GpuSamples, watchingClient } from '../money/gpu-samples.ts';
import { gpuSamplesFile } from '../storage/files/places.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Runs `work` with a client for the service in use, and what its instances were seen doing; `onExchange` is told of each of its calls. A message about any failed call has been written when it resolves. */
export const withService = async (
  io: CommandIo,
  work: (access: ServiceAccess, samples: GpuSamples) => Promise<ExitCode>,
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
  const samples = createGpuSamples(gpuSamplesFile(io.setup.places));
  let access: ServiceAccess;
  try {
    access = await openServiceAccess(known, {
      ...io.accessParts,
      keySource: io.setup.keySource,
      networkUnit: io.setup.networkUnit,
      clock,
      onServiceLost,
      around: (client) => watchingClient(client, samples, io.setup.service, clock.now),
      ...(onExchange && { onExchange }),
    });
  } catch (error) {
    complain(messageOf(error));
    return EXIT.failed;
  }
  if (access.notice !== undefined) complain(access.notice);
  try {
    return await work(access, samples);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const told = explain(error);
    io.tellFailed?.({ ...told, kind: error.isOutcomeUnknown ? undefined : error.kind });
    const { tried, whatCameBack, whatToDo } = told;
    for (const sentence of [tried, whatCameBack, whatToDo]) complain(sentence);
    return exitCodeOf(error);
  } finally {
    await access.close();
    await samples.settled();
  }
};

/** What a command reads. */
type CommandReading<Reply> = {
  readonly read: ReadName;
  readonly call: (options: CallOptions) => Promise<Reply>;
  /** True when part of the reply was printed: a pipe cannot take lines back, so another reply would double them. */
  readonly isPartOut?: () => boolean;
  /** How often it is made; absent: as for any command. */
  readonly budget?: RetryBudget;
  /** Once aborted, nothing is waited for any more. */
  readonly signal?: AbortSignal;
};

/** Reads within a minute and few tries. Fails as the last call did. */
export const readForCommand = <Reply>(
  { signal, budget = COMMAND_BUDGET, ...reading }: CommandReading<Reply>,
  client: Client,
  { clock, random, writeError }: Pick<CommandIo, 'clock' | 'random' | 'writeError'>,
): Promise<Reply> =>
  readPatiently({
    ...reading,
    budget,
    clock,
    random,
    turnInMs: client.turnInMs,
    ...(signal && { patience: () => signal }),
    onRetry: ({ attempt, ofTries, dueMs, failure }) => {
      const seconds = ((dueMs - clock.ticks()) / 1000).toFixed(1);
      const tries = ofTries === undefined ? `${attempt}` : `${attempt} of ${ofTries}`;
      writeError(`gpudeck: ${briefly(failure)}; waiting ${seconds} s before try ${tries}\n`);
    },
  });

/** Reads a list so. */
export const listForCommand = <Kept>(
  list: ListCall<Kept>,
  client: Client,
  io: Parameters<typeof readForCommand>[2],
): Promise<ListReply<Kept>> =>
  readForCommand({ read: list.name, call: (wishes) => client.list(list, wishes) }, client, io);

/** Takes offers batch by batch. */
type Counter = { readonly add: (offers: readonly Offer[]) => void };

/** Hands the offers to what `begin` makes; a reply that broke off is asked for again, from a new beginning. */
export const readWholeMarket = async <Own extends Counter>(
  request: SearchRequest,
  begin: () => Own,
  client: Client,
  io: CommandIo,
): Promise<{ readonly counter: Own; readonly losses: Losses }> => {
  let counter = begin();
  const losses = await readForCommand(
    {
      read: 'search',
      call: (options) => {
        counter = begin();
        return client.searchOffers(request, {
          ...options,
          onRecords: (batch) => counter.add(batch.map(({ record }) => record)),
          keepsRecords: false,
        });
      },
    },
    client,
    io,
  );
  return { counter, losses };
};
