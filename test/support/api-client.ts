/** Clients for tests that talk to a scripted server, and the requests that they make. */
import { Agent, type Dispatcher } from 'undici';
import { onTestFinished } from 'vitest';
import { type Client, createClient } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/errors/error.ts';
import type { ClientOptions } from '../../src/api/http/caller.ts';
import { createTransport } from '../../src/api/http/transport.ts';
import type { MaintenanceRequest, SearchRequest, WebhookRequest } from '../../src/api/requests.ts';
import { systemClock } from '../../src/base/clock.ts';

/** The key of every client made here. */
export const KEY = 'sk-0123456789/abcdef"tail';

/** A dispatcher for `baseUrl` that ends with the test. */
export const dispatcherFor = (
  baseUrl: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Dispatcher => {
  const transport = createTransport(baseUrl, environment);
  if ('problem' in transport) throw new Error(transport.problem);
  onTestFinished(() => transport.dispatcher.destroy());
  return transport.dispatcher;
};

/** A dispatcher whose connections never come about. */
export const stuckDispatcher = (): Dispatcher => {
  const agent = new Agent({ connect: () => {} });
  onTestFinished(() => agent.destroy());
  return agent;
};

/** A client for the service at `baseUrl`, with `options` in place of the usual ones. */
export const clientFor = (baseUrl: string, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl,
    apiKey: KEY,
    dispatcher: options.dispatcher ?? dispatcherFor(baseUrl),
    clock: systemClock,
    ...options,
  });

/** The ApiError that `call` fails with. */
export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const outcome = await call.then(
    () => 'success',
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw new Error(`expected an ApiError, got ${String(outcome)}`);
};

/** A search without filters. */
export const SEARCH: SearchRequest = { filters: {}, limit: 64, type: 'ondemand', order: [], allocatedStorageGb: 8 };

/** A window for machine 8207: two hours from 2026-12-01T02:00:00Z. */
export const WINDOW: MaintenanceRequest = {
  machineId: 8207,
  startsAtEpochS: 1_796_090_400,
  durationHours: 2,
  reason: 'new disk',
  category: 'disk',
};

/** A webhook for two event types. */
export const WEBHOOK: WebhookRequest = {
  name: 'alerts',
  url: 'https://hooks.example/gpu',
  eventTypes: ['client:low_credit', 'host:machine_offline'],
};
