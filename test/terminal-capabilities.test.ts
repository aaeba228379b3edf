import { describe, expect, test } from 'vitest';
import { capabilitiesOf, type Environment } from '../src/terminal/capabilities.ts';

const HERE: Environment = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };

describe('colours', () => {
  test.each<[string, Environment, number]>([
    ['an xterm with 256 colours', HERE, 2],
    ['one that says it shows true colour', { ...HERE, COLORTERM: 'truecolor' }, 3],
    ['kitty, over SSH, where COLORTERM is lost', { ...HERE, TERM: 'xterm-kitty' }, 3],
    ['a plain xterm', { ...HERE, TERM: 'xterm' }, 1],
    ['the Linux console', { ...HERE, TERM: 'linux', COLORTERM: 'truecolor' }, 1],
    ['tmux by its older name', { ...HERE, TERM: 'screen', TMUX: '/tmp/tmux-0/default,1,0' }, 2],
    ['tmux in a terminal with true colour', { ...HERE, TERM: 'tmux-256color', TMUX: 'x', COLORTERM: 'truecolor' }, 3],
    ['screen, which drops true colour', { ...HERE, TERM: 'screen-256color', COLORTERM: 'truecolor' }, 2],
    [
      'mosh, whose older versions drop true colour',
      { ...HERE, SSH_CONNECTION: '::1 1 ::1 22', NCURSES_NO_UTF8_ACS: '1', COLORTERM: 'truecolor' },
      2,
    ],
    ['NO_COLOR', { ...HERE, COLORTERM: 'truecolor', NO_COLOR: '1' }, 0],
    ['an empty NO_COLOR, which asks for nothing', { ...HERE, NO_COLOR: '' }, 2],
    ['a dumb terminal', { ...HERE, TERM: 'dumb' }, 0],
    ['no TERM at all', { LANG: 'C.UTF-8' }, 0],
  ])('%s', (_, environment, level) => {
    expect(capabilitiesOf(environment).colourLevel).toBe(level);
  });
});

describe('nothing but ASCII', () => {
  test.each<[string, Environment, boolean]>([
    ['a UTF-8 locale', HERE, false],
    ['a locale of its own for characters', { ...HERE, LANG: 'C', LC_CTYPE: 'C.utf8' }, false],
    ['LC_ALL over all others', { ...HERE, LC_ALL: 'C' }, true],
    ['no locale', { TERM: 'xterm' }, true],
    ['the Linux console', { ...HERE, TERM: 'linux' }, true],
  ])('%s', (_, environment, isAscii) => {
    expect(capabilitiesOf(environment).isAscii).toBe(isAscii);
  });

  test('where the user asks for it', () => {
    expect(capabilitiesOf(HERE, true).isAscii).toBe(true);
  });
});

describe('the wait for the rest of an escape sequence', () => {
  test.each<[string, Environment, number]>([
    ['here', HERE, 25],
    ['over SSH', { ...HERE, SSH_CONNECTION: '::1 50000 ::1 22' }, 100],
    ['over SSH, as root after su', { ...HERE, SSH_TTY: '/dev/pts/3' }, 100],
  ])('%s', (_, environment, waitMs) => {
    expect(capabilitiesOf(environment).escapeWaitMs).toBe(waitMs);
  });
});

test.each<[string, Environment, boolean]>([
  ['a terminal', HERE, true],
  ['tmux', { ...HERE, TERM: 'tmux-256color', TMUX: 'x' }, true],
  ['screen', { ...HERE, STY: '1.pts' }, false],
  ['mosh', { ...HERE, NCURSES_NO_UTF8_ACS: '1', SSH_CONNECTION: '::1 50000 ::1 22' }, false],
  ['the Linux console', { ...HERE, TERM: 'linux' }, false],
  ['a VT220', { ...HERE, TERM: 'vt220' }, false],
  ['what cannot move its cursor', { ...HERE, TERM: 'dumb' }, false],
])('questions are put to %s: %s', (_, environment, canAnswer) => {
  expect(capabilitiesOf(environment).canAnswer).toBe(canAnswer);
});

test('characters are repeated by sequence only where that is known to work', () => {
  expect(capabilitiesOf(HERE).canRepeat).toBe(false);
  expect(capabilitiesOf({ ...HERE, TERM: 'tmux-256color', TMUX: 'x' }).canRepeat).toBe(false);
  expect(capabilitiesOf({ ...HERE, TERM: 'foot' }).canRepeat).toBe(true);
  expect(capabilitiesOf({ ...HERE, TERM: 'foot', STY: '1.pts' }).canRepeat).toBe(false);
});
