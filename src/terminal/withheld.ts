/** What a text field must not see, because it would insert a Ctrl-U as `u`: named here for whoever handles it instead. */
import type { Input } from './input.ts';

/** An input that a focused field does not get. */
export type Withheld =
  | {
      kind: 'key';
      /** The character without its modifier (`u`), or `left`, `right`, `up`, `down`, `home`, `end`, `pageup`, `pagedown`, `delete`, `backspace`, `enter`, `tab`, `space`. */
      name: string;
      ctrl: boolean;
      alt: boolean;
      shift: boolean;
    }
  /** Pasted text as it came, line ends and control characters included. */
  | { kind: 'paste'; text: string };

const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'space',
  '\u001C': '\\',
  '\u001D': ']',
  '\u001E': '^',
  '\u001F': '_',
};
const FINAL_NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
};
const TILDE_NAMES: Readonly<Record<string, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};
/** Enter, Tab and both kinds of Backspace are a field's own. */
const FIELD_CONTROLS = '\r\t\b\u007F';

/** The input as it is to be handled instead, or undefined when it belongs to the field: text, arrows, Enter, Tab, Esc, Backspace. */
export function withheldFromField(input: Input): Withheld | undefined {
  if (input.kind === 'paste') return input;
  if (input.kind === 'reply' || input.sequence === '\u001B') return undefined;
  return controlKey(input.sequence) ?? altKey(input.sequence) ?? modifiedKey(input.sequence);
}

function controlKey(sequence: string): Withheld | undefined {
  const code = sequence.charCodeAt(0);
  if (sequence.length > 1 || code > 0x1f || FIELD_CONTROLS.includes(sequence)) return undefined;
  const name = CONTROL_NAMES[sequence] ?? String.fromCharCode(code + 0x60);
  return { kind: 'key', name, ctrl: true, alt: false, shift: false };
}

function altKey(sequence: string): Withheld | undefined {
  const character = /^\u001B([^[O]|[[O]$)$/u.exec(sequence)?.[1];
  if (character === undefined) return undefined;
  if (character === '\u007F' || character === '\b') return altNamed('backspace');
  if (character === '\r') return altNamed('enter');
  if (character === '\t') return altNamed('tab');
  if (character === ' ') return altNamed('space');
  const control = controlKey(character);
  return control?.kind === 'key' ? { ...control, alt: true } : altNamed(character);
}

function altNamed(name: string): Withheld {
  return { kind: 'key', name, ctrl: false, alt: true, shift: false };
}

/** `CSI 1 ; m X` and `CSI n ; m ~`: m less one has bit 0 for Shift, 1 for Alt, 2 for Ctrl. */
function modifiedKey(sequence: string): Withheld | undefined {
  const found = /^\u001B\[(\d+);(\d+)([A-H~])$/.exec(sequence);
  if (!found) return undefined;
  const [, number = '', modifiers = '1', final = ''] = found;
  const name = final === '~' ? TILDE_NAMES[number] : FINAL_NAMES[final];
  const bits = Number(modifiers) - 1;
  if (name === undefined || (bits & 0b110) === 0) return undefined;
  return { kind: 'key', name, ctrl: (bits & 4) !== 0, alt: (bits & 2) !== 0, shift: (bits & 1) !== 0 };
}
