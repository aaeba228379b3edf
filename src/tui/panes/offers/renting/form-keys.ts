/** The keys of the form in which is typed what is rented: from field to field, and what is known for each. */
import { bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, EDITING, fieldLayer, formKeys } from '../../../keys/field.ts';
import { fieldMoved } from '../../../state/form.ts';
import type { OffersTools } from '../needs.ts';
import type { OffersState } from '../state.ts';
import {
  FIELDS,
  fieldProblem,
  formEdited,
  formEmptied,
  offeredIn,
  offeredTaken,
  RENT_FIELDS,
  type RentForm,
} from './form.ts';
import { usualDisk } from './opening.ts';
import { fieldLeft } from './values.ts';

/** The layer of the field that is open now. */
export const rentFormLayer = (
  state: () => OffersState,
  change: (transition: (form: RentForm) => RentForm) => void,
  { renting, when }: Pick<OffersTools, 'renting'> & { readonly when: () => Parameters<typeof fieldLeft>[2] },
  { review, leave }: { readonly review: () => void; readonly leave: () => void },
): Layer => {
  const at = state().rentForm?.at ?? 'image';
  const move = (steps: number) => change((form) => fieldMoved(fieldLeft(form, renting, when()), RENT_FIELDS, steps));
  const take = (steps: number) => change((form) => offeredTaken(form, steps));
  const offered = (): readonly string[] => {
    const { rentForm } = state();
    return rentForm === undefined ? [] : offeredIn(rentForm);
  };
  /** True where words stand in the field of the template that are none yet. */
  const isSought = (): boolean => {
    const { rentForm } = state();
    return at === 'template' && rentForm !== undefined && fieldProblem(rentForm, at, undefined) !== undefined;
  };
  const refusal = (): string | undefined =>
    offered().length === 0 ? 'Nothing is known to choose from here: type it.' : undefined;
  return fieldLayer({
    owner: 'offers',
    line: () => state().rentForm?.lines[at],
    change: (edit) => change((form) => formEdited(form, edit)),
    maximum: FIELDS[at].maximum,
    accept: isSought()
      ? acceptKey('offers.rent-take-template', 'take it', () => take(1), refusal)
      : acceptKey('offers.rent-review', 'review', review),
    cancel: bind('offers.rent-leave', ['escape', 'ctrl-c'], 'leave', EDITING, leave, inFooter),
    own: [
      ...formKeys('offers.rent', move),
      bind('offers.rent-take', ['ctrl-n'], 'next known', EDITING, () => take(1), {
        ...inFooter,
        help: 'the next of what is known for this field',
        refusal,
      }),
      bind('offers.rent-take-before', ['ctrl-p'], 'the one before', EDITING, () => take(-1), {
        help: 'the one before of what is known for this field',
        refusal,
      }),
      bind(
        'offers.rent-empty',
        ['ctrl-x'],
        'empty form',
        EDITING,
        () => change((form) => formEmptied(form, usualDisk(state()))),
        { ...inFooter, help: 'empty the form, but for the usual disk' },
      ),
    ],
  });
};
