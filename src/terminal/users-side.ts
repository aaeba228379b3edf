/**
 * What reaches the user's side of the connection beside the picture: a text for the clipboard, the bell, and a notice of the
 * desktop where the terminal is known to make one. Nobody confirms that it arrived or was seen: the most that can be said is that
 * it was sent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Capabilities, type Environment, isConsole } from './capabilities.ts';

/** What a copy needs. */
type ClipboardOptions = {
  readonly environment: Environment;
  readonly multiplexer: Capabilities['multiplexer'];
  /** Sends a sequence to the terminal, outside the picture. */
  readonly send: (sequence: string) => void;
};

/** Terminals drop an OSC 52 of more than 100,000 characters; base64 makes four of three bytes. */
const LARGEST_BYTES = 74_994;
const TMUX_TIMEOUT_MS = 2000;

/**
 * Sends `text`: by tmux, which passes it on to its own terminal, else by OSC 52. Undefined when there is no way: the
 * text is too long, or the terminal is one that has no clipboard; then it has to be shown on a page of its own.
 */
export async function copy(text: string, options: ClipboardOptions): Promise<'sent' | undefined> {
  if (options.environment.TMUX && (await copyByTmux(text, options.environment))) return 'sent';
  const bytes = Buffer.from(text);
  if (!takesSequence(options) || bytes.length > LARGEST_BYTES) return undefined;
  options.send(`\u001B]52;c;${bytes.toString('base64')}\u0007`);
  return 'sent';
}

/** The way that a copy takes at first; undefined where there is none. */
export const clipboardWay = (options: Omit<ClipboardOptions, 'send'>): 'tmux' | 'OSC 52' | undefined =>
  options.environment.TMUX ? 'tmux' : takesSequence(options) ? 'OSC 52' : undefined;

const takesSequence = ({ environment, multiplexer }: Omit<ClipboardOptions, 'send'>): boolean =>
  !/^(?:linux|dumb|)$/.test(environment.TERM ?? '') && multiplexer !== 'screen';

/** tmux gets the variables that it finds its server by, and none of ours. */
async function copyByTmux(text: string, environment: Environment): Promise<boolean> {
  const { PATH, TMUX, TMUX_PANE } = environment;
  const tmux = spawn('tmux', ['load-buffer', '-w', '-'], {
    env: { PATH, TMUX, TMUX_PANE },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: TMUX_TIMEOUT_MS,
  });
  // A tmux that ends early closes its input: its exit code says all there is to say.
  tmux.stdin.on('error', () => {});
  tmux.stdin.end(text);
  try {
    const [code] = await once(tmux, 'exit');
    return code === 0;
  } catch {
    return false;
  }
}

/** What is rung, and what a notice says; absent where there is to be none. */
export type Attention = { readonly isBellRung: boolean; readonly notice?: string };

/** Units that terminals and desktops show of a notice. */
const LONGEST_NOTICE = 200;

/** Terminals that make a notice of OSC 777; most others that make one at all do so of OSC 9, and the rest ignore it. */
const OSC_777_NAMES = /^(?:rxvt|foot|contour)/;

/** The bytes that call for the user, outside the picture; none where the terminal can do nothing of it. */
export const attentionBytes = (
  { isBellRung, notice }: Attention,
  {
    environment,
    multiplexer,
  }: { readonly environment: Environment; readonly multiplexer: Capabilities['multiplexer'] },
): string =>
  `${notice === undefined ? '' : noticeBytes(notice, environment, multiplexer)}${isBellRung ? '\u0007' : ''}`;

const noticeBytes = (notice: string, environment: Environment, multiplexer: Capabilities['multiplexer']): string => {
  const name = environment.TERM ?? '';
  // screen and mosh keep such sequences to themselves, and a console would print them.
  if (multiplexer === 'screen' || multiplexer === 'mosh' || name === '' || name === 'dumb' || isConsole(name))
    return '';
  // No byte of a text may end the sequence, or begin another one.
  const text = notice.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, LONGEST_NOTICE);
  // OSC 9 with a number at its beginning is a command of some terminals.
  const sequence = OSC_777_NAMES.test(name) ? `777;notify;gpudeck;${text}` : `9;gpudeck: ${text}`;
  const bytes = `\u001B]${sequence}\u0007`;
  return multiplexer === 'tmux' ? `\u001BPtmux;${bytes.replaceAll('\u001B', '\u001B\u001B')}\u001B\\` : bytes;
};
