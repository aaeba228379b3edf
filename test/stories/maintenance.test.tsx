import { describe, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startHostService } from '../support/host.ts';
import { startJournal } from '../support/journal.ts';
import { call, startTestService } from '../support/local-service.ts';
import { BODY_TEXT, beginToConfirm, confirmWith, openMaintenance, typePlan, windowOf } from '../support/maintenance.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const sent = (count: number) => json(200, { success: true, you_sent: `${count} notifications sent` });

const KEY = { apiKey: 'key' };

describe('a host announces maintenance', () => {
  test('for two machines: sees everything first, types their number, and gets a receipt for each', async () => {
    const { service, machineIds, windows } = await startHostService(2);
    const [one = 0, two = 0] = machineIds;
    const deck = await openMaintenance(service);
    expect(deck.screen()[1]).toMatch(/^ \[Announce\] {2}History 0 {3}Windows {3}Week +\[ and \] turn the page$/);
    await typePlan(deck, machineIds);
    expect(deck.text()).toContain('from  Tue 2026-12-01 03:00 (+01:00, Europe/Berlin)   in 9 d 14 h');
    expect(deck.text()).toContain('to    Tue 2026-12-01 04:30 (+01:00, Europe/Berlin)   1 h 30 min');
    expect(deck.text()).toContain('UTC   Tue 2026-12-01 02:00 to Tue 2026-12-01 03:30');
    expect(deck.text()).toContain(`PUT /api/v0/machines/${one}/dnotify and 1 more with the same body`);
    expect(deck.text().replaceAll(/\n +/g, '')).toContain(BODY_TEXT);
    expect(deck.text()).toContain('Later, X on the');
    await deck.press('maintenance.next');
    expect(deck.text()).toContain('Nothing is sent until you confirm: press Enter, then type what is asked.');
    expect(deck.text()).toContain('> Review');
    await deck.press('maintenance.confirm');
    expect(deck.screen().at(-1)).toMatch(/^ Enter announce to 2 machines {2}/);
    await deck.press('maintenance.leave');
    await confirmWith(deck, '3');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the number of machines, 2.');
    expect(windows()).toEqual([]);
    await deck.press('maintenance.line-delete-to-start');
    await deck.type('2');
    await deck.press('maintenance.keep');
    expect(windows()).toEqual([windowOf(one), windowOf(two)]);
    expect(deck.text()).toContain('2 announced.');
    expect(deck.text()).toMatch(new RegExp(`> +${one} +\\+ announced +\\d+ +13:00 +\\d+ notifications? sent`));
    expect(deck.text()).toContain('> Receipts');
  });

  test('the call is exactly the published one', async () => {
    await using server = await startScriptedServer(sent(3));
    const deck = await openMaintenance({ url: server.url, ...KEY });
    await typePlan(deck, [8207]);
    await confirmWith(deck, '8207');
    const [call] = server.requests;
    expect(call).toMatchObject({ method: 'PUT', path: '/api/v0/machines/8207/dnotify', body: BODY_TEXT });
    expect(deck.text()).toContain('3 notifications sent');
  });

  test('one machine is confirmed by its id, not by anything shorter', async () => {
    const { service, machineIds, windows } = await startHostService(1);
    const [only = 0] = machineIds;
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    await typePlan(deck, machineIds);
    await beginToConfirm(deck);
    expect(deck.screen().at(-1)).toBe(' Enter announce to 1 machine   Esc cancel   F1 help');
    await deck.press('maintenance.leave');
    for (const typed of ['1', 'y', '']) {
      await confirmWith(deck, typed);
      expect(deck.text()).toContain(`Nothing was sent: to continue, type the id of the machine, ${only}.`);
      await deck.press('maintenance.line-delete-to-start', 'maintenance.leave');
    }
    await confirmWith(deck, String(only));
    expect(windows()).toEqual([windowOf(only)]);
  });

  test('Enter pressed twice announces once', async () => {
    const { service, machineIds, windows } = await startHostService(1);
    const [only = 0] = machineIds;
    const deck = await openMaintenance(service);
    await typePlan(deck, machineIds);
    await beginToConfirm(deck);
    await deck.type(String(only));
    await deck.send('\r\r');
    await deck.until((screen) => screen.join('\n').includes('> Receipts'));
    expect(windows()).toEqual([windowOf(only)]);
  });

  test('for the machines of marked offers, recognised by what they are', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await openDeck({
      service,
      start: { filter: `host_id=${service.userId}` },
    });
    const machineIds = [...deck.text().matchAll(/ (\d{4})$/gm)].map(([, id]) => id);
    const [first, second] = [...new Set(machineIds)];
    await deck.press('offers.mark', 'offers.mark', 'offers.maintain');
    expect(deck.text()).toContain('[Announce]');
    expect(deck.text()).toMatch(new RegExp(`2 machines: ${first} \\(\\d× [^)]+, [A-Z]{2}\\), ${second} \\(`));
    expect(deck.text()).toMatch(new RegExp(`> \\[x\\] ${first} .*chosen in a list`));
    await deck.press('maintenance.pick');
    expect(deck.text()).toMatch(new RegExp(`One machine: ${second} \\(`));
    await deck.close();
  });

  test('for machines that were announced before, picked without typing, until they are forgotten', async () => {
    const { service, machineIds } = await startHostService(2);
    const [one = 0, two = 0] = machineIds;
    const journal = startJournal();
    const deck = await openMaintenance(service, { parts: { journal } });
    await typePlan(deck, machineIds);
    await confirmWith(deck, '2');
    await deck.close();
    const later = await openMaintenance(service, { parts: { journal } });
    await later.press('maintenance.pick');
    const line = (id: number) => later.screen().find((text) => text.includes(`] ${id} `));
    expect(line(two)).toMatch(/^ > \[x\] .* window Tue 1 03:00, 1\.5 h {3}announced before, your own$/);
    expect(line(one)).toMatch(/^ {3}\[ \] .* window Tue 1 03:00, 1\.5 h {3}announced before, your own$/);
    expect(later.text()).toContain(`One machine: ${two}`);
    await later.press('maintenance.down', 'maintenance.forget');
    expect(line(one)).not.toContain('announced before');
  });
});

test("the cursor is on a machine of one's own, also where others that hold something were known before", async () => {
  const { service } = await startHostService(2, { seed: 11 });
  const deck = await openDeck({ service });
  await deck.press('frame.volumes', 'frame.instances', 'frame.maintenance');
  expect(deck.text()).toMatch(/^ {3}\[ \] \d+ +holds a volume of yours$/m);
  const picked = deck.screen().find((line) => line.startsWith(' > ['));
  expect(picked).toMatch(/^ > \[ \] \d+ .*your own$/);
  await deck.close();
});

describe('what a key does is what the screen says', () => {
  const footer = (deck: OpenDeck) => deck.screen().at(-1) ?? '';

  test('a category is picked with Space and nothing else happens; Enter picks it and opens the reason, and says so', async () => {
    const deck = await openMaintenance(await startTestService(), { columns: 80, rows: 24 });
    await deck.press('maintenance.next', 'maintenance.edit-next', 'maintenance.edit-next', 'maintenance.down');
    expect(deck.text()).toContain('Category:  Space picks, Enter picks and opens the reason');
    expect(footer(deck)).toMatch(/^ Space pick {3}Enter pick, then reason {3}Tab next step {3}\? help {3}: palette$/);
    await deck.press('maintenance.pick');
    expect(deck.text()).toMatch(/^ > \(x\) internet/m);
    expect(deck.text()).toContain('Reason: type a line');
    await deck.type('e');
    expect(deck.text()).toContain('Renters may read what you type. Enter accepts it, Esc cancels.');
    expect(footer(deck)).toMatch(/^ Enter accept {3}Tab next step {3}Esc cancel {3}F1 help$/);
    await deck.type('ight new disks');
    expect(deck.text()).toMatch(/^ +Reason: eight new disks$/m);
    await deck.press('maintenance.leave');
    expect(deck.text()).toContain('Reason: type a line');
    await deck.press('maintenance.down', 'maintenance.pick-and-type');
    expect(deck.text()).toContain('(x) disk');
    expect(deck.text()).toContain('Renters may read what you type');
  });

  test.each(['new disks', 'j k h l', '2 fans', 'quick', 'Übergabe 4'])(
    'a reason that is typed is text from its first letter on: %s',
    async (reason) => {
      const deck = await openMaintenance(await startTestService());
      await deck.press('maintenance.next', 'maintenance.edit-next', 'maintenance.edit-next');
      await deck.type(reason);
      expect(deck.text()).toMatch(new RegExp(`^ +Reason: ${reason}$`, 'm'));
      expect(deck.text()).not.toContain('(x)');
      await deck.press('maintenance.keep', 'maintenance.pick');
      await deck.type(' x');
      expect(deck.text()).toMatch(new RegExp(`^ +Reason: ${reason}x?$`, 'm'));
      expect(deck.text()).toContain('(x) power');
    },
  );

  test('a step that is nothing but a line opens it, from whichever side it is come to', async () => {
    const deck = await openMaintenance(await startTestService());
    await deck.press('maintenance.next');
    expect(footer(deck)).toContain('Enter accept');
    await deck.type('+36h');
    await deck.press('maintenance.edit-next');
    expect(footer(deck)).toContain('Enter accept');
    await deck.press('maintenance.edit-back');
    expect(footer(deck)).toContain('Enter accept');
    await deck.press('maintenance.leave');
    expect(footer(deck)).toContain('Enter type the start');
    expect(deck.text()).toContain('Start: +36h   Enter to edit it');
  });

  test('a moment with digits typed into a step that was come back to is text, in the place of what stood there', async () => {
    const deck = await openMaintenance(await startTestService());
    await deck.press('maintenance.next');
    await deck.type('+36h');
    await deck.press('maintenance.edit-next', 'maintenance.edit-back');
    await deck.type('tomorrow 02:00');
    expect(deck.text()).toMatch(/^ {3}Start: tomorrow 02:00$/m);
    expect(deck.text()).toContain('[Announce]');
    await deck.press('maintenance.line-end', 'maintenance.edit-next', 'maintenance.edit-back', 'maintenance.line-end');
    await deck.type(' UTC');
    expect(deck.text()).toMatch(/^ {3}Start: tomorrow 02:00 UTC$/m);
  });

  test('the first step offers no way back, the last one a new plan', async () => {
    const { service, machineIds } = await startHostService(1);
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    expect(footer(deck)).toMatch(/^ Enter type ids {3}Space pick {3}Tab next step {3}\] next page {3}\? help$/);
    await typePlan(deck, machineIds);
    await confirmWith(deck, String(machineIds[0]));
    expect(footer(deck)).toMatch(/^ n new plan {3}Shift-Tab step back {3}\] next page {3}\? help {3}: palette$/);
    await deck.press('maintenance.new');
    expect(deck.text()).toContain('> Machines');
  });
});

test("a host's own machines can be picked without typing, and the review says who is on them", async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await openDeck({ service, columns: 80, rows: 24, parts: { userId: service.userId } });
  await deck.press('frame.maintenance', 'maintenance.pick');
  const [, id] = /^ > \[x\] (\d+) +\d× .*your own$/m.exec(deck.text()) ?? [];
  expect(deck.text()).toContain(`One machine: ${id} (`);
  const { rows } = deck.deck.store.getState().offers.list;
  expect(rows.find(({ machine_id: machine }) => String(machine) === id)?.host_id).toBe(service.userId);
  await deck.close();
  const review = await openMaintenance(service);
  await typePlan(review, [Number(id)]);
  const machines = (await call(service, 'GET', '/api/v0/machines/?owner=me', { key: service.apiKey })).body as {
    readonly machines: readonly { id: number; current_rentals_running: number; current_rentals_resident: number }[];
  };
  const { current_rentals_running: running = 0, current_rentals_resident: all = 0 } =
    machines.machines.find((machine) => String(machine.id) === id) ?? {};
  const runs = running === 0 ? 'nothing running' : `${running} instance${running === 1 ? '' : 's'} running`;
  expect(review.text()).toContain(`Hit: ${runs}${all > running ? `, ${all - running} stopped` : ''} on this machine.`);
  await review.close();
});

describe('the start is shown at once', () => {
  test("on the host's clock, in UTC and as a distance, with what is odd about it", async () => {
    const deck = await openMaintenance(await startTestService());
    await deck.press('maintenance.next');
    await deck.type('tomorrow 02:00');
    expect(deck.text()).toContain('Sun 2026-11-22 02:00 (+01:00, Europe/Berlin)');
    expect(deck.text()).toContain('Sun 2026-11-22 01:00 UTC');
    expect(deck.text()).toMatch(/in 1[23] h/);
    expect(deck.text()).toContain("! Less than 24 hours' notice, the minimum for SLA coverage.");
    await deck.press('maintenance.line-delete-to-start');
    await deck.type('2027-03-28 02:30');
    expect(deck.text()).toContain(
      '! 02:30 does not exist that day in Europe/Berlin, because clocks skip it: 03:30 is used.',
    );
    await deck.press('maintenance.line-delete-to-start');
    await deck.type('2020-01-01 02:00');
    expect(deck.text()).toContain('That is in the past.');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('> Start');
    await deck.press('maintenance.line-delete-to-start');
    await deck.type('31 Nov 02:00');
    expect(deck.text()).toContain('This is not a start time.');
  });

  test('in the zone that was typed too, on every page that shows it', async () => {
    const { service, machineIds } = await startHostService(1);
    const deck = await openMaintenance(service);
    await deck.press('maintenance.edit');
    await deck.type(String(machineIds[0]));
    await deck.press('maintenance.keep');
    await deck.type('2026-12-01 02:00 Asia/Tokyo');
    const onOneLine = 'Tue 2026-12-01 02:00 Asia/Tokyo (Mon 2026-11-30 18:00 Europe/Berlin, Mon 2026-11-30 17:00 UTC)';
    expect(deck.text()).toContain('Tue 2026-12-01 02:00 (+09:00, Asia/Tokyo)');
    expect(deck.text()).toContain(
      'so far: 1 machine, Tue 2026-12-01 02:00 Asia/Tokyo (Mon 2026-11-30 18:00 Europe/Berlin',
    );
    await deck.press('maintenance.keep');
    await deck.type('1');
    expect(deck.text()).toContain('until Tue 2026-12-01 03:00 (+09:00, Asia/Tokyo)');
    await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
    expect(deck.text()).toContain('typed Tue 2026-12-01 02:00 to Tue 2026-12-01 03:00 Asia/Tokyo');
    await confirmWith(deck, String(machineIds[0]));
    expect(deck.text()).toContain(onOneLine.slice(0, 80));
    await deck.press('maintenance.page');
    expect(deck.text()).toContain(onOneLine.slice(0, 80));
  });

  test('a start that passes while the plan is made is refused in the review', async () => {
    const clock = { nowMs: Date.UTC(2026, 10, 21, 12) };
    const deck = await openMaintenance(await startTestService(), {
      clock: { now: () => clock.nowMs, ticks: () => clock.nowMs, after: () => () => {} },
    });
    await typePlan(deck, [8207]);
    expect(deck.text()).toContain('in 9 d 14 h');
    clock.nowMs = Date.UTC(2026, 11, 1, 2, 0, 1);
    await confirmWith(deck, '8207');
    expect(deck.text()).toContain('Start: That time has passed.');
  });
});

describe('nothing typed is lost', () => {
  test('on steps back and forth, in other panes, and after a call that failed', async () => {
    await using server = await startScriptedServer(
      json(403, { success: false, error: 'not_your_machine', msg: 'machine 8207 belongs to another host' }),
      json(200, { offers: [] }),
    );
    const deck = await openMaintenance({ url: server.url, ...KEY });
    await typePlan(deck, [8207], 'two fans are loud');
    await confirmWith(deck, '8207');
    expect(deck.text()).toContain('Machine 8207: not announced.');
    expect(deck.text()).toContain('machine 8207 belongs to another host');
    expect(deck.text()).toContain("remove it from the plan's machines, or from --machine.");
    await deck.press('maintenance.stop', 'frame.offers', 'frame.maintenance', 'maintenance.back');
    expect(deck.text().replaceAll(/\n +/g, '')).toContain('"maintenance_reason":"two fans are loud"');
    await deck.press('maintenance.back', 'maintenance.back');
    expect(deck.text()).toContain('Length: 90m');
    await deck.press('maintenance.line-end');
    await deck.type('x');
    await deck.press('maintenance.edit-back');
    expect(deck.text()).toContain('Start: 2026-12-01 03:00');
    await deck.press('maintenance.edit-back');
    expect(deck.text()).toContain('Machine ids: 8207');
    await deck.press('maintenance.next', 'maintenance.edit-next');
    expect(deck.text()).toContain('Length: 90mx');
    expect(deck.text()).toContain('This is not a length of time.');
  });

  test('a plan that lacks something says what, and is not confirmed', async () => {
    const deck = await openMaintenance(await startTestService());
    await deck.press('maintenance.edit');
    await deck.type('8207 x');
    for (const key of ['edit-next', 'edit-next', 'edit-next', 'next']) await deck.press(`maintenance.${key}`);
    expect(deck.text()).toContain('The plan is not complete:');
    expect(deck.text()).toContain('Machines: "x" is not a machine id: write whole numbers, 1 or more.');
    expect(deck.text()).toContain('Start: No start is given.');
    expect(deck.text()).toContain('Length: No length is given.');
    expect(deck.text()).toContain('Reason: No category is picked.');
    await deck.press('maintenance.confirm');
    expect(deck.text()).toContain('The plan is not complete.');
    expect(deck.text()).not.toContain('to announce:');
  });

  test('a change of the plan takes the confirmation back', async () => {
    const deck = await openMaintenance(await startTestService());
    await typePlan(deck, [1, 2]);
    await deck.press('maintenance.confirm');
    await deck.type('2');
    await deck.press('maintenance.edit-back', 'maintenance.pick-and-type');
    await deck.type('!');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('to announce: Enter, then type it');
  });
});

describe('what was announced before', () => {
  test('is noticed before it is sent again, and can be left out', async () => {
    const { service, machineIds, windows } = await startHostService(2);
    const [one = 0, two = 0] = machineIds;
    const journal = startJournal();
    const deck = await openMaintenance(service, { parts: { journal } });
    await typePlan(deck, [one]);
    await confirmWith(deck, String(one));
    await deck.close();
    const again = await openMaintenance(service, { parts: { journal } });
    await typePlan(again, [one, two]);
    expect(again.text()).toContain(
      '! The same window was announced before for 1 of these 2 machines: they would be notified twice.',
    );
    expect(again.text()).toMatch(new RegExp(`${one} .*same window, 2026-11-21 13:00: \\d+ notifications? sent`));
    expect(again.text()).toMatch(new RegExp(`${two} .* -$`, 'm'));
    await again.press('maintenance.leave-out');
    expect(again.text()).not.toContain('would be notified twice');
    await confirmWith(again, String(two));
    expect(windows()).toEqual([windowOf(one), windowOf(two)]);
  });

  test('machines handed over after a plan was sent take the place of its machines', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await openDeck({
      service,
      start: { filter: `host_id=${service.userId}` },
    });
    await deck.press('offers.maintain', 'maintenance.next');
    await deck.type('+48h');
    await deck.press('maintenance.keep');
    await deck.type('1');
    await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
    const [, id = ''] = /the machine's id, (\d+)/.exec(deck.text()) ?? [];
    await confirmWith(deck, id);
    expect(deck.text()).toContain('1 announced.');
    await deck.press('frame.offers', 'offers.last', 'offers.maintain');
    expect(deck.text()).toMatch(/One machine: \d+/);
    expect(deck.text()).not.toContain(`One machine: ${id} `);
    await deck.close();
  });
});

describe('read-only', () => {
  test('the wizard is not entered, and says why; the history can be read', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const readOnlyReason = 'The profile shared is read-only.';
    const deck = await openDeck({ service, parts: { readOnlyReason } });
    await deck.press('offers.maintain');
    expect(deck.text()).toContain(readOnlyReason);
    expect(deck.text()).not.toContain('[Announce]');
    await deck.press('frame.maintenance');
    expect(deck.text()).toContain('Nothing can be announced from here.');
    await deck.press('maintenance.edit');
    expect(deck.text()).not.toContain('Machine ids:');
    await deck.press('maintenance.page');
    expect(deck.text()).toContain('Nothing has been announced from here yet.');
    await deck.close();
  });
});

describe('a journal that cannot be used', () => {
  test('keeps the wizard from being entered, and says why', async () => {
    const { service } = await startHostService(1);
    const deck = await openMaintenance(service, {
      parts: { journal: { problem: 'The journal x cannot be used: disk.' } },
    });
    expect(deck.text()).toContain('Nothing can be announced from here.');
    expect(deck.text()).toContain('The journal x cannot be used: disk.');
    await deck.press('maintenance.edit');
    expect(deck.text()).not.toContain('Machine ids:');
  });

  test('also when it breaks after the plan was confirmed: the machine stays unsent', async () => {
    const { service, windows, machineIds } = await startHostService(1);
    const journal = startJournal();
    const begin = () => ({ problem: 'The journal could not be written: disk full.' });
    const broken = { ...journal, announcements: { ...journal.announcements, begin } };
    const deck = await openMaintenance(service, { parts: { journal: broken } });
    await typePlan(deck, machineIds);
    await confirmWith(deck, String(machineIds[0]));
    expect(deck.text()).toContain('paused: The journal could not be written: disk full.');
    expect(deck.text()).toContain('1 waiting');
    expect(windows()).toEqual([]);
  });
});

describe('the screen', () => {
  test.each([
    [60, 15],
    [80, 24],
    [160, 48],
  ])('is whole at %ix%i on every step', async (columns, rows) => {
    const { service, machineIds } = await startHostService(3);
    const deck = await openMaintenance(service, { columns, rows });
    const isWhole = () => {
      const screen = deck.screen();
      expect(screen).toHaveLength(rows);
      expect(screen[0]).toContain('gpudeck');
      expect(screen[1]).toMatch(/Announce/);
      expect(screen.at(-1)).toContain('? help');
      for (const line of screen) expect(line.length).toBeLessThanOrEqual(columns);
    };
    isWhole();
    await typePlan(
      deck,
      machineIds,
      'a reason that is long enough to need more than one line on a narrow terminal '.repeat(3),
    );
    isWhole();
    const below = /(\d+) more lines below \(Space\)/.exec(deck.text())?.[1];
    if (below !== undefined) {
      expect(deck.text()).not.toContain('Type the number');
      const first = `Read to the end first: ${below} more below, Space shows them.`;
      for (const early of ['maintenance.confirm', 'maintenance.next']) {
        await deck.press(early);
        expect(deck.text()).toContain(first);
      }
      await deck.press('maintenance.page-up');
      await deck.type('3');
      expect(deck.text()).toContain(first);
      while (/more lines? below/.test(deck.text())) await deck.press('maintenance.page-down');
    }
    expect(deck.text()).toContain('Type the number of machines, 3, to announce:');
    await confirmWith(deck, '3');
    isWhole();
    expect(deck.text()).toContain('3 announced.');
    await deck.press('maintenance.back');
    isWhole();
    await deck.press('maintenance.page');
    isWhole();
  });
});
