import { expect, test } from 'vitest';
import { attentionBytes } from '../src/terminal/users-side.ts';

const XTERM = { environment: { TERM: 'xterm-256color' }, multiplexer: undefined };

test('the bell is a byte, and a notice goes by what the terminal knows', () => {
  expect(attentionBytes({ isBellRung: true }, XTERM)).toBe('\u0007');
  expect(attentionBytes({ isBellRung: false, notice: 'cheap' }, XTERM)).toBe('\u001B]9;gpudeck: cheap\u0007');
  for (const TERM of ['rxvt-unicode-256color', 'foot', 'contour'])
    expect(attentionBytes({ isBellRung: true, notice: 'cheap' }, { ...XTERM, environment: { TERM } })).toBe(
      '\u001B]777;notify;gpudeck;cheap\u0007\u0007',
    );
});

test('tmux hands it on to its own terminal', () => {
  const within = { environment: { TERM: 'tmux-256color' }, multiplexer: 'tmux' as const };
  expect(attentionBytes({ isBellRung: false, notice: 'cheap' }, within)).toBe(
    '\u001BPtmux;\u001B\u001B]9;gpudeck: cheap\u0007\u001B\\',
  );
});

test.each([
  ['a console', { environment: { TERM: 'linux' }, multiplexer: undefined }],
  ['a dumb terminal', { environment: { TERM: 'dumb' }, multiplexer: undefined }],
  ['screen', { environment: { TERM: 'screen' }, multiplexer: 'screen' as const }],
  ['mosh', { environment: { TERM: 'xterm' }, multiplexer: 'mosh' as const }],
])('%s gets the bell alone', (_, terminal) => {
  expect(attentionBytes({ isBellRung: true, notice: 'cheap' }, terminal)).toBe('\u0007');
});

test('no text ends the sequence or begins another one', () => {
  const hostile = 'a\u0007\u001B]52;c;eA==\u0007\u009c\u009d\nb';
  for (const TERM of ['xterm', 'foot']) {
    const bytes = attentionBytes({ isBellRung: false, notice: hostile }, { ...XTERM, environment: { TERM } });
    expect(bytes.slice(2, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(bytes.endsWith('b\u0007')).toBe(true);
  }
  expect(attentionBytes({ isBellRung: false, notice: 'x'.repeat(900) }, XTERM).length).toBeLessThan(250);
});
