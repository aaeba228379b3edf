/** Changes to instances as one kind of write: what the page and the command say of them, what is sent, and how it is noted. */
import { CALLS } from '../api/calls.ts';
import { named } from '../base/figures.ts';
import { statusOf, statusWords } from '../catalogue/instance-columns.ts';
import type { Instance } from '../catalogue/values.ts';
import { hourly, leastBidText } from '../money/money.ts';
import { hoursLeft, soonestEnd } from '../pricing/time-left.ts';
import { CHANGE_KINDS, type ChangeKind } from '../storage/journal/changes.ts';
import {
  type Paragraph,
  targetsAmong,
  usualCommand,
  usualKeys,
  usualWords,
  type WriteKind,
} from '../writes/write-kind.ts';
import {
  areCostsSame,
  callOfChange,
  changeOf,
  costsOf,
  costWords,
  type InstanceWrite,
  isStopped,
  lossWords,
  refusalOf,
  seenWords,
  sendChange,
  type Target,
} from './change.ts';

import { INSTANCES_TOGETHER } from './together.ts';
import { labelProblem, readBid } from './typed.ts';

const TITLES: Readonly<Record<ChangeKind, string>> = {
  start: 'Start',
  stop: 'Stop',
  reboot: 'Reboot',
  recycle: 'Recycle',
  destroy: 'Destroy',
  label: 'Label',
  bid: 'Bid for',
};

const STOPPED_ALREADY = 'stopped already';

const TONES: Readonly<Partial<Record<ChangeKind, Paragraph['tone']>>> = {
  destroy: 'danger',
  recycle: 'danger',
  label: 'plain',
};

/** `4711  + running  2x RTX 4090  train`. */
const instanceWords = (id: number, instance: Instance): string => {
  const { num_gpus: count, gpu_name: model, label } = instance;
  const gpus = typeof model === 'string' ? `${count ?? '?'}x ${model}` : '';
  return [String(id), statusWords(statusOf(instance)), gpus, label ?? ''].filter(Boolean).join('  ');
};

/** One of them in the review. */
export const targetLine = ({ id, instance, isGone }: Target): Paragraph =>
  isGone ? { text: `${id} is no longer in the list.`, tone: 'danger' } : { text: instanceWords(id, instance) };

const bidWords = (id: number, { dph_base: base, min_bid: least }: Instance): string =>
  `${id}: ${typeof base === 'number' ? `the bid is ${hourly(base)}` : 'the bid is not known'}` +
  `${typeof least === 'number' ? `, the market takes ${hourly(leastBidText(least))} and more` : ''}.`;

const labelOf = (targets: readonly Target[]): string => {
  const label = targets.length === 1 ? targets[0]?.instance.label : undefined;
  return typeof label === 'string' ? label : '';
};

export const INSTANCE_WRITE: WriteKind<InstanceWrite> = {
  names: CHANGE_KINDS,
  noun: 'instance',
  title: (kind, ids) => `${TITLES[kind]} ${named(ids, 'instance')}`,
  list: CALLS.instances,
  targetsOf: targetsAmong((id, instance: Instance): Target => ({ id, instance })),
  field: (kind) => {
    if (kind === 'label')
      return {
        label: 'Label:',
        // Some more than a label may have, so that nothing is cut unsaid.
        maximum: 2100,
        typed: labelOf,
        lines: (targets) => [
          ...targets.map(targetLine),
          { text: ' ' },
          { text: 'Type the label: at most 1024 characters. An empty one takes the label away.' },
        ],
      };
    if (kind !== 'bid') return undefined;
    return {
      label: 'Bid in $/h:',
      maximum: 20,
      typed: () => '',
      lines: (targets) => [
        ...targets.map(targetLine),
        { text: ' ' },
        ...targets.map(({ id, instance }) => ({ text: bidWords(id, instance) })),
      ],
    };
  },
  requestOf: (kind, typed) => {
    if (kind === 'label') {
      const problem = labelProblem(typed);
      return problem === undefined ? { kind, label: typed } : { problem };
    }
    if (kind !== 'bid') return { kind };
    const price = readBid(typed);
    return typeof price === 'object' ? price : { kind, price };
  },
  isSmall: (kind) => kind === 'label' || kind === 'bid',
  isSent: ({ instance }, _, kind) => kind !== 'stop' || !isStopped(instance),
  isSentAgain: true,
  refusal: ({ instance }, kind) => refusalOf(instance, kind),

  call: ({ id }, change) => callOfChange(id, change),
  send: ({ id }, change, parts) => sendChange(id, change, { ...parts, changes: parts.journal.instanceChanges }),
  together: INSTANCES_TOGETHER,
  changes: ({ instanceChanges }) => instanceChanges,
  restsOn: ({ instance }) => ({
    ...{ machine: instance.machine_id, status: statusOf(instance), meant: instance.intended_status },
    ...{ image: instance.image_uuid, label: instance.label, price: instance.dph_base, is_bid: instance.is_bid },
  }),
  spending: ({ instance }, change) => {
    const { kind } = change;
    if (kind !== 'start' && kind !== 'bid') return undefined;
    const costs = costsOf(instance, change);
    const perHour = changeOf([costs]);
    return {
      ...{ act: kind, perHour, rentalPerHour: { total: costs.after }, instances: 0 },
      machineId: instance.machine_id ?? undefined,
    };
  },

  affected: (_, { targets }) => targets.map(targetLine),
  consequences: (change, targets) => {
    const { kind } = change;
    const costs = targets.map(({ instance }) => costsOf(instance, change));
    const left = soonestEnd(targets.map(({ instance }) => hoursLeft(instance.duration)));
    return [
      { text: lossWords(kind, targets.length), tone: TONES[kind] ?? 'warning' },
      ...(areCostsSame(kind) ? [] : [{ text: `Cost: ${costWords(costs, kind, left)}.` }]),
    ];
  },
  costChange: (change, targets) => {
    if (areCostsSame(change.kind)) return undefined;
    const costs = targets.map(({ instance }) => costsOf(instance, change));
    return { perHour: changeOf(costs) };
  },
  afterwards: (target, end, kind) => (end === 'unknown' ? seenWords(target?.instance, kind) : ''),

  words: {
    ...usualWords('Instances are still being changed', 'instances.change'),
    none: STOPPED_ALREADY,
    nothing: `Nothing is to be sent: ${STOPPED_ALREADY}.`,
    nothingToConfirm: `Nothing is to be sent: ${STOPPED_ALREADY}.`,
  },
  keys: usualKeys('instances', 'instances.change', 'Change'),
  command: { ...usualCommand('instance'), nothing: 'stopped_already' },
};
