/** Every status from 200 to 599 with every body shape, on every call of the client: what is known in the end, and in which words. */

import { createServiceAccess, type ServiceAccess } from '../../src/access/service-access.ts';
import { CALLS } from '../../src/api/calls.ts';
import { ApiError } from '../../src/api/errors/error.ts';
import { explain } from '../../src/api/errors/explain.ts';
import { systemClock } from '../../src/base/clock.ts';
import { SEARCH, WEBHOOK, WINDOW } from '../support/api-client.ts';
import type { PublishedCall } from './fault.ts';
import { answering, outcomeOf, type Shape } from './plays/refusal.ts';
import type { World } from './world.ts';

const LOWEST = 200;
const HIGHEST = 599;

/** Sweeps `call` with bodies of `shape`; resolves to what is wrong, one sentence each. */
export const sweepStatuses = async (world: World, call: PublishedCall, shape: Shape): Promise<readonly string[]> => {
  const { proxy, service, hear } = world;
  const access = createServiceAccess(proxy.url, service.apiKey, {
    environment: {},
    clock: systemClock,
    version: 'test',
    keySource: 'test',
    // Paces would wait for seconds after each refusal; they are not what is looked at.
    pacing: { remainingMs: () => 0, wait: async () => 0, answered: () => {}, unsent: () => {} },
  });
  const wrong: string[] = [];
  const isWrite = ['scheduleMaintenance', 'createWebhook', 'replaceNotificationPreferences'].includes(call);
  for (let status = LOWEST; status <= HIGHEST; status++) {
    proxy.decide(() => answering(status, shape, false));
    const before = proxy.requests.length;
    const said = await failureOf(MADE[call](access, service.userId));
    const calls = proxy.requests.length - before;
    if (calls !== 1) wrong.push(`${status}: ${calls} calls were made`);
    const outcome = outcomeOf(shape, status);
    // What says yes to a call that writes is no list.
    const isAnswered = isWrite && outcome === 'answered';
    if (said === undefined) {
      if (!isAnswered) wrong.push(`${status}: taken for a yes`);
      continue;
    }
    if (isAnswered) wrong.push(`${status}: not taken for a yes`);
    const { tried, whatCameBack, whatToDo } = explain(said);
    hear(`what is said of ${status}`, () => `${tried} ${whatCameBack} ${whatToDo}`);
    if ([tried, whatCameBack, whatToDo].some((sentence) => sentence.length < 10)) wrong.push(`${status}: no words`);
    if (!whatCameBack.includes(String(status))) wrong.push(`${status}: the words do not name it: ${whatCameBack}`);
    const isUnknown = isWrite && outcome === 'unknown';
    if (said.isOutcomeUnknown !== isUnknown) wrong.push(`${status}: is ${isUnknown ? '' : 'not '}unknown`);
  }
  proxy.decide(() => undefined);
  await access.close();
  return wrong;
};

const MADE: Readonly<Record<PublishedCall, (access: ServiceAccess, userId: number) => Promise<unknown>>> = {
  searchOffers: ({ client }) => client.searchOffers(SEARCH),
  listVolumes: ({ client }) => client.list(CALLS.volumes),
  listConnections: ({ client }) => client.list(CALLS.connections),
  scheduleMaintenance: ({ client }) => client.write(CALLS.maintenance, WINDOW),
  createWebhook: ({ client }) => client.write(CALLS.webhooks, WEBHOOK),
  replaceNotificationPreferences: ({ client }, userId) => client.write(CALLS.preferences, { userId, preferences: {} }),
};

const failureOf = async (calling: Promise<unknown>): Promise<ApiError | undefined> => {
  try {
    await calling;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};
