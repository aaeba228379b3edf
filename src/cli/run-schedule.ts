/** Sends the announcements of one plan for `gpudeck schedule`, and prints one line for each machine: what became of it. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { explain } from '../api/errors/explain.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { padCell } from '../base/text.ts';
import {
  type AnnouncementEnd,
  announce,
  type Earlier,
  explainEarlier,
  isSameWindow,
  outcomeWords,
} from '../maintenance/announcement.ts';
import { stampWords } from '../maintenance/moment-words.ts';
import { type Plan, requestsOf } from '../maintenance/plan.ts';
import type { Announcement } from '../storage/journal/announcements.ts';
import type { ProfileJournal } from '../storage/journal/profile-journal.ts';
import { sendOneByOne } from '../writes/one-by-one.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import { patienceOf, untilInterrupted, writeOutcome } from './sending.ts';

/** What became of one machine: how its announcement ended, that it was not sent, or that there is an earlier one. */
type Result =
  | AnnouncementEnd
  | { readonly kind: 'held-back' }
  | { readonly kind: 'overtaken'; readonly standing: readonly Announcement[] };

/** The `outcome` member, what is said of it, and the exit code that it is worth. */
type Told = {
  readonly outcome: 'announced' | 'not_announced' | 'unknown' | 'not_sent' | 'announced_before' | 'unknown_before';
  readonly words?: string | undefined;
  readonly code: ExitCode;
};

/** The service's sentence, why it was not announced, or what is known of the earlier one. */
const toldOf = (request: MaintenanceRequest, result: Result, timeZone: string): Told => {
  switch (result.kind) {
    case 'accepted':
      return { outcome: 'announced', words: result.reply.youSent, code: EXIT.done };
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      const outcome = result.kind === 'refused' ? 'not_announced' : 'unknown';
      return { outcome, words: `${whatCameBack} ${whatToDo}`, code: exitCodeOf(result.error) };
    }
    case 'held-back':
      return { outcome: 'not_sent', code: EXIT.failed };
    case 'overtaken': {
      const same = result.standing.find((announcement) => isSameWindow(announcement, request));
      if (same === undefined) {
        const { whatCameBack } = explainEarlier(result.standing, request, timeZone);
        return { outcome: 'not_sent', words: `${whatCameBack} --again sends it anyway.`, code: EXIT.failed };
      }
      // Why nobody knows what came of it.
      const reason = same.outcome.kind === 'unknown' ? ` (${same.outcome.reason})` : '';
      const words = `${outcomeWords(same)}${reason}; --again sends it once more`;
      return same.outcome.kind === 'accepted'
        ? { outcome: 'announced_before', words, code: EXIT.done }
        : { outcome: 'unknown_before', words, code: EXIT.outcomeUnknown };
    }
  }
};

const rowOf = ({ machineId }: MaintenanceRequest, result: Result, { outcome, words }: Told, timeZone: string): string =>
  printable(
    [
      padCell(String(machineId), 9),
      padCell(outcome.replaceAll('_', ' '), 16),
      padCell('atEpochMs' in result ? stampWords(result.atEpochMs, timeZone) : '', 16),
      words ?? '',
    ].join('  '),
  ).trimEnd();

const recordOf = (request: MaintenanceRequest, result: Result, { outcome, words }: Told) => ({
  machine_id: request.machineId,
  outcome,
  ...(result.kind === 'accepted'
    ? { you_sent: words ?? null, notifications: result.reply.notifications ?? null }
    : { reason: words ?? null }),
  ...('atEpochMs' in result && result.kind !== 'overtaken' ? { at: new Date(result.atEpochMs).toISOString() } : {}),
  body: callOf(CALLS.maintenance, request).body,
});

/** Sends one announcement after the other by the one rule of when to stop; every machine gets its line. */
export const sendAll = async (
  plan: Plan,
  {
    options: { isAscii, isRepeatWanted },
    earlier,
    known,
    journal,
    client,
    io,
    complain,
  }: {
    readonly options: Pick<CommonOptions, 'isAscii'> & {
      /** True when a window that was announced before, or may have been, is to be announced once more. */
      readonly isRepeatWanted: boolean;
    };
    readonly earlier: readonly Earlier[];
    /** All that was announced for these machines at that time: the user was told what matters of it. */
    readonly known: readonly Announcement[];
    readonly journal: ProfileJournal;
    readonly client: Client;
    readonly io: CommandIo;
    readonly complain: (text: string) => void;
  },
): Promise<ExitCode> => {
  const { timeZone } = io.setup;
  /** What is reported in place of sending, where the same window was announced before, or may have been. */
  const earlierResult = ({ machineId }: MaintenanceRequest): Result | undefined => {
    const found = earlier.find((candidate) => candidate.machineId === machineId && candidate.isSame);
    return found === undefined || isRepeatWanted ? undefined : { kind: 'overtaken', standing: [found.announcement] };
  };

  const send = async (request: MaintenanceRequest, signal: AbortSignal): Promise<AnnouncementEnd> => {
    const { machineId } = request;
    const complainOfIt = (text: string): void => complain(`machine ${machineId}: ${text}`);
    const end = await announce(request, {
      client,
      announcements: journal.announcements,
      clock: io.clock,
      known: isRepeatWanted ? 'all' : known.map(({ id }) => id),
      signal,
      ...patienceOf(io, complainOfIt),
    });
    if (end.kind === 'overtaken') complainOfIt('another gpudeck announced it first, so this one sent nothing');
    else if (end.journalProblem !== undefined) complain(end.journalProblem);
    if (end.kind === 'accepted') journal.machines.remember(machineId, end.atEpochMs);
    return end;
  };

  let code: ExitCode = EXIT.done;
  const stopping = () => complain('stopping: no more announcements will be sent');
  await untilInterrupted(io, stopping, async (signal) => {
    const requests = requestsOf(plan);
    await sendOneByOne<MaintenanceRequest, Result>(requests, {
      signal,
      send: async (request) => earlierResult(request) ?? (await send(request, signal)),
      onEnd: async (place, end) => {
        const request = requests[place];
        if (request === undefined) return;
        const result: Result = end.kind === 'not-sent' ? (earlierResult(request) ?? { kind: 'held-back' }) : end;
        const told = toldOf(request, result, timeZone);
        await writeOutcome(io, `machine ${request.machineId}: ${told.outcome.replaceAll('_', ' ')}`, {
          row: () => rowOf(request, result, told, timeZone),
          record: recordOf(request, result, told),
          isAscii,
        });
        if (code === EXIT.done) code = told.code;
      },
    });
  });
  return code;
};
