/** The sets that may stand at the cursor of a filter line. Pure. */
import { findFilterField } from '../catalogue/lookup.ts';
import { matching, squeezed } from './begun-words.ts';
import type { SetMember } from './line.ts';
import { type OwnSets, setsFor } from './own-sets.ts';
import { SET_SIGN } from './tokens.ts';
import type { ValuePlace } from './value-place.ts';

/** A set, with what it holds. */
export type SetCandidate = { readonly kind: 'set'; readonly members: readonly SetMember[] };

type Placed = { readonly text: string; readonly field: string };

/** The sets that may stand there: behind their sign, and where ids are typed, of which nobody knows many by heart. */
export const setsAt = (
  { field, operator, begun, listed }: ValuePlace,
  sets: OwnSets,
): readonly (SetCandidate & Placed)[] => {
  const isBegun = begun.startsWith(SET_SIGN);
  const takesSets = operator === 'eq' || operator === 'neq' || operator === 'in' || operator === 'notin';
  if (!takesSets || !field.filter.operators.includes('in')) return [];
  if (!isBegun && (begun !== '' || field.quantity !== 'identifier')) return [];
  const fitting = new Map(setsFor(field, sets).map(([name, members]) => [SET_SIGN + name, members]));
  const isListed = new Set(listed.map(squeezed));
  return matching([...fitting.keys()], begun)
    .filter((text) => !isListed.has(squeezed(text)))
    .map((text) => ({ kind: 'set', field: field.name, members: fitting.get(text) ?? [], text }));
};

/** What sets are mostly of. */
const OFTEN_IN_SETS = ['machine_id', 'host_id', 'gpu_name'];

/** Clauses with a set that is begun without a field. */
export const setClauses = (begun: string, sets: OwnSets): readonly (SetCandidate & Placed)[] =>
  OFTEN_IN_SETS.flatMap((name) => {
    const field = findFilterField(name);
    const place = { begun, begunLength: begun.length, listed: [], isFurther: false, operator: 'in' } as const;
    const candidates = field === undefined ? [] : setsAt({ ...place, field }, sets);
    return candidates.map((candidate) => ({ ...candidate, text: `${name} in ${candidate.text}` }));
  });
