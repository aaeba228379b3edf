/**
 * What holds of every pane. The tables are by name, so that a pane that is added has its place in each before the tests compile.
 *
 * @module-tag exhaustive
 */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { callOf } from '../../src/api/call.ts';
import { CALLS } from '../../src/api/calls.ts';
import { PANES } from '../../src/tui/panes/index.ts';
import { digitOf, PANE_NAMES, type PaneName } from '../../src/tui/panes/names.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startRuns } from '../support/runs.ts';
import { json, raw, type ScriptedReply, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const NAMES = PANE_NAMES.map(({ name }) => name);

/** Pages of the account behind the first, in their order, and what of a record of each holds a mark. */
const MARKED: {
  readonly [Page in Exclude<keyof ReturnType<typeof PANES.connections.initial>['parts'], 'connections'>]: string;
} = {
  sshKeys: 'key',
  templates: 'name',
  recommendedTemplates: 'name',
  variables: 'name',
  apiKeys: 'name',
  madeCalls: 'api_route',
  addresses: 'ip_address',
  teamMembers: 'username',
  teamRoles: 'name',
  subaccounts: 'email',
};

const PAGES = Object.keys(MARKED) as (keyof typeof MARKED)[];

/** The answer of such a page, where `path` is that of its call. */
const pageAnswer = (path: string, mark: string, places: readonly number[]): unknown => {
  const page = PAGES.find((name) => path.startsWith(callOf(CALLS[name], undefined).path.replace(/\?.*/, '')));
  if (page === undefined) return undefined;
  if (page === 'variables') return { secrets: Object.fromEntries(places.map((place) => [`${mark}_${place}`, ''])) };
  const { member } = CALLS[page];
  const text = page === 'sshKeys' ? `ssh-ed25519 AAAAC3 ${mark}` : mark;
  const records = places.map((id) => ({ id, [MARKED[page]]: text }));
  return member === undefined ? records : { [member]: records };
};

/** Answers each read with `count` records that hold `mark`, on machines from `machineId` on. */
const answering =
  (mark: string, machineId: number, count = 1): ScriptedReply =>
  (response, { path }) => {
    const places = Array.from({ length: count }, (_, place) => place);
    const answers: Readonly<Record<string, unknown>> = {
      bundles: {
        offers: places.map((id) => ({ id, machine_id: machineId + id, gpu_name: mark, num_gpus: 1, dph_total: id })),
      },
      volumes: { volumes: places.map((id) => ({ id, machine_id: machineId + id, status: mark })) },
      'instances/?limit=25': {
        instances: places.map((id) => ({ id, machine_id: machineId + id, gpu_name: mark, actual_status: 'running' })),
      },
      'machines/?owner=me': {
        machines: places.map((id) => ({ id: machineId + id, gpu_name: mark, hostname: mark })),
      },
      cloud_integrations: places.map((id) => ({ id, name: mark })),
      'notification-types': { notification_types: places.map((id) => ({ key: `host:event_${id}` })) },
      'notification-prefs': { notification_preferences: { host: { [mark]: { email: true, webhooks: false } } } },
    };
    const answer = answers[path.replace(/^\/api\/v\d\/(?:users\/(?:7\/)?)?/, '')];
    json(200, answer ?? pageAnswer(path, mark, places))(response, {
      method: '',
      path,
      headers: {},
      body: '',
    });
  };

/** A service on which every call gets `reply`. */
const serviceThat = async (reply: ScriptedReply): Promise<ScriptedServer> => {
  const server = await startScriptedServer(...Array.from({ length: 100 }, () => reply));
  for (const call of [
    ...(['notification-types', 'notification-prefs', 'machines/?owner=me'] as const),
    ...(['v0/ssh/', 'v0/secrets/'] as const),
  ])
    server.offer(call, reply);
  return server;
};

const open = async (server: ScriptedServer, options: Partial<DeckOptions>): Promise<OpenDeck> => {
  const deck = await openDeck({ service: { url: server.url, apiKey: FORMER_KEY }, ...options });
  onTestFinished(deck.close);
  return deck;
};

const FORMER_KEY = 'sk-former-0123456789';
const LATER_KEY = 'sk-later-0123456789';

describe('after a change of key', () => {
  /** What of the former key's rows each pane shows; `undefined` where it has none. */
  const SHOWN: { readonly [Name in PaneName]: string | undefined } = {
    overview: 'formerly',
    offers: 'formerly',
    volumes: 'formerly',
    connections: 'formerly',
    maintenance: '8111',
    notifications: 'formerly',
    ledger: undefined,
    instances: 'formerly',
    money: undefined,
    machines: 'formerly',
  };

  const everyPane = async (deck: OpenDeck) => {
    for (const name of NAMES) await deck.press(`frame.${name}`);
  };

  test.each(NAMES)('%s shows no row of the former one', async (name) => {
    await using server = await serviceThat((response, request) =>
      request.headers.authorization?.includes(FORMER_KEY)
        ? answering('formerly', 8111)(response, request)
        : answering('later', 9222)(response, request),
    );
    const deck = await open(server, { parts: { userId: 7 } });
    await deck.press('frame.notifications', 'notifications.tab', 'notifications.last');
    await everyPane(deck);
    await deck.press(`frame.${name}`);
    if (SHOWN[name] !== undefined) expect(deck.text()).toContain(SHOWN[name]);
    await deck.press('frame.palette');
    await deck.type('another key');
    await deck.press('palette.run');
    await deck.paste(LATER_KEY);
    await deck.press('key.submit');
    expect(deck.text()).not.toMatch(/formerly|8111/);
    await everyPane(deck);
    await deck.press(`frame.${name}`);
    expect(deck.text()).not.toMatch(/formerly|8111/);
  });

  test('no page of the account shows a row of the former one', async () => {
    await using server = await serviceThat((response, request) =>
      answering(request.headers.authorization?.includes(FORMER_KEY) ? 'formerly' : 'later', 1)(response, request),
    );
    const deck = await open(server, { parts: { userId: 7, pane: 'connections' } });
    const seen = async () => {
      const texts: string[] = [];
      for (const _ of PAGES) {
        await deck.press('account.tab');
        texts.push(deck.text());
      }
      await deck.press('account.tab');
      return texts;
    };
    for (const text of await seen()) expect(text).toContain('formerly');
    await deck.press('frame.palette');
    await deck.type('another key');
    await deck.press('palette.run');
    await deck.paste(LATER_KEY);
    await deck.press('key.submit');
    for (const text of await seen()) expect(text).toMatch(/later(?![\s\S]*formerly)/);
  });
});

describe('after a change of the size', () => {
  /** The way to the end of each pane's longest list. */
  const WAYS: { readonly [Name in PaneName]: readonly string[] } = {
    overview: ['frame.overview', 'overview.last'],
    offers: ['frame.offers', 'offers.last'],
    volumes: ['frame.volumes', 'volumes.last'],
    connections: ['frame.connections', 'connections.last'],
    maintenance: ['frame.volumes', 'frame.maintenance', 'maintenance.last'],
    notifications: ['frame.notifications', 'notifications.tab', 'notifications.last'],
    ledger: ['frame.volumes', ...Array<string>(20).fill('volumes.refresh'), 'frame.ledger', 'ledger.last'],
    instances: ['frame.instances', 'instances.last'],
    money: ['frame.money', 'money.tab'],
    machines: ['frame.machines', 'machines.last'],
  };

  /** When a call was made and how long it took differs from one program to another. */
  const screenOf = (deck: OpenDeck) =>
    deck.screen().map((line) => line.replace(/\d\d:\d\d:\d\d|\d+ +(?=answered)/g, '').replace(/ +/g, ' '));

  test.each(NAMES)('%s looks as if it had been opened in that size', async (name) => {
    await using server = await serviceThat(answering('row', 8111, 60));
    const small = { columns: 80, rows: 20 };
    const opened = await open(server, { ...small, parts: { userId: 7 } });
    await opened.press(...WAYS[name]);
    const resized = await open(server, { columns: 120, rows: 45, parts: { userId: 7 } });
    await resized.press(...WAYS[name]);
    expect(screenOf(resized)).not.toEqual(screenOf(opened));
    await resized.resize(small.columns, small.rows);
    expect(screenOf(resized)).toEqual(screenOf(opened));
  });

  test('each page of the account looks as if it had been opened in that size', async () => {
    await using server = await serviceThat(answering('row', 8111, 60));
    const [small, large] = [
      { columns: 80, rows: 20 },
      { columns: 120, rows: 45 },
    ];
    const opened = await open(server, { ...small, parts: { userId: 7, pane: 'connections' } });
    const resized = await open(server, { ...large, parts: { userId: 7, pane: 'connections' } });
    for (const page of PAGES) {
      await opened.press('account.tab', `${page}.last`);
      await resized.press('account.tab', `${page}.last`);
      await resized.resize(small.columns, small.rows);
      expect(screenOf(resized)).toEqual(screenOf(opened));
      await resized.resize(large.columns, large.rows);
    }
  });
});

describe('when it is left', () => {
  /** Keys to the page of a pane that reads something, where that is not the first. */
  const TO_WHAT_IS_READ: { readonly [Name in PaneName]?: readonly string[] } = {
    maintenance: [']', ']'],
    notifications: [']'],
  };

  test.each(NAMES)('%s asks for nothing any more', async (name) => {
    const busy = raw(503, 'text/html', '<h1>Busy</h1>');
    await using server = await serviceThat(busy);
    server.offer('machines/?owner=me', busy);
    const isReading = (other: PaneName) =>
      other === 'overview' || PANES[other].calls.some((call) => CALLS[call].kind !== 'write');
    const elsewhere = NAMES.find((other) => other !== name && !isReading(other)) ?? 'ledger';
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const deck = await open(server, { clock, parts: { pane: elsewhere, userId: 7 } });
    const asked = () => server.requests.length + server.optionalRequests.length;
    const press = (...keys: readonly string[]) => {
      for (const key of keys) deck.deck.press({ name: key, text: key });
    };
    press(digitOf(name), ...(TO_WHAT_IS_READ[name] ?? []));
    if (isReading(name)) await deck.until((screen) => /Again in .* Esc stops/.test(screen.at(-2) ?? ''));
    press(digitOf(elsewhere));
    await deck.settle();
    const before = asked();
    clock.elapse(3_600_000);
    await deck.settle();
    expect(asked()).toBe(before);
  });

  test('no page of the account asks for anything any more', async () => {
    await using server = await serviceThat(raw(503, 'text/html', '<h1>Busy</h1>'));
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const deck = await open(server, { clock, parts: { pane: 'ledger', userId: 7 } });
    const asked = () => server.requests.length + server.optionalRequests.length;
    const press = (key: string) => deck.deck.press({ name: key, text: key });
    press(digitOf('connections'));
    for (const _ of PAGES) {
      press(']');
      // Recommended templates wait for their turn behind the others.
      clock.elapse(3000);
      await deck.until((screen) => /Again in .* Esc stops/.test(screen.at(-2) ?? ''));
    }
    press(digitOf('ledger'));
    await deck.settle();
    const before = asked();
    clock.elapse(3_600_000);
    await deck.settle();
    expect(asked()).toBe(before);
  });
});

describe('after a lost line', () => {
  /** The way into a field of each pane. */
  const FIELDS: { readonly [Name in PaneName]: readonly string[] } = {
    overview: [],
    offers: ['offers.filter'],
    volumes: ['volumes.filter'],
    connections: ['connections.filter'],
    maintenance: ['maintenance.edit'],
    notifications: ['notifications.new'],
    ledger: ['ledger.filter'],
    instances: ['instances.filter'],
    money: ['money.tab', 'money.filter'],
    machines: ['machines.filter'],
  };

  let runs: ReturnType<typeof startRuns>;
  beforeEach(async () => {
    runs = startRuns(await startTestService({ offers: 10, seed: 11 }));
  });

  test.each(NAMES)('%s has again what was typed into it, or says why not', async (name) => {
    const first = await runs.start({ parts: { pane: name } });
    await first.press(...FIELDS[name]);
    await first.type('12345678');
    await runs.die(first);
    const deck = await runs.start({ parts: { pane: name } });
    const { resume } = PANES[name];
    if ('nothingSaved' in resume) {
      expect(resume.nothingSaved).toMatch(/\w{3,}.*\.$/);
      expect(deck.text()).not.toMatch(/Resume|12345678/);
    } else {
      await deck.press('session.resume');
      expect(deck.text()).toContain('12345678');
    }
  });

  test('each page of the account has again what was typed into it', async () => {
    const first = await runs.start({ parts: { pane: 'connections' } });
    for (const page of PAGES) {
      await first.press('account.tab', `${page}.filter`);
      await first.type(`12345${page}`);
      await first.press(`${page}.filter-keep`);
    }
    await runs.die(first);
    const deck = await runs.start({ parts: { pane: 'connections' } });
    await deck.press('session.resume');
    for (const page of PAGES.toReversed()) {
      expect(deck.text()).toContain(`12345${page}`);
      await deck.press('account.previous-tab');
    }
  });
});
