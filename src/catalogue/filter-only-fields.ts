/** The filters that are no field of an offer (docs/interface.md, Decisions). */
import type { Field } from './field.ts';
import { boolean, target, version } from './filter-kinds.ts';

/** The filters that have no field of the same name. */
export const FILTER_ONLY_FIELDS = [
  {
    name: 'verified',
    group: 'reliability',
    label: 'Verified',
    filter: { ...boolean, initial: { value: true, any: { in: [true, false] } } },
  },
  { name: 'has_sla', group: 'reliability', label: 'Has an SLA claim', filter: boolean },
  { name: 'target_reliability', group: 'reliability', label: 'SLA coverage target', quantity: 'fraction', filter: target },
  { name: 'datacenter', group: 'identity', label: 'In a datacenter', filter: boolean },
  { name: 'ubuntu_version', group: 'processor', label: 'Ubuntu', filter: version, aliases: ['ubuntu'] },
] as const satisfies readonly Field[];
