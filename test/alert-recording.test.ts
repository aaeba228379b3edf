/**
 * What somebody gets who keeps `gpudeck record` running for alerts: on the local service, on one that answers what was written down, and
 * from the built program when two run at once and one is killed.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { standingClock, startTestService, temporaryFolder } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { atHome } from './support/running-program.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const MINUTE_MS = 60_000;
/** 2026-11-22T10:00:00Z. */
const START_MS = Date.UTC(2026, 10, 22, 10);

/** A user with a home of his own, at a service, and what his gpudeck says minute by minute. */
const userAt = (service: { readonly url: string; readonly apiKey?: string }) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  return {
    folder,
    run: (minute: number, ...args: readonly string[]) =>
      gpudeck(['--config', folder, ...args], {
        ...at(service),
        // What waits between two searches waits for nobody, and a command has its time.
        clock: { ...impatientClock(0, TIME_LIMITS_MS), now: () => START_MS + minute * MINUTE_MS },
      }),
  };
};

const offers = (...rows: readonly object[]) => json(200, { offers: rows });
const cheap = (id: number) => ({
  ...{ id, machine_id: id * 10, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.2 },
  ...{ verification: 'verified', rentable: true, rented: false, cpu_arch: 'amd64' },
});
const CHEAP = 'when gpu_name=RTX_4090 dph_gpu<0.25 appears';

describe('somebody who records', () => {
  test('is told what came into the market of the local service, and of nothing else', async () => {
    const clock = standingClock();
    const { run } = userAt(await startTestService({ clock, still: false, offers: 400 }));
    const idsAt = async (minute: number): Promise<readonly number[]> => {
      const { out } = await run(minute, 'search', 'num_gpus=1', '--limit', '1000', '--json', '--fields', 'id');
      return (JSON.parse(out) as readonly { readonly id: number }[]).map(({ id }) => id);
    };
    await run(0, 'alerts', 'add', 'when num_gpus=1 appears', '--id', 'single', '--debounce', '0');
    await run(0, 'alerts', 'add', 'when median(num_gpus=1) rises above 1000', '--id', 'never');
    const seen: ReadonlySet<number>[] = [];
    for (const minute of [1, 30, 60]) {
      seen.push(new Set(await idsAt(minute)));
      const { code, errors } = await run(minute, 'record', '--once');
      expect([code, errors]).toEqual([0, expect.not.stringContaining('needs a search of its own')]);
      clock.pass(1800);
    }
    const came = seen.slice(1).map((now, place) => [...now].filter((id) => !seen[place]?.has(id)).length);
    const { out } = await run(61, 'alerts', 'events', '--json');
    const counts = (JSON.parse(out) as readonly { readonly count: number }[]).map(({ count }) => count);
    expect(came.some((count) => count > 0)).toBe(true);
    expect(counts).toEqual(came.filter((count) => count > 0));
    const { errors } = await run(61, 'alerts', 'check', 'single', '--from', '2h');
    expect(errors).toContain(
      `would have fired ${counts.length === 1 ? 'once' : `${counts.length} times`}, by 3 answers`,
    );
  });

  test('has what an alert needs asked for besides, its firing said and printed, and its command run once', async () => {
    await using server = await startScriptedServer(
      ...[
        offers(),
        offers({ ...cheap(820), machine_id: 8207 }),
        offers(cheap(1)),
        offers(),
        offers(cheap(1), cheap(2)),
        offers(),
      ],
    );
    const { folder, run } = userAt(server);
    const touch = ['--', 'sh', '-c', `cat >> ${join(folder, 'ran')}`];
    await run(0, 'alerts', 'add', 'when machine 8207 is gone', '--id', 'away', '--tell', 'bell');
    await run(0, 'alerts', 'add', CHEAP, '--id', 'cheap', ...touch);
    const first = await run(1, 'record', '--once');
    expect(first.errors).toContain('gpudeck: alert away needs a search of its own: it is asked for in each round\n');
    expect(first.errors).toContain('  ondemand, for alerts  1 offer, 1 new or changed, 0 changed or gone\n');
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({
      machine_id: { eq: 8207 },
      verified: { in: [true, false] },
    });
    const second = await run(2, 'record', '--once', '--json');
    expect(second.errors).toContain(
      '2026-11-22 10:02:00 UTC  alert cheap: 1x RTX 4090, $0.2/h, offer 1, machine 10 appeared\n',
    );
    expect(second.errors).toContain('gpudeck: cheap: its command ran\n');
    // One that is told by the bell alone is no line here.
    expect(second.errors).not.toContain('alert away: machine');
    expect(
      second.out
        .split('\n')
        .filter((line) => line.includes('"alert"'))
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ alert: 'away', words: 'machine 8207 is gone', count: 0 }),
      expect.objectContaining({
        alert: 'cheap',
        sentence: CHEAP,
        count: 1,
        offers: [expect.objectContaining({ id: 1 })],
      }),
    ]);
    const third = await run(3, 'record', '--once');
    expect(third.errors).toContain(
      'cheap: its command has run as often as it may; gpudeck alerts arm cheap lets it run again',
    );
    expect(readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n')).toHaveLength(1);
    const { out } = await run(4, 'alerts', 'list', '--json');
    expect(JSON.parse(out)).toMatchObject([
      { id: 'away', state: 'armed' },
      { id: 'cheap', state: 'armed, its command ran, runs no more' },
    ]);
    const events = await run(4, 'alerts', 'events', 'cheap', '--json');
    expect(JSON.parse(events.out)).toMatchObject([
      { at: '2026-11-22T10:02:00.000Z', command: 'its command ran' },
      { at: '2026-11-22T10:03:00.000Z', command: 'its command did not run: it had run before, or the program ended' },
    ]);
  });

  test('is told of a sentence that is wrong, once, and the other alerts wait', async () => {
    await using server = await startScriptedServer(offers(), offers(cheap(1)));
    const { folder, run } = userAt(server);
    await run(0, 'alerts', 'add', CHEAP, '--id', 'cheap');
    const file = join(folder, 'alerts.json');
    const { alerts } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(
      file,
      JSON.stringify({ alerts: [...alerts, { ...alerts[0], id: 'bad', sentence: 'when 4090 appears' }] }, null, 2),
    );
    const { errors } = await run(1, 'record', '--once');
    expect(errors.match(/alerts\.json, line 11, alerts\.1\.sentence: "4090" stands alone/g)).toHaveLength(1);
    expect((await run(2, 'record', '--once')).errors).toContain('alert cheap: 1x RTX 4090');
    const validated = await run(2, 'config', 'validate');
    expect([validated.code, validated.out]).toEqual([
      1,
      expect.stringContaining('Perhaps: when gpu_name=RTX_4090 appears'),
    ]);
  });
});

describe('somebody who adds an alert', () => {
  test.each([
    [
      ['when gpu_name=RTX_4090 appears', '--', 'gpudeck', 'rent', '1', '--yes'],
      'does not say the most that it may cost',
    ],
    [
      ['when gpu_name=RTX_4090 appears', '--', 'sh', '-c', 'gpudeck --profile a rent 1'],
      'does not say the most that it may cost',
    ],
    [['when gpu_name=RTX_4090 appears', '--quiet', '22-7'], 'quiet is written as "22:00-07:00"'],
    [['when gpu_name=RTX_4090 appears', '--debounce', 'long'], 'debounce is a time from 0 to 7d'],
    [['when gpu_name=RTX_4090 appears', '--id', 'a b'], 'id is a name of letters'],
    [['when', 'machine', '8207', 'is', 'gone'], 'Put the whole sentence in quotes'],
    [['notify me when 4090 under 0.25'], 'Perhaps you mean: when gpu_name=RTX_4090 dph_total<0.25 appears'],
  ])('%j is told what is wrong, and nothing is written', async (args, words) => {
    const { folder, run } = userAt({ url: 'http://127.0.0.1:9' });
    const { code, errors } = await run(0, 'alerts', 'add', ...args);
    expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(join(folder, 'alerts.json'))).toBe(false);
  });

  test('is not told to put into quotes what an alert does not look for', async () => {
    const { run } = userAt({ url: 'http://127.0.0.1:9' });
    const { errors } = await run(0, 'alerts', 'add', 'rtx 4090 under 0.25');
    expect(errors).toContain('"under 0.25" stands alone: did you mean dph_total<0.25?\n');
    expect(errors).not.toContain('in quotes');
  });

  test('is warned of a program that is not there, and keeps the alert', async () => {
    const { run } = userAt({ url: 'http://127.0.0.1:9' });
    const add = (...command: readonly string[]) => run(0, 'alerts', 'add', 'when machine 7 is gone', '--', ...command);
    expect((await add('/no/such/program', '7')).errors).toContain(
      'its command could not be started from here. There is no program /no/such/program',
    );
    expect((await add('/bin/sh')).errors).not.toContain('could not be started');
    expect((await run(0, 'alerts', 'list')).out.match(/machine 7/g)).toHaveLength(2);
  });

  test('is not taken for a sentence where its id is mistyped', async () => {
    const { run } = userAt({ url: 'http://127.0.0.1:9' });
    await run(0, 'alerts', 'add', 'when gpu_name=RTX_4090 appears', '--id', 'cheap');
    for (const [id, advice] of [
      ['cheep', 'Did you mean cheap?'],
      ['9', 'There are cheap.'],
    ] as const) {
      const { code, errors } = await run(0, 'alerts', 'check', id);
      expect([code, errors]).toEqual([2, `gpudeck alerts: there is no alert ${id}. ${advice}\n`]);
    }
  });

  test('whose file has a wrong form is told so, and it stays as it is', async () => {
    const { folder, run } = userAt({ url: 'http://127.0.0.1:9' });
    writeFileSync(join(folder, 'alerts.json'), '{"alerts": 3}');
    for (const task of [['add', 'machine 8207 is gone'], ['list'], ['remove', '1']]) {
      const { code, errors } = await run(0, 'alerts', ...task);
      expect([code, errors]).toEqual([
        2,
        expect.stringContaining('alerts.json, line 1, alerts: alerts are written as'),
      ]);
    }
    expect(readFileSync(join(folder, 'alerts.json'), 'utf8')).toBe('{"alerts": 3}');
  });

  test('may rent for at most so much, arms, disarms and removes by its id', async () => {
    const { folder, run } = userAt({ url: 'http://127.0.0.1:9' });
    const renting = ['--', 'gpudeck', 'rent', '1', '--max=0.4', '--yes'];
    expect((await run(0, 'alerts', 'add', 'if gpu_name=RTX_4090 appears', ...renting)).code).toBe(0);
    expect((await run(0, 'alerts', 'add', 'machine 8207 gone', '--id', '1')).errors).toContain(
      'id is the id of another alert',
    );
    const armed = () => JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8')).alerts[0]?.armed;
    expect(armed()).toBe('2026-11-22T10:00:00.000Z');
    await run(1, 'alerts', 'disarm', '1');
    expect(armed()).toBe(false);
    await run(2, 'alerts', 'arm', '1');
    expect(armed()).toBe('2026-11-22T10:02:00.000Z');
    expect((await run(2, 'alerts', 'remove', '2')).errors).toContain('there is no alert 2. There are 1.');
    await run(2, 'alerts', 'remove', '1');
    expect(armed()).toBeUndefined();
  });
});

test('two recorders at once and one that is killed by kill -9 fire once and run a command once', async () => {
  await using server = await startScriptedServer(
    ...[offers(), offers(cheap(1)), offers(cheap(1)), offers(cheap(1), cheap(2)), offers(cheap(1), cheap(2), cheap(3))],
  );
  const home = temporaryFolder();
  const start = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/gpudeck.js'), ...args], {
      env: { PATH: process.env.PATH, ...atHome(home), GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { out, errors };
  };
  const ran = join(home, 'ran');
  await start('alerts', 'add', CHEAP, '--id', 'two', '--debounce', '0', '--', 'sh', '-c', `cat >> ${ran}`);
  await start('record', '--once');
  const both = await Promise.all([start('record', '--once'), start('record', '--once')]);
  expect(readFileSync(ran, 'utf8').match(/"alert":"two"/g)).toHaveLength(1);
  expect(both.filter(({ errors }) => errors.includes('two: its command ran'))).toHaveLength(1);
  expect(JSON.parse((await start('alerts', 'events', '--json')).out)).toHaveLength(1);

  await start(
    'alerts',
    'add',
    CHEAP,
    '--id',
    'killed',
    '--debounce',
    '0',
    '--',
    'sh',
    '-c',
    `echo killed >> ${ran}; kill -9 $PPID`,
  );
  await start('record', '--once');
  const after = await start('record', '--once');
  expect(after.errors).toContain('killed: its command has run as often as it may');
  expect(readFileSync(ran, 'utf8').match(/killed/g)).toHaveLength(1);
  const listed = JSON.parse((await start('alerts', 'list', '--json')).out) as readonly { id: string; state: string }[];
  expect(listed.find(({ id }) => id === 'killed')?.state).toBe(
    'armed, the outcome of its command is unknown, runs no more',
  );
});
