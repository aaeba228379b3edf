/** Calls that a service may lack (docs/interface.md, Rule for the client): what says so, and what speaks of something else. */

import { describe, expect, test } from 'vitest';
import { createServiceAccess } from '../src/access/service-access.ts';
import { CALLS } from '../src/api/calls.ts';
import { systemClock } from '../src/base/clock.ts';
import { json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const open = async (call: 'notification-types' | 'notification-prefs', reply: ScriptedReply) => {
  const server = await startScriptedServer();
  server.offer(call, reply);
  const { client, close } = createServiceAccess(server.url, 'sk-test-0123456789', {
    environment: {},
    clock: systemClock,
    version: 'test',
    keySource: 'environment',
  });
  return {
    client,
    requests: server.optionalRequests,
    [Symbol.asyncDispose]: async () => {
      await close();
      await server[Symbol.asyncDispose]();
    },
  };
};

const notFound = (status: number) => json(status, { success: false, error: 'not_found', msg: 'no such thing' });
const page = (status: number) => raw(status, 'text/html', '<html><title>Nothing here</title></html>');

describe('a path without an id', () => {
  test.each([404, 405, 410, 501])('says with %i that the service has no such call', async (status) => {
    for (const reply of [notFound(status), page(status)]) {
      await using service = await open('notification-types', reply);
      expect(await service.client.read(CALLS.notificationTypes, undefined)).toBeUndefined();
    }
  });

  test.each([400, 403, 500, 503])('says something else with %i', async (status) => {
    await using service = await open('notification-types', page(status));
    await expect(service.client.read(CALLS.notificationTypes, undefined)).rejects.toMatchObject({ status });
  });
});

describe('a path with an id', () => {
  test.each([405, 501])('says with %i that the service has no such call', async (status) => {
    await using service = await open('notification-prefs', notFound(status));
    expect(await service.client.read(CALLS.presentPreferences, 7)).toBeUndefined();
  });

  test('says so with a 404 that is nobody’s in particular, and speaks of the id with a documented one', async () => {
    await using lacking = await open('notification-prefs', page(404));
    expect(await lacking.client.read(CALLS.presentPreferences, 7)).toBeUndefined();
    expect(lacking.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v0/users/7/notification-prefs',
    ]);
    await using refusing = await open('notification-prefs', notFound(404));
    await expect(refusing.client.read(CALLS.presentPreferences, 7)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('types are read with what is understood of them', async () => {
  const types = [
    {
      key: 'client:outbid',
      display_name: 'Outbid',
      default_preferences: { email: true, sms: false },
      topic: 'instance',
    },
    { key: 'client:low_credit', display_name: 7, default_preferences: { email: 'daily' }, mandatory_email: true },
    { key: 'nothing' },
    null,
  ];
  await using service = await open('notification-types', json(200, { notification_types: types }));
  expect(await service.client.read(CALLS.notificationTypes, undefined)).toEqual([
    { type: 'client:outbid', displayName: 'Outbid', defaults: { email: true, sms: false } },
    { type: 'client:low_credit', isEmailMandatory: true },
  ]);
});

test('preferences are read with every channel, and refused as a whole where a level is missing', async () => {
  const told = { client: { outbid: { email: true, sms: false, in_app: null, fax: 'yes' } } };
  await using service = await open('notification-prefs', json(200, { notification_preferences: told }));
  expect(await service.client.read(CALLS.presentPreferences, 7)).toEqual({
    client: { outbid: { email: true, sms: false, in_app: null, fax: null } },
  });
  const flat = json(200, { notification_preferences: { client: { outbid: true } } });
  await using other = await open('notification-prefs', flat);
  await expect(other.client.read(CALLS.presentPreferences, 7)).rejects.toMatchObject({ kind: 'unreadable' });
});
