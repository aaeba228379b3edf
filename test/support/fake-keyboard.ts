/** A keyboard in a test's hand: what is typed arrives as the chunks of bytes that a terminal would send. */
import { EventEmitter } from 'node:events';

/** Keys by name, as an xterm sends them; every other text is typed as it stands. */
const KEY_BYTES: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001B',
  tab: '\t',
  'shift-tab': '\u001B[Z',
  space: ' ',
  backspace: '\u007F',
  delete: '\u001B[3~',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  pageup: '\u001B[5~',
  pagedown: '\u001B[6~',
  'ctrl-left': '\u001B[1;5D',
  'ctrl-right': '\u001B[1;5C',
};

/** The bytes of a key: a name such as `enter` or `pagedown`, `ctrl-u`, `alt-b`, or any text itself. */
export function keyBytes(key: string): string {
  const control = /^ctrl-([a-z\\\]^_])$/.exec(key)?.[1];
  if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) - 0x40);
  const alt = /^alt-(.)$/.exec(key)?.[1];
  return alt ? `\u001B${alt}` : (KEY_BYTES[key] ?? key);
}

/** Stands in for `process.stdin`. */
export class FakeKeyboard extends EventEmitter {
  readonly isTTY = true;
  /** Every change of raw mode, in order. */
  readonly rawModes: boolean[] = [];
  #chunks: string[] = [];

  pause(): this {
    return this;
  }

  /** One chunk of bytes arrives. */
  send(chunk: string): void {
    this.#chunks.push(chunk);
    this.emit('readable');
  }

  read(): string | null {
    return this.#chunks.shift() ?? null;
  }

  setEncoding(): this {
    return this;
  }

  setRawMode(isRaw: boolean): this {
    this.rawModes.push(isRaw);
    return this;
  }
}
