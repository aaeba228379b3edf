/**
 * The built program for readers who get lines only, through a whole story. `npm test` builds it first.
 *
 * @module-tag program
 */
import { expect, test } from 'vitest';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { openPty, type Pty } from './support/pty.ts';

const COLUMNS = 80;

const start = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Pty> => {
  const service = await startTestService({ offers: 60, seed: 11 });
  return openPty([process.execPath, 'dist/gpudeck.js', ...args], {
    columns: COLUMNS,
    environment: {
      HOME: temporaryFolder(),
      GPUDECK_BASE_URL: service.url,
      GPUDECK_API_KEY: service.apiKey,
      ...environment,
    },
  });
};

/** Types, waits for what comes of it, and returns the lines that were added. */
const added = async (pty: Pty, typed: string, words: RegExp): Promise<string[]> => {
  const before = pty.received().length;
  const news = () => pty.received().slice(before);
  pty.write(typed);
  await pty.until(() => words.test(news()));
  return news().split('\r\n');
};

/** The offers are there, whether in one page or with the answer's facts behind them. */
const offersShown = (pty: Pty) =>
  pty.until(() => [/as of/, /\r\n > /, / all \d+\r\n$/].every((words) => words.test(pty.received())));

test('a host finds an offer, reads it and plans maintenance on a terminal that cannot move its cursor', async () => {
  await using pty = await start([], { TERM: 'dumb' });
  await offersShown(pty);
  expect(pty.received().split('\r\n').slice(0, 2)).toEqual([
    'This terminal cannot move the cursor (TERM=dumb):',
    'changed lines are appended, as with --plain.',
  ]);
  const moved = await added(pty, 'j', /\r\n/);
  const figures =
    /^ > \$\/h \d+\.\d{4}, GPU \dx .*, =\$\/GPU\/h .*Rel % \d\d\.\d\d!?, Verification verified, Where [A-Z]{2}\n$/;
  expect(moved.join('\n').replaceAll(/\n {3}/g, ', ')).toMatch(figures);
  await added(pty, '/', /Enter accept.*\r\n \/ $/s);
  expect(await added(pty, 'gpu_nam', /gpu_nam/)).toEqual(['gpu_nam']);
  expect((await added(pty, 'x=1 ', /did you mean|no field.*gpu_namx=1 $/s)).join('\n')).toMatch(/gpu_namx/);
  await added(pty, '\u001B', / all \d/);
  await added(pty, '\r', /Offer \d+ .*\r\n Price\b/s);
  await added(pty, 'q', /\r\n >/);
  await added(pty, '4', /> Machines/);
  await added(pty, 'e8207\r', /> Start/);
  await added(pty, '+36h\r', /> Length/);
  await added(pty, '2\r', /> Reason/);
  await added(pty, '\rdisk swap\r', /> Review.*PUT \/api\/v0\/machines\/8207\/dnotify/s);
  await added(pty, '\r8207\r', /waiting for your decision.*The service refused: there is no machine 8207/s);
  pty.write('\u0003\u0003');
  await pty.gone();
  expect(pty.received()).toMatch(/^(?:[ -~]|\r\n)+$/);
  expect(
    Math.max(
      ...pty
        .received()
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(COLUMNS);
});

test('--plain appends lines on a terminal that could show a picture, and says what the offers are', async () => {
  await using pty = await start(['--plain']);
  await offersShown(pty);
  expect(pty.emulator.isAlternateScreen()).toBe(false);
  pty.write('q');
  await pty.gone();
  expect(pty.received().match(/\u001B[^a-z]*[a-zA-Z]/g)).toEqual(['\u001B[?2004h', '\u001B[?2004l']);
});
