import { describe, expect, test } from 'vitest';
import { callOf } from '../src/api/call.ts';
import { CALLS } from '../src/api/calls.ts';
import { ApiError, type ErrorFacts } from '../src/api/errors/error.ts';
import { explain } from '../src/api/errors/explain.ts';
import { SEARCH, WINDOW } from './support/api-client.ts';

const ofSearch = (facts: ErrorFacts) => explain(new ApiError(callOf(CALLS.search, SEARCH), facts));
const ofVolumes = (facts: ErrorFacts) => explain(new ApiError(callOf(CALLS.volumes, undefined), facts));
const ofWindow = (facts: ErrorFacts) => explain(new ApiError(callOf(CALLS.maintenance, WINDOW), facts));

describe('an error says what was tried, what came back and what to do next', () => {
  test('a bad filter', () => {
    const facts = {
      stage: 'answered',
      status: 400,
      code: 'bad_filter',
      text: 'dph_total: no operator "less".',
    } as const;
    expect(ofSearch({ kind: 'bad-request', ...facts })).toEqual({
      tried: 'Tried to search offers (POST /api/v0/bundles).',
      whatCameBack: 'The service refused: dph_total: no operator "less" (bad_filter, status 400).',
      whatToDo: 'Fix what the message names, then send it again.',
    });
  });

  test('a rejected key', () => {
    expect(
      ofSearch({ kind: 'key-rejected', stage: 'answered', status: 404, code: 'auth', text: 'no such key' }),
    ).toEqual({
      tried: 'Tried to search offers (POST /api/v0/bundles).',
      whatCameBack: 'The service did not accept the API key: no such key (auth, status 404).',
      whatToDo: 'Enter a valid API key.',
    });
  });

  test('a machine of another host, which no key helps against', () => {
    const facts = {
      kind: 'forbidden',
      stage: 'answered',
      status: 403,
      isDefinite: true,
      text: 'machine 8207 belongs to another host',
    } as const;
    for (const code of ['not_your_machine', 'foreign_host', undefined]) {
      const { whatCameBack, whatToDo } = ofWindow({ ...facts, code });
      expect(whatCameBack).toMatch(/^The service refused: machine 8207 belongs to another host \(/);
      expect(whatToDo).toBe(
        "The machine belongs to another host: remove it from the plan's machines, or from --machine.",
      );
    }
    const ofKey = ofWindow({ ...facts, code: 'permission_denied', text: 'needs manage_machines' });
    expect(ofKey.whatCameBack).toMatch(/^The API key is not allowed to do this: needs manage_machines /);
    expect(ofKey.whatToDo).toBe('Use a key that is allowed to do this.');
  });

  test('a service that is called by a name which it does not go by, which no key helps against either', () => {
    const facts = {
      kind: 'forbidden',
      stage: 'answered',
      status: 403,
      isDefinite: true,
      code: 'foreign_host',
    } as const;
    for (const explained of [ofSearch, ofWindow]) {
      expect(explained({ ...facts, text: 'the Host header must be 127.0.0.1:80' })).toMatchObject({
        whatCameBack: 'The service refused: the Host header must be 127.0.0.1:80 (foreign_host, status 403).',
        whatToDo: 'Use the address that the message names.',
      });
    }
  });

  test('a request that was understood and not taken, and one that was not understood', () => {
    const facts = { kind: 'bad-request', stage: 'answered', status: 400, isDefinite: true } as const;
    expect(ofWindow({ ...facts, text: 'Maximum of 4 webhooks per user' })).toMatchObject({
      whatCameBack: 'The service refused: Maximum of 4 webhooks per user (status 400).',
      whatToDo: 'Fix what the message names, then send it again.',
    });
    expect(ofWindow(facts).whatCameBack).toBe('The service did not understand the request (status 400).');
  });

  test('a text that was cut, with the mark of the cut', () => {
    const facts = { kind: 'refused', stage: 'answered', status: 409, isDefinite: true } as const;
    expect(ofWindow({ ...facts, text: 'the row is worked on until...' }).whatCameBack).toBe(
      'The service refused: the row is worked on until... (status 409).',
    );
    expect(ofWindow({ ...facts, text: 'not today.' }).whatCameBack).toBe(
      'The service refused: not today (status 409).',
    );
  });

  test('a service that is not there', () => {
    expect(
      ofVolumes({
        kind: 'unreachable',
        stage: 'connecting',
        code: 'ECONNREFUSED',
        text: 'connect ECONNREFUSED ::1:80',
      }),
    ).toEqual({
      tried: 'Tried to list the volumes (GET /api/v0/volumes).',
      whatCameBack: 'No connection to the service (connect ECONNREFUSED ::1:80). Nothing was sent.',
      whatToDo: 'Check the address, the network and the proxy, then try again.',
    });
  });

  test('a certificate that is not trusted', () => {
    const { whatToDo } = ofVolumes({ kind: 'unreachable', stage: 'connecting', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(whatToDo).toBe(
      'Check the address; if you trust the certificate, set NODE_EXTRA_CA_CERTS to the file of its authority.',
    );
  });

  test('a proxy that wants a password, which answers in place of the service where nothing is encrypted', () => {
    const facts = { kind: 'refused', stage: 'answered', status: 407, text: 'Access Denied' } as const;
    expect(ofVolumes(facts)).toEqual({
      tried: 'Tried to list the volumes (GET /api/v0/volumes).',
      whatCameBack: 'A proxy requires a user name and password, or rejected those given: Access Denied (status 407).',
      whatToDo:
        "Check HTTPS_PROXY or HTTP_PROXY: the proxy's address, and the user name and password if it requires them.",
    });
  });

  test('a call that came too soon', () => {
    const facts = { kind: 'rate-limited', stage: 'answered', status: 429, text: 'API requests too frequent' } as const;
    expect(ofVolumes({ ...facts, thresholdSeconds: 5.5 })).toMatchObject({
      whatCameBack: 'The service was called too soon after the last call: API requests too frequent (status 429).',
      whatToDo: 'Wait 5.5 s between calls of this kind.',
    });
    expect(ofVolumes({ ...facts, thresholdSeconds: 5.5, retryAfterMs: 61_234 }).whatToDo).toBe('Try again in 61.3 s.');
    expect(ofVolumes(facts).whatToDo).toBe('Wait a little, then try again.');
  });

  test("a proxy's page in place of an answer", () => {
    expect(ofSearch({ kind: 'refused', stage: 'answered', status: 502, text: '502 Bad Gateway' })).toMatchObject({
      whatCameBack: 'The service failed: 502 Bad Gateway (status 502).',
      whatToDo: 'The service has a problem: try again later.',
    });
  });

  test('a window whose answer was lost: the outcome is unknown, and nobody is told to send it again', () => {
    const unknown =
      'The outcome is unknown: the service may have carried it out. Check there before you send it again.';
    expect(ofWindow({ kind: 'timed-out', stage: 'waiting' })).toEqual({
      tried: 'Tried to schedule the maintenance window (PUT /api/v0/machines/8207/dnotify).',
      whatCameBack: 'No answer arrived in time.',
      whatToDo: unknown,
    });
    for (const facts of [
      { kind: 'unreachable', stage: 'reading' },
      { kind: 'unreadable', stage: 'answered', status: 200, isDefinite: false },
      { kind: 'refused', stage: 'answered', status: 502, isDefinite: false },
      { kind: 'aborted', stage: 'waiting' },
    ] as const) {
      expect(ofWindow(facts).whatToDo).toBe(unknown);
    }
    expect(ofWindow({ kind: 'timed-out', stage: 'connecting' }).whatCameBack).toContain('Nothing was sent.');
    expect(ofWindow({ kind: 'timed-out', stage: 'connecting' }).whatToDo).not.toBe(unknown);
  });
});
