/** Gives rows the keys that the user has chosen for them (docs/files-and-keys.md, Own keys). Pure. */
import { FIXED_PRESSES } from '../../base/press-names.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import type { Binding, Layer } from '../keys/binding.ts';

/** `layers` with these keys. What means the same everywhere stays with its rows, behind the others. */
export const withOwnKeys = (layers: readonly Layer[], own: OwnKeys): readonly Layer[] =>
  own.size === 0
    ? layers
    : layers.map((layer) => ({ ...layer, bindings: layer.bindings.map((row) => rowWith(row, own)) }));

const rowWith = (binding: Binding, own: OwnKeys): Binding => {
  const keys = own.get(binding.like ?? binding.id);
  return keys === undefined
    ? binding
    : { ...binding, keys: [...keys, ...binding.keys.filter((key) => FIXED_PRESSES.includes(key))] };
};
