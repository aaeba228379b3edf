/** Money: what is left and how long it lasts, who costs what, what was paid and earned, and what is wasted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Instance, Volume } from '../../src/catalogue/values.ts';
import { createAnswerFiles } from '../../src/storage/files/answer-files.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { folderInMemory, temporaryFolder } from '../support/local-service.ts';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

/** Noon of the day on which the program is opened, and that day, since 1970. */
const NOON_MS = Date.UTC(2026, 10, 21, 12);
const TODAY = Math.floor(NOON_MS / 86_400_000);

const instance = (id: number, more: Instance = {}): Instance => ({
  ...{ id, label: null, actual_status: 'running', intended_status: 'running', gpu_util: 80, start_date: 1_795_000_000 },
  ...{ gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.45, storage_total_cost: 0.02 },
  instance: { gpuCostPerHour: 0.43, diskHour: 0.02, slaPremiumPerHour: 0, totalHour: 0.45 },
  ...more,
});

type Charged = { readonly source: string; readonly gpu: number; readonly disk: number; readonly label?: string };

const chargeOf = ({ source, gpu, disk, label }: Charged, days: number) => {
  const round = (amount: number) => Number((amount * days).toFixed(3));
  const isVolume = source.startsWith('volume');
  return {
    ...{ start: 0, end: 0, type: isVolume ? 'volume' : 'instance', source, description: source },
    amount: round(gpu + disk),
    metadata: label === undefined ? {} : { label },
    items: isVolume
      ? []
      : [
          { type: 'gpu', amount: round(gpu), items: [] },
          { type: 'disk', amount: round(disk), items: [] },
        ],
  };
};

/** What a service tells; what is left out it has no call for. */
type Told = {
  readonly user?: object | undefined;
  /** The key may not read it. */
  readonly refusesUser?: true;
  readonly rate?: object;
  readonly instances?: readonly Instance[];
  readonly volumes?: readonly Volume[];
  /** $ a day of each contract, or what is said instead. */
  readonly charged?: readonly Charged[] | object;
  readonly payments?: readonly object[];
  readonly earned?: object;
};

const MISSING = json(404, { detail: 'Not Found' });

const startService = async (told: Told) => {
  const asked: string[] = [];
  const days = new Set<string>();
  const listed: ScriptedReply = (response, request) => {
    const { path } = request;
    asked.push(path);
    const reply = (content: unknown) => (content === undefined ? MISSING : json(200, content))(response, request);
    const charges = /charges\/\?select_filters=([^&]*)/.exec(path)?.[1];
    if (charges !== undefined) {
      const { day } = JSON.parse(decodeURIComponent(charges)) as { day: { gte: number; lte: number } };
      const span = (day.lte + 1 - day.gte) / 86_400;
      if (span === 1) days.add(path);
      const { charged } = told;
      return reply(
        Array.isArray(charged) ? { success: true, results: charged.map((one) => chargeOf(one, span)) } : charged,
      );
    }
    if (path.includes('/invoices/')) return reply(told.payments && { success: true, results: told.payments });
    if (path.includes('machine-earnings')) return reply(told.earned);
    if (path.includes('/volumes')) return reply({ volumes: told.volumes ?? [] });
    if (path.includes('/instances/')) return reply({ instances: told.instances ?? [] });
    return reply({});
  };
  const server = await startScriptedServer(...Array.from({ length: 300 }, () => listed));
  onTestFinished(() => server[Symbol.asyncDispose]());
  if (told.refusesUser) server.offer('users/current/', json(401, { success: false, error: 'auth_error' }));
  if (told.user !== undefined) server.offer('users/current/', json(200, told.user));
  if (told.rate !== undefined) server.offer('users/spend-rate/', json(200, told.rate));
  const userAsked = () => server.optionalRequests.filter(({ path }) => path.includes('users/current')).length;
  return { url: server.url, apiKey: 'sk-test-0123456789', asked, days, userAsked };
};

const RATE = {
  success: true,
  gpu_cost_per_hour: 0.43,
  container_storage_cost_per_hour: 0.02,
  volume_storage_cost_per_hour: 0.01,
};

const RENTER: Told = {
  user: { id: 7, credit: 9.2, balance: 0, api_key: 'sk-secret-of-the-user' },
  rate: RATE,
  instances: [instance(4711, { label: 'train' }), instance(4712, { label: 'train', actual_status: 'exited' })],
  volumes: [{ id: 12, storage_total_cost: 0.01, instances: [4711], status: 'active' }],
  charged: [
    { source: 'instance-4711', gpu: 10.32, disk: 0.48, label: 'train' },
    { source: 'instance-4700', gpu: 3, disk: 0.1 },
    { source: 'volume-12', gpu: 0, disk: 0.24 },
  ],
  payments: [
    {
      start: NOON_MS / 1000 - 86_400,
      end: NOON_MS / 1000 - 86_000,
      type: 'credit',
      amount: -25,
      metadata: { service: 'stripe_payments' },
      items: [],
    },
    { start: NOON_MS / 1000 - 90_000, type: 'transfer', source: 'a@example.com', amount: -3, metadata: {}, items: [] },
  ],
  earned: { per_machine: [], per_day: [], current: {} },
};

const openMoney = async (told: Told, options: Partial<DeckOptions> = {}) => {
  const service = await startService(told);
  const deck = await openDeck({ service, ...options, parts: { pane: 'money', ...options.parts } });
  onTestFinished(deck.close);
  return { deck, service };
};

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 160, rows: 48 },
] as const;

/** Everything that the page says, wherever it has to be scrolled to. */
const wholePage = async (deck: OpenDeck): Promise<string> => {
  const seen = [deck.text()];
  for (let page = 0; page < 4; page++) {
    await deck.press('money.page-down');
    seen.push(deck.text());
  }
  return seen.join('\n').replace(/\s+/g, ' ');
};

describe('who opens it', () => {
  test.each(SIZES)(
    'sees what is left, what burns, until when that lasts and what 30 days have cost, on %o',
    async (size) => {
      const { deck, service } = await openMoney(RENTER, size);
      const text = await wholePage(deck);
      expect(text).toContain('Credit 9.20 $');
      expect(text).toMatch(/GPUs 0\.4300 \$\/h .*Together 0\.4600 \$\/h/);
      // 9.2 / 0.46 = 20 hours, and 9.2 / 0.03 where all is stopped.
      expect(text).toContain('Until Sun 22 Nov 08:00, if nothing changes, without traffic');
      expect(text).toContain('! not long');
      expect(text).toMatch(/If everything is stopped now: at most until Fri 4 Dec 06:40\s+\(disk may cost more/);
      // 14.14 a day on 30 days, of which today is not over.
      expect(text).toContain('$424.20, $14.14 a day');
      expect(text).toMatch(/GPUs .*\$399\.60, \$13\.32 a day/);
      expect(text).toMatch(/23 Oct .*21 Nov \(not over\)/);
      expect(text).toContain('Traffic is charged besides');
      expect(text).not.toContain('sk-secret');
      expect(service.days.size).toBe(30);
    },
  );

  test('hears the days in words where bars cannot be drawn, in as many lines', async () => {
    const { deck } = await openMoney(RENTER, { columns: 80, rows: 40 });
    const drawn = deck.screen().findLastIndex((line) => line.includes('SLA premiums and their credits'));
    const { deck: plain } = await openMoney(RENTER, { columns: 80, rows: 40, isAscii: true });
    const text = plain.text().replace(/\s+/g, ' ');
    expect(text).toContain('23 Oct $14.14, 24 Oct $14.14');
    expect(text).toContain('21 Nov (not over) $14.14');
    expect(plain.screen().findLastIndex((line) => line.includes('SLA premiums and their credits'))).toBe(drawn);
  });

  test('stops the days by leaving, and goes on with them when back', async () => {
    const service = await startService(RENTER);
    const clock = manualClock(NOON_MS);
    const deck = await openDeck({ service, clock, ...SIZES[1], parts: { pane: 'ledger' } });
    onTestFinished(deck.close);
    const press = (key: string) => deck.deck.press({ name: key, text: key });
    press('8');
    await deck.until((screen) => screen.join('\n').includes('1 of 30 days'));
    press('6');
    await deck.settle();
    clock.elapse(600_000);
    await deck.settle();
    expect(service.days.size).toBe(1);
    press('8');
    await deck.until((screen) => screen.join('\n').includes('Asking in'));
    clock.elapse(1000);
    await deck.until(() => service.days.size === 2);
    press('6');
    await deck.settle();
  });

  test('has what the page on screen shows asked for before the days that have not come', async () => {
    const service = await startService(RENTER);
    const clock = manualClock(NOON_MS);
    const deck = await openDeck({ service, clock, ...SIZES[1], parts: { pane: 'ledger' } });
    onTestFinished(deck.close);
    deck.deck.press({ name: '8', text: '8' });
    await deck.until((screen) => screen.join('\n').includes('1 of 30 days'));
    deck.deck.press({ name: ']', text: ']' });
    await deck.until((screen) => screen.join('\n').includes('Asking in'));
    clock.elapse(1000);
    await deck.until((screen) => screen.join('\n').includes('$424.200 in 30 days'));
    clock.elapse(600_000);
    await deck.settle();
    expect(service.days.size).toBe(1);
    deck.deck.press({ name: '[', text: '[' });
    await deck.until((screen) => screen.join('\n').includes('1 of 30 days'));
    deck.deck.press({ name: ']', text: ']' });
    await deck.settle();
  });

  test('is told that nothing is left, what happens then, and of a card without alarm', async () => {
    const below = { ...RENTER, user: { id: 7, credit: -1.5 } };
    const text = await wholePage((await openMoney(below, SIZES[0])).deck);
    expect(text).toContain('Credit -1.50 $');
    expect(text).toContain('! hardly at all');
    expect(text).toContain('disks and volumes go on costing');
    expect(text).not.toMatch(/deleted (?:on|at|in)/);
    const card = await wholePage(
      (await openMoney({ ...below, user: { ...below.user, last4: '4242' } }, SIZES[0])).deck,
    );
    expect(card).toContain('the card is charged');
    expect(card).not.toContain('!');
  });

  test.each(SIZES)('is told what a service does not tell, and nothing is made up, on %o', async (size) => {
    const { deck } = await openMoney({}, size);
    const text = await wholePage(deck);
    expect(text).toContain('Credit not known');
    expect(text).toContain('Not known: the service does not tell what is left');
    expect(text).toContain('This service does not tell what has been charged.');
    expect(text).not.toMatch(/\$0\.00/);
    await deck.press('money.tab');
    expect(deck.text()).toContain('This service does not tell what has been charged.');
    await deck.press('money.tab');
    expect(deck.text()).toContain('This service does not tell what was paid.');
    await deck.press('money.tab');
    expect(deck.text()).toContain('This service does not tell what machines have earned.');
    await deck.press('money.tab');
    expect(deck.text()).toContain('Nothing is wasted, as far as it was watched.');
  });

  test.each(SIZES)(
    'as a host is owed the balance, and sees what machines have earned and what is pending, on %o',
    async (size) => {
      const day = (back: number) => ({ day: TODAY - back, gpu_earn: 2, sto_earn: 0.5, bwu_earn: 0, bwd_earn: 0 });
      const { deck } = await openMoney(
        {
          user: { id: 8, balance: 41.5, has_payout: 0 },
          rate: RATE,
          charged: { success: false, count: 0 },
          payments: [{ start: NOON_MS / 1000 - 86_400, type: 'payout', amount: 20, metadata: {}, items: [] }],
          earned: {
            per_machine: [{ machine_id: 1213, gpu_earn: 4, sto_earn: 1, bwu_earn: 0, bwd_earn: 0 }],
            per_day: [day(1), day(0)],
            current: { balance: 41.5 },
          },
        },
        size,
      );
      const left = await wholePage(deck);
      expect(left).toContain('What is owed to you');
      expect(left).toContain('The service tells hosts no charges');
      expect(left).not.toContain('Until');
      await deck.press('money.tab', 'money.tab', 'money.tab');
      const earned = await wholePage(deck);
      expect(earned).toMatch(/Earned in 30 days, UTC \$5\.000?, \$2\.500? a day/);
      expect(earned).toMatch(/machine 1213 \$5\.000? GPUs \$4\.000?, Storage \$1\.000?/);
      expect(earned).toContain('Not paid out yet $41.50');
      expect(earned).toContain('A payout of $20.00 is pending.');
      expect(earned).toContain('! No payout method is connected.');
      expect(earned).toContain('Fridays');
    },
  );
});

test('who has earned at a service that tells no days is told so, and what each machine has earned', async () => {
  const machine = { machine_id: 1213, gpu_earn: 4, sto_earn: 1, bwu_earn: 0, bwd_earn: 0 };
  const { deck } = await openMoney({ ...RENTER, earned: { per_machine: [machine], current: {} } });
  await deck.press('money.tab', 'money.tab', 'money.tab');
  expect(deck.text()).toContain('The service does not tell what was earned by day.');
  expect(deck.text()).not.toContain('No machine of yours has earned anything');
  expect(deck.text().replace(/ +/g, ' ')).toContain('machine 1213 $5.00');
});

describe('who asks what costs', () => {
  test('sees contracts by label, gone ones too, what each has cost by kind, and goes to the instance', async () => {
    const { deck } = await openMoney(RENTER, SIZES[1]);
    await deck.press('money.tab');
    const text = deck.text().replace(/ +/g, ' ');
    expect(text).toContain('train 1');
    expect(text).toMatch(/instance-4711 train \+ running 309\.600 14\.400 0\.000 324\.000/);
    expect(text).toMatch(/instance-4700 gone 90\.000 3\.000 0\.000 93\.000/);
    expect(text).toContain('$424.200 in 30 days');
    await deck.press('money.open');
    expect(deck.text().replace(/ +/g, ' ')).toMatch(/GPUs 309\.600 \$/);
    await deck.press('money.go');
    expect(deck.text()).toContain('Instance 4711');
    expect(deck.text()).toContain('ssh');
  });

  test('finds one of 200 on a small screen, and the sum of what is shown', async () => {
    const many = Array.from({ length: 200 }, (_, place) => ({ source: `instance-${5000 + place}`, gpu: 1, disk: 0 }));
    const { deck } = await openMoney({ ...RENTER, charged: many }, SIZES[0]);
    await deck.press('money.tab');
    expect(deck.text()).toContain('1/200');
    expect(deck.text()).toContain('$6,000.000 in 30 days');
    await deck.press('money.filter');
    await deck.send('5123');
    await deck.press('money.filter-keep');
    expect(deck.text()).toContain('instance-5123');
    expect(deck.text()).toContain('$30.000 in 30 days');
  });

  test.each([
    { rows: [chargeOf({ source: 'instance-4711', gpu: 1, disk: 0 }, 30)], seen: 'at least $30.000 in 30 days' },
    { rows: [], seen: 'The service did not tell all of what has been charged.' },
  ])('is told where contracts or payments are missing: $seen', async ({ rows, seen }) => {
    const [payment] = RENTER.payments ?? [];
    const untold = { ...payment, amount: undefined };
    const charged = { success: true, total: 9, results: rows };
    const told = { ...RENTER, charged, payments: [...(RENTER.payments ?? []), untold] };
    const { deck } = await openMoney(told, SIZES[0]);
    await deck.press('money.tab');
    expect(deck.text()).toContain('not all of it was told');
    expect(deck.text()).toContain(seen);
    await deck.press('money.tab');
    expect(deck.text()).toContain('not all of it was told');
    expect(deck.text()).toContain('of what is told $22.00 on the credit');
  });

  test('sees what was paid out to a host apart from what is on the credit', async () => {
    const payout = { start: NOON_MS / 1000 - 86_400, type: 'payout', amount: 20, metadata: {}, items: [] };
    const { deck } = await openMoney({ ...RENTER, payments: [...(RENTER.payments ?? []), payout] }, SIZES[0]);
    await deck.press('money.previous-tab', 'money.previous-tab', 'money.previous-tab');
    expect(deck.text()).toContain('$22.00 on the credit   $20.00 paid out');
  });

  test('writes contracts and payments into files, and copies what is wasted, as the commands print them', async () => {
    const homeFolder = temporaryFolder();
    const { deck } = await openMoney(RENTER, { ...SIZES[0], parts: { homeFolder } });
    const written = async (name: string) => {
      await deck.press('money.export', 'money.line-delete-to-start');
      await deck.type(`~/${name}`);
      await deck.press('money.export-save');
      return readFileSync(join(homeFolder, name), 'utf8');
    };
    await deck.press('money.tab');
    const [head, first] = (await written('costs.csv')).split('\n');
    expect(head).toBe('source,amount,gpu,disk,bwd,bwu,volume,serverless,other,type,label');
    expect(first).toBe('instance-4711,324,309.6,14.4,,,,,,instance,train');
    await deck.press('money.tab');
    const at = '2026-11-20T12:00:00Z';
    expect(JSON.parse(await written('payments.json'))[0]).toMatchObject({ made: at, amount: 25, type: 'credit' });
    await deck.press('money.tab', 'money.tab', 'money.copy', 'money.copy-json');
    expect(deck.text()).toContain('"command": "gpudeck instance destroy 4712"');
  });

  test('sees payments as what they did to the credit', async () => {
    const { deck } = await openMoney(RENTER, SIZES[0]);
    await deck.press('money.previous-tab', 'money.previous-tab', 'money.previous-tab');
    const text = deck.text().replace(/ +/g, ' ');
    expect(text).toMatch(/2026-11-20 credit .*25\.00/);
    expect(text).toMatch(/2026-11-20 transfer .*pending -3\.00/);
    expect(text).toContain('$22.00 on the credit');
  });
});

test('what an instance has cost is told by the charges of the days that are kept', async () => {
  const startS = (TODAY - 4) * 86_400;
  const service = await startService({ ...RENTER, instances: [instance(4711, { start_date: startS })] });
  const days = new Map([[TODAY - 4, [chargeOf({ source: 'instance-4711', gpu: 5, disk: 1 }, 1)]]]);
  const keptDays = () => ({ of: (day: number) => days.get(day), keep: () => {}, write: async () => {} });
  const deck = await openDeck({ service, ...SIZES[1], parts: { pane: 'instances', keptDays } });
  onTestFinished(deck.close);
  await deck.press('instances.refresh', 'instances.open', 'instances.scroll-last');
  // 84 hours at 0.45 $/h have passed since.
  expect(deck.text().replace(/ +/g, ' ')).toMatch(/Since it was rented ~43\.80 \$, charged, then reckoned/);
});

describe('what is wasted', () => {
  test('is not called nothing where instances or volumes are not known', async () => {
    const { deck } = await openMoney({ ...RENTER, volumes: [7 as unknown as Volume], instances: [] }, SIZES[0]);
    await deck.press('money.previous-tab');
    expect(deck.text()).toContain('Not known: the lists of instances and volumes have not come whole.');
    expect(deck.text()).not.toContain('Nothing is wasted');
  });

  test.each(SIZES)(
    'is told with what it costs a day and the key that ends it; what idles once it was watched for an hour, on %o',
    async (size) => {
      const clock = impatientClock(NOON_MS, [300_000]);
      const told = {
        ...RENTER,
        instances: [instance(4711, { gpu_util: 0, label: 'train' }), instance(4712, { actual_status: 'exited' })],
      };
      const service = await startService(told);
      const deck = await openDeck({ service, clock, ...size, parts: { pane: 'instances' } });
      onTestFinished(deck.close);
      clock.set(61 * 60_000);
      await deck.press('instances.refresh', 'frame.money', 'money.previous-tab');
      const text = deck.text().replace(/ +/g, ' ');
      expect(text).toMatch(/10\.80 idle 4711/);
      expect(text).toMatch(/\d\.\d\d gone 4712/);
      await deck.press('money.open');
      const page = deck.text().replace(/\s+/g, ' ');
      expect(page).toMatch(/GPU below 5 % at all \d looks since 12:00; stopped, its disk costs \$0\.48 a day/);
      expect(page).toContain('X ends it after asking');
      expect(page).toContain('gpudeck instance destroy 4711');
      expect(service.asked.every((path) => !path.includes('DELETE'))).toBe(true);
      await deck.press('money.go');
      expect(deck.text()).toContain('Instance 4711');
    },
  );
});

describe('the header', () => {
  /** Runs one after the other, a day between them, whose answers are kept. */
  const startRuns = async (told: Told) => {
    const service = await startService(told);
    const answers = createAnswerFiles(folderInMemory(), 'home', systemClock);
    const run = async (days: number, { parts, ...options }: Partial<DeckOptions> = {}) => {
      const clock = impatientClock(NOON_MS + days * 86_400_000);
      const deck = await openDeck({
        service,
        clock,
        ...SIZES[1],
        ...options,
        parts: { answers, pane: 'ledger', ...parts },
      });
      onTestFinished(deck.close);
      return { deck, header: () => deck.screen()[0] ?? '' };
    };
    return { run, userAsked: service.userAsked };
  };
  const byItself = (isSlow = false): Partial<DeckOptions> => ({
    link: () => ({ roundTripMs: 5, isSlow, isQuick: false, sentBytes: 0 }),
    parts: { asksMoney: true, pane: 'volumes' },
  });

  test('says what an earlier run was told and when, until the service is asked once by the program itself', async () => {
    const { run, userAsked } = await startRuns(RENTER);
    await run(0, { parts: { pane: 'money' } });
    // 9.2 / 0.46 = 20 hours have passed since.
    const later = await run(1);
    expect(later.header()).toContain('$9.20 at 12:00 yesterday');
    expect(later.header()).not.toContain('until');
    const soon = await run(0.01, { columns: 80 });
    expect(soon.header()).toContain('$9.20 at 12:00');
    expect((await run(0.01, { columns: 60 })).header()).not.toContain('until');
    expect(userAsked()).toBe(1);
    expect((await run(1, byItself(true))).header()).toContain('$9.20 at 12:00 yesterday');
    expect(userAsked()).toBe(1);
    expect((await run(1, byItself())).header()).toContain('$9.20 low until Mon 08:00');
    expect(userAsked()).toBe(2);
  });

  test('asks nothing any more once the program goes on without the service', async () => {
    const clock = manualClock(NOON_MS);
    const { run, userAsked } = await startRuns(RENTER);
    const { deck } = await run(0, { ...byItself(), clock, parts: { asksMoney: true } });
    deck.deck.press({ name: '2', text: '2' });
    await deck.until((screen) => screen.join('\n').includes('as of 12:00'));
    deck.deck.leave();
    clock.elapse(600_000);
    await deck.settle();
    expect(userAsked()).toBe(0);
  });

  test('asks no service by itself that has no such call', async () => {
    const { run, userAsked } = await startRuns({ ...RENTER, user: undefined });
    await run(0, byItself());
    expect(userAsked()).toBe(1);
    expect((await run(1, byItself())).header()).not.toContain('$');
    expect(userAsked()).toBe(1);
  });

  test('does not ask for another key where this one may see all but the money', async () => {
    const { run } = await startRuns({ ...RENTER, user: undefined, refusesUser: true });
    expect((await run(0, byItself())).deck.text()).not.toContain('did not accept the API key');
  });
});
