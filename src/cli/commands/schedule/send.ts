/** Sends the announcements of one plan, and reports what became of each machine. */
import type { ServiceAccess } from '../../../access/service-access.ts';
import type { MaintenanceRequest } from '../../../api/requests.ts';
import { type AnnouncementEnd, announce } from '../../../maintenance/announce.ts';
import type { Earlier } from '../../../maintenance/earlier-announcements.ts';
import { type Plan, requestsOf } from '../../../maintenance/plan.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import type { ProfileJournal } from '../../../storage/journal/profile-journal.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { createScheduleReport, type Result, sameBefore } from './report.ts';

/** Longest time that an announcement spends waiting for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

type Sending = {
  readonly options: CommonOptions & {
    /** True when a window that was announced before, or may have been, is to be announced once more. */
    readonly isRepeatWanted: boolean;
  };
  readonly earlier: readonly Earlier[];
  /** All that was announced for these machines at that time: the user was told what matters of it. */
  readonly known: readonly Announcement[];
  readonly journal: ProfileJournal;
  readonly access: ServiceAccess;
  readonly io: CommandIo;
  readonly complain: (text: string) => void;
};

/** Sends one announcement after the other until one is not a plain yes; every machine gets its line. */
export const sendAll = async (plan: Plan, sending: Sending): Promise<ExitCode> => {
  const { io, complain } = sending;
  const report = createScheduleReport(io, sending.options);
  const stopping = new AbortController();
  const stop = () => {
    complain('stopping: no more announcements will be sent');
    stopping.abort();
  };
  io.signals.once('SIGINT', stop);
  let code: ExitCode = EXIT.done;
  try {
    for (const request of requestsOf(plan)) {
      const known = earlierResult(request, sending);
      const isStopped = stopping.signal.aborted || code !== EXIT.done;
      const result: Result =
        known ?? (isStopped ? { kind: 'held-back' } : await send(request, stopping.signal, sending));
      await report(request, result);
      if (code === EXIT.done) code = codeOf(request, result);
    }
  } finally {
    io.signals.off('SIGINT', stop);
  }
  return code;
};

/** What is reported in place of sending, where the same window was announced before, or may have been. */
const earlierResult = ({ machineId }: MaintenanceRequest, { earlier, options }: Sending): Result | undefined => {
  const found = earlier.find((candidate) => candidate.machineId === machineId && candidate.isSame);
  if (found === undefined || options.isRepeatWanted) return undefined;
  return { kind: 'overtaken', standing: [found.announcement] };
};

const send = async (request: MaintenanceRequest, signal: AbortSignal, sending: Sending): Promise<AnnouncementEnd> => {
  const { io, access, journal, known, options, complain } = sending;
  const { machineId } = request;
  const giveUpAtMs = io.clock.ticks() + LONGEST_WAIT_MS;
  const end = await announce(request, {
    client: access.client,
    announcements: journal.announcements,
    clock: io.clock,
    random: io.random,
    known: options.isRepeatWanted ? 'all' : known.map(({ id }) => id),
    signal,
    mayWait: (waitMs) => io.clock.ticks() + waitMs <= giveUpAtMs,
    onTurnedAway: ({ attempt, waitMs }) =>
      complain(
        `machine ${machineId}: the service was called too soon and announced nothing; ` +
          `waiting ${(waitMs / 1000).toFixed(1)} s before try ${attempt}`,
      ),
  });
  if (end.kind === 'overtaken')
    complain(`machine ${machineId}: another gpudeck announced it first, so this one sent nothing`);
  else if (end.journalProblem !== undefined) complain(end.journalProblem);
  if (end.kind === 'accepted') journal.machines.remember(machineId, end.atEpochMs);
  return end;
};

const codeOf = (request: MaintenanceRequest, result: Result): ExitCode => {
  switch (result.kind) {
    case 'accepted':
      return EXIT.done;
    case 'overtaken': {
      const same = sameBefore(request, result);
      if (same === undefined) return EXIT.failed;
      return same.outcome.kind === 'accepted' ? EXIT.done : EXIT.outcomeUnknown;
    }
    case 'refused':
    case 'unknown':
      return exitCodeOf(result.error);
    case 'held-back':
      return EXIT.failed;
  }
};
