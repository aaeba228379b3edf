/**
 * The pages of the account: `]` turns them, and a service that has no such call says so once.
 */
import { expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { call, startTestService } from '../support/local-service.ts';
import { json, startAccountServer } from '../support/scripted-server.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0fT3mJ2nX1cZ8mI4qkqk0bWc2hQy0v6E0Q3Y0x5k0r ann@laptop';

const open = async (options: Partial<DeckOptions> & Pick<DeckOptions, 'service'>) => {
  const deck = await openDeck({ ...options, parts: { pane: 'connections' } });
  onTestFinished(deck.close);
  return deck;
};

test('each page shows what the account has, without a key or a value, and Esc leads to the first', async () => {
  const service = await startTestService({ offers: 20, seed: 11 });
  const deck = await open({ service, columns: 160, rows: 24 });
  expect(deck.screen()[1]).toContain('[Cloud connections]');
  const add = await call(service, 'POST', '/api/v0/ssh/', { key: service.apiKey, body: { ssh_key: KEY } });
  expect(add.status).toBe(200);
  await deck.press('account.tab');
  expect(deck.text()).toMatch(/ann@laptop +SHA256:BPb8APQYZQ6Ik2\+fubRsyx/);
  await deck.press('sshKeys.last', 'sshKeys.open');
  expect(deck.text()).toContain('SHA256:BPb8APQYZQ6Ik2+fubRsyxvtzQWna1wBQFEShdmJCHk');
  await deck.press('sshKeys.close', 'account.tab', 'account.tab', 'account.tab');
  expect(deck.screen()[1]).toContain('[Variables]');
  expect(deck.text()).toContain('WANDB_MODE');
  expect(deck.text()).not.toContain('offline');
  await deck.press('account.tab');
  expect(deck.text()).toContain('instance_read, user_read');
  await deck.press(...Array<string>(6).fill('account.previous-tab'));
  expect(deck.screen()[1]).toContain('[Subaccounts]');
  expect(deck.text()).toContain('lab@example.net');
  expect(deck.text()).not.toContain('0123456789abcdef');
  await deck.press('account.leave-tab');
  expect(deck.screen()[1]).toContain('[Cloud connections]');
});

test('at 40 columns the title of the page alone, and its place', async () => {
  const deck = await open({ service: await startTestService({ offers: 20, seed: 11 }), columns: 40, rows: 12 });
  await deck.press('account.tab');
  expect(deck.screen()[1]).toMatch(/^ \[SSH keys\] 2\/\d/);
});

test('a service that lacks the call is asked once, and says so', async () => {
  const lacking = json(404, { success: false, error: 'not_found', msg: 'no such path' });
  await using server = await startAccountServer(json(200, []), lacking, lacking, lacking, lacking);
  const deck = await open({ service: { url: server.url, apiKey: 'sk-test-0123456789' } });
  await deck.press(...Array<string>(4).fill('account.tab'), 'account.previous-tab', 'account.tab');
  expect(deck.text()).toContain('This service has no such call');
  expect(server.requests.filter(({ path }) => path.includes('/secrets/'))).toHaveLength(1);
});
