/**
 * Calls for a user who may be looking elsewhere: the bell, and a notice of the desktop where the terminal is known to make one. Nobody
 * confirms that it was seen.
 */
import { type Capabilities, type Environment, isConsole } from './capabilities.ts';

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
