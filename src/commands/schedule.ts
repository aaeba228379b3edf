/** `gpudeck schedule`: announces a maintenance window with the checks, pacing and journal of the wizard. */
import { randomUUID } from 'node:crypto';
import type { MaintenanceRequest } from '../api/requests.ts';
import type { ScheduleOptions } from '../options.ts';
import { type Plan, requestsOf } from '../panes/maintenance/plan.ts';
import { confirmationFault, confirmationPrompt } from '../panes/maintenance/review/confirmation.ts';
import { type Earlier, earlierAnnouncements, isUndecided } from '../panes/maintenance/review/earlier.ts';
import { type AnnouncementEnd, announce } from '../panes/maintenance/sending/announce.ts';
import { START_EXAMPLES } from '../panes/maintenance/start/examples.ts';
import { readStart } from '../panes/maintenance/start/start.ts';
import { writeText } from '../print/record-writer.ts';
import { openJournal } from '../storage/open-journal.ts';
import { journalFile } from '../storage/places.ts';
import { createProfileJournal, type ProfileJournal } from '../storage/profile-journal.ts';
import { printable } from '../ui/printable.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import { createScheduleReport, dryRunLines, planLines, type Result } from './schedule-report.ts';
import { type ServiceAccess, withService } from './service-call.ts';

/** Announcements of the journal that are looked through for earlier ones. */
const HISTORY_LENGTH = 2000;

/** Longest time that an announcement spends waiting for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Runs the command. */
export const runSchedule = async (options: ScheduleOptions, io: CommandIo): Promise<ExitCode> => {
  const { setup, clock, writeError } = io;
  const complain = (text: string): void => writeError(`gpudeck schedule: ${printable(text)}\n`);
  const start = readStart(options.start, { timeZone: setup.timeZone, nowEpochMs: clock.now() });
  if (start.kind !== 'moment') {
    const fault = start.kind === 'problem' ? start.message : 'No start is given.';
    complain(`${fault} --start takes ${START_EXAMPLES}.`);
    return EXIT.badUsage;
  }
  const { machineIds, durationHours, category, reason } = options;
  const plan: Plan = { machineIds, startsAtEpochS: start.epochS, durationHours, category, reason };
  const known = readHistory(io);
  const earlier = 'problem' in known ? [] : earlierAnnouncements(machineIds, plan, known.history);
  for (const text of planLines(plan, start.clockNote, earlier, setup.timeZone, clock.now())) complain(text);
  if (options.consent === 'dry-run') {
    await writeText(io.stdout, dryRunLines(plan));
    return EXIT.done;
  }
  const objection = setup.readOnlyReason ?? (await refusedConsent(options, plan, io));
  if (objection !== undefined) {
    complain(`${objection} Nothing was sent.`);
    return EXIT.badUsage;
  }
  if ('problem' in known) {
    complain(`${known.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  const { journal } = known;
  return withService(io, (access) => {
    journal.hide(access.client.redact);
    return sendAll(plan, { options, earlier, journal, access, io, complain });
  });
};

/** The profile's journal and what was announced before, or why they cannot be had. */
const readHistory = ({ setup }: CommandIo) => {
  const opened = openJournal(journalFile(setup.places));
  if ('problem' in opened) return opened;
  const journal = createProfileJournal(opened.journal, setup.profileName, randomUUID());
  const history = journal.announcements.list(HISTORY_LENGTH);
  return 'problem' in history ? history : { journal, history };
};

/** Why the plan may not be sent, after asking where somebody can be asked. */
const refusedConsent = async (
  { consent }: ScheduleOptions,
  { machineIds }: Plan,
  { ask }: CommandIo,
): Promise<string | undefined> => {
  if (consent === 'given') return undefined;
  if (ask === undefined) return 'Nobody can be asked here: give --yes to send, or --dry-run to see what would be sent.';
  return confirmationFault(machineIds, await ask(`${confirmationPrompt(machineIds)} `));
};

type Sending = {
  readonly options: ScheduleOptions;
  readonly earlier: readonly Earlier[];
  readonly journal: ProfileJournal;
  readonly access: ServiceAccess;
  readonly io: CommandIo;
  readonly complain: (text: string) => void;
};

/** Sends one announcement after the other until one is not a plain yes; every machine gets its line. */
const sendAll = async (plan: Plan, sending: Sending): Promise<ExitCode> => {
  const { io, complain } = sending;
  const report = createScheduleReport(io, sending.options);
  const stopping = new AbortController();
  const stop = () => {
    complain('stopping: no further announcement is sent');
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
      if (code === EXIT.done) code = codeOf(result);
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
  return { kind: 'before', announcement: found.announcement };
};

const send = async (request: MaintenanceRequest, signal: AbortSignal, sending: Sending): Promise<AnnouncementEnd> => {
  const { io, access, journal, earlier, complain } = sending;
  const giveUpAtEpochMs = io.clock.now() + LONGEST_WAIT_MS;
  const end = await announce(request, {
    client: access.client,
    announcements: journal.announcements,
    clock: io.clock,
    signal,
    mayWait: () => io.clock.now() + access.pacing.remainingMs('maintenance') <= giveUpAtEpochMs,
    onSending: () => {
      for (const { announcement, isSame, machineId } of earlier) {
        if (!isSame || machineId !== request.machineId || !isUndecided(announcement)) continue;
        journal.announcements.decide(announcement.id, 'repeated');
      }
    },
  });
  if (end.journalProblem !== undefined) complain(end.journalProblem);
  if (end.kind === 'accepted') journal.machines.remember(request.machineId, end.atEpochMs);
  return end;
};

const codeOf = (result: Result): ExitCode => {
  switch (result.kind) {
    case 'accepted':
      return EXIT.done;
    case 'before':
      return result.announcement.outcome.kind === 'accepted' ? EXIT.done : EXIT.failed;
    case 'failed':
    case 'unknown':
      return exitCodeOf(result.error);
    case 'held-back':
      return EXIT.failed;
  }
};
