/** The line in the journal of one call: claimed when that is first sent, and claimed again when the same call is. */
import type { WriteCall } from '../api/calls.ts';
import type { Changes, SeenLines, SentChange } from '../storage/journal/changes.ts';
import type { Objection } from '../storage/journal/journal.ts';
import { type Line, type SendEnd, type SendParts, sendOnce } from './send-once.ts';

/** The line, and its place in the journal once it has one. `begin` notes the call there; what is noted later is noted at that place. */
export const claimedLine = <Reply, Standing>({
  begin,
  beginAgain,
  turnedAway,
  settle,
}: {
  readonly begin: (atEpochMs: number) => { readonly id: number } | { readonly line: number } | Objection<Standing>;
  /** Absent where no call is sent twice under one claim. */
  readonly beginAgain?: (place: number, atEpochMs: number) => Objection<Standing> | undefined;
  readonly turnedAway?: (place: number, reason: string) => string | undefined;
  readonly settle: (place: number, outcome: Parameters<Line<Reply, Standing>['settle']>[0]) => string | undefined;
}): Line<Reply, Standing> & { readonly place: () => number | undefined } => {
  let place: number | undefined;
  return {
    place: () => place,
    claim: (atEpochMs) => {
      if (place !== undefined && beginAgain !== undefined) return beginAgain(place, atEpochMs);
      const begun = begin(atEpochMs);
      if ('problem' in begun || 'standing' in begun) return begun;
      place = 'id' in begun ? begun.id : begun.line;
      return undefined;
    },
    turnedAway: (reason) => (place === undefined ? undefined : turnedAway?.(place, reason)),
    settle: (outcome) => (place === undefined ? undefined : settle(place, outcome)),
  };
};

/**
 * The line of one call for several things, each of which has one of `lines`: all of them are claimed, or none. `outcomeOf` is what an answer
 * says of the one at a place.
 */
export const linesTogether = <Reply, Each, Standing>(
  lines: readonly Line<Each, Standing>[],
  outcomeOf: (reply: Reply, place: number, atEpochMs: number) => OutcomeOf<Each>,
): Line<Reply, Standing> => ({
  claim: (atEpochMs) => {
    for (const [place, line] of lines.entries()) {
      const objection = line.claim(atEpochMs);
      if (objection === undefined) continue;
      // Nothing goes out: what was claimed before it is given back.
      for (const claimed of lines.slice(0, place)) claimed.settle({ kind: 'refused', reason: '', atEpochMs });
      return objection;
    }
    return undefined;
  },
  settle: (outcome) => {
    const problems = lines.map((line, place) =>
      line.settle(outcome.kind === 'accepted' ? outcomeOf(outcome.reply, place, outcome.atEpochMs) : outcome),
    );
    return problems.find((problem) => problem !== undefined);
  },
});

type OutcomeOf<Reply> = Parameters<Line<Reply, unknown>['settle']>[0];

/** The line of a change to something that is there; that of a refused one is taken out again. */
export const changeLine = <Kind, Reply>(
  change: Parameters<Changes<Kind>['begin']>[0],
  { changes, seen }: { readonly changes: Changes<Kind>; readonly seen: SeenLines },
): Line<Reply, readonly SentChange<Kind>[]> =>
  claimedLine({
    begin: (atEpochMs) => changes.begin(change, atEpochMs, seen),
    beginAgain: changes.beginAgain,
    settle: changes.settle,
  });

/** Makes `call` for `request` once, and notes it as `change`. */
export const sendNoted = <Request, Reply, Kind>(
  call: WriteCall<Request, Reply>,
  request: Request,
  change: Parameters<Changes<Kind>['begin']>[0],
  changes: Changes<Kind>,
  { seen, ...parts }: SendParts & { readonly seen: SeenLines },
): Promise<SendEnd<Reply, readonly SentChange<Kind>[]>> =>
  sendOnce(call, request, changeLine<Kind, Reply>(change, { changes, seen }), parts);
