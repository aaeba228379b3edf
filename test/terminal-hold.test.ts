/** @module-tag program */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { MOUSE_OFF, MOUSE_ON } from '../src/terminal/mouse.ts';
import { openPty, type Pty } from './support/pty.ts';

const PROGRAM = fileURLToPath(new URL('support/terminal-program.ts', import.meta.url));
/** With what Node has compiled of it before: it is started thirty times. */
const COMMAND = `env NODE_COMPILE_CACHE='${join(inject('sharedFolder'), 'node')}' '${process.execPath}' '${PROGRAM}'`;

/** Runs the program in a shell that says on the main screen what the terminal was like before and afterwards. */
function openProgram(prefix = '', isMute = false): Pty {
  const script = `echo before $(stty -g); ${prefix} ${COMMAND}; echo exit $?; echo after $(stty -g)`;
  return openPty(['sh', '-c', script], { columns: 120, isMute });
}

const isRunning = (screen: string[]) => screen[0]?.startsWith('program') === true;
const pidOn = (screen: string[]) => Number(/^program (\d+)/.exec(screen[0] ?? '')?.[1]);
const wordsAfter = (screen: string[], word: string) =>
  screen.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

/** The screen after the program: the main one, modes as they were, nothing left behind. */
async function expectGivenBack(pty: Pty, exitCode: number) {
  const screen = await pty.until((lines) => wordsAfter(lines, 'after').length === 1);
  expect(wordsAfter(screen, 'after')).toEqual(wordsAfter(screen, 'before'));
  expect(wordsAfter(screen, 'exit')).toEqual([`${exitCode}`]);
  expect(screen.filter((line) => /^program \d/.test(line))).toEqual([]);
  expect(pty.emulator.isAlternateScreen()).toBe(false);
  expect(pty.emulator.cursor()).toBeDefined();
  expect(pty.received()).toMatch(/\u001B\[\?7h\u001B\[\?2004l\u001B\[\?25h\u001B\[\?1049l/);
  return screen;
}

describe('the terminal is given back', () => {
  test('on quit', async () => {
    await using pty = openProgram();
    await pty.until(isRunning);
    expect(pty.emulator.isAlternateScreen()).toBe(true);
    expect(pty.emulator.cursor()).toBeUndefined();
    pty.write('q');
    await expectGivenBack(pty, 0);
  });

  test('on quit before the terminal has answered a query: the shell gets nothing of it', async () => {
    await using pty = openProgram('', true);
    await pty.until(isRunning);
    pty.write('q');
    await pty.until((screen) => screen[1] === 'typed: q');
    pty.write('\u001B[0n');
    const screen = await expectGivenBack(pty, 0);
    expect(screen.join()).not.toContain('[0n');
  });

  test('on quit in a terminal that answers no query', async () => {
    await using pty = openProgram('', true);
    await pty.until(isRunning);
    pty.write('q');
    await expectGivenBack(pty, 0);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('on %s', async (signal) => {
    await using pty = openProgram('', true);
    process.kill(pidOn(await pty.until(isRunning)), signal);
    const screen = await expectGivenBack(pty, 9);
    expect(screen).toContain('ended: signal');
  });

  test.each([
    ['an error that nobody caught', 'e', 'ended: Error: nobody caught this'],
    ['a rejection that nobody awaited', 'r', 'ended: Error: nobody awaited this'],
  ])('on %s, with what went wrong on the main screen', async (_, key, message) => {
    await using pty = openProgram();
    await pty.until(isRunning);
    pty.write(key);
    const screen = await expectGivenBack(pty, 9);
    expect(screen).toContain(message);
  });

  test('while the program is stopped, and taken again by fg', async () => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], { environment: { PS1: '$ ', HISTFILE: '' } });
    await pty.until((screen) => screen[0] === '$');
    pty.write(`${COMMAND}\r`);
    await pty.until(isRunning);
    pty.write('az');
    await pty.until((screen) => screen.some((line) => line.includes('Stopped')));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    expect(pty.emulator.cursor()).toBeDefined();
    pty.write('echo at the shell\r');
    await pty.until((screen) => screen.includes('at the shell'));
    pty.write('fg\r');
    await pty.until((screen) => isRunning(screen) && screen[1] === 'typed: az');
    expect(pty.emulator.isAlternateScreen()).toBe(true);
    expect(pty.emulator.cursor()).toBeUndefined();
    pty.write('b');
    await pty.until((screen) => screen[1] === 'typed: azb');
    pty.write('q');
    await pty.until((screen) => screen.includes('at the shell'));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
  });

  test('with the mouse: while the program is stopped, and when it is killed', async () => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], { environment: { PS1: '$ ', HISTFILE: '' } });
    const isMouseTaken = () => pty.received().lastIndexOf(MOUSE_ON) > pty.received().lastIndexOf(MOUSE_OFF);
    pty.write(`${COMMAND} --mouse\n`);
    await pty.until(isRunning);
    expect(isMouseTaken()).toBe(true);
    pty.write('\u001B[<65;1;1M');
    await pty.until((screen) => screen[1] === 'typed: <wheel>');
    pty.write('z');
    await pty.until((screen) => screen.some((line) => line.includes('Stopped')));
    expect(isMouseTaken()).toBe(false);
    pty.write('fg\n');
    process.kill(pidOn(await pty.until(isRunning)), 'SIGTERM');
    await pty.until((screen) => screen.includes('ended: signal'));
    expect(isMouseTaken()).toBe(false);
    expect(pty.received().split(MOUSE_ON)).toHaveLength(3);
  });

  test('and taken again at once where nobody could continue it', async () => {
    await using pty = openProgram('setsid -w');
    await pty.until(isRunning);
    pty.write('z');
    await pty.until((screen) => isRunning(screen) && pty.received().split('\u001B[?1049h').length === 3);
    pty.write('q');
    await expectGivenBack(pty, 0);
  });
});

describe('the keyboard protocol', () => {
  const PROTOCOL = { columns: 120, hasKeyboardProtocol: true };
  const open = () => openPty(['sh', '-c', `printf '\\033[>1u'; ${COMMAND}; echo exit $?; sleep 60`], PROTOCOL);
  const isSet = ({ emulator }: Pty) => emulator.keyboardFlags().alternate.at(-1) === 5;
  /** What the shell had set is set again, and nothing else. */
  const expectPopped = async (pty: Pty) => {
    await pty.until((screen) => wordsAfter(screen, 'exit').length === 1);
    expect(pty.emulator.keyboardFlags()).toEqual({ main: [1], alternate: [] });
    expect(pty.emulator.isAlternateScreen()).toBe(false);
  };

  test.each(['q', 'e', 'r'])('is set while the program runs, and given back when %s ends it', async (key) => {
    await using pty = open();
    await pty.until(() => isSet(pty));
    pty.write(key);
    await expectPopped(pty);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('is given back on %s', async (signal) => {
    await using pty = open();
    await pty.until((screen) => isSet(pty) && isRunning(screen));
    // The terminal's answer comes before it.
    pty.write('a');
    await pty.until((screen) => screen[1] === 'typed: a');
    process.kill(pidOn(pty.screen()), signal);
    await expectPopped(pty);
  });

  test('is given back while the program is stopped, and set again by fg', async () => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], {
      ...PROTOCOL,
      environment: { PS1: '$ ', HISTFILE: '' },
    });
    await pty.until((screen) => screen[0] === '$');
    pty.write(`${COMMAND}\r`);
    await pty.until((screen) => isSet(pty) && isRunning(screen));
    pty.write('z');
    await pty.until((screen) => screen.some((line) => line.includes('Stopped')));
    expect(pty.emulator.keyboardFlags()).toEqual({ main: [], alternate: [] });
    pty.write('fg\r');
    await pty.until((screen) => isSet(pty) && isRunning(screen));
    pty.write('\u001B[27uq');
    await pty.until((screen) => screen.at(-1) === '$' || screen.filter((line) => line === '$').length > 0);
    expect(pty.emulator.keyboardFlags()).toEqual({ main: [], alternate: [] });
  });

  test('is set once, however often the program is told to go on', async () => {
    await using pty = open();
    await pty.until((screen) => isSet(pty) && isRunning(screen));
    for (let time = 0; time < 3; time++) process.kill(pidOn(pty.screen()), 'SIGCONT');
    pty.write('a');
    await pty.until((screen) => screen[1] === 'typed: a');
    expect(pty.emulator.keyboardFlags()).toEqual({ main: [1], alternate: [5] });
    pty.write('q');
    await expectPopped(pty);
  });

  test('makes an ESC alone the beginning of a sequence, whose rest may come late', async () => {
    await using pty = open();
    await pty.until((screen) => isSet(pty) && isRunning(screen));
    pty.write('a\u001B');
    await pty.until((screen) => screen[1] === 'typed: a');
    pty.write('[27ub');
    await pty.until((screen) => screen[1] === 'typed: aEscb');
    pty.write('q');
    await expectPopped(pty);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['lines only', {}, '--plain'],
    ['no motion', { TERM: 'dumb' }, ''],
  ])('is not asked for where the terminal gets %s', async (_, environment, argument) => {
    await using pty = openPty([process.execPath, PROGRAM, argument], { ...PROTOCOL, environment });
    await pty.until((screen) => screen.some((line) => line.startsWith('typed:')));
    expect(pty.received()).not.toMatch(/\u001B\[[?>=<]\d*u/);
  });

  test('is not set in a terminal that does not have it', async () => {
    await using pty = openProgram();
    await pty.until(isRunning);
    pty.write('q');
    await expectGivenBack(pty, 0);
    expect(pty.received()).toContain('\u001B[?u');
    expect(pty.received()).not.toMatch(/\u001B\[[>=<]\d*u/);
  });
});

describe('a terminal that only gets lines', () => {
  const open = (argument: string, environment: Readonly<Record<string, string>>) => {
    const script = `echo before $(stty -g); ${COMMAND} ${argument}; echo exit $?; echo after $(stty -g)`;
    return openPty(['sh', '-c', script], { columns: 120, environment });
  };
  /** Everything from the program's first line on, with the shell's words behind it. */
  const stream = (pty: Pty) => pty.received().slice(pty.received().indexOf('\n') + 1);
  const hasStarted = (screen: string[]) => screen.some((line) => line.startsWith('typed:'));
  const hasEnded = (screen: string[]) => wordsAfter(screen, 'after').length === 1;

  test('because the user asked for it is told of pastes and of nothing else, on the main screen', async () => {
    await using pty = open('--plain', {});
    await pty.until(hasStarted);
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    pty.write('a');
    await pty.until((screen) => screen.includes('typed: a'));
    pty.write('q');
    const screen = await pty.until(hasEnded);
    expect(wordsAfter(screen, 'after')).toEqual(wordsAfter(screen, 'before'));
    expect(stream(pty).match(/\u001B[^a-z]*[a-zA-Z]/g)).toEqual(['\u001B[?2004h', '\u001B[?2004l']);
    expect(screen).toContain('Changed lines are appended, because of --plain.');
  });

  test.each([
    ['on quit', 'q', '0'],
    ['on an error that nobody caught', 'e', '9'],
  ])(
    'because it can do nothing else gets not one control sequence and no motion but the next line, %s',
    async (_, key, code) => {
      await using pty = open('', { TERM: 'dumb' });
      await pty.until(hasStarted);
      pty.write(`a${key}`);
      const screen = await pty.until(hasEnded);
      expect(wordsAfter(screen, 'after')).toEqual(wordsAfter(screen, 'before'));
      expect(wordsAfter(screen, 'exit')).toEqual([code]);
      expect(stream(pty)).toMatch(/^(?:[ -~]|\r\n)+$/);
      expect(screen.filter((line) => line.includes('TERM=dumb'))).toHaveLength(1);
    },
  );

  test('gets a page anew after it was lent to the shell', async () => {
    await using pty = openPty(['bash', '--norc', '--noprofile', '-i'], {
      environment: { PS1: '$ ', HISTFILE: '', TERM: 'dumb' },
    });
    await pty.until((screen) => screen[0] === '$');
    pty.write(`${COMMAND}\r`);
    await pty.until(hasStarted);
    pty.write('z');
    await pty.until((screen) => screen.some((line) => line.includes('Stopped')));
    pty.write('echo at the shell; fg\r');
    const screen = await pty.until((lines) => lines.includes('typed: z'));
    expect(screen.filter((line) => /^program \d/.test(line))).toHaveLength(2);
    expect(screen).toContain('at the shell');
    pty.write('q');
    await pty.until((lines) => lines.filter((line) => line === '$').length === 1);
  });
});

describe('nothing is left running', () => {
  test.each([
    ['when the line is cut', ''],
    ['when the line is cut and no signal says so', 'setsid -w'],
  ])('%s', async (_, prefix) => {
    await using pty = openProgram(prefix);
    await pty.until(isRunning);
    pty.cut();
    expect(await pty.gone()).toBeLessThan(1000);
  });

  test('when it is quit while nobody reads what it writes', async () => {
    await using pty = openPty([process.execPath, PROGRAM]);
    await pty.until(isRunning);
    pty.stopReading();
    pty.write('f');
    expect(await pty.gone()).toBeLessThan(3000);
  });
});

test('a program that is resized paints once in the new size', async () => {
  await using pty = openProgram();
  await pty.until(isRunning);
  pty.resize(70, 10);
  const screen = await pty.until((lines) => / 70x10$/.test(lines[0] ?? ''));
  expect(screen).toHaveLength(10);
});
