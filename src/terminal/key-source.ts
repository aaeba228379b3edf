/**
 * The `stdin` that Ink is given. It hands out one key or one paste per macrotask, so that React has drawn one before
 * the next comes; while text is typed, all characters that have arrived at once; waits for the rest of escape sequences
 * that arrive in pieces; and keeps the terminal's replies back. Raw mode is the session's: Ink's is ignored.
 */
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { behindPaste, continuation, firstCharacter, type Input, isOpenPaste, readInputs } from './input.ts';

import { type MouseEvent, mouseEventIn } from './mouse.ts';
import type { After } from './sink.ts';

/** What the key source reads: `process.stdin`, or a stand-in. */
export type InputStream = {
  setEncoding(encoding: 'utf8'): unknown;
  read(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  off(event: 'readable', listener: () => void): unknown;
  /** Nothing is read from the terminal any more, a turn of the event loop later, once nobody listens. */
  pause(): unknown;
};

/** What a {@link KeySource} works with. */
type KeySourceOptions = {
  readonly input: InputStream;
  readonly after: After;
  /** How long a lone ESC may be the start of a sequence: about 25 ms, 100 ms over SSH, more while an answer is due. */
  readonly escapeWaitMs: () => number;
  /** True while characters are text and no key means anything else. Asked before each of them. */
  readonly isTyping: () => boolean;
  /** Told that no byte of an open paste has come for a while, and that such a paste is dropped because Ctrl-C was pressed. */
  readonly onPaste: (state: 'stalled' | 'dropped') => void;
  /** Takes each reply of the terminal at once. */
  readonly onReply: (sequence: string) => void;
  /** Told of what the mouse does, in its turn among the keys; absent: that is a reply. */
  readonly onMouse?: ((event: MouseEvent) => void) | undefined;
};

/**
 * The beginning of a sequence that did not end in time, and what came since that may belong to it or have been typed. With
 * `wasEscape` the beginning was an ESC alone, and was handed out as the Escape key.
 */
type Late = { readonly start: string; readonly since: string; readonly wasEscape: boolean };

/** What is handed out, in its turn. */
type Pressed = Exclude<Input, { kind: 'reply' }> | { readonly kind: 'mouse'; readonly event: MouseEvent };

const ESCAPE = '\u001B';
/** Escape as Ink reads it without waiting for more: otherwise the next key would be taken for Alt and that key. */
const UNMISTAKABLE_ESCAPE = '\u001B[27u';
/** F1 as terminals send it: xterm and most others, the Linux console, PuTTY and rxvt, kitty. */
const F1_SEQUENCES: readonly string[] = ['\u001BOP', '\u001B[[A', '\u001B[11~', '\u001B[P'];
/** F1 as Ink hands it on: it reports no function key, and nothing types this character for private use. */
export const F1_CHARACTER = '\uF704';
/** No byte of an open paste has come for so long: its end was lost on the way, or is late. */
const PASTE_STALLED_MS = 2000;
/** After so long without a byte nothing of a paste that was dropped comes any more. */
const PASTE_SILENCE_MS = 1000;
/** Ctrl-C alone, as terminals send it with the keyboard protocol and without. */
const INTERRUPTS = /^(?:\u0003|\u001B\[99;5u)+$/;

/** For so long everything that comes is the rest of a sequence; later only what can be nothing else. */
const LATE_MS = 1000;

export class KeySource extends EventEmitter {
  readonly isTTY = true;
  readonly #options: KeySourceOptions;
  #queue: Pressed[] = [];
  /** Place of the first input that was not handed out: nothing is moved for it, however many are waiting. */
  #next = 0;
  #rest = '';
  /** Esc is a sequence of its own: an ESC alone is always the beginning of one. */
  isUnambiguous = false;
  #stopWaiting: (() => void) | undefined;
  #late: Late | undefined;
  /** No byte of the open paste has come for a while. */
  #isPasteStalled = false;
  /** What came last of a paste that is dropped, where its closing mark may begin; undefined where none is. */
  #droppedEnd: string | undefined;
  #isScheduled = false;
  #deliverable: string | null = null;
  #whenDrained: (() => void)[] = [];
  #isHushed = false;
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
    this.#forget();
  }

  /** Hands out no key any more, until {@link take}: what was typed ahead was meant for somebody else. Replies are taken. */
  hush(): void {
    this.#isHushed = true;
    this.#forget();
  }

  /** Stops reading. When that has resolved, whoever else reads the terminal gets all that is typed. */
  async release(): Promise<void> {
    const { input } = this.#options;
    input.off('readable', this.#onReadable);
    // A stream learns in the next turn that nobody listens, and what it then is told in the one after that.
    await nextTurn();
    input.pause();
    await nextTurn();
    this.#forget();
  }

  /** Reads again. */
  take(): void {
    this.#isHushed = false;
    this.#options.input.on('readable', this.#onReadable);
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
    const isStalled = this.#isPasteStalled;
    this.#isPasteStalled = false;
    if (this.#droppedEnd !== undefined) this.#drop(this.#droppedEnd + text);
    else if (isStalled && INTERRUPTS.test(text)) {
      const paste = this.#rest;
      this.#rest = '';
      this.#drop(paste);
      this.#options.onPaste('dropped');
    } else if (this.#late === undefined) this.#take(this.#rest + text);
    else this.#takeLate(this.#late, text);
  }

  #forget(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#rest = '';
    this.#late = undefined;
    this.#isPasteStalled = false;
    this.#droppedEnd = undefined;
    this.#queue = [];
    this.#next = 0;
    this.#pump();
  }

  /** Takes nothing of `paste`: it is over at its closing mark, or when nothing comes any more. */
  #drop(paste: string): void {
    const { isEnded, rest } = behindPaste(paste);
    this.#droppedEnd = isEnded ? undefined : rest;
    if (isEnded) this.#take(rest);
    else
      this.#stopWaiting = this.#options.after(PASTE_SILENCE_MS, () => {
        this.#droppedEnd = undefined;
      });
  }

  /** The terminal's bytes come together: what a person types after Esc comes one by one. */
  #takeLate({ start, since, wasEscape }: Late, text: string): void {
    const kind = wasEscape && text.length === 1 ? 'other' : continuation(start, text);
    this.#late = kind === 'part' ? { start: start + text, since: since + text, wasEscape: false } : undefined;
    if (kind !== 'part') this.#take(kind === 'rest' ? start + text : since + text);
  }

  #take(text: string): void {
    const { inputs, rest } = readInputs(text);
    for (const input of inputs) {
      if (input.kind === 'reply') this.#takeReply(input.sequence);
      else if (!this.#isHushed) this.#queue.push(input);
    }
    this.#rest = rest;
    this.#waitForRest();
    this.#pump();
  }

  #takeReply(sequence: string): void {
    const event = this.#options.onMouse && mouseEventIn(sequence);
    if (event === undefined) this.#options.onReply(sequence);
    else if (!this.#isHushed) this.#queue.push({ kind: 'mouse', event });
  }

  /** An open paste waits for its end however long that takes, or for Ctrl-C: its rest must never be taken for keys. */
  #waitForRest(): void {
    if (this.#rest === '') return;
    if (isOpenPaste(this.#rest)) {
      this.#stopWaiting = this.#options.after(PASTE_STALLED_MS, () => {
        this.#isPasteStalled = true;
        this.#options.onPaste('stalled');
      });
      return;
    }
    const isEscape = this.#rest === ESCAPE && !this.isUnambiguous;
    this.#stopWaiting = this.#options.after(isEscape ? this.#options.escapeWaitMs() : LATE_MS, () => {
      this.#late = { start: this.#rest, since: '', wasEscape: isEscape };
      this.#rest = '';
      if (!isEscape || this.#isHushed) return;
      this.#queue.push({ kind: 'key', sequence: ESCAPE });
      this.#pump();
    });
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
    if (input.kind === 'mouse') {
      this.#next++;
      this.#options.onMouse?.(input.event);
      return;
    }
    this.#deliverable = this.#forInk(input);
    this.emit('readable');
  }

  /** What Ink reads of `input`, which is done with then, but for the rest of characters that go out one by one. */
  #forInk(input: Exclude<Pressed, { kind: 'mouse' }>): string {
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
