/** Templates: created, edited, deleted, and put in the place of what an instance runs. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { gpudeck } from '../support/one-shot.ts';
import { startRenter } from '../support/renter.ts';
import { startRuns } from '../support/runs.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const VLLM = '5d2e9c7b14f84a06b3e1d0c9f7a6e852';

let open: OpenDeck | undefined;

const words = (deck: OpenDeck): string =>
  deck
    .screen()
    .map((line) => line.trim())
    .join(' ');

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

test('a template is created, edited and deleted, with what is secret hidden, and the list follows', async () => {
  const service = await startTestService();
  open = await openDeck({ columns: 100, service, parts: { pane: 'connections' } });
  const deck = open;
  await deck.press('account.tab', 'account.tab');
  expect(deck.text()).toContain('You have no templates.');
  await deck.press('templates.new', 'templates.field-next');
  expect(deck.text()).toMatch(/Environment +none/);
  await deck.type('sweep');
  await deck.press('templates.review');
  expect(deck.text()).toContain('Name an image, such as ubuntu:24.04.');
  await deck.press('templates.field-next');
  await deck.type('acme/sweep');
  await deck.press(...Array<string>(4).fill('templates.field-next'));
  await deck.type('MODE=fastest -p 8080:8080');
  await deck.press(...Array<string>(5).fill('templates.field-next'));
  await deck.type('ghcr.io me opensesame');
  expect(deck.text()).not.toMatch(/fastest|opensesame/);
  await deck.press('templates.review');
  expect(deck.text()).toContain('Create the template sweep?');
  expect(deck.text()).toContain('"env": "-e MODE=[redacted] -p 8080:8080"');
  expect(deck.text()).not.toMatch(/fastest|opensesame/);
  await deck.press('templates.act-leave');
  expect(deck.text()).toContain('New template');
  await deck.press('templates.review', 'templates.act-send');
  expect(deck.text()).toContain('The service accepted: create the template sweep.');
  expect(deck.text()).toMatch(/1001 +sweep +acme\/sweep +latest/);
  await deck.press('templates.edit', 'templates.field-next', 'templates.field-next');
  expect(deck.text()).toMatch(/Environment +as it is/);
  await deck.type('4');
  await deck.press('templates.review');
  expect(deck.text()).toMatch(/\{"hash_id": "[0-9a-f]{32}", "tag": "4"\}/);
  await deck.press('templates.act-send');
  expect(deck.text()).toMatch(/1001 +sweep +acme\/sweep +4/);
  await deck.press('templates.delete', 'templates.act-confirm');
  await deck.type('1001');
  await deck.press('templates.act-send');
  expect(deck.text()).toContain('You have no templates.');
  await deck.press('account.tab', 'recommendedTemplates.open');
  expect(deck.text()).toContain('pytorch/pytorch');
});

test('a template under review is there again in its form after a kill, without typed values, and nothing is sent', async () => {
  const service = await startTestService();
  const runs = startRuns(service);
  const parts = { pane: 'connections' } as const;
  const first = await runs.start({ columns: 100, service, parts });
  await first.press('account.tab', 'account.tab', 'templates.new', 'templates.field-next');
  await first.type('sweep');
  await first.press('templates.field-next');
  await first.type('acme/sweep');
  await first.press(...Array<string>(4).fill('templates.field-next'));
  await first.type('MODE=fastest -p 8080:8080');
  await first.press(...Array<string>(5).fill('templates.field-next'));
  await first.type('ghcr.io me opensesame');
  await first.press('templates.review');
  expect(first.text()).toContain('Create the template sweep?');
  await runs.die(first);
  expect(readFileSync(runs.file, 'latin1')).not.toMatch(/fastest|opensesame/);
  const deck = await runs.start({ columns: 100, service, parts });
  expect(deck.text()).toContain('a new template');
  await deck.press('session.resume');
  expect(words(deck)).toMatch(/New template.*Name +sweep.*Image +acme\/sweep/);
  await deck.press('templates.review');
  expect(words(deck)).toContain('MODE has no value: write MODE=VALUE');
  await deck.press('templates.leave');
  expect(deck.text()).toContain('You have no templates.');
});

test('a template fills in the form of renting: what is typed takes its place, and what is sent is what the command sends', async () => {
  const renter = await startRenter();
  const runs = startRuns(renter.service);
  const form = async (deck: OpenDeck) => {
    await deck.press('offers.rent', 'offers.rent-before', 'offers.rent-before');
    expect(deck.text()).toMatch(/> Template/);
  };
  const first = await runs.start();
  await form(first);
  expect(words(first)).toContain('3 templates: PyTorch, vLLM, CUDA.');
  await first.type('openai');
  expect(first.text()).toContain('1 template: vLLM. Enter takes it.');
  await first.press('offers.rent-take-template');
  expect(first.text()).toMatch(/Image +template: vllm\/vllm-openai:v0\.12\.0/);
  expect(first.text()).toMatch(/Environment +template: -p 8000:8000/);
  await first.press('offers.rent-next', 'offers.rent-next', 'offers.rent-next');
  await first.type('24');
  await runs.die(first);
  const deck = await runs.start();
  await deck.press('session.resume');
  expect(deck.text()).toMatch(/Template +vLLM 5d2e/);
  expect(deck.text()).toMatch(/Run as +template: ssh/);
  expect(deck.text()).toMatch(/Disk, GB +24/);
  await deck.press('offers.rent-before', 'offers.rent-before', 'offers.rent-before');
  await deck.type('nothing like it');
  expect(deck.text()).toContain('No template of yours');
  expect(deck.text()).not.toContain('template: ssh');
  expect(deck.text()).toMatch(/Disk, GB +24/);
  await deck.press('offers.line-delete-to-start');
  await deck.type('vllm');
  await deck.press('offers.rent-take-template', 'offers.rent-review');
  expect(words(deck)).toContain(
    'The template vLLM fills in the image vllm/vllm-openai:v0.12.0, run as ssh, -p 8000:8000.',
  );
  const [, id, body = ''] = /POST \/api\/v0\/asks\/(\d+)\/\s+(\{.*?\})/.exec(words(deck)) ?? [];
  const line = `rent ${id} --template ${VLLM} --disk 24 --label ${JSON.parse(body).label} --dry-run`;
  const { out } = await gpudeck(line.split(' '), {
    environment: { GPUDECK_BASE_URL: renter.service.url, GPUDECK_API_KEY: renter.service.apiKey },
  });
  expect(JSON.parse(body)).toEqual(JSON.parse(out).body);
});
