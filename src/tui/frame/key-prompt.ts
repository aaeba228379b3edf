/** Asks for an API key. What is typed lives here and nowhere else, and is forgotten as soon as it was handed over or cancelled. */

import type { Layer } from '../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../keys/field.ts';
import { type Line, lineOf } from '../state/line.ts';
import type { KeyTyped } from './state.ts';

/** What the prompt needs from outside. */
type KeyPromptNeeds = {
  /** Told after each edit what may be known of it. */
  readonly onTyped: (typed: KeyTyped) => void;
  /** Takes the finished key. */
  readonly onKey: (apiKey: string) => void;
  /** The user wants none of it. */
  readonly onGivenUp: () => void;
};

/** Most characters of a key: servers take no longer header. */
const KEY_MAXIMUM = 16_000;

/** The prompt's layer of keys. Blanks and line breaks, as a paste brings them, are no part of a key. */
export const createKeyPrompt = ({ onTyped, onKey, onGivenUp }: KeyPromptNeeds): Layer => {
  let line: Line = lineOf('');
  const submit = () => {
    const apiKey = line.text;
    if (apiKey === '') return;
    line = lineOf('');
    onKey(apiKey);
  };
  const giveUp = () => {
    line = lineOf('');
    onGivenUp();
  };
  const field = fieldLayer({
    owner: 'key',
    line: () => line,
    change: (edit) => {
      line = edit(line);
      onTyped({ length: line.text.length, at: line.at });
    },
    maximum: KEY_MAXIMUM,
    accept: acceptKey('key.submit', 'use it', submit),
    cancel: cancelKey('key.give-up', giveUp),
  });
  // What was cancelled is forgotten: there is nothing to be brought back.
  const bindings = field.bindings.filter(({ id }) => id !== 'key.line-bring-back');
  return { ...field, bindings, type: (text) => field.type?.(text.replace(/[^\x21-\x7e]+/g, '')) };
};
