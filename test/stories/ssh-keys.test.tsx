/** SSH keys: added to the account from the user's own files, attached to an instance, detached from it, and deleted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { folderInMemory } from '../support/local-service.ts';
import { startRenter } from '../support/renter.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const BYTES = 'AAAAC3NzaC1lZDI1NTE5AAAAIJ0fT3mJ2nX1cZ8mI4qkqk0bWc2hQy0v6E0Q3Y0x5k';
const KEY = `ssh-ed25519 ${BYTES}0r ann@laptop`;

/** A home with two public keys, and the private half of one. */
const start = async (
  options: Partial<DeckOptions> & Pick<DeckOptions, 'service'>,
  pane: 'connections' | 'instances',
) => {
  const home = folderInMemory();
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh', 'ann.pub'), `${KEY}\n`);
  writeFileSync(join(home, '.ssh', 'ci.pub'), `ssh-ed25519 ${BYTES}0A ci\n`);
  writeFileSync(join(home, '.ssh', 'ann'), '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n');
  const places = { variables: {}, folder: home, home };
  const renting = { presets: () => ({ presets: {}, file: 'presets.json' }), places };
  const deck = await openDeck({ columns: 140, ...options, parts: { pane, renting } });
  onTestFinished(deck.close);
  return deck;
};

test('a key of this machine is added, let into an instance, shut out again and deleted', async () => {
  const { service, send } = await startRenter();
  const deck = await start({ service }, 'connections');
  await deck.press('account.tab', 'sshKeys.add');
  expect(deck.text()).toMatch(/> 1 {2}ann@laptop {2}ssh-ed25519 {2}ann\.pub\n +SHA256:BPb8APQYZQ6Ik2\+fubRsyx/);
  await deck.type('~/.ssh/ann');
  await deck.press('sshKeys.act-choose');
  expect(deck.text()).toContain('holds a private key');
  expect(deck.text()).not.toContain('b3BlbnNzaC1rZXk');
  await deck.send('\x7f'.repeat(10));
  await deck.press('sshKeys.act-next', 'sshKeys.act-choose');
  expect(deck.text()).toContain(`POST /api/v0/ssh/ {"ssh_key":"${KEY}"}`);
  await deck.press('sshKeys.act-send');
  expect(deck.text()).toContain('The service accepted: add an SSH key.');
  expect(deck.text()).toMatch(/2 +ssh-ed25519 +ann@laptop +SHA256:BPb8/);

  await deck.press('frame.instances', 'instances.attach-key', 'instances.change-next', 'instances.change-choose');
  const id = /Attach an SSH key to instance (\d+)\?/.exec(deck.text())?.[1];
  const keys = async () => JSON.stringify((await send('GET', `/api/v0/instances/${id}/ssh/`)).body);
  await deck.press('instances.change-send');
  expect(await keys()).toContain('ann@laptop');
  await deck.press('instances.detach-key');
  expect(deck.text()).toMatch(/> 1 {2}caller@gpudeck/);
  await deck.type('2');
  await deck.press('instances.change-choose', 'instances.change-confirm');
  await deck.type(String(id));
  await deck.press('instances.change-send');
  expect(deck.text()).toContain(`The service accepted: detach an SSH key from instance ${id}.`);
  expect(await keys()).not.toContain('ann@laptop');

  await deck.press('frame.connections', 'sshKeys.last', 'sshKeys.delete');
  expect(deck.text()).toContain('Delete SSH key 2?');
  await deck.press('sshKeys.act-confirm');
  await deck.type('2');
  await deck.press('sshKeys.act-send');
  expect(deck.text()).not.toContain('ann@laptop');
});

test('of several instances a key is shut out of those that let it in, and what cannot be read is asked again', async () => {
  const list = json(200, { success: true, instances: [5, 6].map((id) => ({ id, actual_status: 'running' })) });
  const refused = json(403, { success: false, error: 'no', msg: 'not allowed' });
  const none = json(200, { success: true, ssh_keys: '[]' });
  const one = json(200, { success: true, ssh_keys: JSON.stringify([{ id: 77, public_key: KEY }]) });
  await using server = await startScriptedServer(list, refused, none, one, list, json(200, { success: true }), list);
  const deck = await start({ service: { url: server.url, apiKey: 'sk-test-0123456789' } }, 'instances');
  await deck.press('instances.mark-shown', 'instances.detach-key');
  expect(deck.text()).toContain('not allowed');
  await deck.press('instances.change-choose');
  expect(deck.text()).toContain('> 1  ann@laptop  ssh-ed25519  in 1 of 2');
  await deck.press('instances.change-choose', 'instances.change-confirm');
  await deck.type('6');
  await deck.press('instances.change-send');
  expect(server.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'DELETE', path: '/api/v0/instances/6/ssh/77/' },
  ]);
});
