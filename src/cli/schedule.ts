/** `gpudeck schedule`: announces a maintenance window with the checks, pacing and journal of the wizard. */
import { randomUUID } from 'node:crypto';
import type { ServiceAccess } from '../access/service-access.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { type AnnouncementEnd, announce } from '../maintenance/announce.ts';
import { confirmationProblem, confirmationPrompt } from '../maintenance/confirmation.ts';
import { type Earlier, earlierAnnouncements } from '../maintenance/earlier.ts';
import { type Plan, requestsOf } from '../maintenance/plan.ts';
import { START_EXAMPLES } from '../maintenance/start/examples.ts';
import { readStart } from '../maintenance/start/start.ts';
import { journalFile } from '../storage/files/places.ts';
import type { Announcement } from '../storage/journal/announcement.ts';
import { openJournal } from '../storage/journal/open-journal.ts';
import { createProfileJournal, type ProfileJournal } from '../storage/journal/profile-journal.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import type { ScheduleOptions } from './options.ts';
import { writeText } from './print/record-writer.ts';
import { createScheduleReport, dryRunLines, planLines, type Result, sameBefore } from './schedule-report.ts';
import { withService } from './service-call.ts';

/** Longest time that an announcement spends waiting for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Runs the command. */
export const runSchedule = async (options: ScheduleOptions, io: CommandIo): Promise<ExitCode> => {
  const { setup, clock, writeError } = io;
  const complain = (text: string): void => writeError(`gpudeck schedule: ${printable(text)}\n`);
  const start = readStart(options.start, { timeZone: setup.timeZone, nowEpochMs: clock.now() });
  if (start.kind !== 'moment') {
    const problem = start.kind === 'problem' ? start.message : 'No start is given.';
    complain(`${problem} --start takes ${START_EXAMPLES}.`);
    return EXIT.badUsage;
  }
  const { machineIds, durationHours, category, reason } = options;
  const plan: Plan = { machineIds, startsAtEpochS: start.epochS, durationHours, category, reason };
  const found = readJournal(plan, io);
  const known = 'problem' in found ? [] : found.known;
  const earlier = earlierAnnouncements(machineIds, plan, known);
  for (const text of planLines(plan, start, earlier, setup.timeZone, clock.now())) complain(text);
  if (options.consent === 'dry-run') {
    await writeText(io.stdout, dryRunLines(plan));
    return EXIT.done;
  }
  const objection = setup.readOnlyReason ?? (await refusedConsent(options, plan, io));
  if (objection !== undefined) {
    complain(`${objection} Nothing was sent.`);
    return EXIT.badUsage;
  }
  if ('problem' in found) {
    complain(`${found.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  const { journal } = found;
  return withService(io, (access) => {
    journal.hide(access.client.redact);
    return sendAll(plan, { options, earlier, known, journal, access, io, complain });
  });
};

/** The journal, and what it knows of the plan's machines at that time; or why that cannot be had. */
const readJournal = (plan: Plan, { setup }: CommandIo) => {
  const opened = openJournal(journalFile(setup.places));
  if ('problem' in opened) return opened;
  const journal = createProfileJournal(opened.journal, setup.profileName, randomUUID(), setup);
  const known = journal.announcements.meeting(plan.machineIds, plan);
  return 'problem' in known ? known : { journal, known };
};

/** Why the plan may not be sent, after asking where somebody can be asked. */
const refusedConsent = async (
  { consent }: ScheduleOptions,
  { machineIds }: Plan,
  { ask }: CommandIo,
): Promise<string | undefined> => {
  if (consent === 'given') return undefined;
  if (ask === undefined)
    return 'There is no terminal to ask on: give --yes to send, or --dry-run to see what would be sent.';
  return confirmationProblem(machineIds, await ask(`${confirmationPrompt(machineIds)} `));
};

type Sending = {
  readonly options: ScheduleOptions;
  readonly earlier: readonly Earlier[];
  /** All that was announced for these machines at that time: the user was told what matters of it. */
  readonly known: readonly Announcement[];
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
  return { kind: 'before', earlier: [found.announcement] };
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
  if (end.kind === 'before')
    complain(`machine ${machineId}: another gpudeck was quicker, so nothing was sent from here`);
  else if (end.journalProblem !== undefined) complain(end.journalProblem);
  if (end.kind === 'accepted') journal.machines.remember(machineId, end.atEpochMs);
  return end;
};

const codeOf = (request: MaintenanceRequest, result: Result): ExitCode => {
  switch (result.kind) {
    case 'accepted':
      return EXIT.done;
    case 'before':
      return sameBefore(request, result)?.outcome.kind === 'accepted' ? EXIT.done : EXIT.failed;
    case 'failed':
    case 'unknown':
      return exitCodeOf(result.error);
    case 'held-back':
      return EXIT.failed;
  }
};
