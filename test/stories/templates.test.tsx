/** Templates and what is done with them: an instance is given another image in place. */
import { afterEach, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

test('an instance is given another image in place, once its id has confirmed what is lost', async () => {
  const instance: Instance = { id: 4711, actual_status: 'running', intended_status: 'running', image_uuid: 'acme/a:1' };
  const list = json(200, { success: true, instances: [instance] });
  await using server = await startScriptedServer(list, list, json(200, { success: true }), list);
  open = await openDeck({
    columns: 100,
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances' },
  });
  await open.press('instances.image');
  expect(open.text()).toContain('Image, or hash of a template: acme/a:1');
  await open.press('instances.line-delete-to-start');
  await open.type('acme/b');
  await open.press('instances.change-review');
  expect(open.text()).toContain('everything on its disk outside of');
  expect(open.text()).toContain('PUT /api/v0/instances/update_template/4711/ {"id":4711,"image":"acme/b"}');
  await open.press('instances.change-confirm');
  await open.type('4711');
  await open.press('instances.change-send');
  expect(server.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'PUT', path: '/api/v0/instances/update_template/4711/', body: '{"id":4711,"image":"acme/b"}' },
  ]);
  expect(open.text()).toContain('The service accepted: change what instance 4711 runs.');
});
