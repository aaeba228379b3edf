/** Which offers a sentence is about, as a question that answers it. Pure. */
import type { SearchType } from '../api/requests.ts';
import { defaultClauses } from '../filter/defaults.ts';
import type { Condition } from '../filter/line.ts';
import { wireFilters } from '../filter/request.ts';
import { type Asked, covers, unkeptOf, type WhatIsMeant } from '../history/asked.ts';

import type { Sentence } from './sentence.ts';

/** How offers are priced: pricing, and the disk in GB that is in the prices. */
type Pricing = { readonly type: SearchType; readonly storageGb: number };

/** The offers that `sentence` is about. Of a machine that is every offer of it, rented or not. */
export const whatIsMeant = (sentence: Sentence, { type, storageGb }: Pricing): WhatIsMeant => {
  const conditions = sentence.kind === 'machine' ? machineClauses(sentence.machineId) : sentence.filter;
  const clauses = conditions.map((condition) => ({ ...condition, from: 0, to: 0 }));
  const { filters, local } = wireFilters({ clauses });
  return { asked: { type, storageGb, filters }, conditions: [...clauses, ...defaultClauses({ clauses })], local };
};

const machineClauses = (machineId: number): readonly Condition[] => [
  { field: 'machine_id', operator: 'eq', value: machineId },
  ...defaultClauses({ clauses: [] }).map(({ field }) => ({ field, operator: 'any' }) as const),
];

/** True where recorded answers to `asked` answer for what is meant. */
export const isAnsweredBy = (asked: Asked, meant: WhatIsMeant): boolean =>
  covers(asked, meant.asked) && unkeptOf(asked, meant).length === 0;
