/**
 * A change to an instance, as data: what it is, the call that it takes, how it is sent and noted (docs/promises.md, 1), and what to
 * know before: why it cannot be made, what is lost, what it costs afterwards.
 */

import { type Call, callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { formatValue } from '../catalogue/format.ts';
import { presentRate, runningRate, statusOf } from '../catalogue/instance-columns.ts';
import { INSTANCE_FIELDS } from '../catalogue/instance-fields.ts';
import type { Instance } from '../catalogue/values.ts';
import { hourly, toTheCent } from '../money/money.ts';
import { costSpans, leftWords } from '../pricing/time-left.ts';
import type { ChangeKind, InstanceChanges, SeenLines, SentChange } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import type { SendEnd, SendParts } from '../writes/send-once.ts';

/** What is done to an instance. */
export type Change =
  | { readonly kind: 'start' | 'stop' | 'reboot' | 'recycle' | 'destroy' }
  /** An empty label takes away the one that it has. */
  | { readonly kind: 'label'; readonly label: string }
  /** $/hour. */
  | { readonly kind: 'bid'; readonly price: number };

/** An instance that is to be changed, as it was in the newest list that had it. */
export type Target = { readonly id: number; readonly instance: Instance; readonly isGone?: true };

/** The types of it. */
export type InstanceWrite = {
  readonly name: ChangeKind;
  readonly request: Change;
  readonly row: Instance;
  readonly target: Target;
  readonly reply: InstanceReceipt;
};

/** How a change ended; `standing` are those that the user did not know of, the newest first. */
type ChangeEnd = SendEnd<InstanceReceipt, readonly SentChange[]>;

/** The call that makes `change` to an instance, exactly as it is sent. */
export const callOfChange = (instanceId: number, change: Change): Call => withCall(instanceId, change, callOf);

/** Makes `change` to an instance. Rejects only with a programmer's error. */
export const sendChange = (
  instanceId: number,
  change: Change,
  parts: SendParts & {
    readonly changes: InstanceChanges;
    /** What the user has seen of the journal. */
    readonly seen: SeenLines;
  },
): Promise<ChangeEnd> =>
  withCall<Promise<ChangeEnd>>(instanceId, change, (call, request) =>
    sendNoted(call, request, notedOf(instanceId, change), parts.changes, parts),
  );

/** What `use` makes of the call that a change takes and of what it asks for. */
const withCall = <Made>(
  instanceId: number,
  change: Change,
  use: <Request>(call: WriteCall<Request, InstanceReceipt>, request: Request) => Made,
): Made => {
  switch (change.kind) {
    case 'start':
      return use(CALLS.changeInstance, { instanceId, state: 'running' });
    case 'stop':
      return use(CALLS.changeInstance, { instanceId, state: 'stopped' });
    case 'label':
      return use(CALLS.changeInstance, { instanceId, label: change.label });
    case 'reboot':
      return use(CALLS.rebootInstance, { instanceId });
    case 'recycle':
      return use(CALLS.recycleInstance, { instanceId });
    case 'destroy':
      return use(CALLS.destroyInstance, { instanceId });
    case 'bid':
      return use(CALLS.bidForInstance, { instanceId, price: change.price });
  }
};

/** The change as the journal notes it. */
export const notedOf = (instanceId: number, change: Change) => ({
  instanceId,
  kind: change.kind,
  value: notedValue(change),
});

const notedValue = (change: Change): string => {
  switch (change.kind) {
    case 'label':
      return change.label;
    case 'bid':
      return String(change.price);
    default:
      return '';
  }
};

/** Whether an instance is one to start or one to stop: the opposite of what it is meant to be, and one that has exited is to start. */
export const startOrStop = (instance: Instance): 'start' | 'stop' => {
  const status = statusOf(instance);
  if (status === 'exited' || status === 'outbid') return 'start';
  const { intended_status: intended } = instance;
  return (intended ?? status) === 'running' ? 'stop' : 'start';
};

/** True for one that is stopped and meant to be; what was outbid or has exited may still start by itself. */
export const isStopped = (instance: Instance): boolean =>
  statusOf(instance) === 'stopped' && instance.intended_status === 'stopped';

/** Why `instance` cannot be changed so; undefined when the service may be asked. */
export const refusalOf = (instance: Instance, kind: ChangeKind): string | undefined => {
  const status = statusOf(instance);
  const who = `Instance ${instance.id ?? '?'}`;
  if (status === 'offline' && kind !== 'destroy' && kind !== 'label' && kind !== 'bid')
    return `${who} is offline: its host cannot be reached, so it can only be destroyed.`;
  if ((kind === 'reboot' || kind === 'recycle') && status !== 'running' && status !== 'rebooting')
    return `${who} does not run (${status}). Start it${kind === 'reboot' ? '' : ', then recycle it'}.`;
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
  recycle:
    'Its image is pulled and its container made anew: what runs on it ends, and every file outside of its volumes is lost for good.',
  destroy: 'Its disk is deleted, with everything on it, for good. What was not copied elsewhere is lost.',
  label: 'Nothing but its label changes.',
  bid: 'Whoever bids more takes its GPUs: what runs on it ends then, and its disk is charged on.',
};

/** What an instance costs, $/hour; undefined where that is not known. */
type Costs = { readonly now: number | undefined; readonly after: number | undefined };

/** What `instance` costs now, and when the change is made. */
export const costsOf = (instance: Instance, change: Change): Costs => {
  const { dph_base: base, storage_total_cost: disk, search } = instance;
  const running = runningRate(instance);
  const resting = search?.diskHour ?? disk ?? undefined;
  const now = presentRate(instance);
  switch (change.kind) {
    case 'start':
      return { now, after: running };
    case 'stop':
      return { now, after: resting };
    case 'destroy':
      return { now, after: 0 };
    case 'reboot':
    case 'recycle':
    case 'label':
      return { now, after: now };
    case 'bid': {
      const isKnown = typeof running === 'number' && typeof base === 'number';
      return { now, after: isKnown ? running - base + change.price : undefined };
    }
  }
};

/** True for a change by which the costs stay what they are. */
export const areCostsSame = (kind: ChangeKind): boolean => ['label', 'reboot', 'recycle'].includes(kind);

/** $/hour by which the costs of several change together; undefined where that is not known. */
export const changeOf = (costs: readonly Costs[]): number | undefined => {
  const now = sumOf(costs.map((cost) => cost.now));
  const after = sumOf(costs.map((cost) => cost.after));
  return now === undefined || after === undefined ? undefined : after - now;
};

/**
 * The costs of one or several instances together: `$0.5000/h now, $0.0021/h afterwards ($1.51 in 30 days)`; `left` are the hours until
 * the first of them ends, where that is known.
 */
export const costWords = (costs: readonly Costs[], kind: ChangeKind, left: number | undefined): string => {
  const now = sumOf(costs.map((cost) => cost.now));
  const after = sumOf(costs.map((cost) => cost.after));
  const later = kind === 'bid' ? 'with this bid while it runs' : 'afterwards';
  const who = costs.length === 1 ? 'it' : 'the first';
  const amounts = costSpans(left).map(({ name, hours }) => {
    const until = name === 'end' ? `until ${who} ends, in ${leftWords(hours)}` : 'in 30 days';
    return after === undefined || after === 0 ? '' : ` (${toTheCent(after * hours)} ${until})`;
  });
  return `${rateWords(now)} now, ${rateWords(after)} ${later}${amounts.at(-1)}`;
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
      : hourly(formatValue(RATE, rate));

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
