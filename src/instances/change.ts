/** A change to an instance, as data: what it is, the call that it takes, and how it is sent and noted (docs/promises.md, 1). */
import { type Call, callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { InstanceChanges, SeenLines, SentChange } from '../storage/journal/changes.ts';
import { changeLine } from '../writes/change-line.ts';
import { type SendEnd, type SendParts, sendOnce } from '../writes/send-once.ts';

/** What is done to an instance. */
export type Change =
  | { readonly kind: 'start' | 'stop' | 'reboot' | 'destroy' }
  /** An empty label takes away the one that it has. */
  | { readonly kind: 'label'; readonly label: string }
  /** $/hour. */
  | { readonly kind: 'bid'; readonly price: number };

/** How a change ended; `standing` are those that the user did not know of, the newest first. */
type ChangeEnd = SendEnd<InstanceReceipt, readonly SentChange[]>;

/** What a change is sent with. */
type ChangeParts = SendParts & {
  readonly changes: InstanceChanges;
  /** What the user has seen of the journal. */
  readonly seen: SeenLines;
};

/** The call that makes `change` to an instance, exactly as it is sent. */
export const callOfChange = (instanceId: number, change: Change): Call => withCall(instanceId, change, callOf);

/** Makes `change` to an instance. Rejects only with a programmer's error. */
export const sendChange = (instanceId: number, change: Change, parts: ChangeParts): Promise<ChangeEnd> =>
  withCall<Promise<ChangeEnd>>(instanceId, change, (call, request) =>
    sendOnce(call, request, changeLine(notedOf(instanceId, change), parts), parts),
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
    case 'destroy':
      return use(CALLS.destroyInstance, { instanceId });
    case 'bid':
      return use(CALLS.bidForInstance, { instanceId, price: change.price });
  }
};

const notedOf = (instanceId: number, change: Change) => ({
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
