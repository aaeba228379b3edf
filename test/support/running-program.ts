/** The built program in a pseudo-terminal: its surroundings, its keys, and its end by force. `npm test` builds it first. */
import type { Pty } from './pty.ts';

/** What the program is to find of its surroundings: a home, and nothing else that is set. */
export const atHome = (home: string | undefined) => ({
  HOME: home,
  XDG_STATE_HOME: undefined,
  XDG_CONFIG_HOME: undefined,
  GPUDECK_BASE_URL: undefined,
  GPUDECK_API_KEY: undefined,
  GPUDECK_USER_ID: undefined,
});

/** True for a screen with these words on it. */
export const shows = (words: string | RegExp) => (screen: readonly string[]) => {
  const text = screen.join('\n');
  return typeof words === 'string' ? text.includes(words) : words.test(text);
};

/** Presses keys, each until the screen shows some words. */
export const go = async (pty: Pty, steps: readonly (readonly [typed: string, words: string | RegExp])[]) => {
  for (const [typed, words] of steps) {
    pty.write(typed);
    await pty.until(shows(words));
  }
};

/** Ends every process of it without a word. */
export const kill = async (pty: Pty) => {
  for (const id of pty.processes()) process.kill(id, 'SIGKILL');
  await pty.gone();
};
