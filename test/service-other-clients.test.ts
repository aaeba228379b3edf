/**
 * The local service to clients of other vendors (docs/interface.md, Instances): what they send where descriptions differ.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const DONE = { status: 200, body: expect.objectContaining({ success: true }) };
const refusal = (status: number, error: string, msg: unknown = expect.any(String)) => ({
  status,
  body: { success: false, error, msg },
});

describe('calls that have nothing to say', () => {
  test('reboot, log, destruction and withdrawal take no body', async () => {
    const { send, rent, clock } = await startRenter();
    const id = await rent();
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await send('PUT', `/api/v0/instances/reboot/${id}/`)).toEqual(DONE);
    expect(await send('PUT', `/api/v0/instances/request_logs/${id}/`)).toEqual(DONE);
    expect(await send('DELETE', `/api/v0/instances/${id}/`)).toEqual(DONE);
    const { body } = await send('GET', '/api/v0/machines/?owner=me');
    const [machine] = (body as { machines: readonly { id: number }[] }).machines;
    expect(await send('PUT', `/api/v0/machines/${machine?.id}/cancel_maint/`)).toEqual(DONE);
  });

  test('those that must say what to change do not', async () => {
    const { send, rent } = await startRenter();
    const id = await rent();
    for (const path of [`/api/v0/instances/${id}/`, `/api/v0/instances/bid_price/${id}/`]) {
      expect(await send('PUT', path)).toEqual(refusal(400, 'invalid_json', 'the body is missing'));
    }
  });
});

describe('a word in place of an id', () => {
  test.each([
    ['GET', '/instances/word/'],
    ['PUT', '/instances/word/'],
    ['DELETE', '/instances/word/'],
    ['PUT', '/instances/reboot/word/'],
    ['PUT', '/instances/bid_price/word/'],
    ['PUT', '/instances/request_logs/word/'],
    ['GET', '/instances/word/ssh/'],
    ['POST', '/instances/word/ssh/'],
    ['DELETE', '/instances/word/ssh/1/'],
    ['DELETE', '/instances/30000016/ssh/word/'],
    ['POST', '/asks/word/'],
    ['PUT', '/asks/word/'],
    ['DELETE', '/ssh/word/'],
    ['PUT', '/machines/word/dnotify'],
    ['PUT', '/machines/word/cancel_maint/'],
    ['GET', '/users/word/notification-prefs'],
    ['PUT', '/users/word/notification-prefs'],
    ['PUT', '/webhooks/word'],
    ['DELETE', '/webhooks/word'],
    ['GET', '/webhooks/word/deliveries'],
    ['POST', '/webhooks/word/test'],
    ['POST', '/webhooks/word/rotate-secret'],
  ])('%s %s: 404, with a body and without', async (method, path) => {
    const { send } = await startRenter();
    const bodies = method === 'GET' ? [undefined] : [undefined, {}];
    for (const body of bodies) {
      expect(await send(method, `/api/v0${path}`, body)).toMatchObject({ status: 404, body: { success: false } });
    }
  });
});
