/** A host takes windows back in the pane: read from the service, reviewed, read once more, withdrawn machine by machine, read again. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OpenDeck } from '../support/deck.tsx';
import { startHostService } from '../support/host.ts';
import { startJournal } from '../support/journal.ts';
import { call, temporaryFolder } from '../support/local-service.ts';
import { openMaintenance, shows, tap } from '../support/maintenance.ts';
import { startRuns } from '../support/runs.ts';
import {
  hangUp,
  json,
  raw,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.ts';

/** A host with windows on `count` machines, announced by somebody else's hand, each at 2 o'clock on the first of December for two hours. */
const startHost = async (count: number) => {
  const { service, machineIds } = await startHostService(count);
  const api = async (method: string, path: string, body?: unknown) =>
    (await call(service, method, `/api/v0/machines${path}`, { key: service.apiKey, body })).body;
  const announce = (id: number, sdate = '2026-12-01T02:00:00Z') =>
    api('PUT', `/${id}/dnotify`, { sdate, duration: 2, maintenance_category: 'disk', maintenance_reason: 'new NVMe' });
  for (const id of machineIds) await announce(id);
  const standing = async () => {
    const windows = (await api('GET', '/maintenances')) as readonly { machine_id: number; cancelled_at: unknown }[];
    return windows.filter(({ cancelled_at: at }) => at === null).map(({ machine_id: id }) => id);
  };
  return { service, machineIds, announce, standing, api };
};

const WINDOWS_PAGE = ['maintenance.page-back', 'maintenance.page-back'] as const;

/** A server that lists windows of machines, one answer after the other, and gives `replies` to what is sent. */
const startLister = async (lists: readonly ScriptedReply[], ...replies: readonly ScriptedReply[]) => {
  const server = await startScriptedServer(...replies);
  server.offer('maintenances?owner=me', ...lists);
  return { server, service: { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 } };
};

const windowOf = (machine: number, id = machine) => ({
  id,
  machine_id: machine,
  start_time: 1_796_090_400,
  end_time: 1_796_097_600,
  cancelled_at: null,
});
const windowsOf = (...machines: readonly number[]) =>
  json(
    200,
    machines.map((machine) => windowOf(machine)),
  );
const yes = json(200, { success: true, msg: '1 maintenance window withdrawn' });

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => `${method} ${path} ${body}`);
const sentFor = (id: number) => `PUT /api/v0/machines/${id}/cancel_maint/ {"client_id":"me","machine_id":${id}}`;

/** The screen without its line breaks. */
const told = (deck: OpenDeck): string => deck.text().replaceAll(/\s+/g, ' ');

/** Types what confirms. */
const confirm = async (deck: OpenDeck, typed: string) => {
  await deck.press('maintenance.withdraw-confirm');
  await deck.type(typed);
  await deck.press('maintenance.withdraw-send');
};

describe('a host', () => {
  test('takes back the windows of marked machines, and of no other', async () => {
    const { service, machineIds, announce, standing } = await startHost(3);
    const [one = 0, two = 0, three = 0] = machineIds;
    await announce(one, '2026-12-03T02:00:00Z');
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    await deck.press(...WINDOWS_PAGE, 'windows.mark', 'windows.mark', 'windows.withdraw');
    expect(deck.text()).toContain('Withdraw the windows of 2 machines?');
    expect(deck.text()).toMatch(new RegExp(`${one}.*: 2 windows`));
    expect(deck.text()).toContain('2026-12-01 03:00, 2 h   disk   new NVMe');
    expect(deck.text()).toContain('2026-12-03 03:00, 2 h   disk   new NVMe');
    expect(told(deck)).toContain('all of your windows on the machine are withdrawn, not one of them alone.');
    expect(deck.text()).toContain(sentFor(two));
    await confirm(deck, String(one));
    expect(deck.text()).toContain('Nothing was sent: to continue, type the number of machines, 2.');
    expect(await standing()).toHaveLength(4);
    // What was typed stays, to be mended.
    expect(deck.text()).toMatch(new RegExp(`Type the number of machines, 2, to withdraw: +${one}`));
    await deck.press('maintenance.line-delete-to-start');
    await deck.type('2');
    await deck.press('maintenance.withdraw-send');
    expect(deck.text()).toMatch(new RegExp(`${one} +withdrawn +2 windows`));
    expect(deck.text()).toContain('2 maintenance windows withdrawn');
    expect(deck.text()).toContain('1 maintenance window withdrawn');
    expect(await standing()).toEqual([three]);
    await deck.press('maintenance.withdraw-leave');
    expect(deck.screen()[1]).toContain('[Windows]');
    const left = deck.deck.store
      .getState()
      .maintenance.announced.list.rows.filter(({ record }) => !record.cancelled_at);
    expect(left.map(({ record }) => record.machine_id)).toEqual([three]);
  });

  test('begins from a machine’s row and from what was announced from here, and sees the windows beside each machine', async () => {
    const { service, machineIds, announce } = await startHost(2);
    const [one = 0, two = 0] = machineIds;
    await announce(one, '2026-12-20T02:00:00Z');
    await call(service, 'PUT', `/api/v0/machines/${two}/cancel_maint/`, { key: service.apiKey, body: {} });
    const deck = await openMaintenance(service, {
      columns: 160,
      rows: 24,
      parts: { pane: 'machines', userId: service.userId },
    });
    expect(deck.text()).toMatch(new RegExp(` ${one} .* Tue 1 03:00, 2 h \\+1 `));
    expect(deck.text()).toMatch(new RegExp(` ${two} .* \\d {2}- `));
    // Those whose end is past stand before it.
    await deck.press('machines.down', 'machines.down', 'machines.down', 'machines.down', 'machines.open');
    expect(deck.text()).toContain('Windows announced: 2026-12-01 03:00, 2 h; 2026-12-20 03:00, 2 h.');
    await deck.press('machines.withdraw-open');
    expect(deck.text()).toContain(`Withdraw the windows of machine ${one}?`);
    await deck.press('maintenance.withdraw-leave', 'frame.machines', 'machines.close', 'machines.first');
    await deck.press('machines.withdraw');
    expect(deck.text()).toContain(`${two}`);
    expect(deck.text()).toContain('There is nothing to withdraw.');
    await deck.press('maintenance.withdraw-confirm');
    expect(deck.text()).toContain('the service lists no window of it that is still to come');
    await deck.press('maintenance.withdraw-leave', 'frame.machines', 'machines.maintain');
    expect(deck.text()).toMatch(new RegExp(`> \\[x\\] ${two} `));
    expect(deck.text()).toMatch(new RegExp(`\\[ \\] ${one} .*2 windows, next Tue 1 03:00, 2 h`));
  });

  test('is asked again where windows came or went elsewhere between review and sending', async () => {
    const { service, machineIds, announce, standing, api } = await startHost(1);
    const [one = 0] = machineIds;
    const deck = await openMaintenance(service, { columns: 100, rows: 30 });
    await deck.press(...WINDOWS_PAGE, 'windows.withdraw');
    await announce(one, '2026-12-05T02:00:00Z');
    await confirm(deck, String(one));
    expect(deck.text()).toContain('Nothing was sent: windows were announced or withdrawn elsewhere meanwhile.');
    expect(deck.text()).toContain('2026-12-05 03:00, 2 h');
    expect(await standing()).toEqual([one, one]);
    await deck.press('maintenance.withdraw-confirm');
    await deck.type(String(one));
    await api('PUT', `/${one}/cancel_maint/`, {});
    await deck.press('maintenance.withdraw-send');
    expect(deck.text()).toContain('There is nothing to withdraw.');
    expect(
      deck.deck.store.getState().ledger.list.rows.filter(({ exchange }) => exchange.endpoint === 'withdraw'),
    ).toEqual([]);
  });

  test('is asked again where the list that was confirmed was whole, and the one before sending is not', async () => {
    const cut = json(200, [windowOf(1), 'no window']);
    const { server, service } = await startLister([windowsOf(1, 2), windowsOf(1), cut], yes, yes);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 100, rows: 30 });
    await deck.press(...WINDOWS_PAGE, 'windows.mark', 'windows.mark', 'windows.withdraw');
    expect(deck.text()).toContain('2: no window to withdraw');
    await confirm(deck, '1');
    // For machine 2 too something would be sent now, which nobody has confirmed.
    expect(writesOf(server)).toEqual([]);
    expect(deck.text()).toContain('Nothing was sent: windows were announced or withdrawn elsewhere meanwhile.');
    expect(deck.text()).toContain('2: no window in what the service gave');
    await confirm(deck, '2');
    expect(writesOf(server)).toEqual([sentFor(1), sentFor(2)]);
  });
});

describe('a lost answer', () => {
  test('is an outcome unknown that the windows, read again, settle; nothing more is sent', async () => {
    const lists = [windowsOf(1, 2), windowsOf(1, 2), windowsOf(1, 2), windowsOf(2)];
    const { server, service } = await startLister(lists, hangUp, yes);
    await using _ = server;
    const file = join(temporaryFolder(), 'journal.db');
    const journal = startJournal(file);
    const deck = await openMaintenance(service, { columns: 100, rows: 30, parts: { journal } });
    await deck.press(...WINDOWS_PAGE, 'windows.mark', 'windows.mark', 'windows.withdraw');
    await confirm(deck, '2');
    expect(writesOf(server)).toEqual([sentFor(1)]);
    expect(deck.text()).toMatch(/1 +withdrawn +1 window/);
    expect(deck.text()).toContain('No answer came. The service, asked again, lists no window of it any more');
    expect(deck.text()).toMatch(/2 +not sent +1 window/);
    expect(journal.withdrawals.look([1, 2], 'withdraw')).toMatchObject({ open: [] });
    await deck.press('maintenance.withdraw-again');
    expect(deck.text()).toContain('Withdraw the windows of machine 2?');
    await confirm(deck, '2');
    expect(writesOf(server)).toEqual([sentFor(1), sentFor(2)]);
    expect(journal.withdrawals.look([1, 2], 'withdraw')).toMatchObject({ open: [] });
    journal.close();
  });

  test('stays unknown while the windows stand, is told by every later review, and is sent again by the user’s word alone', async () => {
    const { server, service } = await startLister([windowsOf(1)], hangUp, yes);
    await using _ = server;
    const journal = startJournal();
    const options = { columns: 100, rows: 30, parts: { journal } } as const;
    const first = await openMaintenance(service, options);
    await first.press(...WINDOWS_PAGE, 'windows.withdraw');
    await confirm(first, '1');
    expect(first.text()).toMatch(/1 +outcome unknown +1 window/);
    expect(first.text()).toContain('The service, asked again, lists 1 window of it.');
    await first.press('maintenance.withdraw-read');
    expect(writesOf(server)).toHaveLength(1);
    await first.close();
    const later = await openMaintenance(service, options);
    await later.press(...WINDOWS_PAGE, 'windows.withdraw');
    expect(told(later)).toMatch(/withdraw was sent .*, outcome unknown: .* Confirming sends it again\./);
    expect(writesOf(server)).toHaveLength(1);
    await confirm(later, '1');
    expect(writesOf(server)).toEqual([sentFor(1), sentFor(1)]);
    expect(later.text()).toMatch(/1 +withdrawn/);
    journal.close();
  });

  test('of a list that is not whole settles nothing', async () => {
    const cut = json(200, [7]);
    const { server, service } = await startLister([windowsOf(1), windowsOf(1), windowsOf(1), cut], hangUp);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 100, rows: 30 });
    await deck.press(...WINDOWS_PAGE, 'windows.withdraw');
    await confirm(deck, '1');
    expect(deck.text()).toMatch(/1 +outcome unknown/);
    expect(deck.text()).toContain('lists no window of it, but its list is not whole');
  });
});

describe('sending', () => {
  test('ends before the next machine where the user presses Esc, and the service is not left meanwhile', async () => {
    let answer = (): void => {};
    const slow: ScriptedReply = (...args) => {
      answer = () => yes(...args);
    };
    const { server, service } = await startLister([windowsOf(1, 2, 3)], slow, yes, yes);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 100, rows: 30 });
    await deck.press(...WINDOWS_PAGE, 'windows.mark-shown', 'windows.withdraw', 'maintenance.withdraw-confirm');
    await deck.type('3');
    tap(deck, 'maintenance.withdraw-send');
    await server.received(1);
    tap(deck, 'maintenance.withdraw-stay');
    await shows(deck, 'Windows are still being withdrawn: Ctrl-C stops that.');
    tap(deck, 'maintenance.withdraw-stop');
    await shows(deck, 'Stopping after the pending answer.');
    answer();
    await shows(deck, 'Nothing more is sent.');
    expect(writesOf(server)).toEqual([sentFor(1)]);
    expect(deck.text()).toMatch(/2 +not sent/);
    await deck.press('maintenance.withdraw-again');
    expect(deck.text()).toContain('Withdraw the windows of 2 machines?');
  });

  test('goes on behind a machine that the service refuses, and says why each was refused', async () => {
    const no = json(403, { success: false, error: 'not_your_machine', msg: 'machine 1 belongs to another host' });
    const { server, service } = await startLister([windowsOf(1, 2)], no, yes);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 60, rows: 15 });
    await deck.press(...WINDOWS_PAGE, 'windows.mark-shown', 'windows.withdraw');
    // The number that is typed too early leads to no other pane, and the page says how to read on.
    await deck.type('2');
    expect(deck.text()).toContain('Withdraw the windows of 2 machines?');
    expect(deck.text()).toMatch(/^ +\d+ more below: Space reads on\. Esc leaves it\.$/m);
    expect(deck.screen().at(-1)).toMatch(/^ Space page down .*Esc leave/);
    while (deck.text().includes('below')) await deck.press('maintenance.page-down');
    expect(deck.screen().at(-1)).toMatch(/^ Enter confirm/);
    await confirm(deck, '2');
    expect(deck.text()).toMatch(/1 +refused/);
    expect(told(deck)).toContain('machine 1 belongs to another host');
    expect(writesOf(server)).toEqual([sentFor(1), sentFor(2)]);
  });
});

describe('a service', () => {
  test('that cannot list windows is asked to withdraw none, and the review of a plan says that a notice stays', async () => {
    const { server, service } = await startLister([json(404, { detail: 'Not Found' })]);
    await using _ = server;
    const journal = startJournal();
    const deck = await openMaintenance(service, { columns: 80, rows: 24, parts: { journal } });
    await deck.press(...WINDOWS_PAGE, 'windows.withdraw');
    expect(deck.text()).toContain('No row is chosen that names a machine.');
    expect(writesOf(server)).toEqual([]);
    journal.close();
  });

  test('that fails when it is asked for them again is sent nothing', async () => {
    const broken = raw(400, 'text/html', '<h1>No</h1>');
    const { server, service } = await startLister([windowsOf(1), windowsOf(1), broken]);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    await deck.press(...WINDOWS_PAGE, 'windows.withdraw');
    await confirm(deck, '1');
    expect(told(deck)).toContain('Nothing was sent: windows are withdrawn only where the service lists them first.');
    expect(writesOf(server)).toEqual([]);
    server.offer('maintenances?owner=me', windowsOf(1));
    await deck.press('maintenance.withdraw-read');
    expect(deck.text()).toContain('Withdraw the windows of machine 1?');
  });

  test('without the withdrawal says so, and the review of a plan believes it from then on', async () => {
    const { server, service } = await startLister([windowsOf(1)], json(405, { detail: 'Method Not Allowed' }));
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 100, rows: 30 });
    const plan = async () => {
      await deck.press('maintenance.edit');
      await deck.send('8207');
      await deck.press('maintenance.keep');
      await deck.send('2026-12-01 03:00');
      await deck.press('maintenance.keep');
      await deck.send('2h');
      await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
    };
    await plan();
    expect(told(deck)).toContain('Later, X on the page Windows withdraws');
    await deck.press(...WINDOWS_PAGE, 'windows.withdraw');
    await confirm(deck, '1');
    expect(deck.text()).toContain('This service has no such call');
    await deck.press('maintenance.withdraw-leave', 'maintenance.page', 'maintenance.page');
    expect(deck.text()).toContain('The service has no way to withdraw a notice');
  });
});

test('after a kill the marks and the review are there again, read anew, and nothing is sent by that', async () => {
  const { service, machineIds, standing } = await startHost(3);
  const runs = startRuns(service);
  const options = { columns: 100, rows: 30, parts: { pane: 'maintenance' } } as const;
  const first = await runs.start(options);
  await first.press(
    ...WINDOWS_PAGE,
    'windows.mark',
    'windows.mark',
    'windows.withdraw',
    'maintenance.withdraw-confirm',
  );
  await first.type('2');
  await runs.die(first);
  const deck = await runs.start(options);
  expect(deck.text()).toContain('withdrawing the windows of 2 machines, not sent');
  await deck.press('session.resume');
  expect(deck.text()).toContain('Withdraw the windows of 2 machines?');
  expect(await standing()).toHaveLength(3);
  await deck.press('maintenance.withdraw-leave');
  expect(deck.deck.store.getState().maintenance.announced.list.marked).toHaveLength(2);
  await deck.press('windows.withdraw');
  await confirm(deck, '2');
  expect(await standing()).toEqual(machineIds.slice(2));
  await deck.close();
});
