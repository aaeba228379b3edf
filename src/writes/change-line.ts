/** The line in the journal of a change to something that is there: an instance, a webhook. */
import type { Changes, SeenLines, SentChange } from '../storage/journal/changes.ts';
import type { Line } from './send-once.ts';

/** Where it is noted, and what of that the user has seen. */
type Noting<Kind> = { readonly changes: Changes<Kind>; readonly seen: SeenLines };

/** The line of `change`; that of a refused one is taken out again. */
export const changeLine = <Kind, Reply>(
  change: Parameters<Changes<Kind>['begin']>[0],
  { changes, seen }: Noting<Kind>,
): Line<Reply, readonly SentChange<Kind>[]> => {
  let line: number | undefined;
  return {
    claim: (atEpochMs) => {
      if (line !== undefined) return changes.beginAgain(line, atEpochMs);
      const begun = changes.begin(change, atEpochMs, seen);
      if (!('line' in begun)) return begun;
      line = begun.line;
      return undefined;
    },
    settle: (outcome) => (line === undefined ? undefined : changes.settle(line, outcome)),
  };
};
