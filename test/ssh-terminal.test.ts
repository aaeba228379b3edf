/**
 * The terminal in the hands of ssh, and back: a stand-in for ssh on PATH, in a real pseudo-terminal.
 *
 * @module-tag program
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty, type Pty } from './support/pty.ts';
import { atHome } from './support/running-program.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';
import { usedHome } from './support/used-home.ts';

const PROGRAM = fileURLToPath(new URL('support/terminal-program.ts', import.meta.url));
const COLUMNS = 120;

/** A folder with a program called ssh, which is this script. */
const folderWithSsh = (script: string): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ssh'), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'ssh'), 0o755);
  return folder;
};

type Options = NonNullable<Parameters<typeof openPty>[1]>;

/** In front of everything else on PATH. */
const withSsh = (script: string) => ({ PATH: `${folderWithSsh(script)}:${process.env.PATH ?? ''}` });

/** The program in a shell that says what the terminal was like before and afterwards. */
const open = (script: string, options: Options = {}, prefix = ''): Pty => {
  const run = `echo before $(stty -g); ${prefix} '${process.execPath}' '${PROGRAM}'; printf '\\nexit %s\\n' $?; echo after $(stty -g)`;
  const environment = { ...withSsh(script), ...options.environment };
  return openPty(['bash', '-c', run], { columns: COLUMNS, ...options, environment });
};

const isRunning = (screen: readonly string[]) => screen[0]?.startsWith('program') === true;
const pidOn = (screen: readonly string[]) => Number(/^program (\d+)/.exec(screen[0] ?? '')?.[1]);
const has = (words: string) => (screen: readonly string[]) => screen.some((line) => line.includes(words));
const linesOf = (screen: readonly string[], word: string) =>
  screen.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

/** Quits, and looks whether the terminal is as it was. */
const expectGivenBack = async (pty: Pty, exitCode = 0) => {
  const screen = await pty.until((lines) => linesOf(lines, 'after').length === 1);
  expect(linesOf(screen, 'after')).toEqual(linesOf(screen, 'before'));
  expect(linesOf(screen, 'exit')).toEqual([`${exitCode}`]);
  expect(pty.emulator.isAlternateScreen()).toBe(false);
  expect(pty.emulator.cursor()).toBeDefined();
  return screen;
};

const quit = async (pty: Pty) => {
  pty.write('q');
  return expectGivenBack(pty);
};

/** Says that it is there, and waits for a line. */
const ASKING = 'echo "here: $*"; read line; echo "got $line"';

describe('while ssh has the terminal', () => {
  test('it gets the arguments as they are, all that is typed, and the terminal as the shell left it', async () => {
    await using pty = open(`stty -g | sed 's/^/modes /'; ${ASKING}; read -n1 x; exit 0`);
    await pty.until(isRunning);
    pty.write('as');
    const screen = await pty.until(has('here: -p 41022 -- root@203.0.113.7'));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    expect(pty.emulator.cursor()).toBeDefined();
    expect(screen.indexOf('visiting')).toBeGreaterThan(-1);
    expect(linesOf(screen, 'modes')).toEqual(linesOf(screen, 'before'));
    expect(pty.received()).toMatch(/\u001B\[\?2004l.*here:/s);
    pty.write('qqsx\r');
    await pty.until(has('got qqsx'));
    pty.write('y');
    const back = await pty.until((lines) => isRunning(lines) && has('"code":0')(lines));
    // Nothing that was typed there was taken for keys here.
    expect(back[1]).toBe('typed: as<{"kind":"exited","code":0}>');
    expect(pty.emulator.isAlternateScreen()).toBe(true);
    expect(pty.emulator.cursor()).toBeUndefined();
    await quit(pty);
  });

  test('it gets none of the variables of this program, and the others', async () => {
    await using pty = open('env | grep -c ^GPUDECK_; echo "theme $THEME"; read line', {
      environment: {
        GPUDECK_API_KEY: 'sk-telling-0123456789',
        GPUDECK_BASE_URL: 'https://market.example',
        THEME: 'dark',
      },
    });
    await pty.until(isRunning);
    pty.write('s');
    const screen = await pty.until(has('theme dark'));
    expect(screen).toContain('0');
    expect(pty.received()).not.toContain('sk-telling');
    pty.write('\r');
    await pty.until(isRunning);
    await quit(pty);
  });

  test('keys that were typed ahead of it act on nothing', async () => {
    await using pty = open(ASKING);
    await pty.until(isRunning);
    pty.write('sqqe');
    await pty.until(has('here:'));
    pty.write('\r');
    const screen = await pty.until((lines) => isRunning(lines) && has('"code":0')(lines));
    expect(screen[1]).toBe('typed: s<{"kind":"exited","code":0}>');
    await quit(pty);
  });

  test('a terminal that is resized meanwhile is painted once in its new size', async () => {
    await using pty = open(ASKING);
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('here:'));
    pty.resize(110, 10);
    pty.write('\r');
    await pty.until((lines) => / 110x10$/.test(lines[0] ?? ''));
    await quit(pty);
  });

  test('the keyboard protocol of the terminal is off, and on again afterwards', async () => {
    await using pty = open(ASKING, { hasKeyboardProtocol: true });
    const flags = () => pty.emulator.keyboardFlags();
    await pty.until((screen) => isRunning(screen) && flags().alternate.at(-1) === 5);
    pty.write('s');
    await pty.until(has('here:'));
    expect(flags()).toEqual({ main: [], alternate: [] });
    pty.write('\r');
    await pty.until((screen) => isRunning(screen) && flags().alternate.at(-1) === 5);
    pty.write('\u001B[27u');
    await pty.until((screen) => screen[1]?.endsWith('Esc') === true);
    await quit(pty);
  });

  test('Ctrl-C and Ctrl-\\ end it, and not this program', async () => {
    await using pty = open(
      `trap 'echo interrupted; exit 7' INT; trap '' QUIT; echo here:; while :; do read -t 60 line; done`,
    );
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('here:'));
    pty.write('\u001C\u0003');
    await pty.until((lines) => isRunning(lines) && has('"code":7')(lines));
    await quit(pty);
  });
});

describe('ssh that ends badly', () => {
  test.each([
    ['that could not connect', 'echo "connect: Connection refused" >&2; exit 255', 'ssh ended with exit code 255.'],
    [
      'that was killed, with the terminal in its own modes',
      'stty raw -echo; kill -KILL $$',
      'ssh was ended by SIGKILL.',
    ],
    ['that crashed', 'kill -SEGV $$', 'ssh was ended by SIGSEGV.'],
  ])('%s is read about until Enter is pressed; what was being typed acts on nothing', async (_, script, words) => {
    await using pty = open(script);
    await pty.until(isRunning);
    pty.write('s');
    const screen = await pty.until(has('Enter goes back to gpudeck.'));
    expect(screen.join('\n')).toContain(words);
    if (script.includes('refused')) expect(screen).toContain('connect: Connection refused');
    pty.write('qe');
    pty.write('\r');
    const back = await pty.until((lines) => isRunning(lines) && has('"kind"')(lines));
    expect(back[1]).toMatch(/^typed: s<\{[^}]*\}>$/);
    await quit(pty);
  });

  test('that was killed in modes of its own leaves them to nobody: the next one finds those of the shell', async () => {
    const mark = join(temporaryFolder(), 'mark');
    await using pty = open(
      `if [ -e '${mark}' ]; then stty -g | sed 's/^/modes /'; read line; else touch '${mark}'; stty raw -echo; kill -KILL $$; fi`,
    );
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('Enter goes back'));
    pty.write('\r');
    await pty.until((lines) => isRunning(lines) && has('SIGKILL')(lines));
    pty.write('s');
    const screen = await pty.until((lines) => linesOf(lines, 'modes').length === 1);
    expect(linesOf(screen, 'modes')).toEqual(linesOf(screen, 'before'));
    pty.write('\r');
    await pty.until((lines) => isRunning(lines) && has('"code":0')(lines));
    await quit(pty);
  });

  test('that is not installed leaves the screen as it is', async () => {
    await using pty = open('', {}, 'PATH=/nonexistent');
    await pty.until(isRunning);
    pty.write('s');
    await pty.until((lines) => isRunning(lines) && has('"kind":"missing"')(lines));
    await quit(pty);
  });
});

describe('the end of this program while ssh has the terminal', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)('by %s ends ssh too, and the terminal is as it was', async (signal) => {
    await using pty = open(
      `modes=$(stty -g); trap 'stty $modes; exit 0' TERM HUP; stty raw; echo "here: $PPID"; while :; do sleep 0.05; done`,
    );
    const pid = pidOn(await pty.until(isRunning));
    pty.write('s');
    await pty.until(has('here:'));
    process.kill(pid, signal);
    await expectGivenBack(pty, 9);
    expect(await pty.gone()).toBeLessThan(2000);
  });

  test('by a line that is cut leaves nothing running', async () => {
    await using pty = open(ASKING);
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('here:'));
    pty.cut();
    expect(await pty.gone()).toBeLessThan(2000);
  });
});

describe('ssh that is stopped', () => {
  test.each([
    ['by itself, as with ~^Z', 'echo here:; kill -STOP $$; echo resumed; read line'],
    ['by Ctrl-Z', 'trap "echo resumed" CONT; echo here:; while ! read -t 0.2 line; do :; done'],
  ])('%s stops the whole job, and fg resumes both', async (_, script) => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], {
      environment: { PS1: '$ ', HISTFILE: '', ...withSsh(script) },
    });
    await pty.until((screen) => screen[0] === '$');
    pty.write(`'${process.execPath}' '${PROGRAM}'\r`);
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('here:'));
    if (script.includes('trap')) pty.write('\u001A');
    await pty.until(has('Stopped'));
    pty.write('echo at the shell\r');
    await pty.until((screen) => screen.includes('at the shell'));
    pty.write('fg\r');
    await pty.until((screen) => screen.includes('resumed'));
    pty.write('\r');
    await pty.until((screen) => isRunning(screen) && has('"code":0')(screen));
    pty.write('q');
    await pty.until((screen) => screen.includes('at the shell'));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
  });

  test('where no shell could resume it goes on by itself', async () => {
    await using pty = open('echo here:; kill -STOP $$; echo resumed; read line', {}, 'setsid -w');
    await pty.until(isRunning);
    pty.write('s');
    await pty.until(has('resumed'));
    pty.write('\r');
    await pty.until((screen) => isRunning(screen) && has('"code":0')(screen));
    await quit(pty);
  });
});

describe('the built program', () => {
  const instance = {
    id: 4711,
    actual_status: 'running',
    public_ipaddr: '203.0.113.7',
    ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '41022' }] },
  };
  const list = json(200, { success: true, instances: [instance] });
  const surroundings = (url: string, script: string) => ({
    ...atHome(usedHome()),
    ...withSsh(script),
    GPUDECK_BASE_URL: url,
    GPUDECK_API_KEY: 'sk-telling-0123456789',
  });

  test('opens a shell from its pane, and goes on where it was', async () => {
    await using server = await startScriptedServer(list);
    const environment = surroundings(server.url, `env | grep -c ^GPUDECK_; ${ASKING}`);
    await using pty = openPty([process.execPath, 'dist/gpudeck.js', 'instances'], { columns: COLUMNS, environment });
    await pty.until(has('4711'));
    pty.write('s');
    const screen = await pty.until(has('here: -p 41022 -- root@203.0.113.7'));
    expect(screen).toContain('Instance 4711 (running): ssh -p 41022 -- root@203.0.113.7');
    expect(screen).toContain('0');
    pty.write('exit\r');
    await pty.until(has('Back from instance 4711.'));
    expect(pty.emulator.isAlternateScreen()).toBe(true);
    pty.write('q');
    expect(await pty.gone()).toBeLessThan(5000);
  });

  test('runs a command there from a script, and passes its exit code on', async () => {
    await using server = await startScriptedServer(list);
    const environment = surroundings(server.url, 'echo "called: $*"; exit 3');
    const run = `'${process.execPath}' dist/gpudeck.js ssh 4711 -- ls -la; echo "exit $?"`;
    await using pty = openPty(['bash', '-c', run], { columns: COLUMNS, environment });
    const screen = await pty.until((lines) => linesOf(lines, 'exit').length === 1);
    expect(screen).toContain('called: -p 41022 -- root@203.0.113.7 ls -la');
    expect(linesOf(screen, 'exit')).toEqual(['3']);
  });
});
