/**
 * What volumes and connections show for every answer that is not the one that was asked for (docs/interface.md, Errors and docs/interface.md, Rate limits and errors).
 *
 * @module-tag exhaustive
 */
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import {
  cutOff,
  hangUp,
  json,
  raw,
  type ScriptedReply,
  silence,
  stall,
  startScriptedServer,
} from '../support/scripted-server.ts';
import { silentLine } from '../support/silent-line.ts';

const TOO_FREQUENT = 'API requests too frequent endpoint threshold=5.5';
const PAGE = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>';

/** An answer, the words that say what came back, and the words that say what to do next. */
type Case = readonly [name: string, reply: ScriptedReply, cameBack: string, toDo: string];

const REFUSED_KEY = 'Enter a valid API key.';
const WAIT = 'Wait 5.5 s between calls of this kind.';
const LATER = 'The service has a problem: try again later.';
const CHECK = 'Check that this is the address of the service; if it is, try again later.';
const AGAIN = 'Try again; if it keeps happening, check the network or ask for less.';
const NETWORK = 'Check the address, the network and the proxy, then try again.';
const CHANGE = 'Fix what the message names, then send it again.';

const stalled = stall(200, '{"volumes":[{"id":1');

const CASES: readonly Case[] = [
  ['400 {error, msg}', json(400, { error: 'bad', msg: 'no parameter x' }), 'no parameter x (bad, status 400).', CHANGE],
  ['400 {detail}', json(400, { detail: 'no parameter x' }), 'no parameter x (status 400).', CHANGE],
  ['401 {success: false}', json(401, { success: false, error: 'auth', msg: 'deleted' }), 'deleted', REFUSED_KEY],
  ['401 {detail}', json(401, { detail: 'Invalid token.' }), 'Invalid token', REFUSED_KEY],
  ['401 without a body', raw(401, 'text/plain', ''), 'did not accept the API key', REFUSED_KEY],
  [
    '403 {detail}, credentials absent',
    json(403, { detail: 'Authentication credentials were not provided.' }),
    'The service says it received no API key',
    REFUSED_KEY,
  ],
  [
    '403 {success: false}',
    json(403, { success: false, error: 'scope', msg: 'key may not read this' }),
    'key may not read this (scope, status 403).',
    'Use a key that is allowed to do this.',
  ],
  ['404 with a page', raw(404, 'text/html', '<title>Not Found</title>'), 'Not Found (status 404).', 'try again'],
  ['422 {detail: [...]}', json(422, { detail: [{ loc: ['query'], msg: 'odd' }] }), '"msg":"odd"', CHANGE],
  ['429 {detail}', json(429, { detail: TOO_FREQUENT }), 'called too soon after the last call', WAIT],
  ['429 {success: false}', json(429, { success: false, error: 'rate', msg: TOO_FREQUENT }), 'too soon', WAIT],
  ['429 as plain text', raw(429, 'text/plain', TOO_FREQUENT), 'called too soon after the last call', WAIT],
  ['429 that says when', raw(429, 'text/plain', 'slow down', { 'retry-after': '7' }), 'too soon', 'Try again in 7 s.'],
  ['200 {detail} of a rate limit', json(200, { detail: TOO_FREQUENT }), 'called too soon after the last call', WAIT],
  ['500 with a page', raw(500, 'text/html', '<h1>Internal Server Error</h1>'), 'Internal Server Error', LATER],
  ['502 of a proxy', raw(502, 'text/html', PAGE), 'The service failed: 502 Bad Gateway (status 502).', LATER],
  ['503 {message}', json(503, { message: 'maintenance' }), 'The service failed: maintenance (status 503).', LATER],
  ['an empty body', raw(200, 'application/json', ''), 'The service sent an unexpected answer', CHECK],
  [
    'truncated JSON',
    raw(200, 'application/json', '{"volumes":[{"id":1'),
    'The service sent an unexpected answer',
    CHECK,
  ],
  ['another shape', json(200, { items: { a: 1 } }), 'The service sent an unexpected answer', CHECK],
  ['a page with status 200', raw(200, 'text/html', '<title>Sign in</title>'), 'Sign in', CHECK],
  [
    '{success: false} with status 200',
    json(200, { success: false, error: 'closed', msg: 'not today' }),
    'The service refused: not today (closed, status 200).',
    'Fix what the message names, then try again.',
  ],
  [
    'a redirect',
    raw(302, 'text/html', '', { location: 'https://elsewhere.example/login' }),
    'elsewhere',
    'if you trust it',
  ],
  ['a connection that is closed without an answer', hangUp, 'The connection was lost before an answer came', NETWORK],
  ['a connection cut in the middle', cutOff(200, '{"volumes":[{"id":1'), 'lost in the middle of the answer', NETWORK],
  ['no answer in time', silence, 'No answer arrived in time.', AGAIN],
  ['an answer that stops in the middle', stalled, 'The answer stopped in the middle.', AGAIN],
];

const PANES: readonly {
  pane: 'volumes' | 'connections';
  tried: string;
  good: ScriptedReply;
  row: RegExp;
}[] = [
  {
    pane: 'volumes',
    tried: 'Tried to list the volumes (GET /api/v0/volumes).',
    good: json(200, { volumes: [{ id: 4711, status: 'active' }] }),
    row: /^ > +4711 {2}active/m,
  },
  {
    pane: 'connections',
    tried: 'Tried to list the cloud connections (GET /api/v0/users/cloud_integrations).',
    good: json(200, [{ id: 4711, name: 'backup', cloud_type: 's3' }]),
    row: / > +4711 +backup/,
  },
];

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** The screen as running text: what is wrapped is one line again. */
const running = (deck: OpenDeck) => deck.text().replace(/\s+/g, ' ');

for (const { pane, tried, good, row } of PANES) {
  describe(`${pane} shows what was tried, what came back and what to do next`, () => {
    for (const [name, reply, cameBack, toDo] of CASES) {
      test(name, async () => {
        const line = silentLine(() => answer === stalled);
        const bad = reply === silence ? line.silence : reply;
        let answer = bad;
        // What may pass is asked again until the pane's patience is at its end.
        const answering: ScriptedReply = (response, request) => answer(response, request);
        await using server = await startScriptedServer(...Array.from({ length: 30 }, () => answering));
        open = await openDeck({
          service: { url: server.url, apiKey: 'sk-test-0123456789' },
          limits: line.limits,
          lineClock: line.clock,
          parts: { pane },
        });
        await leavePrompt(open);
        expect(running(open)).toContain(tried);
        expect(running(open)).toContain(cameBack);
        expect(running(open)).toContain(toDo);

        answer = good;
        await open.press(`${pane}.refresh`);
        expect(open.text()).toMatch(row);
        expect(open.text()).not.toContain('Tried to');

        await open.press(`${pane}.filter`);
        await open.type('471');
        answer = bad;
        await open.press(`${pane}.filter-keep`, `${pane}.refresh`);
        await leavePrompt(open);
        expect(open.text()).toMatch(row);
        expect(open.text()).toContain(' / 471');
        expect(open.text()).toContain(tried);
        expect(open.text()).toMatch(/failed, as of 12:0\d/);
      });
    }
  });
}

/** A rejected key is asked for in front of the pane; the pane behind it must say the same. */
const leavePrompt = async ({ deck, press }: OpenDeck) => {
  if (deck.store.getState().frame.overlay?.kind === 'key') await press('key.give-up');
};
