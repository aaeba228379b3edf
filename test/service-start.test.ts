/**
 * @module-tag service
 */
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ServiceCommand, serveUntilSignal } from '../src/cli/commands/service.ts';
import { startServiceWorker } from '../src/local-service/worker/start-worker.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

/** `gpudeck service` in the foreground: resolves when it has said something, and again when it has ended. */
const runService = (options: Partial<ServiceCommand> = {}) => {
  const signals = new EventEmitter();
  const said = Promise.withResolvers<string>();
  const command = {
    port: 0,
    dataFile: ':memory:',
    offers: 30,
    seed: 7,
    still: true,
    thresholds: false,
    json: false,
    clock: standingClock(),
    ...options,
  };
  const code = serveUntilSignal(command, {
    writeOut: async (text) => {
      said.resolve(text);
      return true;
    },
    writeError: said.resolve,
    signals,
  });
  onTestFinished(async () => {
    signals.emit('SIGTERM');
    await code;
  });
  return { said: said.promise, code, signals };
};

const readLine = (text: string): { url: string; api_key: string; user_id: number } => JSON.parse(text);

const everyListener = (signals: EventEmitter) => signals.eventNames().length;

describe('gpudeck service', () => {
  test('--json prints one line with address, key and user when it is ready to answer', async () => {
    const { said } = runService({ json: true });
    const text = await said;
    expect(text).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+","api_key":"[0-9a-f]{64}","user_id":204117\}\n$/);
    const { url, api_key: key } = readLine(text);
    expect((await call({ url }, 'GET', '/api/v0/volumes', { key })).status).toBe(200);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s ends it with 0, and it answers no more', async (signal) => {
    const { said, code, signals } = runService({ json: true });
    const { url } = readLine(await said);
    signals.emit(signal);
    expect(await code).toBe(0);
    expect(everyListener(signals)).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('without --json it says where it is, where the data lie and how to use it, without showing the key', async () => {
    const dataFile = join(temporaryFolder(), "tom's data", 'service.db');
    const text = await runService({ dataFile }).said;
    expect(text.replace(/:\d{4,5}\b/g, ':PORT')).toBe(
      [
        'local service at http://127.0.0.1:PORT',
        '  market   30 offers from seed 7, not changing',
        `  data     ${dataFile}`,
        '',
        'To use it from another terminal:',
        '  export GPUDECK_BASE_URL=http://127.0.0.1:PORT',
        `  export GPUDECK_API_KEY="$(cat '${dataFile.replace("'", "'\\''")}.key')"`,
        '  export GPUDECK_USER_ID=204117',
        '',
        'Press Ctrl-C to stop it.',
        '',
      ].join('\n'),
    );
    expect(statSync(join(dataFile, '..')).mode & 0o777).toBe(0o700);
  });

  test('a key that is stored nowhere is shown', async () => {
    const text = await runService({ still: false }).said;
    expect(text).toContain('  market   30 offers from seed 7, changing a little every minute\n');
    expect(text).toContain('  data     in memory, lost when the service stops\n');
    expect(text).toMatch(/^ {2}export GPUDECK_API_KEY=[0-9a-f]{64}$/m);
  });

  test('a port that is taken is said so, and it ends with 1', async () => {
    const taken = Number(new URL((await startTestService()).url).port);
    const { said, code } = runService({ port: taken });
    expect(await said).toBe(
      `the local service could not start: port ${taken} of 127.0.0.1 is in use: choose another with --port, or any free one with --port 0\n`,
    );
    expect(await code).toBe(1);
  });

  test('a file that is no database is left alone, and it ends with 1', async () => {
    const dataFile = join(temporaryFolder(), 'letter.txt');
    writeFileSync(dataFile, 'Dear reader,\n'.repeat(100));
    const { said, code } = runService({ dataFile });
    expect(await said).toBe(`the local service could not start: ${dataFile} cannot be used: file is not a database\n`);
    expect(await code).toBe(1);
  });
});

describe('the market in a file', () => {
  test('stays as it is when the service starts again', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    const first = await startTestService({ dataFile, offers: 40, seed: 3 });
    const read = async () =>
      (await call(first, 'POST', '/api/v0/bundles', { key: first.apiKey, body: { limit: 5 } })).body;
    const before = await read();
    const second = await startTestService({ dataFile, offers: undefined, seed: undefined });
    expect(second.market).toMatchObject({ offers: 40, seed: 3 });
    expect(await read()).toEqual(before);
  });

  test('is not replaced by another one: the start is refused and says what to do', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    await startTestService({ dataFile, offers: 40, seed: 3 });
    await expect(startTestService({ dataFile, offers: 41 })).rejects.toThrow(
      `${dataFile} holds 40 offers from seed 3: leave out --offers and --seed to use them, or name another file with --data`,
    );
  });

  test('moves with the clock, for every service on the file alike, unless it stands still', async () => {
    const clock = standingClock();
    const dataFile = join(temporaryFolder(), 'service.db');
    const moving = await startTestService({ dataFile, clock, still: false, offers: 400 });
    const standing = await startTestService({ clock, still: true, offers: 400 });
    const prices = async ({ url, apiKey: key }: typeof moving) =>
      (await call({ url }, 'POST', '/api/v0/bundles', { key, body: { limit: 400, order: [['id', 'asc']] } })).body;
    const before = await prices(moving);
    expect(await prices(standing)).toEqual(before);
    clock.pass(3600);
    const after = await prices(moving);
    expect(after).not.toEqual(before);
    expect(await prices(standing)).toEqual(before);
    expect(await prices(await startTestService({ dataFile, clock, offers: 400 }))).toEqual(after);
  });
});

describe('the service in a worker thread', () => {
  const ENTRY = new URL('../src/local-service/worker/service-worker.ts', import.meta.url);
  const OPTIONS = { entry: ENTRY, port: 0, dataFile: ':memory:', offers: 30, seed: 7, still: true, thresholds: true };

  test('answers like any other, with thresholds, and is gone when closed', async () => {
    const failures: Error[] = [];
    const worker = await startServiceWorker(OPTIONS);
    void worker.lost.then((error) => failures.push(error));
    expect(worker.userId).toBe(204117);
    const volumes = () => call(worker, 'GET', '/api/v0/volumes', { key: worker.apiKey });
    expect((await volumes()).status).toBe(200);
    expect((await volumes()).status).toBe(429);
    await worker.close();
    await worker.close();
    await expect(fetch(worker.url)).rejects.toThrow('fetch failed');
    expect(failures).toEqual([]);
  });

  test('starts from its source, where the program is one file and there is none beside it', async () => {
    const source = `const { parentPort } = require('node:worker_threads');
      parentPort.once('message', () => process.exit());
      parentPort.postMessage({ kind: 'ready', url: 'http://127.0.0.1:9', apiKey: 'none', userId: 8 });`;
    const worker = await startServiceWorker({ ...OPTIONS, entry: () => ({ source }) });
    expect(worker.userId).toBe(8);
    await worker.close();
  });

  test('that ends by itself is reported, and closing it then is no trouble', async () => {
    const broken = `import { parentPort } from 'node:worker_threads';
      parentPort.postMessage({ kind: 'ready', url: 'http://127.0.0.1:9', apiKey: 'none', userId: 1 });
      throw new Error('out of memory');`;
    const entry = new URL(`data:text/javascript,${encodeURIComponent(broken)}`);
    const worker = await startServiceWorker({ ...OPTIONS, entry });
    expect((await worker.lost).message).toBe('out of memory');
    await worker.close();
  });

  /** The service over a file that is not as it should be; it ends with the test. */
  const start = async (dataFile: string) => {
    const worker = await startServiceWorker({ ...OPTIONS, dataFile });
    onTestFinished(worker.close);
    expect((await call(worker, 'GET', '/api/v0/notification-types', { key: worker.apiKey })).status).toBe(200);
    return worker;
  };

  test.each([
    ['overwritten', (file: string) => writeFileSync(file, 'Dear reader,\n'.repeat(100))],
    ['cut off', (file: string) => truncateSync(file, 5000)],
    ['damaged in its later pages', (file: string) => writeFileSync(file, readFileSync(file).fill(0xa5, 4096))],
  ])('puts a file that was %s aside as it is, says so, and begins with a new market', async (_, damage) => {
    const dataFile = join(temporaryFolder(), 'service.db');
    await (await startTestService({ dataFile })).close();
    damage(dataFile);
    const damaged = readFileSync(dataFile);
    const { notice } = await start(dataFile);
    const [aside = '', ...more] = readdirSync(dirname(dataFile)).filter((name) => name.includes('corrupt'));
    expect(more).toEqual([]);
    expect(notice).toBe(`service.db was damaged and was moved to ${aside}: the market was made anew.`);
    expect(readFileSync(join(dirname(dataFile), aside))).toEqual(damaged);
    expect((await start(dataFile)).notice).toBeUndefined();
  });

  test('runs in memory, and says so, where its file is of a newer program, and leaves that alone', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    const newer = new DatabaseSync(dataFile);
    newer.exec('PRAGMA user_version = 999; CREATE TABLE offers (theirs)');
    newer.close();
    const before = readFileSync(dataFile);
    expect((await start(dataFile)).notice).toBe(
      `The local service saves nothing: ${dataFile} cannot be used: it was changed by a newer gpudeck.`,
    );
    expect(readFileSync(dataFile)).toEqual(before);
    expect(readdirSync(dirname(dataFile))).toEqual(['service.db']);
  });

  test('runs in memory, and says so, where no file can be made', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'in the way');
    expect((await start(join(file, 'service.db'))).notice).toContain('The local service saves nothing: ');
    expect(readFileSync(file, 'utf8')).toBe('in the way');
  });

  test('with a key file that holds nonsense makes a key anew', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    await (await start(dataFile)).close();
    writeFileSync(`${dataFile}.key`, '\u0000nonsense');
    expect((await start(dataFile)).notice).toBeUndefined();
  });

  test('has nothing of the environment: no key, no proxy with its password', async () => {
    process.env.GPUDECK_API_KEY = 'sk-of-the-environment';
    onTestFinished(() => {
      delete process.env.GPUDECK_API_KEY;
    });
    const told = `import { parentPort } from 'node:worker_threads';
      parentPort.postMessage({ kind: 'failed', message: JSON.stringify(process.env) });`;
    const entry = new URL(`data:text/javascript,${encodeURIComponent(told)}`);
    await expect(startServiceWorker({ ...OPTIONS, entry })).rejects.toThrow(/^\{\}$/);
  });
});
