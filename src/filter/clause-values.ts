/** Reads the values of one clause together, those of its sets included. */
import type { Operator } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import type { TypedItem } from './clause-parts.ts';
import type { FoldedItem, Problem, Span } from './line.ts';
import { foldedProblem, isSet, type Known, readSet } from './own-sets.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { isRange } from './range.ts';
import { readValue, type Single } from './value.ts';

/** Why a clause cannot be read, and where. */
export type ClauseProblem = { readonly at: Span; readonly problem: ProblemText; readonly growsUntil?: number };

/** Values in wire units, and the list as it is written where sets stand in it. */
type Values = {
  readonly singles: readonly Single[];
  readonly folded?: readonly FoldedItem[];
  readonly hints: readonly Problem[];
};

/** True where values are more and less. */
export const hasOrder = ({ filter }: FilterField): boolean =>
  filter.kind === 'number' || filter.kind === 'integer' || filter.kind === 'version';

/** The wire values of `items` with what is to be known of them, or the first that is wrong. */
export const valuesOf = (field: FilterField, items: readonly TypedItem[], known: Known): Values | ClauseProblem => {
  const singles: Single[] = [];
  const folded: FoldedItem[] = [];
  const hints: Problem[] = [];
  for (const item of items) {
    if (item.text === '' && !item.isQuoted) {
      return { at: item, problem: problemTexts.valueMissing(field, '|'), growsUntil: item.to };
    }
    if (isSet(item)) {
      const set = readSet(field, item.text, known);
      if ('problem' in set) return { at: item, problem: set.problem, growsUntil: item.to };
      singles.push(...set.values);
      folded.push(set.item);
      if (set.hint !== undefined) hints.push({ from: item.from, to: item.to, ...set.hint });
      continue;
    }
    if (isRange(item) && hasOrder(field)) return { at: item, problem: problemTexts.rangeListed(item.text) };
    const reading = readValue(field, item, known);
    if ('problem' in reading) {
      const { problem, canGrow } = reading;
      return canGrow && !item.isQuoted ? { at: item, problem, growsUntil: item.to } : { at: item, problem };
    }
    singles.push(reading.value);
    folded.push(reading.value);
    if (reading.hint !== undefined) hints.push({ from: item.from, to: item.to, ...reading.hint });
  }
  const [set] = items.filter(isSet);
  if (set === undefined) return { singles, hints };
  const problem = foldedProblem(folded, singles.length);
  return problem === undefined ? { singles, folded, hints } : { at: set, problem };
};

const EXACT: ReadonlySet<Operator> = new Set(['eq', 'neq', 'in', 'notin']);

/** Half a version equals none. */
export const halfVersion = (
  field: FilterField,
  operator: Operator,
  items: readonly TypedItem[],
  singles: readonly Single[],
): ClauseProblem | undefined => {
  if (field.filter.kind !== 'version' || !EXACT.has(operator)) return undefined;
  if (singles.every((version) => String(version).includes('.'))) return undefined;
  // Sets hold whole versions alone.
  const at = items.find(({ text, isQuoted }) => !isSet({ text, isQuoted }) && !text.includes('.'));
  if (at === undefined) return undefined;
  const problem = problemTexts.notAVersion(field, at.text, `${at.text}.0`);
  return at.isQuoted ? { at, problem } : { at, problem, growsUntil: at.to };
};
