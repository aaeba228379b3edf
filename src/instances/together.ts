/** The same change to several instances in one call, where the service has one: starting, stopping and destroying (docs/interface.md, Several at once). */
import { type Call, callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import type { InstanceReceipt, ManyReceipt } from '../api/records/replies.ts';
import type { Instance } from '../catalogue/values.ts';
import type { SentChange } from '../storage/journal/changes.ts';
import { changeLine, linesTogether } from '../writes/claimed-line.ts';
import { meetsAnyCall, stopsAll } from '../writes/one-by-one.ts';
import { type SendEnd, sendOnce } from '../writes/send-once.ts';
import type { Together } from '../writes/write-kind.ts';
import { type Change, type InstanceWrite, notedOf, type Target } from './change.ts';

/** Instances that one call takes. */
const MOST = 64;

type End = SendEnd<InstanceReceipt, readonly SentChange[]>;

/** The row of the call, and what of its body the change says; undefined where there is no such call. */
const rowOf = ({ kind }: Change) => {
  if (kind === 'destroy') return { row: CALLS.destroyInstances };
  if (kind === 'start') return { row: CALLS.changeInstances, state: 'running' } as const;
  return kind === 'stop' ? ({ row: CALLS.changeInstances, state: 'stopped' } as const) : undefined;
};

const asked = (targets: readonly Target[], change: Change) => {
  const found = rowOf(change);
  if (found === undefined) return undefined;
  const { row, ...rest } = found;
  return { row, request: { instanceIds: targets.map(({ id }) => id), ...rest } };
};

/** What an answer says of one of them: a yes, its own reason why not, or nothing. */
const endOf = ({ outcomes }: ManyReceipt, id: number, call: Call, atEpochMs: number): End => {
  const told = outcomes.find((outcome) => outcome.id === id);
  if (told?.isDone) return { kind: 'accepted', reply: { message: told.message }, atEpochMs };
  const facts = { stage: 'answered', status: 200, code: told?.code, text: told?.message ?? told?.code } as const;
  return facts.text !== undefined
    ? { kind: 'refused', error: new ApiError(call, { ...facts, kind: 'refused', isDefinite: true }), atEpochMs }
    : {
        kind: 'unknown',
        error: new ApiError(call, { ...facts, kind: 'unreadable', text: UNTOLD }),
        ...sent(atEpochMs),
      };
};

const UNTOLD = 'the service did not say what became of this one';

const sent = (atEpochMs: number) => ({ atEpochMs, sentAtEpochMs: atEpochMs });

/** What the journal is told of such an end. */
const notedEnd = (end: End) => {
  const { atEpochMs } = end;
  if (end.kind === 'accepted') return { kind: end.kind, reply: end.reply, atEpochMs };
  const reason = 'error' in end ? explain(end.error).whatCameBack : '';
  return { kind: end.kind === 'refused' ? end.kind : 'unknown', reason, atEpochMs } as const;
};

/** Those that another program has sent meanwhile are left out, and the rest is claimed anew. */
const send: Together<InstanceWrite>['send'] = async (targets, change, { journal, seen, ...parts }) => {
  const ends = new Map<number, End | { readonly kind: 'not-sent' }>();
  for (;;) {
    const left = targets.filter(({ id }) => !ends.has(id));
    const asking = asked(left, change);
    if (asking === undefined || left.length === 0) break;
    const call = callOf(asking.row, asking.request);
    const lines = left.map(({ id }) =>
      changeLine<Change['kind'], InstanceReceipt>(notedOf(id, change), { changes: journal.instanceChanges, seen }),
    );
    const line = linesTogether<ManyReceipt, InstanceReceipt, readonly SentChange[]>(lines, (reply, place, atEpochMs) =>
      notedEnd(endOf(reply, left[place]?.id ?? 0, call, atEpochMs)),
    );
    const end = await sendOnce(asking.row, asking.request, line, parts);
    if (end.kind === 'refused' && !meetsAnyCall(end.error)) return undefined;
    if (end.kind === 'overtaken') {
      const [first] = end.standing;
      if (first === undefined) break;
      ends.set(first.instanceId, end);
      // What somebody else does and nobody knows the end of keeps the others back, as it does one after the other.
      if (stopsAll(end)) for (const { id } of left) if (!ends.has(id)) ends.set(id, { kind: 'not-sent' });
      continue;
    }
    const { journalProblem, ...rest } = end;
    for (const [place, { id }] of left.entries()) {
      const own = rest.kind === 'accepted' ? endOf(rest.reply, id, call, rest.atEpochMs) : rest;
      ends.set(id, place === 0 && journalProblem !== undefined ? { ...own, journalProblem } : own);
    }
  }
  return targets.map(({ id }) => ends.get(id) ?? { kind: 'not-sent' });
};

const shown = (value: string | null | undefined): string => (value ? `"${value}"` : 'none');

/** What a list that was read since tells otherwise of it than was reviewed. */
const changedSince = ({ id, instance }: Target, rows: readonly Instance[]): string | undefined => {
  const now = rows.find((row) => row.id === id);
  if (now === undefined) return `Not sent: instance ${id} is no longer in the list.`;
  if ((now.label ?? '') !== (instance.label ?? ''))
    return `Not sent: the label of instance ${id} was ${shown(instance.label)}, and is ${shown(now.label)} now.`;
  if (now.intended_status !== instance.intended_status)
    return `Not sent: instance ${id} was meant to be ${instance.intended_status ?? 'unknown'}, and is meant to be ${now.intended_status ?? 'unknown'} now.`;
  return undefined;
};

/** The same, of those that a filter has found: what meets it no more is not sent. */
export const togetherWhile = (isMet: (instance: Instance) => boolean): Together<InstanceWrite> => ({
  ...INSTANCES_TOGETHER,
  changedSince: (target, rows) => {
    const now = rows.find(({ id }) => id === target.id);
    const isLeft = now === undefined || isMet(now);
    return (
      changedSince(target, rows) ?? (isLeft ? undefined : `Not sent: instance ${target.id} meets the filter no more.`)
    );
  },
});

export const INSTANCES_TOGETHER: Together<InstanceWrite> = {
  most: MOST,
  call: (targets, change) => {
    const asking = asked(targets, change);
    return asking && callOf(asking.row, asking.request);
  },
  send,
  changedSince,
};
