/** The keys that complete the filter line while it is typed. */
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { EDITING } from '../../../keys/field.ts';
import type { Slice } from '../../../state/slice.ts';
import type { OfferList } from '../list.ts';
import { canTake, filterCompleted, isWalking } from './completion.ts';

type CompletingNeeds = {
  readonly slice: Slice<OfferList>;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  /** Told when the line was completed. */
  readonly onCompleted: () => void;
  /** Says why nothing was. */
  readonly notify: (text: string) => void;
};

/** `editing` are in force while the line is typed; `layers` lie over them where more keys complete it. */
export const completingKeys = ({
  slice,
  height,
  onCompleted,
  notify,
}: CompletingNeeds): { readonly editing: readonly Binding[]; readonly layers: () => readonly Layer[] } => {
  const complete = (steps: 1 | -1) => {
    const before = slice.get();
    slice.change((list) => filterCompleted(list, steps, height()));
    if (slice.get() === before) notify('There is nothing to complete here.');
    else if (slice.get().filter !== before.filter) onCompleted();
  };
  const row = (id: string, keys: readonly string[], label: string, steps: 1 | -1, isShown = false): Binding =>
    bind(`offers.filter-${id}`, keys, label, EDITING, () => complete(steps), isShown ? inFooter : {});

  const walking: Layer = {
    bindings: [
      row('complete', ['tab', 'down', 'ctrl-n'], 'next candidate', 1, true),
      row('complete-back', ['shift-tab', 'up', 'ctrl-p'], 'candidate before', -1, true),
    ],
  };
  const taking: Layer = { bindings: [row('take', ['right'], 'take the first candidate', 1)] };

  return {
    editing: [
      row('complete', ['tab'], 'complete', 1, true),
      row('complete-back', ['shift-tab'], 'complete with the last', -1),
    ],
    layers: () => {
      const list = slice.get();
      if (list.editing === undefined || list.editing.history !== undefined || list.language !== undefined) return [];
      return isWalking(list) ? [walking] : canTake(list) ? [taking] : [];
    },
  };
};
