/**
 * Keys in messages. A message names the key of a row by the row's id, and the screen shows the key that the row has by then. The marks
 * around an id are noncharacters, which Unicode keeps for use inside a program.
 */
import { shownPress } from './press-names.ts';

const BEGIN = '\ufdd0';
const BETWEEN = '\ufdd1';
const END = '\ufdd2';

const NAMED = /\ufdd0([^\ufdd0-\ufdd2]*)\ufdd1([^\ufdd0-\ufdd2]*)\ufdd2/g;
const PARTS = /(\ufdd0[^\ufdd0-\ufdd2]*\ufdd1[^\ufdd0-\ufdd2]*\ufdd2)/;

/**
 * The key of the row `id`, in a message; of several keys `press`, as long as the row has it, else the first. An id without its owner is
 * that of the row in force whose id ends so: `refresh` is the key that refreshes here. Esc, Enter and Ctrl-C mean the same everywhere,
 * and stand in messages as they are called.
 */
export const keyName = (id: string, press = ''): string => `${BEGIN}${id}${BETWEEN}${press}${END}`;

/** `message` with each key that it names as `shown` calls it. */
export const withKeys = (message: string, shown: (id: string, press: string) => string): string =>
  message.includes(BEGIN) ? message.replace(NAMED, (_, id: string, press: string) => shown(id, press)) : message;

/** Cells that a key is given where a message is broken into lines: hardly one has a longer name. */
const CELLS = 6;

/** `message` cut at the keys that it names; each has the cells of the press that it names, or else those. */
export const aroundKeys = (message: string): readonly { readonly text: string; readonly cells?: number }[] =>
  message.split(PARTS).map((text, place) => {
    if (place % 2 === 0) return { text };
    const press = text.slice(text.indexOf(BETWEEN) + 1, -1);
    return { text, cells: press === '' ? CELLS : shownPress(press).length };
  });
