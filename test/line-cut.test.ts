/**
 * The built program when its line is cut, wherever it stands: nothing of it is left, and a terminal that is still there is
 * given back. `npm test` builds it first.
 *
 * @module-tag program
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPty, type Pty } from './support/pty.ts';
import { go, shows } from './support/running-program.ts';
import { json, silence, startScriptedServer } from './support/scripted-server.ts';

/**
 * Far less than whatever a program might wait for before it ends, as for a service that is being closed. Time in which the
 * machine was too busy is not counted.
 */
const GONE_WITHIN_MS = 500;

const NODE = process.execPath;
/** Makes the running Node believe that it is one that is too old, so that the launcher hands over to a newer one. */
const AS_OLD_NODE =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";

type Start = {
  readonly args?: readonly string[];
  /** What starts the program: nothing, or a command that runs another. */
  readonly prefix?: readonly string[];
  readonly isHandedOver?: boolean;
  readonly server?: { readonly url: string };
  /** In place of the one for all. */
  readonly home?: string;
};

/** One for all: the local service makes its market once. */
const sharedHome = mkdtempSync(join(tmpdir(), 'gpudeck-line-cut-'));
afterAll(() => rmSync(sharedHome, { recursive: true }));

const argvOf = ({ args = [], prefix = [], isHandedOver = false }: Start): readonly string[] => [
  ...prefix,
  NODE,
  ...(isHandedOver ? ['--import', AS_OLD_NODE] : []),
  'dist/gpudeck.js',
  ...args,
];

const environmentOf = ({ server, home = sharedHome }: Start) => ({
  HOME: home,
  GPUDECK_API_KEY: server && 'key',
  GPUDECK_BASE_URL: server?.url,
});

/** Starts the program on its local service or on `server`. */
const start = (options: Start): Pty =>
  openPty(argvOf(options), {
    columns: 160,
    isErrorStreamWatched: true,
    environment: environmentOf(options),
  });

const isReady = shows(/ key \.\./);

/** Types into the program once it is ready. */
const begin = async (pty: Pty, steps: readonly (readonly [typed: string, words: RegExp])[]) => {
  await pty.until(isReady);
  await go(pty, steps);
};

/** The wizard, step by step, up to where everything but the confirmation is given. */
const PLANNED = [
  ['e8207\r', /> Start/],
  ['+36h\r', /> Length/],
  ['2\r', /> Reason/],
  ['\rdisk swap\r', /> Review/],
] as const;

const CONFIRMED = ['\r8207\r', /> Sending/] as const;

const cutAndCount = async (pty: Pty) => {
  expect(pty.processes().length).toBeGreaterThan(0);
  pty.cut();
  const goneMs = await pty.gone();
  expect(pty.processes()).toEqual([]);
  expect(goneMs).toBeLessThan(GONE_WITHIN_MS);
};

/** The program gets no signal when its terminal goes away: it has to notice by itself. */
const WITHOUT_SIGNAL = ['setsid', '-w'];

describe('no process is left when the line is cut and no signal says so', () => {
  test.each(['offers', 'volumes', 'connections', 'maintenance', 'notifications', 'requests'])('in %s', async (pane) => {
    await using pty = start({ prefix: WITHOUT_SIGNAL, args: [pane] });
    await pty.until(isReady);
    await cutAndCount(pty);
  });

  test('while the local service makes its market', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'gpudeck-line-cut-'));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    await using pty = start({ prefix: WITHOUT_SIGNAL, home: empty });
    await pty.until(shows(/local service {3}starting/));
    await cutAndCount(pty);
  });

  test('in the middle of a filter, with a request under way', async () => {
    await using server = await startScriptedServer(json(200, { offers: [] }), silence);
    await using pty = start({ prefix: WITHOUT_SIGNAL, server });
    await begin(pty, [['/num_gpus>=4', /asked/]]);
    await cutAndCount(pty);
  });

  test('in the middle of the maintenance wizard', async () => {
    await using pty = start({ prefix: WITHOUT_SIGNAL, args: ['maintenance'] });
    await begin(pty, PLANNED);
    await cutAndCount(pty);
  });

  test('while an announcement is being sent', async () => {
    await using server = await startScriptedServer(silence);
    await using pty = start({ prefix: WITHOUT_SIGNAL, server, args: ['maintenance'] });
    await begin(pty, [...PLANNED, CONFIRMED]);
    await server.received(1);
    await cutAndCount(pty);
  });

  test('and a Node that was too old had started the program', async () => {
    await using pty = start({ prefix: WITHOUT_SIGNAL, isHandedOver: true });
    await pty.until(isReady);
    expect(pty.processes().length).toBeGreaterThan(2);
    await cutAndCount(pty);
  });
});

describe('no process is left when a signal says that the line is cut', () => {
  test('in the offers', async () => {
    await using pty = start({});
    await pty.until(isReady);
    await cutAndCount(pty);
  });

  test('while an announcement is being sent', async () => {
    await using server = await startScriptedServer(silence);
    await using pty = start({ server, args: ['maintenance'] });
    await begin(pty, [...PLANNED, CONFIRMED]);
    await server.received(1);
    await cutAndCount(pty);
  });

  test('and a Node that was too old had started the program', async () => {
    await using pty = start({ isHandedOver: true });
    await pty.until(isReady);
    expect(pty.processes().length).toBeGreaterThan(1);
    await cutAndCount(pty);
  });
});

describe('a terminal that is still there is given back as it was', () => {
  const restored = async (ending: (pty: Pty) => void, isHandedOver = false) => {
    const command = argvOf({ isHandedOver })
      .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
      .join(' ');
    const script = `echo before $(stty -g); ${command}; echo exit $?; echo after $(stty -g)`;
    await using pty = openPty(['sh', '-c', script], {
      columns: 160,
      environment: environmentOf({}),
    });
    await pty.until(isReady);
    ending(pty);
    const screen = await pty.until(shows(/^after/m));
    const wordsAfter = (word: string) =>
      screen.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
    expect(wordsAfter('after')).toEqual(wordsAfter('before'));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    expect(pty.emulator.cursor()).toBeDefined();
    return wordsAfter('exit ');
  };
  const signal = (name: NodeJS.Signals, place: number) => (pty: Pty) => {
    const id = pty.processes().sort((a, b) => a - b)[place];
    if (id !== undefined) process.kill(id, name);
  };

  test('when it is quit', async () => {
    expect(await restored((pty) => pty.write('q'))).toEqual(['0']);
  });

  test('when Ctrl-C is pressed', async () => {
    expect(await restored((pty) => pty.write('\u0003'))).toEqual(['0']);
  });

  test.each([
    ['the line is cut', 'SIGHUP', '129'],
    ['it shall end', 'SIGTERM', '143'],
    ['it is interrupted', 'SIGINT', '130'],
  ] as const)('when a signal says that %s', async (_, name, code) => {
    expect(await restored(signal(name, 1))).toEqual([code]);
  });

  test.each([
    ['by itself', false],
    ['by a Node that was too old', true],
  ])('when it was started %s, is stopped, and taken again by fg', async (_, isHandedOver) => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], {
      columns: 160,
      environment: { ...environmentOf({}), PS1: '$ ', HISTFILE: '' },
    });
    const quoted = argvOf({ isHandedOver }).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    pty.write(`${quoted.join(' ')}\r`);
    await pty.until(isReady);
    pty.write('\u001A');
    await pty.until(shows(/Stopped/));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    expect(pty.emulator.cursor()).toBeDefined();
    pty.write('fg\r');
    await pty.until(isReady);
    expect(pty.emulator.isAlternateScreen()).toBe(true);
    pty.write('q');
    await pty.until((screen) => screen.at(-1) === '$' || /^\$$/m.test(screen.join('\n')));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
  });

  test('when the Node that handed over is told to end', async () => {
    expect(await restored(signal('SIGTERM', 1), true)).toEqual(['143']);
  });
});
