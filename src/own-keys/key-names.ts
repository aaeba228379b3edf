/** Names of keys as users write them: as help shows them (`Ctrl-D`, `PgDn`, `G`), in any letter case where the key types nothing. Pure. */
import { nearestWords } from '../base/nearest-words.ts';

/** Keys with a name of their own, by what may be written for each; the first is what a press is called (`tui/keys/binding.ts`). */
const NAMED: readonly (readonly string[])[] = [
  ['up'],
  ['down'],
  ['left'],
  ['right'],
  ['pageup', 'pgup', 'page-up'],
  ['pagedown', 'pgdn', 'page-down', 'pgdown'],
  ['home'],
  ['end'],
  ['tab'],
  ['shift-tab', 'backtab'],
  ['space'],
  ['backspace'],
  ['delete', 'del'],
  ['f1'],
  ['ctrl-left'],
  ['ctrl-right'],
  ['ctrl-up'],
  ['ctrl-down'],
  ['ctrl-space'],
  ['alt-left'],
  ['alt-right'],
  ['alt-backspace'],
];

const PRESSES = new Map(NAMED.flatMap(([press = '', ...others]) => [press, ...others].map((word) => [word, press])));

/** Keys that mean the same everywhere, by what may be written for each. */
const FIXED = new Map([
  ['escape', 'Esc'],
  ['esc', 'Esc'],
  ['enter', 'Enter'],
  ['return', 'Enter'],
  ['ctrl-c', 'Ctrl-C'],
]);

/** What a terminal sends for two keys alike. */
const ALIKE = new Map([
  ['ctrl-i', 'Tab'],
  ['ctrl-h', 'Backspace'],
  ['ctrl-m', 'Enter'],
  ['ctrl-j', 'Enter'],
  ['ctrl-[', 'Esc'],
  ['ctrl-?', 'Backspace'],
]);

/** The press that `text` names, or why it names none that can be given a meaning. */
export const readKeyName = (text: string): { readonly press: string } | { readonly problem: string } => {
  const trimmed = text.trim();
  if (text === ' ') return { problem: 'the space bar is written "Space"' };
  if (isOneCharacter(trimmed)) return { press: trimmed };
  const word = trimmed
    .toLowerCase()
    .replace(/^(?:control|c)(?=[-+].)|^\^(?=.$)/, (it) => (it === '^' ? 'ctrl-' : 'ctrl'));
  const name = word.replace(/^(ctrl|alt|meta|shift)\+/, '$1-').replace(/^meta-/, 'alt-');
  const fixed = FIXED.get(name);
  if (fixed !== undefined) return { problem: `${fixed} means the same everywhere, and cannot be given away` };
  const alike = ALIKE.get(name);
  if (alike !== undefined)
    return { problem: `a terminal sends the same for ${shownName(name)} and ${alike}: take another key` };
  const press = PRESSES.get(name);
  if (press !== undefined) return { press };
  const [, modifier = '', letter = ''] = /^(ctrl|alt|shift)-(.+)$/.exec(name) ?? [];
  if (modifier === 'ctrl' && /^[a-z_\\\]^]$/.test(letter)) return { press: name };
  // With Alt the letter case counts.
  if (modifier === 'alt' && isOneCharacter(letter)) return { press: `alt-${trimmed.slice(-letter.length)}` };
  if (modifier === 'shift' && /^[a-z]$/.test(letter))
    return { problem: `write "${letter.toUpperCase()}" for Shift and ${letter}` };
  const near = [...new Set(nearestWords(name, [...PRESSES.keys()]).map((other) => `"${PRESSES.get(other)}"`))];
  const meant =
    near.length === 0
      ? 'Keys are written as in "u", "G", "Ctrl-R", "Alt-x", "PgDn"'
      : `Did you mean ${near.join(' or ')}?`;
  return { problem: `"${text}" is no key that a terminal sends to gpudeck. ${meant}` };
};

const shownName = (name: string): string => `Ctrl-${name.slice(5).toUpperCase()}`;

/** One that can be typed and seen. */
const isOneCharacter = (text: string): boolean =>
  [...text].length === 1 && text.trim() === text && !/[\p{C}\p{M}]/u.test(text);

/** True for a press that types a character where text is typed. */
export const typesText = (press: string): boolean => press === 'space' || [...press].length === 1;
