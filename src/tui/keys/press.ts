/** Names a key press as bindings know it: `down`, `enter`, `ctrl-d`, `space`, or the character itself. */

/** What Ink says of a key beside its text; only the members that name a press. */
export type KeyFacts = {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
};

/** One key press. `text` is what it would type: empty for every key that types nothing. */
export type Press = { readonly name: string; readonly text: string };

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

/** The press that Ink reports as `input` and `key`. Several characters at once are a paste, which types but is no key. */
export const pressOf = (input: string, key: KeyFacts): Press => {
  if (key.tab) return { name: key.shift ? 'shift-tab' : 'tab', text: '' };
  const named = NAMED.find(([fact]) => key[fact]);
  if (named !== undefined) return { name: `${modifierOf(named[1], key)}${named[1]}`, text: '' };
  if (key.ctrl) return { name: `ctrl-${input === ' ' ? 'space' : input}`, text: '' };
  if (key.meta) return { name: `alt-${input}`, text: '' };
  if (input === ' ') return { name: 'space', text: ' ' };
  return { name: isOneCharacter(input) ? input : '', text: input };
};

/** A paste may have a megabyte: only what is short is taken apart. */
const isOneCharacter = (text: string): boolean => text.length <= 2 && [...text].length === 1;

/** Alt means something with the keys that edit a line; with any other named key it is not looked at. */
const WITH_ALT: readonly string[] = ['left', 'right', 'backspace'];

const modifierOf = (name: string, { ctrl, meta }: KeyFacts): string => {
  if (ctrl) return 'ctrl-';
  return meta && WITH_ALT.includes(name) ? 'alt-' : '';
};

/** The press that a paste is: it types `text`, and no binding can be meant by it. */
export const pasteOf = (text: string): Press => ({ name: '', text });
