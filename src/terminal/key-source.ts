/**
 * The `stdin` that Ink is given. It hands out one key or one paste per macrotask, so that React has drawn one before
 * the next comes; while text is typed, all characters that have arrived at once; waits for the rest of escape sequences
 * that arrive in pieces; and keeps the terminal's replies back. Raw mode is the session's: Ink's is ignored.
 */
import { EventEmitter } from 'node:events';
import { firstCharacter, type Input, isOpenPaste, readInputs } from './input.ts';
import type { After } from './sink.ts';

/** What the key source reads: `process.stdin`, or a stand-in. */
export type InputStream = {
  setEncoding(encoding: 'utf8'): unknown;
  read(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  off(event: 'readable', listener: () => void): unknown;
};

/** What a {@link KeySource} works with. */
type KeySourceOptions = {
  readonly input: InputStream;
  readonly after: After;
  /** How long a lone ESC may be the start of a sequence: about 25 ms, 100 ms over SSH. */
  readonly escapeWaitMs: number;
  /** True while characters are text and no key means anything else. Asked before each of them. */
  readonly isTyping: () => boolean;
  /** Takes each reply of the terminal at once. */
  readonly onReply: (sequence: string) => void;
};

/** What is handed out, in its turn. */
type Pressed = Exclude<Input, { kind: 'reply' }>;

const ESCAPE = '\u001B';
/** Escape as Ink reads it without waiting for more: otherwise the next key would be taken for Alt and that key. */
const UNMISTAKABLE_ESCAPE = '\u001B[27u';
/** F1 as terminals send it: xterm and most others, the Linux console, PuTTY and rxvt, kitty. */
const F1_SEQUENCES: readonly string[] = ['\u001BOP', '\u001B[[A', '\u001B[11~', '\u001B[P'];
/** F1 as Ink hands it on: it reports no function key, and nothing types this character for private use. */
export const F1_CHARACTER = '\uF704';
/** For so long the rest of a sequence may be late; an unfinished one is dropped then. */
const LATE_MS = 1000;
/** The rest of a sequence whose ESC was already taken for the Escape key. */
const LATE_REST = /^(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[A-Za-z])$|^\[200~/;

export class KeySource extends EventEmitter {
  readonly isTTY = true;
  readonly #options: KeySourceOptions;
  #queue: Pressed[] = [];
  /** Place of the first input that was not handed out: nothing is moved for it, however many are waiting. */
  #next = 0;
  #rest = '';
  #stopWaiting: (() => void) | undefined;
  #mayBeLate = false;
  #isScheduled = false;
  #deliverable: string | null = null;
  #whenDrained: (() => void)[] = [];
  readonly #onReadable = (): void => this.#readAll();

  constructor(options: KeySourceOptions) {
    super();
    this.#options = options;
    options.input.setEncoding('utf8');
    options.input.on('readable', this.#onReadable);
  }

  /** Resolves when every key that has arrived was handed out. A sequence that is still in pieces does not count. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenDrained.push(resolve);
      this.#pump();
    });
  }

  /** Stops reading, and forgets what has not been handed out. */
  close(): void {
    this.#options.input.off('readable', this.#onReadable);
    this.#stopWaiting?.();
    this.#queue = [];
    this.#next = 0;
    this.#pump();
  }

  /** Ink reads here on each `readable`: one key or paste, then null. */
  read(): string | null {
    const sequence = this.#deliverable;
    this.#deliverable = null;
    return sequence;
  }

  setEncoding(): this {
    return this;
  }

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #readAll(): void {
    let text = '';
    for (let chunk = this.#options.input.read(); chunk !== null; chunk = this.#options.input.read()) {
      text += String(chunk);
    }
    if (text === '') return;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#take(this.#mayBeLate && LATE_REST.test(text) ? ESCAPE + text : this.#rest + text);
  }

  #take(text: string): void {
    this.#mayBeLate = false;
    const { inputs, rest } = readInputs(text);
    for (const input of inputs) {
      if (input.kind === 'reply') this.#options.onReply(input.sequence);
      else this.#queue.push(input);
    }
    this.#rest = rest;
    this.#waitForRest();
    this.#pump();
  }

  /** An open paste waits for its end however long that takes: its rest must never be taken for keys. */
  #waitForRest(): void {
    if (this.#rest === '' || isOpenPaste(this.#rest)) return;
    const isEscape = this.#rest === ESCAPE;
    this.#stopWaiting = this.#options.after(isEscape ? this.#options.escapeWaitMs : LATE_MS, () => {
      this.#rest = '';
      if (isEscape) this.#escapeAlone();
    });
  }

  #escapeAlone(): void {
    this.#queue.push({ kind: 'key', sequence: ESCAPE });
    this.#mayBeLate = true;
    this.#stopWaiting = this.#options.after(LATE_MS, () => {
      this.#mayBeLate = false;
    });
    this.#pump();
  }

  /** Hands out the first key at once, and each further one in a macrotask of its own. */
  #pump(): void {
    if (this.#isScheduled) return;
    const input = this.#queue[this.#next];
    if (input === undefined) {
      this.#queue = [];
      this.#next = 0;
      for (const resolve of this.#whenDrained.splice(0)) resolve();
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
    this.#deliver(input);
  }

  #deliver(input: Pressed): void {
    this.#deliverable = this.#forInk(input);
    this.emit('readable');
  }

  /** What Ink reads of `input`, which is done with then, but for the rest of characters that go out one by one. */
  #forInk(input: Pressed): string {
    if (input.kind === 'text' && !this.#options.isTyping()) {
      const character = firstCharacter(input.text);
      if (character.length < input.text.length) {
        this.#queue[this.#next] = { kind: 'text', text: input.text.slice(character.length) };
        return character;
      }
    }
    this.#next++;
    switch (input.kind) {
      case 'key':
        if (F1_SEQUENCES.includes(input.sequence)) return F1_CHARACTER;
        return input.sequence === ESCAPE ? UNMISTAKABLE_ESCAPE : input.sequence;
      case 'text':
        return input.text;
      case 'paste':
        return `\u001B[200~${input.text}\u001B[201~`;
    }
  }
}
