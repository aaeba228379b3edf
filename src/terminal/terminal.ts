/** The whole terminal, taken: the streams that Ink is given, what can be shown, and the way to give it back. */

import {
  BACKGROUND_QUERY,
  backgroundIn,
  backgroundOf,
  type Capabilities,
  capabilitiesOf,
  type Environment,
} from './capabilities.ts';
import { FrameWriter } from './frame-writer.ts';
import { type GuestEnd, type Visitor, visit } from './guest.ts';
import {
  dumbManner,
  type Ending,
  enterSession,
  fullManner,
  type Manner,
  plainManner,
  type Session,
  type SessionInput,
  type SessionProcess,
} from './hold.ts';
import { type InputStream, KeySource } from './key-source.ts';
import { isUnambiguousIn, KEYBOARD_QUERY } from './keyboard-protocol.ts';
import { LinkMeter } from './link-meter.ts';
import type { MouseEvent } from './mouse.ts';

import { type After, openSink, type SizedStream } from './sink.ts';
import { type Attention, attentionBytes, copy } from './users-side.ts';

/** For so long a lone ESC may be the start of an answer that is due. */
const ANSWER_WAIT_MS = 1000;

/** What a terminal is taken with. */
type TerminalOptions = {
  /** `process`, for its signals. */
  readonly process: SessionProcess;
  /** `process.stdin`, a terminal. */
  readonly stdin: InputStream & SessionInput;
  /** `process.stdout`, a terminal; only its size and its descriptor are used. */
  readonly stdout: SizedStream & { readonly fd: number };
  readonly environment: Environment;
  readonly after: After;
  /** Milliseconds since any moment, never going backwards: `performance.now`. */
  readonly nowMs: () => number;
  /** The user wants nothing but ASCII. */
  readonly isAsciiAsked: boolean;
  /** The user wants no picture: lines that change are appended. A terminal that cannot move its cursor gets no other. */
  readonly isPlainAsked: boolean;
  /** What the picture of a table's row says where lines are appended, figure by figure; undefined where it is no such row. */
  readonly rowInWords: (picture: string) => readonly string[] | undefined;
  /** The key of a row of the key tables, as printed. */
  readonly keyFor: (id: string) => string;
  /** True while characters are text and no key means anything else. */
  readonly isTyping: () => boolean;
  /** Told that a paste does not end, and that it is dropped. */
  readonly onPaste: (state: 'stalled' | 'dropped') => void;
  /** Told of what the mouse does; without it the mouse is the terminal's. */
  readonly onMouse?: (event: MouseEvent) => void;
  /** Told once, if ever, what the terminal's background is: it was asked at the start. Without it, it is not asked. */
  readonly onBackground?: (background: 'dark' | 'light') => void;
  /** Called once when the program has to end, after the terminal was given back. */
  readonly onEnd: (ending: Ending) => void;
};

/** A terminal that was taken. */
type Terminal = {
  /** For Ink's `stdout`. */
  readonly writer: FrameWriter;
  /** For Ink's `stdin`. */
  readonly keys: KeySource;
  readonly session: Session;
  readonly capabilities: Capabilities;
  /** The background as far as the environment tells of it. */
  readonly background: 'dark' | 'light' | undefined;
  /** Nothing but lines is sent, each behind the one before. */
  readonly isPlain: boolean;
  /** What the line to the terminal is like. */
  readonly link: LinkMeter;
  /** Sends text to the clipboard on the user's side; undefined when there is no way, and it has to be shown instead. */
  readonly copy: (text: string) => Promise<'sent' | undefined>;
  /** Calls for a user who may be looking elsewhere. */
  readonly attract: (attention: Attention) => void;
  /** Hands the terminal to another program until that has ended; undefined where the terminal was gone before. */
  readonly lend: (visitor: Visitor) => Promise<GuestEnd | undefined>;
};

/** Takes the terminal: enters raw mode and, for pictures, the alternate screen, and starts to read keys. */
export function takeTerminal(options: TerminalOptions): Terminal {
  const { after, environment, process, stdin } = options;
  const capabilities = capabilitiesOf(environment, options.isAsciiAsked);
  const sink = openSink(options.stdout.fd, options.stdout, after);
  const link = new LinkMeter(options.nowMs);
  const manner = mannerFor(capabilities, options);
  const writer = new FrameWriter({
    sink,
    after,
    painter: (onDue) => manner.painter({ after, onDue, rowInWords: options.rowInWords, keyFor: options.keyFor }),
    isAscii: capabilities.isAscii,
    ...(manner.isPlain ? {} : { rider: () => link.rider() }),
    onLost: () => session.lineCut(),
  });
  const session = enterSession({
    process,
    input: stdin,
    sink,
    screen: writer,
    manner,
    after,
    answered: () => link.answered(after),
    // Whoever goes on may do so in another terminal, which has to say anew what its keys are.
    onLent: () => {
      keys.isUnambiguous = false;
    },
    keys: {
      hush: () => keys.hush(),
      release: () => keys.release(),
      take: () => keys.take(),
    },
    onEnd: options.onEnd,
  });
  const keys = new KeySource({
    input: stdin,
    after,
    escapeWaitMs: () => (link.isOwed ? ANSWER_WAIT_MS : capabilities.escapeWaitMs),
    isTyping: options.isTyping,
    onPaste: options.onPaste,
    onMouse: options.onMouse,
    onReply: (sequence) => {
      link.replied(sequence);
      questions.replied(sequence);
    },
  });
  const questions = ask({ ...options, capabilities, manner, writer, link, session, keys });
  const clipboard = { environment, multiplexer: capabilities.multiplexer, send: (text: string) => writer.send(text) };
  const { isPlain } = manner;
  const background = backgroundOf(environment);
  return {
    writer,
    keys,
    session,
    capabilities,
    background,
    isPlain,
    link,
    copy: (text) => copy(text, clipboard),
    attract: (attention) => writer.send(attentionBytes(attention, clipboard)),
    lend: (visitor) => session.lend(() => visit(visitor, { process, environment, after, input: stdin, sink })),
  };
}

/** Asks what only the terminal knows; nothing waits for the answers. */
function ask({
  capabilities: { canAnswer, colourLevel },
  manner,
  writer,
  link,
  session,
  keys,
  onBackground,
}: Pick<TerminalOptions, 'onBackground'> &
  Omit<Terminal, 'isPlain' | 'copy' | 'attract' | 'background' | 'lend'> & { manner: Manner }) {
  const canAsk = canAnswer && !manner.isPlain;
  let toldBackground = canAsk && colourLevel > 0 ? onBackground : undefined;
  if (canAsk) {
    writer.send((toldBackground === undefined ? '' : BACKGROUND_QUERY) + KEYBOARD_QUERY);
    link.asked();
  }
  return {
    replied(sequence: string): void {
      const background = backgroundIn(sequence);
      if (background !== undefined) {
        toldBackground?.(background);
        toldBackground = undefined;
      }
      const isUnambiguous = canAsk ? isUnambiguousIn(sequence) : undefined;
      if (isUnambiguous === undefined) return;
      keys.isUnambiguous = isUnambiguous;
      session.extendKeyboard();
    },
  };
}

function mannerFor(
  capabilities: Capabilities,
  { isPlainAsked, onMouse }: Pick<TerminalOptions, 'isPlainAsked' | 'onMouse'>,
): Manner {
  if (!capabilities.canMoveCursor) return dumbManner;
  return isPlainAsked ? plainManner : fullManner(capabilities, onMouse !== undefined);
}
