/** The order in which fields are offered while a line is typed: those that everybody uses, those that this user has used, the rest. Pure. */
import { COMPUTED_FIELDS } from '../catalogue/computed-fields.ts';
import { type FilterField, findFilterField, LINE_FIELDS } from '../catalogue/lookup.ts';
import { tokensOf } from './tokens.ts';

/** The fields that people search by most, the most used first. */
const OFTEN_USED = [
  'gpu_name',
  'num_gpus',
  'dph_total',
  'gpu_ram',
  'reliability',
  'geolocation',
  'inet_down',
  'disk_space',
  'cuda_max_good',
  'dph_gpu',
  'cpu_ram',
  'cpu_cores_effective',
  'verified',
  'static_ip',
  'direct_port_count',
  'inet_up',
  'duration',
  'datacenter',
  'dlperf',
  'compute_cap',
];

/** Every field that a line may name, in that order, what a job costs only `hasWorkload`; `used` are names, the most used first. */
export const fieldsInOrder = (used: readonly string[], hasWorkload = false): readonly FilterField[] => {
  const places = new Map([...new Set([...OFTEN_USED, ...used])].map((name, place) => [name, place] as const));
  const placeOf = ({ name }: FilterField): number => places.get(name) ?? places.size;
  const jobs = hasWorkload ? COMPUTED_FIELDS.filter(({ needsWorkload }) => needsWorkload) : [];
  return [...LINE_FIELDS, ...jobs].sort((a, b) => placeOf(a) - placeOf(b));
};

/** Names of the fields that stand in `lines`, the one in most of them first; of two in as many, the one in the newer line, which is later. */
export const fieldsUsedIn = (lines: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const line of lines.toReversed()) {
    const words = tokensOf(line).filter(({ kind }) => kind === 'word');
    const names = new Set(words.flatMap(({ text }) => findFilterField(text)?.name ?? []));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
};
