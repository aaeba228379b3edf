/** A list that is asked for and that no page shows as one: what its answer comes to is kept in the store, and in the cache for a later run. */
import type { ListCall } from '../../../api/calls.ts';
import { type Explanation, optionally } from '../../../api/errors/explain.ts';
import { createQuestion, type Question } from '../../../api/question.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import { type Asked, askedNoted, foundAgain, lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import { type Needs, nothing } from '../pane.ts';

/** `of`: what is kept of an answer; of none where the service has no such call. `onFound` is told of what an earlier run has kept. */
export const listQuestion = <Kept, Value>(
  call: ListCall<Kept>,
  part: Slice<Asked<Value, Explanation>>,
  needs: Needs,
  {
    of,
    onCame = nothing,
    onFound = nothing,
  }: {
    readonly of: (reply: ListReply<Kept> | undefined) => Value;
    readonly onCame?: (value: Value) => void;
    readonly onFound?: () => void;
  },
): Question => {
  const noted = askedNoted(part.change);
  const cache = needs.caches?.of(call);
  return createQuestion<ListReply<Kept> | undefined>({
    ...needs,
    ...noted,
    read: call.name,
    ask: (client, _ticket, options) => optionally(() => client.list(call, options)),
    onAnswer: (ticket, reply, atEpochMs) => {
      const value = of(reply);
      noted.onAnswer(ticket, value, atEpochMs);
      if (reply !== undefined) cache?.keep(reply, atEpochMs);
      onCame(value);
    },
    fill: () => {
      if (cache === undefined || lastArrived(part.get().answer) !== undefined) return undefined;
      return async () => {
        const kept = await cache.find();
        if (kept === undefined) return true;
        const { answer, atEpochMs, foundAtEpochMs } = kept;
        part.change(({ answer: asked, ...rest }) => ({
          ...rest,
          answer: foundAgain(asked, of(answer), atEpochMs, foundAtEpochMs),
        }));
        onFound();
        return true;
      };
    },
  });
};
