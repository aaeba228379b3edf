/** Asks for an API key. What is typed lives here and nowhere else, and is forgotten as soon as it was handed over. */
import { bind, inFooter, type Layer } from '../../keys/binding.ts';

/** What the prompt needs from outside. */
type KeyPromptNeeds = {
  /** Told after each edit how many characters there are. */
  readonly onTyped: (length: number) => void;
  /** Takes the finished key. */
  readonly onKey: (apiKey: string) => void;
  /** The user wants none of it. */
  readonly onGivenUp: () => void;
};

/** The prompt's layer of keys. Blanks and line breaks, as a paste brings them, are no part of a key. */
export const createKeyPrompt = ({ onTyped, onKey, onGivenUp }: KeyPromptNeeds): Layer => {
  let typed = '';
  const change = (next: string) => {
    typed = next;
    onTyped(next.length);
  };
  const submit = () => {
    const apiKey = typed;
    if (apiKey === '') return;
    typed = '';
    onKey(apiKey);
  };
  const giveUp = () => {
    typed = '';
    onGivenUp();
  };
  return {
    bindings: [
      bind('key.submit', ['enter'], 'use it', 'Key', submit, inFooter),
      bind('key.delete', ['backspace', 'ctrl-h'], 'delete before', 'Key', () => change(typed.slice(0, -1))),
      bind('key.clear', ['ctrl-u', 'ctrl-w'], 'clear', 'Key', () => change(''), inFooter),
      bind('key.give-up', ['escape', 'ctrl-c'], 'without', 'Key', giveUp, inFooter),
    ],
    type: (text) => change(typed + text.replace(/[^\x21-\x7e]/g, '')),
    isModal: true,
  };
};
