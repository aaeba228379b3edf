/** @module-tag program */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backgroundIn, backgroundOf } from '../src/terminal/capabilities.ts';
import { openPty, type Pty } from './support/pty.ts';
import { atHome, shows } from './support/running-program.ts';

const PROGRAM = fileURLToPath(new URL('support/terminal-program.ts', import.meta.url));
const QUERY = '\u001B]11;?\u001B\\';

describe('the background that a terminal tells of', () => {
  test.each([
    ['\u001B]11;rgb:0000/0000/0000\u001B\\', 'dark'],
    ['\u001B]11;rgb:ffff/ffff/ffff\u0007', 'light'],
    ['\u001B]11;rgb:1e/1e/2e\u001B\\', 'dark'],
    ['\u001B]11;rgba:fdfd/f6f6/e3e3/ffff\u001B\\', 'light'],
    ['\u001B]11;#FFF8DC\u0007', 'light'],
    ['\u001B]11;rgb:f/f/f\u0007', 'light'],
    ['\u001B]11;rgb:7070/7070/7070\u0007', 'dark'],
    ['\u001B]11;rgb:8080/8080/8080\u0007', 'light'],
    ['\u001B]10;rgb:ffff/ffff/ffff\u0007', undefined],
    ['\u001B]11;purple\u0007', undefined],
    ['\u001B[0n', undefined],
  ])('%j is %s', (reply, background) => {
    expect(backgroundIn(reply)).toBe(background);
  });
});

describe('the background that the environment tells of', () => {
  test.each([
    [{ COLORFGBG: '0;15' }, 'light'],
    [{ COLORFGBG: '15;0' }, 'dark'],
    [{ COLORFGBG: '0;default;15' }, 'light'],
    [{ COLORFGBG: '12;8' }, 'dark'],
    [{ COLORFGBG: '0;7' }, 'light'],
    [{ COLORFGBG: 'default;default' }, undefined],
    [{ COLORFGBG: '0;99' }, undefined],
    [{ COLORFGBG: '' }, undefined],
    [{ TERM: 'linux', COLORFGBG: '0;15' }, 'dark'],
    [{ TERM: 'xterm' }, undefined],
  ])('%j is %s', (environment, background) => {
    expect(backgroundOf(environment)).toBe(background);
  });
});

describe('the question', () => {
  const open = (environment: Readonly<Record<string, string>>, ...argument: string[]) =>
    openPty([process.execPath, PROGRAM, ...argument], { isMute: true, environment });
  const hasStarted = (screen: string[]) => screen.some((line) => line.startsWith('typed:'));

  test.each([
    ['a terminal', { TERM: 'xterm-256color' }],
    ['tmux, which answers in its place', { TERM: 'tmux-256color', TMUX: '/tmp/tmux,1,0' }],
  ])('goes to %s once, and the answer is no key', async (_, environment) => {
    await using pty = open(environment);
    await pty.until(hasStarted);
    pty.write('\u001B]11;rgb:ffff/ffff/ffff\u001B\\');
    await pty.until(shows('background: light'));
    pty.write('a\u001B]11;rgb:0000/0000/0000\u001B\\b');
    const screen = await pty.until(shows('typed: ab'));
    expect(screen).toContain('background: light');
    expect(pty.received().split(QUERY)).toHaveLength(2);
  });

  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['that shows no colours, by NO_COLOR', { NO_COLOR: '1' }, []],
    ['that gets lines only', {}, ['--plain']],
    ['that cannot do more', { TERM: 'dumb' }, []],
    ['that is a console', { TERM: 'linux' }, []],
    ['behind screen, which does not hand it on', { STY: '1.tty' }, []],
    ['behind mosh, which does not either', { NCURSES_NO_UTF8_ACS: '1', SSH_CONNECTION: '1 2 3 4' }, []],
  ])('goes to no terminal %s', async (_, environment, argument) => {
    await using pty = open(environment, ...argument);
    await pty.until(hasStarted);
    expect(pty.received()).not.toContain(']11;');
  });

  test('is answered byte by byte over a slow line, and types nothing', async () => {
    await using pty = open({ SSH_CONNECTION: '1 2 3 4' });
    await pty.until(hasStarted);
    for (const byte of '\u001B]11;rgb:fafa/fafa/fafa\u001B\\') pty.write(byte);
    const screen = await pty.until(shows('background: light'));
    expect(screen).toContain('typed:');
  });
});

describe('the program', () => {
  const open = (home: string, environment: Readonly<Record<string, string>> = {}): Pty =>
    openPty([process.execPath, 'dist/gpudeck.js', 'offers'], {
      isMute: true,
      environment: { ...atHome(home), TERM: 'xterm-256color', ...environment },
    });
  const newHome = (): string => {
    const home = mkdtempSync(join(tmpdir(), 'background-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    return home;
  };
  /** Every colour on the screen, as the emulator names it. */
  const coloursOf = (pty: Pty): readonly string[] => [
    ...new Set(pty.emulator.drawn().flatMap((line) => line.map(({ colour }) => `${colour ?? 'own'}`))),
  ];

  test('waits for no answer, and a late one recolours it once', async () => {
    await using pty = open(newHome());
    await pty.until(shows('Offers'));
    await pty.until(shows(/\$\/h/));
    expect(coloursOf(pty)).toEqual(['own']);
    pty.write('\u001B]11;rgb:ffff/ffff/ffff\u001B\\');
    await pty.until(() => coloursOf(pty).includes('25'));
    expect(coloursOf(pty)).toContain('241');
  });

  test('has the colours of its theme, and asks nothing where that names the background', async () => {
    const home = newHome();
    writeFileSync(join(home, 'theme.json'), '{"background": "light", "colours": {"accent": {"light": "#ff0000"}}}');
    await using pty = open(home, { GPUDECK_CONFIG: home });
    await pty.until(shows(/\$\/h/));
    expect(pty.received()).not.toContain(QUERY);
    expect(coloursOf(pty)).toContain('196');
  });

  test('starts with a theme that is wrong, and says file, line and key', async () => {
    const home = newHome();
    writeFileSync(join(home, 'theme.json'), '{\n  "colours": {\n    "acent": "blue"\n  }\n}');
    await using pty = open(home, { GPUDECK_CONFIG: home });
    const screen = await pty.until(shows('theme.json, line 3, colours.acent'));
    expect(screen.join('\n')).toContain('theme.json');
  });
});
