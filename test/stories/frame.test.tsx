/** What frames every pane: the header, the help and the palette. */
import '../support/with-colour.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const start = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  const service = options.service ?? (await startTestService());
  open = await openDeck({ service, ...options });
  return open;
};

describe('the header names the panes', () => {
  test.each([
    [
      184,
      '0 Overview 1 Offers 2 Volumes 3 Account 4 Maintenance 5 Notifications 6 Requests 7 Instances 8 Money 9 Machines',
    ],
    [183, '0 Over 1 Offers 2 Vols 3 Acct 4 Maint 5 Notify 6 Reqs 7 Inst 8 Money 9 Mach'],
    [105, '0 Over 1 Offers 2 Vols 3 Acct 4 Maint 5 Notify 6 Reqs 7 Inst 8 Money 9 Mach'],
    [104, '0 1 Offers 2 3 4 5 6 7 8 9'],
    [60, '0 1 Offers 2 3 4 5 6 7 8 9'],
  ])('at %i columns', async (columns, panes) => {
    const deck = await start({ columns, rows: 24 });
    const [header = ''] = deck.screen();
    expect(header.trimEnd().endsWith(panes)).toBe(true);
    expect(header).toContain('test service');
  });

  test('beside a service of any name, and read-only stays in sight', async () => {
    const parts = {
      serviceName: 'a-profile-with-a-name-that-is-much-too-long',
      readOnlyReason: 'The profile is read-only.',
    };
    const deck = await start({ columns: 80, rows: 24, parts });
    expect(deck.screen()[0]).toMatch(
      /^ {3}a-profile-with-a-name-that-is-much\S*… {3}read-only {2}0 1 Offers 2 3 4 5 6 7 8 9/,
    );
  });
});

test('what no key has led to is told one after the other, each until a key, and an answer to a key at once', async () => {
  const deck = await start({ columns: 80, rows: 24 });
  const message = () => deck.screen().at(-2)?.trim();
  for (const text of ['theme.json is wrong.', 'keys.json is wrong.', 'No journal is kept.']) deck.deck.announce(text);
  await deck.settle();
  expect(message()).toBe('1 of 3, any key shows the next: theme.json is wrong.');
  await deck.send('!');
  expect(message()).toBe('! does nothing here; ? shows the keys.');
  await deck.press('offers.down');
  expect(message()).toBe('1 of 2, any key shows the next: keys.json is wrong.');
  await deck.press('offers.down');
  expect(message()).toBe('No journal is kept.');
  await deck.press('offers.down');
  expect(message()).toBe('');
});

test.each([80, 40])('what is longer than its line goes on beside the keys, at %i columns', async (columns) => {
  const deck = await start({ columns, rows: 24 });
  const words = columns === 80 ? 18 : 8;
  deck.deck.announce(`${'word '.repeat(words)}and the end.`);
  await deck.settle();
  const [said = '', keys = ''] = deck.screen().slice(-2);
  expect(`${said.trim()} ${keys.trim()}`).toMatch(/^(?:word )+and the end\. .*\? help$/);
  await deck.press('offers.down');
  expect(deck.screen().at(-1)).toMatch(/^ \/ filter /);
  expect(deck.text()).not.toContain('word');
});

describe('the help', () => {
  test('stands in columns, as many as fit', async () => {
    const deck = await start({ columns: 160, rows: 48 });
    await deck.press('frame.help');
    expect(deck.text()).toMatch(/Find +.*(?:Look|Mark|Move|Panes|Program)/);
    await deck.resize(60, 15);
    expect(deck.text()).not.toMatch(/Find +(?:Look|Mark|Move|Panes|Program)/);
  });

  test('says what the words on the screen mean, those of the pane that is open', async () => {
    const deck = await start({ columns: 160, rows: 64 });
    await deck.press('frame.help');
    expect(deck.text()).toMatch(/also sent +conditions that apply unless you say otherwise/);
    expect(deck.text()).toMatch(/=\$\/GPU\/h +computed here/);
    await deck.press('help.close', 'frame.notifications', 'frame.help');
    expect(deck.text()).not.toContain('also sent');
    expect(deck.text()).toContain('group:event');
  });

  test.each([
    [160, 48],
    [80, 48],
    [60, 60],
  ])('says of each key what it does where its name is too short for that, at %ix%i', async (columns, rows) => {
    const deck = await start({ columns, rows });
    await deck.press('frame.help');
    expect(deck.text()).toMatch(/ t +price on demand, as bid,/);
    expect(deck.text()).toMatch(/ L +how many offers to ask for/);
    expect(deck.text()).toMatch(/ d +disk size included in/);
    expect(deck.text()).toMatch(/ Enter +all fields and costs/);
    for (const line of deck.screen()) expect(line).not.toMatch(/…/);
    await deck.press('help.close');
    expect(deck.text()).toContain('r rent');
  });

  test('is opened by F1 too, also while something is typed, which goes on as it was', async () => {
    const deck = await start({ columns: 80, rows: 24 });
    await deck.send('\u001BOP');
    expect(deck.text()).toContain('Keys that work here');
    await deck.send('\u001B[11~');
    await deck.press('offers.filter');
    await deck.type('num?');
    await deck.send('\u001B[[A');
    expect(deck.text()).toMatch(/Editing text/);
    expect(deck.text()).toMatch(/ F1 +help/);
    await deck.send('\u001B[P');
    await deck.type('x');
    expect(deck.screen()[1]).toContain('/ num?x');
  });

  test('finds a text, goes from line to line that has it, and back to where it was', async () => {
    const deck = await start({ columns: 80, rows: 24 });
    await deck.press('frame.help');
    const before = deck.text();
    await deck.press('help.find-next');
    expect(deck.text()).toContain('Nothing to go to yet: press / and type a text to find.');
    await deck.press('help.find');
    await deck.type('Take away:');
    const current = () => deck.screen().find((line) => line.startsWith('>'));
    expect(current()).toMatch(/X, D, x +take away:/);
    expect(deck.screen()[2]).toMatch(/\/ Take away: +match 1 of 1$/);
    await deck.press('help.find-cancel');
    expect(deck.text()).toBe(before);
    await deck.press('help.find');
    await deck.type('sort');
    await deck.press('help.find-keep');
    const first = current();
    expect(first).toContain('sort');
    expect(deck.screen()[2]).toMatch(/match 1 of \d+$/);
    await deck.press('help.find-next');
    expect(deck.screen()[2]).toMatch(/match 2 of \d+$/);
    expect(current()).not.toBe(first);
    await deck.press('help.find-before');
    expect(current()).toBe(first);
    await deck.press('help.find-before');
    const [, last, all] = /match (\d+) of (\d+)/.exec(deck.screen()[2] ?? '') ?? [];
    expect(last).toBe(all);
    await deck.press('help.find-end');
    expect(current()).toBeUndefined();
    await deck.press('help.find');
    await deck.type('zzzz');
    expect(deck.screen()[2]).toMatch(/no match$/);
    await deck.press('help.find-keep', 'help.find-next');
    expect(deck.text()).toContain('No line has "zzzz": / finds another text.');
    await deck.press('help.find-end', 'help.close');
    expect(deck.text()).not.toContain('Keys that work here');
  });

  test('is read to its end at 60x15', async () => {
    const deck = await start({ columns: 60, rows: 15 });
    await deck.press('frame.help');
    for (let page = 0; page < 40; page++) await deck.press('help.page-down');
    expect(deck.text()).not.toContain('below');
    expect(deck.text()).toContain('read-only');
  });
});

describe('the palette', () => {
  test('shows where a profile leads and goes to the one that was named', async () => {
    const went: string[] = [];
    const others = [
      { name: 'home', detail: 'https://home.example' },
      { name: 'ro', detail: 'https://ro.example, read-only' },
    ];
    const services = { others, switchTo: (name: string) => void went.push(name), useKey: undefined };
    const deck = await start({ parts: { services } });
    await deck.press('frame.palette');
    await deck.type('profile ro');
    expect(deck.text()).toMatch(/> Services: switch to profile ro +https:\/\/ro\.example, read-only/);
    expect(deck.text()).not.toContain('profile home');
    await deck.press('palette.run');
    expect(went).toEqual(['ro']);
  });

  test('finds what other panes do, opens the pane and does it there', async () => {
    const deck = await start();
    await deck.press('frame.palette');
    await deck.type('webhook');
    expect(deck.text()).toContain('> Notifications: new webhook');
    await deck.press('palette.run');
    expect(deck.screen()[0]).toMatch(/5 Notify/);
    expect(deck.text()).toContain('> Name');
  });

  test('finds the pages of other panes by their words, and opens them', async () => {
    const deck = await start();
    for (const [typed, row, title] of [
      ['alert', '> Notifications: alerts', '[Alerts]'],
      ['prefer', '> Notifications: preferences', '[Preferences]'],
      ['events', '> Notifications: events', '[Events]'],
      ['announcements', '> Maintenance: history of announcements', '[History'],
    ] as const) {
      await deck.press('frame.instances', 'frame.palette');
      await deck.type(typed);
      expect(deck.text()).toContain(row);
      await deck.press('palette.run');
      expect(deck.text()).toContain(title);
    }
    await deck.press('frame.palette');
    await deck.type('history offer');
    expect(deck.text()).toContain('> Offers: history of an offer');
    await deck.press('palette.run');
    expect(deck.text()).toContain('[History]');
    await deck.press('offers.close');
    await deck.press('frame.instances', 'frame.palette');
    await deck.type('compare');
    expect(deck.text()).toContain(' Offers: compare');
  });

  test('finds what one wants in the words of who wants it, with the keys at the right', async () => {
    const deck = await start({ columns: 80, rows: 24 });
    for (const [typed, row] of [
      ['cheaper', /> Price: market position .* p$/m],
      ['why empty', /> Find: what the filter keeps .* w$/m],
      ['who is idle', /> Panes: instances +"who is idle" +7$/m],
      ['what did it cost', /> Panes: instances +"what did it cost" +7$/m],
      ['stop paying', / Instances: destroy +"stop paying".* 7 {2}X$/m],
    ] as const) {
      await deck.press('frame.palette');
      await deck.type(typed);
      expect(deck.text()).toMatch(row);
      await deck.press('palette.close');
    }
  });

  test('says that nothing matches, and keeps what was typed at Enter', async () => {
    const deck = await start();
    await deck.press('frame.palette');
    await deck.type('zzz');
    expect(deck.text()).toContain('No action matches');
    await deck.press('palette.run');
    expect(deck.text()).toContain(': zzz');
    expect(deck.text()).toContain('No action matches "zzz".');
  });

  test('marks the letters that matched', async () => {
    const deck = await start();
    await deck.press('frame.palette');
    await deck.type('ref');
    const row = deck.screen().findIndex((line) => line.includes('> Find: refresh'));
    const marked = deck.cells()[row]?.filter((cell) => cell.includes('underline'));
    expect(marked?.map(([letter]) => letter).join('')).toBe('ref');
  });
});
