/**
 * What a filter line asks of the service, and what is left for the client to do (docs/interface.md, Search offers), with the
 * conditions that hold when a line does not mention their field.
 */
import type { WireFilter } from '../catalogue/field.ts';
import { ARM_MODELS } from '../catalogue/gpu-models.ts';
import { FILTER_FIELDS, isAppliedHere } from '../catalogue/lookup.ts';
import type { Clause, Condition, FilterLine, Problem, Span, Word } from './line.ts';
import { printClause, wireFilter } from './print.ts';
import { problemTexts } from './problems.ts';

type Default = { readonly field: string; readonly operator: 'eq'; readonly value: string | boolean };

/** All of them; those that are said in one word come first. */
const DEFAULTS: readonly Default[] = FILTER_FIELDS.flatMap(({ name, filter: { initial } }) =>
  initial === undefined ? [] : [{ field: name, operator: 'eq', value: initial.value } as const],
).sort((a, b) => Number(typeof a.value === 'string') - Number(typeof b.value === 'string'));

/**
 * The default conditions that `line` leaves in force: `verified rentable !rented cpu_arch=amd64` for an empty one. A part of a
 * text is not sent, so that the service would apply its default.
 */
export const defaultClauses = (line: { readonly clauses: readonly Condition[] }): readonly Condition[] =>
  DEFAULTS.filter((initial) =>
    line.clauses.every(({ field, operator }) => field !== initial.field || operator === 'contains'),
  );

/** What a search sends for the fields of the defaults: the condition where it `holds`, and otherwise what lifts it. */
export const filtersByDefault = (holds: (field: string) => boolean): Readonly<Record<string, WireFilter>> =>
  Object.fromEntries(
    FILTER_FIELDS.flatMap(({ name, filter: { initial } }) =>
      initial === undefined ? [] : [[name, holds(name) ? { eq: initial.value } : initial.any]],
    ),
  );

/** What is to be known of clauses that find nothing while a default holds: machines that it leaves out are asked for. */
export const hiddenByDefault = (clauses: readonly Clause[]): readonly Problem[] => {
  const inForce = new Set(defaultClauses({ clauses }).map(({ field }) => field));
  return clauses.flatMap((clause) => {
    const hiding = HIDING.find(({ field, values, hiddenBy }) => {
      if (field !== clause.field || !inForce.has(hiddenBy) || clause.operator === 'any') return false;
      const wanted = typeof clause.value === 'object' ? clause.value : [clause.value];
      return (
        (clause.operator === 'eq' || clause.operator === 'in') &&
        wanted.every((value) => values.includes(String(value)))
      );
    });
    if (hiding === undefined) return [];
    const { from, to } = clause;
    return [{ from, to, ...problemTexts.hiddenByDefault(printClause(clause), hiding.held, `${hiding.hiddenBy}=any`) }];
  });
};

/** What is to be known of words that name such machines. */
export const wordsHiddenByDefault = (
  words: readonly (Word & Span)[],
  clauses: readonly Condition[],
): readonly Problem[] => {
  const inForce = new Set(defaultClauses({ clauses }).map(({ field }) => field));
  return words.flatMap(({ text, from, to, isExcluded }) => {
    const hiding = HIDING.find(({ field, values }) => field === 'verification' && values.includes(text.toLowerCase()));
    if (hiding === undefined || isExcluded || !inForce.has(hiding.hiddenBy)) return [];
    return [{ from, to, ...problemTexts.hiddenByDefault(text, hiding.held, `${hiding.hiddenBy}=any`) }];
  });
};

/** Values of a field that only machines have which a default leaves out. */
const HIDING: readonly {
  readonly field: string;
  readonly values: readonly string[];
  readonly hiddenBy: string;
  readonly held: string;
}[] = [
  { field: 'verification', values: ['unverified', 'deverified'], hiddenBy: 'verified', held: 'verified' },
  { field: 'gpu_name', values: ARM_MODELS, hiddenBy: 'cpu_arch', held: 'cpu_arch=amd64' },
];

/** The filters of a search by wire name, and the conditions that the client must apply to the answer. */
type WireFilters = {
  readonly filters: Readonly<Record<string, WireFilter>>;
  readonly local: readonly Condition[];
};

/**
 * The filters that `line` sends: its clauses and, explicitly, the defaults that it does not mention. A filter has one
 * operator, so of several clauses on a field the first is sent and the others are `local`, as is a part of a text and what the service does not know.
 */
export const wireFilters = (line: Pick<FilterLine, 'clauses'>): WireFilters => {
  const filters: Record<string, WireFilter> = {};
  const local: Condition[] = [];
  for (const condition of [...line.clauses, ...defaultClauses(line)]) {
    const isLocal = condition.operator === 'contains' || isAppliedHere(condition.field);
    if (isLocal || Object.hasOwn(filters, condition.field)) local.push(condition);
    else filters[condition.field] = wireFilter(condition);
  }
  return { filters, local };
};
