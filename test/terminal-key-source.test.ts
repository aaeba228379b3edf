import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Input, readInputs } from '../src/terminal/input.ts';
import { KeySource } from '../src/terminal/key-source.ts';
import { FakeKeyboard } from './support/fake-keyboard.ts';
import { manualAfter } from './support/manual-after.ts';
import { workedMs } from './support/work.ts';

const ESCAPE_KEY = '\u001B[27u';
const OVER_SSH_MS = 100;

function openKeys() {
  const keyboard = new FakeKeyboard();
  const clock = manualAfter();
  const delivered: string[] = [];
  const replies: string[] = [];
  let isTyping = false;
  const keys = new KeySource({
    input: keyboard,
    after: clock.after,
    escapeWaitMs: OVER_SSH_MS,
    isTyping: () => isTyping,
    onReply: (sequence) => replies.push(sequence),
  });
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
  return { keyboard, clock, keys, delivered, replies, openField, send };
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
