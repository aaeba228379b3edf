/** Sends to several at once where one call does it, and one after the other where none does: the terminal and scripts alike. */
import type { Call } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { sleep } from '../base/clock.ts';
import { createSpendingLimits, UNLIMITED } from '../limits/allowance.ts';
import { type SendingOneByOne, sendOneByOne, stopsAll } from './one-by-one.ts';
import { type Planned, stillAsPlanned, whileAsPlanned } from './while-as-planned.ts';
import type { Together, TogetherEnd, WriteEnd, WriteKind, WriteTypes } from './write-kind.ts';

/** The targets in portions of as many as one call takes. */
const portionsOf = <Target>(targets: readonly Target[], most: number): readonly (readonly Target[])[] =>
  targets.flatMap((_, place) => (place % most === 0 ? [targets.slice(place, place + most)] : []));

/** The calls that are sent for `targets`, exactly: one for several, or one for each. */
export const callsFor = <W extends WriteTypes>(
  { call, together }: WriteKind<W>,
  targets: readonly W['target'][],
  request: W['request'],
  isTogether: boolean,
): readonly Call[] =>
  isTogether && together !== undefined && targets.length > 1
    ? portionsOf(targets, together.most).flatMap(
        (some) => together.call(some, request) ?? some.map((target) => call(target, request)),
      )
    : targets.map((target) => call(target, request));

/** What a review says of one call for several. */
export const TOGETHER_WORDS =
  'One call for all of them: where its answer is lost, the outcome of each is unknown. Where the service refuses it as a whole, or limits of yours are set for what it costs, each is sent by itself.';

/** True where `targets` have a call for several. */
export const haveOneCall = <W extends WriteTypes>(
  { together }: WriteKind<W>,
  targets: readonly W['target'][],
  request: W['request'],
): boolean => targets.length > 1 && together?.call(targets, request) !== undefined;

/** What is told while it is sent: before each call the target that it is for, or the first of them. */
type Told<W extends WriteTypes> = Pick<SendingOneByOne<W['target'], WriteEnd<W>>, 'onSending' | 'onEnd'> & {
  readonly onBegin?: (target: W['target']) => Promise<void>;
};

/** Sends to each of `targets`, in one call for several where `isTogether` and there is one: what the list tells otherwise of by now is left out then. */
export const sendToAll = async <W extends WriteTypes>(
  kind: WriteKind<W>,
  request: W['request'],
  targets: readonly W['target'][],
  parts: Planned<W>,
  { isTogether, onBegin, onSending, onEnd }: Told<W> & { readonly isTogether: boolean },
): Promise<void> => {
  const { together } = kind;
  const { signal } = parts;
  const sendIt = whileAsPlanned(kind, request, parts);
  const planned = stillAsPlanned(kind, isTogether ? together?.changedSince : undefined, parts);
  const sendSingly = (from: number): Promise<void> =>
    sendOneByOne<W['target'], WriteEnd<W>>(targets.slice(from), {
      signal,
      send: async (target, told) => {
        await onBegin?.(target);
        return (await planned.hindranceOf(target)) ?? sendIt(target, told);
      },
      onSending: (place) => onSending?.(from + place),
      onEnd: (place, end) => onEnd(from + place, end),
    });
  if (!isTogether || together === undefined || !haveOneCall(kind, targets, request)) return sendSingly(0);
  const limits = createSpendingLimits(parts.journal.purse, parts.client, parts.clock);
  /** False where limits are set for what one of them costs: they are held against it one by one. */
  const isUnlimited = async (some: readonly W['target'][]): Promise<boolean> => {
    for (const target of some)
      if ((await limits(kind.spending?.(target, request), parts.over)) !== UNLIMITED) return false;
    return true;
  };
  let isEnded = false;
  for (const [portion, some] of portionsOf(targets, together.most).entries()) {
    const from = portion * together.most;
    isEnded ||= signal?.aborted === true;
    const ends = isEnded
      ? some.map(() => ({ kind: 'not-sent' }) as const)
      : await sendPortion({ together, request, isUnlimited, planned, parts, onBegin }, some, (place) =>
          onSending?.(from + place),
        );
    if (ends === undefined) return sendSingly(from);
    for (const [place, end] of ends.entries()) {
      isEnded ||= stopsAll(end);
      await onEnd(from + place, end);
    }
  }
};

/** One call for those that are as they were; undefined where the service did nothing, so that each may be asked for by itself. */
const sendPortion = async <W extends WriteTypes>(
  {
    together,
    request,
    isUnlimited,
    planned,
    parts,
    onBegin,
  }: {
    readonly together: Together<W>;
    readonly request: W['request'];
    readonly isUnlimited: (targets: readonly W['target'][]) => Promise<boolean>;
    readonly planned: ReturnType<typeof stillAsPlanned<W>>;
    readonly parts: Planned<W>;
    readonly onBegin: Told<W>['onBegin'];
  },
  some: readonly W['target'][],
  onSending: (place: number) => void,
): Promise<readonly TogetherEnd<W>[] | undefined> => {
  const [first] = some;
  if (first !== undefined) await onBegin?.(first);
  const hindrances: (WriteEnd<W> | undefined)[] = [];
  for (const target of some) {
    const hindrance = await planned.hindranceOf(target);
    hindrances.push(hindrance);
    // The list could not be read: nothing more is sent.
    if (hindrance?.kind === 'held-back') return some.map((_, place) => hindrances[place] ?? { kind: 'not-sent' });
  }
  const going = some.filter((_, place) => hindrances[place] === undefined);
  const goesOut = (): void => {
    for (const [place, target] of some.entries()) if (going.includes(target)) onSending(place);
  };
  if (!(await isUnlimited(going))) return undefined;
  const { rows: _, over: __, ...sending } = parts;
  const allowance = UNLIMITED;
  const ends =
    going.length === 0 ? [] : await together.send(going, request, { ...sending, allowance, onSending: goesOut });
  if (ends === undefined) {
    // The call that was refused counts for the pace of those that follow.
    const name = together.call(going, request)?.endpoint;
    if (name !== undefined) await sleep(parts.clock, CALLS[name].minimumSeconds * 1000, parts.signal);
    return undefined;
  }
  return some.flatMap((target, place) => hindrances[place] ?? ends[going.indexOf(target)] ?? []);
};
