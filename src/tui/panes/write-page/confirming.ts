/** The keys of a page that is read to its end and then confirmed by what is typed. Nothing here knows what is sent. */

import type { WriteKeys } from '../../../writes/write-kind.ts';
import { type Binding, bind, confirming, type Layer } from '../../keys/binding.ts';
import { takeAnswer } from '../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { type Line, lineOf } from '../../state/line.ts';

/** Most characters of what confirms. */
const LONGEST_CONFIRMATION = 40;

/** The key that begins to confirm, the layer in force while that is typed, and what takes it. */
export const confirmingKeys = (
  { owner, name, group, send: label, untype }: Pick<WriteKeys, 'owner' | 'name' | 'group' | 'send' | 'untype'>,
  {
    line,
    type,
    hindrance,
    mistake,
    refuse,
    send,
  }: {
    /** What is typed; undefined while nothing is. */
    readonly line: () => Line | undefined;
    readonly type: (line: Line | undefined) => void;
    /** Why it cannot be confirmed now, and why `typed` does not confirm it; undefined when it can, or does. */
    readonly hindrance: () => string | undefined;
    readonly mistake: (typed: string) => string | undefined;
    readonly refuse: (reason: string) => void;
    readonly send: () => void;
  },
): { readonly begin: Binding; readonly confirm: () => void; readonly typing: () => Layer } => {
  const end = () => type(undefined);
  const confirm = () => {
    const typed = line();
    takeAnswer({ hindrance: hindrance(), mistake: typed && mistake(typed.text), close: end, refuse, send });
  };
  return {
    begin: bind(`${name}-confirm`, ['enter'], 'confirm', group, () => type(lineOf('')), {
      ...confirming,
      refusal: hindrance,
    }),
    confirm,
    typing: () =>
      fieldLayer({
        owner,
        line,
        change: (edit) => {
          const typed = line();
          if (typed !== undefined) type(edit(typed));
        },
        maximum: LONGEST_CONFIRMATION,
        accept: { ...acceptKey(`${name}-send`, label, confirm), isConfirming: true },
        cancel: cancelKey(`${name}-${untype}`, end),
      }),
  };
};
