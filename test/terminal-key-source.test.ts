import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Input, readInputs } from '../src/terminal/input.ts';
import { KeySource } from '../src/terminal/key-source.ts';
import type { MouseEvent } from '../src/terminal/mouse.ts';
import { FakeKeyboard } from './support/fake-keyboard.ts';
import { manualAfter } from './support/manual-after.ts';
import { workedMs } from './support/work.ts';

const ESCAPE_KEY = '\u001B[27u';
const OVER_SSH_MS = 100;

/** `isUnambiguous` where the terminal has the keyboard protocol. */
function openKeys(isUnambiguous = false, hasMouse = false) {
  const keyboard = new FakeKeyboard();
  const clock = manualAfter();
  const delivered: string[] = [];
  const replies: string[] = [];
  const pastes: string[] = [];
  const moved: MouseEvent[] = [];
  let isTyping = false;
  const keys = new KeySource({
    input: keyboard,
    after: clock.after,
    escapeWaitMs: () => OVER_SSH_MS,
    isTyping: () => isTyping,
    onPaste: (state) => pastes.push(state),
    onReply: (sequence) => replies.push(sequence),
    onMouse: hasMouse ? (event) => moved.push(event) : undefined,
  });
  keys.isUnambiguous = isUnambiguous;
  // As Ink reads: until there is nothing.
  keys.on('readable', () => {
    for (let key = keys.read(); key !== null; key = keys.read()) delivered.push(key);
  });
  /** Each chunk arrives when the keys of the one before were handed out. */
  const send = async (...chunks: string[]) => {
    for (const chunk of chunks) {
      keyboard.send(chunk);
      await keys.drained();
    }
    return delivered;
  };
  const openField = () => {
    isTyping = true;
  };
  return { keyboard, clock, keys, delivered, replies, pastes, moved, openField, send };
}

describe('keys', () => {
  test('typed ahead they are handed out one by one', async () => {
    const { send } = openKeys();
    expect(await send('abc\u007F\u001B[Dq\r')).toEqual(['a', 'b', 'c', '\u007F', '\u001B[D', 'q', '\r']);
  });

  test('the first is handed out at once, and each further one in a turn of its own', async () => {
    const { keyboard, keys, delivered } = openKeys();
    keyboard.send('ab');
    keyboard.send('c');
    expect(delivered).toEqual(['a']);
    await keys.drained();
    expect(delivered).toEqual(['a', 'b', 'c']);
  });

  test('meant for whoever is given the terminal next are handed out to nobody, and the terminal is still heard', async () => {
    const { keyboard, keys, delivered, replies, clock, send } = openKeys();
    keyboard.send('abc');
    keys.hush();
    keyboard.send('de\u001B[0n');
    keyboard.send('\u001B');
    clock.elapse(5000);
    await keys.drained();
    expect(delivered).toEqual(['a']);
    expect(replies).toEqual(['\u001B[0n']);
    await keys.release();
    keyboard.send('f');
    keyboard.read();
    keys.take();
    expect(await send('g')).toEqual(['a', 'g']);
  });

  test('a character of several code points is one key', async () => {
    const { send } = openKeys();
    expect(await send('é👩‍🚀e\u0301')).toEqual(['é', '👩‍🚀', 'e\u0301']);
  });

  test.each([
    ['arrows', '\u001B[A\u001BOB'],
    ['arrows with modifiers', '\u001B[1;5C\u001B[1;3D'],
    ['editing keys', '\u001B[3~\u001B[5~'],
    ['Shift-Tab', '\u001B[Z\t'],
    ['keys of the Linux console', '\u001B[[B\u001B[1~'],
    ['keys of rxvt', '\u001B[7$\u001BOa'],
    ['Alt and a letter', '\u001Bb\u001Bx'],
  ])('%s are recognised though two come at once', async (_, pair) => {
    const { send, replies } = openKeys();
    expect((await send(pair)).join('')).toBe(pair);
    expect(await send()).toHaveLength(2);
    expect(replies).toEqual([]);
  });
});

test.each(['\u001BOP', '\u001B[[A', '\u001B[11~', '\u001B[P'])(
  'F1 is one key, however a terminal sends it: %j',
  async (sequence) => {
    const { send } = openKeys();
    expect(await send(`a${sequence}b`)).toEqual(['a', '\uF704', 'b']);
  },
);

describe('an escape sequence in pieces', () => {
  test('is one key when the rest comes in time', async () => {
    const { send, clock } = openKeys();
    await send('\u001B');
    clock.elapse(OVER_SSH_MS - 1);
    await send('[');
    clock.elapse(OVER_SSH_MS);
    expect(await send('A')).toEqual(['\u001B[A']);
  });

  test('a lone Esc is the Escape key once the wait is over', async () => {
    const { send, clock, keys, delivered } = openKeys();
    await send('\u001B');
    expect(delivered).toEqual([]);
    clock.elapse(OVER_SSH_MS);
    await keys.drained();
    expect(delivered).toEqual([ESCAPE_KEY]);
  });

  test('Esc twice is the Escape key twice', async () => {
    const { send, clock, keys, delivered } = openKeys();
    await send('\u001B\u001B');
    clock.elapse(OVER_SSH_MS);
    await keys.drained();
    expect(delivered).toEqual([ESCAPE_KEY, ESCAPE_KEY]);
  });

  test('the rest that comes too late is still that key, and no letters', async () => {
    const { send, clock, keys } = openKeys();
    await send('\u001B');
    clock.elapse(400);
    await keys.drained();
    expect(await send('[5~', 'x')).toEqual([ESCAPE_KEY, '\u001B[5~', 'x']);
  });

  test('what a person types after Esc is what they typed', async () => {
    const { send, clock, keys } = openKeys();
    await send('\u001B');
    clock.elapse(400);
    await keys.drained();
    expect(await send('[', 'A', 'O')).toEqual([ESCAPE_KEY, '[', 'A', 'O']);
  });

  test('a sequence that never ends is dropped', async () => {
    const { send, clock } = openKeys();
    await send('\u001B[1;');
    clock.elapse(1000);
    expect(await send('j')).toEqual(['j']);
  });
});

describe('keys of the keyboard protocol', () => {
  test.each([
    ['Esc', '\u001B[27u', ESCAPE_KEY],
    ['Esc with Caps Lock', '\u001B[27;65u', ESCAPE_KEY],
    ['Ctrl-C', '\u001B[99;5u', '\u0003'],
    ['Ctrl-C with Num Lock', '\u001B[99;133u', '\u0003'],
    ['Ctrl-Shift-C', '\u001B[99:67;6u', '\u0003'],
    ['Ctrl-C on a Cyrillic keyboard', '\u001B[1089::99;5u', '\u0003'],
    ['Ctrl-Space', '\u001B[32;5u', '\u0000'],
    ['Ctrl-/', '\u001B[47;5u', '\u001F'],
    ['Ctrl-[', '\u001B[91;5u', ESCAPE_KEY],
    ['Alt-b', '\u001B[98;3u', '\u001Bb'],
    ['Alt-B', '\u001B[98:66;4u', '\u001BB'],
    ['Ctrl-Alt-e', '\u001B[101;7u', '\u001B\u0005'],
    ['Shift-Tab', '\u001B[9;2u', '\u001B[Z'],
    ['Ctrl-Tab', '\u001B[9;5u', '\t'],
    ['Shift-Enter', '\u001B[13;2u', '\r'],
    ['Enter of the keypad', '\u001B[57414u', '\r'],
    ['Alt-Backspace', '\u001B[127;3u', '\u001B\u007F'],
    ['Ctrl-Backspace', '\u001B[127;5u', '\b'],
    ['an arrow of the keypad', '\u001B[57419u', '\u001B[A'],
    ['the same with Ctrl', '\u001B[57418;5u', '\u001B[1;5C'],
    ['PgUp of the keypad with Shift', '\u001B[57421;2u', '\u001B[5;2~'],
    ['a digit of the keypad', '\u001B[57404u', '5'],
    ['a letter', '\u001B[106u', 'j'],
    ['a capital letter', '\u001B[106:74;2u', 'J'],
    ['a capital letter that is not named', '\u001B[106;2u', 'J'],
    ['text of several characters', '\u001B[0;;101:769u', 'e\u0301'],
    ['an arrow', '\u001B[1;5C', '\u001B[1;5C'],
    ['F1', '\u001B[P', '\uF704'],
  ])('%s is read', async (_, sequence, key) => {
    const { send, replies } = openKeys(true);
    expect(await send(sequence, 'j')).toEqual([key, 'j']);
    expect(replies).toEqual([]);
  });

  test.each([
    ['that is let go', '\u001B[106;1:3u'],
    ['of the window manager', '\u001B[106;9u'],
    ['that only holds others', '\u001B[57441;2u'],
    ['for music', '\u001B[57430u'],
    ['with Ctrl that has no character', '\u001B[49;5u'],
    ['of no character', '\u001B[55296u'],
    ['beyond all characters', '\u001B[99999999u'],
    ['that would type a control character', '\u001B[106;;7u'],
  ])('a key %s is none', async (_, sequence) => {
    const { send } = openKeys(true);
    expect(await send(sequence, 'j')).toEqual(['j']);
  });

  test('an ESC alone is no key, however long nothing follows', async () => {
    const { send, clock } = openKeys(true);
    await send('\u001B');
    clock.elapse(3_600_000);
    expect(await send('j')).toEqual(['j']);
  });
});

/** What the terminal may send, and which keys that is. Those that begin as Alt and a letter do are left out: nobody can tell. */
const SEQUENCES: readonly (readonly [sequence: string, ...keys: string[]])[] = [
  ...[
    '\u001B[A',
    '\u001BOB',
    '\u001B[[B',
    '\u001B[1;5C',
    '\u001B[1;129A',
    '\u001B[Z',
    '\u001B[3~',
    '\u001B[15~',
    '\u001B[24;5~',
    '\u001B[7$',
    '\u001B[8^',
  ].map((key) => [key, key] as const),
  ['\u001BOP', '\uF704'],
  ['\u001B[[A', '\uF704'],
  ['\u001B[27u', ESCAPE_KEY],
  ['\u001B[99;5u', '\u0003'],
  ['\u001B[1089:1057:99;6u', '\u0003'],
  ['\u001B[9;2u', '\u001B[Z'],
  ['\u001B[106:74;2;74u', 'J'],
  ['\u001B[57419;1:1u', '\u001B[A'],
  ['\u001B[200~rm -rf ~\r\u001B[201~', '\u001B[200~rm -rf ~\r\u001B[201~'],
  ...[
    '\u001B[0n',
    '\u001B[?5u',
    '\u001B[?62;22c',
    '\u001B[>41;354;0c',
    '\u001B[12;40R',
    '\u001B[?2026;2$y',
    '\u001B[8;48;160t',
    '\u001B[I',
    '\u001B[<0;10;5M',
    '\u001B[M #!',
    '\u001B[?997;1n',
    '\u001B]11;rgb:1e1e/2e2e/ffff\u001B\\',
    '\u001B]11;rgb:fdfd/f6f6/e3e3\u0007',
    '\u001B]10;#0a1b2c\u0007',
    '\u001BP1$r0m\u001B\\',
    '\u001BP>|tmux 3.3a\u001B\\',
    '\u001B[201~',
  ].map((reply) => [reply] as const),
];

const ANY_DELAY_MS = fc.oneof(fc.nat(200), fc.nat(2000), fc.nat(86_400_000));

describe('a sequence that a slow line cuts', () => {
  /** Sends `sequence` in pieces, and after each of them lets time pass; then `j`. */
  const sendCut = async (isUnambiguous: boolean, pieces: readonly string[], delaysMs: readonly number[]) => {
    const { send, clock, keys, delivered } = openKeys(isUnambiguous);
    for (const [at, piece] of pieces.entries()) {
      await send(piece);
      clock.elapse(delaysMs[at] ?? 0);
      await keys.drained();
    }
    await send('j');
    return delivered;
  };

  test('in two, anywhere and for any time, is that sequence, and never text or another key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SEQUENCES),
        fc.nat(),
        ANY_DELAY_MS,
        fc.boolean(),
        async ([sequence, ...keys], place, delayMs, isUnambiguous) => {
          const cut = 1 + (place % (sequence.length - 1));
          const pieces = [sequence.slice(0, cut), sequence.slice(cut)];
          const delivered = await sendCut(isUnambiguous, pieces, [delayMs, 0]);
          // Without the protocol an ESC that stays alone is the Escape key.
          const wasEscape = !isUnambiguous && cut === 1 && delayMs >= OVER_SSH_MS;
          expect(delivered).toEqual([...(wasEscape ? [ESCAPE_KEY] : []), ...keys, 'j']);
        },
      ),
      { numRuns: 4000, seed: 20261122 },
    );
  });

  test('into any pieces is that sequence, where it is a key or an answer that was asked for', async () => {
    const asked = SEQUENCES.filter(([sequence]) => !/^\u001B(?:P|\[M)/.test(sequence));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...asked),
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.array(ANY_DELAY_MS, { minLength: 7, maxLength: 7 }),
        async ([sequence, ...keys], places, delaysMs) => {
          const cuts = [...new Set(places.map((place) => 1 + (place % (sequence.length - 1))))].sort((a, b) => a - b);
          const pieces = [0, ...cuts].map((from, at) => sequence.slice(from, cuts[at]));
          expect(await sendCut(true, pieces, delaysMs)).toEqual([...keys, 'j']);
        },
      ),
      { numRuns: 4000, seed: 20261122 },
    );
  });

  test.each([
    ['Alt-[ and a number', '\u001B[', ['1', '2', 'x']],
    ['the beginning of an answer and a word', '\u001B]11;rgb:1e1e', ['a', 'b', 'o', 'u', 't']],
    ['Alt-O and a word', '\u001BO', ['f', 'f']],
    ['the beginning of another answer and a word', '\u001BP1', ['a', 'n']],
  ])('and never ends gives way to what is typed, of which nothing is lost: %s', async (_, start, typed) => {
    for (const isUnambiguous of [false, true]) {
      const { send, clock } = openKeys(isUnambiguous);
      await send(start);
      clock.elapse(1000);
      expect((await send(...typed)).join('')).toBe(typed.join(''));
    }
  });
});

describe('a paste', () => {
  const text = `num_gpus>=4\nq\r\u001B[Bdelete\u0003 ${'x'.repeat(10_000)}`;

  test('of 10 kB in many pieces is one paste and no keys', async () => {
    const { send, clock } = openKeys();
    const bytes = `\u001B[200~${text}\u001B[201~`;
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    for (const piece of pieces) {
      await send(piece);
      clock.elapse(3000);
    }
    expect(await send('j')).toEqual([bytes, 'j']);
  });

  test('whose opening mark is cut after its ESC stays a paste', async () => {
    const { send, clock } = openKeys();
    await send('\u001B');
    clock.elapse(300);
    expect(await send('[200~q\r', 'q\u001B[201~')).toEqual([ESCAPE_KEY, '\u001B[200~q\rq\u001B[201~']);
  });

  test('without end is kept to a million characters', () => {
    const { rest } = readInputs(`\u001B[200~${'x'.repeat(2_000_000)}`);
    expect(rest).toHaveLength(1_000_000);
    expect(readInputs(`${rest}\u001B[201~j`).inputs.at(-1)).toEqual({ kind: 'text', text: 'j' });
  });

  const START = '\u001B[200~';
  const END = '\u001B[201~';

  test('whose end does not come for two seconds is told once, and goes on when it comes', async () => {
    const { send, clock, pastes } = openKeys();
    await send(`${START}a`);
    clock.elapse(1999);
    await send('\u0003');
    clock.elapse(1999);
    expect(pastes).toEqual([]);
    clock.elapse(10_000);
    expect(pastes).toEqual(['stalled']);
    expect(await send('q\r', `b${END}j`)).toEqual([`${START}a\u0003q\rb${END}`, 'j']);
  });

  test.each(['\u0003', '\u001B[99;5u', '\u0003\u0003'])(
    'that has stalled ends with Ctrl-C (%j), and what comes of it is dropped',
    async (press) => {
      const { send, clock, pastes, delivered } = openKeys();
      await send(`${START}a`);
      clock.elapse(2000);
      await send(press);
      expect(pastes).toEqual(['stalled', 'dropped']);
      await send('rm\r', 'q\u001B[2');
      clock.elapse(999);
      await send('01~j');
      expect(delivered).toEqual(['j']);
      expect(await send('q')).toEqual(['j', 'q']);
    },
  );

  test('that was dropped is over after a second without a byte', async () => {
    const { send, clock } = openKeys();
    await send(`${START}a`);
    clock.elapse(2000);
    await send('\u0003');
    clock.elapse(900);
    await send('q');
    clock.elapse(1000);
    expect(await send('j', `${START}b${END}`)).toEqual(['j', `${START}b${END}`]);
  });

  test('its closing mark alone is no key', async () => {
    const { send } = openKeys();
    expect(await send('\u001B[201~')).toEqual([]);
  });
});

describe('replies and reports of the terminal', () => {
  test.each([
    ['device attributes', '\u001B[?62;22c'],
    ['secondary device attributes', '\u001B[>41;354;0c'],
    ['status', '\u001B[0n'],
    ['cursor position', '\u001B[12;40R'],
    ['a mode', '\u001B[?2026;2$y'],
    ['the keyboard protocol', '\u001B[?1u'],
    ['the size', '\u001B[8;48;160t'],
    ['focus', '\u001B[I'],
    ['the mouse', '\u001B[<0;10;5M'],
    ['the old mouse', '\u001B[M #!'],
    ['a colour', '\u001B]11;rgb:1e1e/1e1e/1e1e\u001B\\'],
    ['a colour, ended by BEL', '\u001B]10;rgb:ffff/ffff/ffff\u0007'],
    ['a setting', '\u001BP1$r0m\u001B\\'],
    ['its version', '\u001BP>|tmux 3.3a\u001B\\'],
    ['the colour scheme', '\u001B[?997;1n'],
  ])('%s: no key, however it is cut', async (_, reply) => {
    for (let cut = 1; cut < reply.length; cut++) {
      const { send, clock, replies, delivered } = openKeys();
      await send(reply.slice(0, cut));
      clock.elapse(cut === 1 ? OVER_SSH_MS - 1 : 900);
      await send(reply.slice(cut), 'j');
      expect(delivered).toEqual(['j']);
      expect(replies).toEqual([reply]);
    }
  });

  test('one that breaks off gives way to the next key', async () => {
    const { send } = openKeys();
    expect(await send('\u001B]11;rgb:1e', '\u001B[A', 'j')).toEqual(['\u001B[A', 'j']);
  });

  test('8-bit control characters are no keys', async () => {
    const { send } = openKeys();
    expect(await send('a\u009Bb')).toEqual(['a', 'b']);
  });
});

describe('the mouse', () => {
  test('is told of in its turn among the keys: the wheel, and the first button going down', async () => {
    const { keyboard, keys, delivered, moved } = openKeys(false, true);
    keyboard.send('ab\u001B[<65;3;4M\u001B[<64;3;4M\u001B[<0;10;5M\u001B[<0;10;5mc');
    expect(moved).toEqual([]);
    await keys.drained();
    expect(delivered).toEqual(['a', 'b', 'c']);
    expect(moved).toEqual([
      { kind: 'wheel', direction: 1 },
      { kind: 'wheel', direction: -1 },
      { kind: 'click', column: 9, line: 4 },
    ]);
  });

  test('does nothing with another button, with Shift or Ctrl, or by moving', async () => {
    const { send, moved } = openKeys(false, true);
    for (const button of [1, 2, 3, 4, 8, 16, 32, 35, 66, 67, 68, 128]) await send(`\u001B[<${button};1;1M`);
    expect(moved).toEqual([]);
  });

  test('is never a key press, whatever it says, wherever it is cut and however late the rest comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(255), fc.nat(70_000), fc.nat(70_000), fc.constantFrom('M', 'm')),
        fc.nat(),
        ANY_DELAY_MS,
        fc.boolean(),
        fc.boolean(),
        async ([button, column, line, end], place, delayMs, isUnambiguous, hasMouse) => {
          const sequence = `\u001B[<${button};${column};${line}${end}`;
          const cut = 1 + (place % (sequence.length - 1));
          const { send, clock, keys, delivered } = openKeys(isUnambiguous, hasMouse);
          await send(sequence.slice(0, cut));
          clock.elapse(delayMs);
          await keys.drained();
          await send(sequence.slice(cut), 'j');
          const wasEscape = !isUnambiguous && cut === 1 && delayMs >= OVER_SSH_MS;
          expect(delivered).toEqual([...(wasEscape ? [ESCAPE_KEY] : []), 'j']);
        },
      ),
      { numRuns: 1000, seed: 20261122 },
    );
  });
});

describe('while a field is open', () => {
  test('characters that have arrived are handed out together, up to the next key', async () => {
    const { send, openField } = openKeys();
    openField();
    expect(await send('abc\u007Fd e\u001B[Df\r')).toEqual(['abc', '\u007F', 'd e', '\u001B[D', 'f', '\r']);
  });

  test('that a key opens, it gets what was typed ahead behind that key', async () => {
    const { send, keys, openField } = openKeys();
    keys.on('readable', openField);
    expect(await send('/abc')).toEqual(['/', 'abc']);
  });

  test('a megabyte of keys without the marks of a paste is a few handfuls', async () => {
    const { send, openField } = openKeys();
    openField();
    const delivered = await send(...Array.from({ length: 16 }, () => 'ab é'.repeat(16_384)));
    expect(delivered).toHaveLength(16);
  });
});

test('a hundred thousand keys that arrive at once are handed out one by one, each as soon as the one before', async () => {
  const { send } = openKeys();
  const startedMs = workedMs();
  expect(await send('j\r'.repeat(50_000))).toHaveLength(100_000);
  expect(workedMs() - startedMs).toBeLessThan(5000);
});

/** Characters that arrive in pieces are the same as those that arrive at once. */
const joined = (inputs: readonly Input[]): readonly Input[] => {
  const whole: Input[] = [];
  for (const input of inputs) {
    const last = whole.at(-1);
    if (input.kind === 'text' && last?.kind === 'text')
      whole[whole.length - 1] = { kind: 'text', text: last.text + input.text };
    else whole.push(input);
  }
  return whole;
};

test('whatever arrives, in whatever pieces, the reader goes on and hands out nothing twice', () => {
  const bytes = fc.array(
    fc.constantFrom(
      '\u001B',
      '[',
      'O',
      ']',
      'P',
      '1',
      ';',
      '?',
      '~',
      'A',
      'q',
      '\r',
      '\u0007',
      '\\',
      '$',
      '日',
      '[200~',
      '[201~',
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(bytes, (pieces) => {
      const whole = readInputs(pieces.join(''));
      const inputs: Input[] = [];
      let rest = '';
      for (const piece of pieces) {
        const read = readInputs(rest + piece);
        inputs.push(...read.inputs);
        rest = read.rest;
      }
      expect({ inputs: joined(inputs), rest }).toEqual(whole);
    }),
    { numRuns: 3000, seed: 20261121 },
  );
});

test('after it was closed no key is handed out', async () => {
  const { keyboard, keys, delivered } = openKeys();
  keyboard.send('jq');
  keys.close();
  keyboard.send('q');
  await keys.drained();
  expect(delivered).toEqual(['j']);
});
