/** What to know before an instance is changed: why it cannot be, what is lost, what it costs afterwards. Pure. */

import { HOURS_A_MONTH } from '../base/time.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { formatValue } from '../catalogue/format.ts';
import { INSTANCE_FIELDS } from '../catalogue/instance-fields.ts';
import { statusOf } from '../catalogue/instance-status.ts';
import type { Instance } from '../catalogue/values.ts';
import type { ChangeKind } from '../storage/journal/changes.ts';
import type { Change } from './change.ts';

/** Whether an instance is one to start or one to stop: the opposite of what it is meant to be, and one that has exited is to start. */
export const startOrStop = (instance: Instance): 'start' | 'stop' => {
  const status = statusOf(instance);
  if (status === 'exited' || status === 'outbid') return 'start';
  const { intended_status: intended } = instance;
  return (intended ?? status) === 'running' ? 'stop' : 'start';
};

/** Why `instance` cannot be changed so; undefined when the service may be asked. */
export const refusalOf = (instance: Instance, kind: ChangeKind): string | undefined => {
  const status = statusOf(instance);
  const who = `Instance ${instance.id ?? '?'}`;
  if (status === 'offline' && (kind === 'start' || kind === 'stop' || kind === 'reboot'))
    return `${who} is offline: its host cannot be reached, so it can only be destroyed.`;
  if (kind === 'reboot' && status !== 'running' && status !== 'rebooting')
    return `${who} does not run (${status}), so it cannot be rebooted. Start it instead.`;
  if (kind === 'bid' && instance.is_bid !== true) return `${who} is rented on demand: there is no bid to change.`;
  return undefined;
};

/** What the change means for each of `count` instances, and what is lost by it. */
export const lossWords = (kind: ChangeKind, count: number): string =>
  count === 1
    ? LOSSES[kind]
    : `For each of the ${count}: ${LOSSES[kind].charAt(0).toLowerCase()}${LOSSES[kind].slice(1)}`;

const LOSSES: Readonly<Record<ChangeKind, string>> = {
  start: 'It is charged in full again from the moment it runs.',
  stop: 'What runs on it ends. Its disk stays, and is charged until it is destroyed. Its GPUs may go to others meanwhile: then it cannot start again until they are free.',
  reboot: 'What runs on it ends, and what is only in its memory is lost. Its disk stays.',
  destroy: 'Its disk is deleted, with everything on it, for good. What was not copied elsewhere is lost.',
  label: 'Nothing but its label changes.',
  bid: 'Whoever bids more takes its GPUs: what runs on it ends then, and its disk is charged on.',
};

/** What an instance costs, $/hour; undefined where that is not known. */
type Costs = { readonly now: number | undefined; readonly after: number | undefined };

/** What `instance` costs now, and when the change is made. */
export const costsOf = (instance: Instance, change: Change): Costs => {
  const { dph_total: total, dph_base: base, storage_total_cost: disk, search, instance: paid } = instance;
  const running = search?.totalHour ?? total ?? undefined;
  const resting = search?.diskHour ?? disk ?? undefined;
  const isUp = ['running', 'rebooting'].includes(statusOf(instance));
  const now = paid?.totalHour ?? (isUp ? running : resting);
  switch (change.kind) {
    case 'start':
      return { now, after: running };
    case 'stop':
      return { now, after: resting };
    case 'destroy':
      return { now, after: 0 };
    case 'reboot':
    case 'label':
      return { now, after: now };
    case 'bid': {
      const isKnown = typeof running === 'number' && typeof base === 'number';
      return { now, after: isKnown ? running - base + change.price : undefined };
    }
  }
};

/** True for a change by which the costs stay what they are. */
export const areCostsSame = (kind: ChangeKind): boolean => kind === 'label' || kind === 'reboot';

/** The costs of one or several instances together: `$0.5000/h now, $0.0021/h afterwards ($1.51 in 30 days)`. */
export const costWords = (costs: readonly Costs[], kind: ChangeKind): string => {
  const now = sumOf(costs.map((cost) => cost.now));
  const after = sumOf(costs.map((cost) => cost.after));
  const later = kind === 'bid' ? 'with this bid while it runs' : 'afterwards';
  const month = after === undefined || after === 0 ? '' : ` ($${(after * HOURS_A_MONTH).toFixed(2)} in 30 days)`;
  return `${rateWords(now)} now, ${rateWords(after)} ${later}${month}`;
};

const sumOf = (rates: readonly (number | undefined)[]): number | undefined =>
  rates.reduce<number | undefined>(
    (sum, rate) => (sum === undefined || rate === undefined ? undefined : sum + rate),
    0,
  );

const RATE = INSTANCE_FIELDS.find(({ name }) => name === 'dph_total');

const rateWords = (rate: number | undefined): string =>
  rate === undefined || RATE === undefined
    ? 'an unknown price'
    : rate === 0
      ? 'nothing'
      : `$${formatValue(RATE, rate)}/h`;

/** What a record of the list says after a change whose answer was lost; undefined where the list has no such instance. */
export const seenWords = (instance: ServiceRecord | undefined, kind: ChangeKind): string => {
  if (instance === undefined) return 'The list has no such instance any more.';
  const { intended_status: intended, label, dph_base: base } = instance;
  const seen = 'The list, read again, says:';
  if (kind === 'label') return `${seen} label ${JSON.stringify(label ?? '')}.`;
  if (kind === 'bid') return `${seen} ${rateWords(typeof base === 'number' ? base : undefined)} for its GPUs.`;
  const meant = typeof intended === 'string' ? `, meant to be ${intended}` : '';
  return `${seen} ${statusOf(instance)}${meant}.`;
};
