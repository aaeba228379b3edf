/** What keys are called where people read of them, by the names of presses (`tui/keys/binding.ts`). */

/** The presses that mean the same everywhere: no user can give them away. */
export const FIXED_PRESSES: readonly string[] = ['escape', 'enter', 'ctrl-c'];

const SHOWN: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  backspace: 'Backspace',
  delete: 'Del',
  f1: 'F1',
};

/** A press's name as help and footer print it: `Ctrl-D` for `ctrl-d`, `Alt-b` for `alt-b`. */
export const shownPress = (name: string): string => {
  const [, modifier, key = ''] = /^(ctrl|alt)-(.+)$/.exec(name) ?? [];
  if (modifier === undefined) return SHOWN[name] ?? name;
  return modifier === 'ctrl' ? `Ctrl-${SHOWN[key] ?? key.toUpperCase()}` : `Alt-${SHOWN[key] ?? key}`;
};
