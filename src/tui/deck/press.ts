/** What a key press comes to: the binding that it reaches, a text that is typed, or a word about a key that nothing listens to. */
import { shownPress } from '../../base/press-names.ts';
import { printable } from '../../base/printable.ts';
import type { FrameActions } from '../frame/actions.ts';
import { type Binding, type Layer, type Press, reachableBindings, resolvePress } from '../keys/binding.ts';

import { onOneLine } from '../state/line.ts';

/** What is told of a press. */
type Told = Pick<FrameActions, 'notify' | 'refuse'>;

/** Does what `press` means in `layers`; `moved` is the row that it led to before the user gave that another key. */
export const carryOut = (
  press: Press,
  layers: readonly Layer[],
  told: Told,
  moved: (press: Press) => Binding | undefined,
): void => {
  const meaning = resolvePress(press, layers);
  if (meaning.kind === 'binding') perform(meaning.binding, told);
  if (meaning.kind === 'none' && press.name !== '') told.notify(unknownWords(press, layers, moved(press)));
  if (meaning.kind === 'text') {
    const words = meaning.type(press.name === '' ? printable(onOneLine(press.text)) : press.text);
    if (words !== undefined) told.refuse(words);
  }
};

/** Runs a binding, or says why it is refused now. */
export const perform = (binding: Binding, { refuse }: Pick<Told, 'refuse'>): void => {
  const reason = binding.refusal?.();
  if (reason === undefined) binding.run();
  else refuse(reason);
};

/** What is said of a key that nothing listens to; pressed again and again it is said once, for the words stay as they are. */
const unknownWords = ({ name }: Press, layers: readonly Layer[], moved: Binding | undefined): string => {
  const here = `${shownPress(name)} does nothing here`;
  const [key] = moved?.keys ?? [];
  if (moved !== undefined && key !== undefined) return `${here}: ${moved.label} is on ${shownPress(key)}.`;
  const [help] = reachableBindings(layers).find(({ id }) => id === 'frame.help')?.keys ?? [];
  return help === undefined ? `${here}.` : `${here}; ${shownPress(help)} shows the keys.`;
};
