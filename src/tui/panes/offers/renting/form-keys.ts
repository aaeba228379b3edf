/** The keys of the form of what is to be rented. */

import type { RentingParts } from '../../../../rentals/renting-parts.ts';
import { bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, EDITING, fieldLayer } from '../../../keys/field.ts';

import type { RentDesk } from './desk.ts';
import { FIELD_MAXIMA, fieldEdited, fieldMoved, offeredTaken } from './form.ts';
import { fieldLeft } from './values.ts';

/** The layer in force while the form is open. */
export const rentFormLayer = (
  { state, changeForm }: RentDesk,
  does: { readonly renting: RentingParts; readonly review: () => void; readonly close: () => void },
): Layer => {
  const at = state().rentForm?.at ?? 'image';
  const move = (steps: number) => changeForm((form) => fieldMoved(fieldLeft(form, does.renting), steps));
  const take = (steps: number) => changeForm((form) => offeredTaken(form, steps));
  const refusal = (): string | undefined =>
    (state().rentForm?.offered[at] ?? []).length === 0 ? 'Nothing is known to choose from here: type it.' : undefined;
  return fieldLayer({
    owner: 'offers',
    line: () => state().rentForm?.lines[at],
    change: (edit) => changeForm((form) => fieldEdited(form, edit)),
    maximum: FIELD_MAXIMA[at],
    accept: acceptKey('offers.rent-review', 'review', does.review),
    cancel: bind('offers.rent-leave', ['escape', 'ctrl-c'], 'leave', EDITING, does.close, inFooter),
    own: [
      bind('offers.rent-next', ['tab', 'down'], 'next field', EDITING, () => move(1), inFooter),
      bind('offers.rent-before', ['shift-tab', 'up'], 'previous field', EDITING, () => move(-1)),
      bind('offers.rent-take', ['ctrl-n'], 'next known', EDITING, () => take(1), {
        ...inFooter,
        help: 'the next of what is known for this field',
        refusal,
      }),
      bind('offers.rent-take-before', ['ctrl-p'], 'the one before', EDITING, () => take(-1), {
        help: 'the one before of what is known for this field',
        refusal,
      }),
    ],
  });
};
