/** Whether the terminal's background is dark or light: asked of the terminal, else judged from what the environment says. */
import { type Environment, isConsole } from './capabilities.ts';

/** What the background is. */
type Ground = 'dark' | 'light';

/** Asks for the background's colour (OSC 11). */
export const BACKGROUND_QUERY = '\u001B]11;?\u001B\\';

/** Where black and white text are equally readable: the relative luminance that is as far from 0 as from 1. */
const MIDDLE_LUMINANCE = 0.179;

/** `rgb:` and up to four hexadecimal digits a channel, as terminals answer, or `#` and six. */
const ANSWER =
  /^\u001B\]11;(?:rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})|#([\da-f]{2})([\da-f]{2})([\da-f]{2}))/i;

/** The background that `reply` tells of; undefined for every other reply. */
export function backgroundIn(reply: string): Ground | undefined {
  const channels = ANSWER.exec(reply)
    ?.slice(1)
    .filter((digits) => digits !== undefined);
  if (channels === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = channels.map((digits) =>
    linear(Number.parseInt(digits, 16) / (16 ** digits.length - 1)),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE_LUMINANCE ? 'light' : 'dark';
}

/** The background as the environment tells of it: `COLORFGBG` holds the numbers of text and ground, such as `0;15`. */
export function backgroundOf(environment: Environment): Ground | undefined {
  if (isConsole(environment.TERM ?? '')) return 'dark';
  const ground = /;(\d{1,2})$/.exec(environment.COLORFGBG ?? '')?.[1];
  if (ground === undefined || Number(ground) > 15) return undefined;
  return ground === '7' || Number(ground) > 8 ? 'light' : 'dark';
}

/** sRGB's channel, from 0 to 1, in proportion to its light. */
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
