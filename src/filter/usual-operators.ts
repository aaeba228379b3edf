/** In which order the operators of a field are offered. Pure. */
import { betterOf } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import type { Comparison } from './line.ts';
import { comparisonsOf } from './operators.ts';
import { hasNamedValues } from './seen.ts';

/** Every way to compare `field`, the one first that people want: prices at most, sizes at least. */
export const usualOperators = (field: FilterField): readonly Comparison[] => {
  const all = comparisonsOf(field);
  const first: readonly Comparison[] =
    hasNamedValues(field) && field.filter.kind !== 'version' ? [] : (FIRST[betterOf(field)] ?? []);
  return [
    ...first.filter((operator) => all.includes(operator)),
    ...all.filter((operator) => !first.includes(operator)),
  ];
};

const FIRST: Readonly<Record<ReturnType<typeof betterOf>, readonly Comparison[]>> = {
  less: ['lte', 'lt', 'gte', 'gt', 'eq'],
  more: ['gte', 'gt', 'lte', 'lt', 'eq'],
  neither: ['eq', 'gte', 'gt', 'lte', 'lt'],
};
