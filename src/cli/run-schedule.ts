/** Sends the announcements of one plan for `gpudeck schedule`, and prints one line for each machine: what became of it. */
import type { ServiceAccess } from '../access/service-access.ts';
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { explain } from '../api/errors/explain.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { asciiText, padCell } from '../base/text.ts';
import { jsonLine } from '../formats/json.ts';
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
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import { OutputFailure, writeText } from './record-writer.ts';

/** What became of one machine: how its announcement ended, that it was not sent, or that there is an earlier one. */
type Result =
  | AnnouncementEnd
  | { readonly kind: 'held-back' }
  | { readonly kind: 'overtaken'; readonly standing: readonly Announcement[] };

/** The announcement of the very same window that there is already; undefined where another window is in the way. */
const sameBefore = (
  request: MaintenanceRequest,
  { standing }: Extract<Result, { kind: 'overtaken' }>,
): Announcement | undefined => standing.find((announcement) => isSameWindow(announcement, request));

/** The words of the `outcome` member. */
type OutcomeName = 'announced' | 'not_announced' | 'unknown' | 'not_sent' | 'announced_before' | 'unknown_before';

/**
 * Prints one machine's result: a row on a terminal, a JSON object a line elsewhere. Rejects with an OutputFailure that tells
 * the result where it cannot be printed.
 */
const createScheduleReport =
  ({ stdout, columns, setup }: CommandIo, { isAscii }: Pick<CommonOptions, 'isAscii'>) =>
  async (request: MaintenanceRequest, result: Result): Promise<void> => {
    const row = (): string => rowOf(request, result, setup.timeZone);
    const line =
      columns === undefined
        ? jsonLine(recordOf(request, result, setup.timeZone))
        : `${isAscii ? asciiText(row()) : row()}\n`;
    try {
      await writeText(stdout, line);
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
      const outcome = nameOf(request, result).replaceAll('_', ' ');
      throw new OutputFailure(`machine ${request.machineId}: ${outcome}; ${error.message}. Nothing further was sent.`);
    }
  };

const rowOf = (request: MaintenanceRequest, result: Result, timeZone: string): string =>
  printable(
    [
      padCell(String(request.machineId), 9),
      padCell(nameOf(request, result).replaceAll('_', ' '), 16),
      padCell('atEpochMs' in result ? stampWords(result.atEpochMs, timeZone) : '', 16),
      wordsOf(request, result, timeZone) ?? '',
    ].join('  '),
  ).trimEnd();

const recordOf = (request: MaintenanceRequest, result: Result, timeZone: string) => ({
  machine_id: request.machineId,
  outcome: nameOf(request, result),
  ...(result.kind === 'accepted'
    ? { you_sent: result.reply.youSent ?? null, notifications: result.reply.notifications ?? null }
    : { reason: wordsOf(request, result, timeZone) ?? null }),
  ...('atEpochMs' in result && result.kind !== 'overtaken' ? { at: new Date(result.atEpochMs).toISOString() } : {}),
  body: callOf(CALLS.maintenance, request).body,
});

const nameOf = (request: MaintenanceRequest, result: Result): OutcomeName => {
  switch (result.kind) {
    case 'accepted':
      return 'announced';
    case 'refused':
      return 'not_announced';
    case 'unknown':
      return 'unknown';
    case 'held-back':
      return 'not_sent';
    case 'overtaken': {
      const same = sameBefore(request, result);
      if (same === undefined) return 'not_sent';
      return same.outcome.kind === 'accepted' ? 'announced_before' : 'unknown_before';
    }
  }
};

/** What was said of it: the service's sentence, why it was not announced, or what is known of the earlier one. */
const wordsOf = (request: MaintenanceRequest, result: Result, timeZone: string): string | undefined => {
  switch (result.kind) {
    case 'accepted':
      return result.reply.youSent;
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return `${whatCameBack} ${whatToDo}`;
    }
    case 'held-back':
      return undefined;
    case 'overtaken': {
      const same = sameBefore(request, result);
      return same === undefined
        ? `${explainEarlier(result.standing, request, timeZone).whatCameBack} --again sends it anyway.`
        : `${outcomeWords(same)}${reasonOf(same)}; --again sends it once more`;
    }
  }
};

/** Why nobody knows what came of it. */
const reasonOf = ({ outcome }: Announcement): string => (outcome.kind === 'unknown' ? ` (${outcome.reason})` : '');

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
