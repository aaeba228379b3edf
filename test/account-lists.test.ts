/** What is told of an account, at the local service and at one that tells more than it should (docs/interface.md, Account). */
import { expect, test } from 'vitest';
import { CALLS, type CALLS as Calls } from '../src/api/calls.ts';
import { ApiError } from '../src/api/errors/error.ts';
import { explain } from '../src/api/errors/explain.ts';
import { clientFor } from './support/api-client.ts';
import { startRenter } from './support/renter.ts';
import { json, startAccountServer } from './support/scripted-server.ts';

type Name = 'apiKeys' | 'madeCalls' | 'addresses' | 'variables' | 'teamMembers' | 'teamRoles' | 'subaccounts';

const SECRET = 'never-to-be-seen';

/** What the program keeps of `reply`, records and texts. */
const keptOf = async (name: Name, reply: unknown) => {
  await using server = await startAccountServer(json(200, reply));
  const { records, texts } = await clientFor(server.url).list<object>((CALLS as typeof Calls)[name]);
  expect(JSON.stringify([records, texts])).not.toContain(SECRET);
  return records;
};

test('of API keys: what each may call, and never a key', async () => {
  const narrowed = { 'api.instance.request_logs': { constraints: { id: { eq: 7 } } } };
  const rights = { api: { instance_read: {}, misc: narrowed } };
  expect(
    await keptOf('apiKeys', { apikeys: [{ id: 1, name: 'ci', key_type: 'scoped', rights, key: SECRET }] }),
  ).toEqual([{ id: 1, name: 'ci', key_type: 'scoped', categories: 'instance_read, misc (some calls)' }]);
});

test('of calls: figures and known words, and of anything else that it was there', async () => {
  const args = { id: 5, state: 'stopped', isNew: true, env: { A: SECRET }, ssh_key: SECRET, list: [SECRET] };
  const route = `/api/v0/instances/5/?api_key=${SECRET}`;
  const made = { ip_address: '192.0.2.1', api_key_id: 3, created_at: '2026-11-21T12:00:00Z', api_route: route, args };
  expect(
    await keptOf('madeCalls', [
      { ...made, other: SECRET },
      { ...made, args: SECRET },
    ]),
  ).toEqual([
    {
      ip_address: '192.0.2.1',
      api_key_id: 3,
      created_at: 1795262400,
      api_route: '/api/v0/instances/5/',
      args: 'id=5 state=stopped isNew=true env=[redacted] ssh_key=[redacted] list=[redacted]',
    },
    expect.objectContaining({ args: '[redacted]' }),
  ]);
});

test('of variables their names, of subaccounts no key, of members their roles', async () => {
  expect(await keptOf('variables', { success: true, secrets: { HF_TOKEN: SECRET, B: SECRET } })).toEqual([
    { name: 'HF_TOKEN' },
    { name: 'B' },
  ]);
  const user = { id: 9, email: 'lab@example.net', balance: 2.5 };
  expect(await keptOf('subaccounts', { users: [{ ...user, api_key: SECRET, ssh_key: SECRET }] })).toEqual([user]);
  expect(
    await keptOf('teamMembers', [{ id: 4, username: 'ann', roles: ['owner', { name: 'lab' }], key: SECRET }]),
  ).toEqual([{ id: 4, username: 'ann', roles: 'owner, lab' }]);
});

test('of addresses where and when, whatever a service calls that', async () => {
  const told = { ip_address: '192.0.2.1', timestamp: 1795262400 };
  expect(
    await keptOf('addresses', {
      success: true,
      results: [
        { id: 1, user_id: 7, ip_address: '192.0.2.1', timestamp: '2026-11-21T12:00:00Z', session: SECRET },
        { ip: '192.0.2.1', first_seen: 1795262400, first_location: 'Tromsø, NO' },
      ],
    }),
  ).toEqual([
    { id: 1, ...told },
    { ...told, first_location: 'Tromsø, NO' },
  ]);
});

test('an account that may have no subaccounts is told so plainly', async () => {
  await using server = await startAccountServer(json(400, { success: false, error: 'invalid', msg: 'not approved' }));
  const failure = await clientFor(server.url)
    .list(CALLS.subaccounts)
    .catch((error: unknown) => error);
  expect(failure instanceof ApiError && explain(failure)).toMatchObject({
    whatCameBack: 'The service refused: not approved (invalid, status 400).',
    whatToDo: 'Nothing is wrong here: the service has to approve an account before it may have subaccounts.',
  });
});

test('the local service lists the writes that were made with its key, without what may be secret', async () => {
  const { send } = await startRenter();
  await send('POST', '/api/v0/template/', {
    name: 'a',
    image: 'b',
    env: `-e TOKEN=${SECRET}`,
    docker_login_pass: SECRET,
  });
  await send('GET', '/api/v0/ssh/');
  const { body } = await send('GET', '/api/v0/audit_logs/');
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(body).toMatchObject([
    { api_key_id: 1, api_route: 'POST /api/v0/template/', args: { name: 'a', image: 'b', env: '[redacted]' } },
  ]);
  expect((await send('GET', '/api/v0/users/me/ipaddrs/?owner=me')).body).toMatchObject({
    results: [{ ip_address: '127.0.0.1', timestamp: '2026-11-01T12:00:00Z' }],
  });
  const { body: keys } = await send('GET', '/api/v0/auth/apikeys/');
  expect(keys).toMatchObject({ apikeys: [{ id: 1, key: null, rights: { api: { instance_write: {} } } }] });
});
