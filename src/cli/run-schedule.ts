/** Runs `gpudeck schedule`: says what will be announced and who is hit, asks, sends, and prints one line for each machine: what became of it. */
import { actRefusal, knownAddress } from '../access/setup.ts';
import { type Call, callOf, callWords } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { padCell } from '../base/text.ts';
import { utcTime } from '../base/time.ts';
import {
  type AnnouncementEnd,
  announce,
  type Earlier,
  earlierAnnouncements,
  explainEarlier,
  isSameWindow,
  outcomeWords,
  WITHDRAWAL_BY_COMMAND,
} from '../maintenance/announcement.ts';
import { distanceWords, stampWords, startWarnings, zonesWords } from '../maintenance/moment-words.ts';
import { endOf, lengthWarnings, lengthWords, type Plan, requestsOf } from '../maintenance/plan.ts';
import { hitSummary, type OwnListed, rentalsBy, rentalWords, unlistedAmong } from '../maintenance/renters.ts';
import { readStart, START_EXAMPLES, type StartMoment } from '../maintenance/start.ts';
import type { Announcement } from '../storage/journal/announcements.ts';
import type { ProfileJournal } from '../storage/journal/profile-journal.ts';
import { sendOneByOne } from '../writes/one-by-one.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import { inPlaceOf } from './own-words.ts';
import { endedUnsent, journalOf, patienceOf, untilInterrupted, writeOutcome } from './sending.ts';
import { isSent, type WriteOptions } from './shared-options.ts';
import { listForCommand, withService } from './with-service.ts';

/** What is announced of each machine; the start is as typed, perhaps wrong. */
type Announced = Pick<Plan, 'category' | 'reason'> & {
  readonly start: string;
  /** More than 0. */
  readonly durationHours: number;
};

/** For which machines, and with whose word. */
export type ScheduleOptions = WriteOptions<Announced> & {
  /** Choose further ones of the user's own machines. */
  readonly filters: readonly string[];
};

/** What one run has at hand. */
type Run = {
  readonly plan: Plan;
  readonly start: StartMoment;
  readonly options: ScheduleOptions & CommonOptions;
  /** Absent where there is no key. */
  readonly client: Client | undefined;
  /** The user's machines, where they were read already. */
  readonly own?: OwnListed;
  readonly io: CommandIo;
  readonly complain: (text: string) => void;
};

/** Resolves to the exit code; every message has been written by then. */
export const runSchedule = async (options: ScheduleOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const { setup, clock, writeError } = io;
  const complain = (text: string): void => writeError(`gpudeck schedule: ${printable(text)}\n`);
  const { start: typed, ...announced } = options.request;
  const start = readStart(typed, { timeZone: setup.timeZone, nowEpochMs: clock.now() });
  if (start.kind !== 'moment') {
    const problem = start.kind === 'problem' ? start.message : 'No start is given.';
    complain(`${problem} --start takes ${START_EXAMPLES}.`);
    return EXIT.badUsage;
  }
  const planFor = (machineIds: readonly number[]): Plan => ({ machineIds, startsAtEpochS: start.epochS, ...announced });
  const { ids, filters } = options;
  const run = (client?: Client) => reviewAndSend({ plan: planFor(ids), start, options, client, io, complain });
  if (filters.length === 0)
    return knownAddress(setup.address) === undefined ? run() : withService(io, ({ client }) => run(client));
  const { chosenMachines, readChoices } = await import('./chosen-machines.ts');
  const lines = await readChoices(filters, io);
  if (lines === undefined) return EXIT.badUsage;
  return withService(io, async ({ client }) => {
    const own = await ownMachines({ client, io });
    const unchosen = (why: string): ExitCode => {
      complain(why);
      return EXIT.failed;
    };
    if ('problem' in own) return unchosen(`Your machines are not known, so that none is chosen: ${own.problem}`);
    const chosen = chosenMachines(lines, own);
    if ('problem' in chosen) return unchosen(chosen.problem);
    if (own.isTruncated) complain('The list of your machines is not whole: more of them may match.');
    const plan = planFor([...new Set([...ids, ...chosen.ids])]);
    return reviewAndSend({ plan, start, options, client, own, io, complain });
  });
};

const reviewAndSend = async (run: Run): Promise<ExitCode> => {
  const { plan, options, client, io, complain } = run;
  // Before the list: what another program does from now on is not in what the user is shown, and stands in the way.
  const journal = journalOf(io, client);
  const known = 'problem' in journal ? journal : journal.announcements.meeting(plan.machineIds, plan);
  const earlier = 'problem' in known ? [] : earlierAnnouncements(plan.machineIds, plan, known);
  const calls = requestsOf(plan).map((request) => callOf(CALLS.maintenance, request));
  const own = run.own ?? (await ownMachines(run));
  for (const text of planLines(run, calls, earlier, own)) complain(text);
  const readOnlyReason = actRefusal(io.setup, 'announce');
  const hindrance =
    readOnlyReason === undefined || !isSent(options.consent) ? undefined : `${readOnlyReason} Nothing was sent.`;
  const confirming = { ids: plan.machineIds, noun: 'machine', verb: 'announce' } as const;
  const planned = {
    ...{ perHour: undefined, consequences: hitLines(plan.machineIds, own), restsOn: rentersOf(plan.machineIds, own) },
    // `+36h` is another start when the plan is applied.
    args: (words: readonly string[]) => inPlaceOf(words, '--start', '--start', utcTime(plan.startsAtEpochS * 1000)),
  };
  const ended = await endedUnsent({ calls, confirming, consent: options.consent, hindrance, planned }, io, complain);
  if (ended !== undefined) return ended;
  if ('problem' in journal || 'problem' in known) {
    complain(`${'problem' in known ? known.problem : ''} Nothing was sent.`);
    return EXIT.failed;
  }
  // Without a key this says so.
  if (client === undefined) return withService(io, async () => EXIT.failed);
  return sendAll(run, client, journal, known, earlier);
};

/** Who is on the machines, as a plan to announce something rests on it. */
const rentersOf = (ids: readonly number[], own: OwnListed | { readonly problem: string }) =>
  Object.fromEntries(
    ids.map((id) => {
      const machine = 'problem' in own ? undefined : own.records.find((one) => one.id === id);
      return [`machine ${id}`, { renters: machine?.current_rentals_resident ?? null, end: machine?.end_date ?? null }];
    }),
  );

/** The user's machines as the service lists them; or why it does not. */
const ownMachines = async ({
  client,
  io,
}: Pick<Run, 'client' | 'io'>): Promise<OwnListed | { readonly problem: string }> => {
  if (client === undefined) return { problem: 'there is no key to ask the service with.' };
  try {
    return await listForCommand(CALLS.machines, client, io);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: explain(error).whatCameBack };
  }
};

/** What is to be known before the plan is sent, as messages: when it is, what is sent, who is hit, and what went before. */
const planLines = (
  { plan, start: { clockNote, typedZone }, io }: Run,
  calls: readonly Call[],
  earlier: readonly Earlier[],
  own: OwnListed | { readonly problem: string },
): readonly string[] => {
  const { startsAtEpochS, durationHours, machineIds } = plan;
  const { timeZone } = io.setup;
  const nowEpochMs = io.clock.now();
  const distance = distanceWords(startsAtEpochS, nowEpochMs);
  return [
    `from ${zonesWords(startsAtEpochS, timeZone, typedZone).join(', ')}, ${distance}`,
    `to   ${zonesWords(endOf(plan), timeZone, typedZone).join(', ')}, ${lengthWords(durationHours)}`,
    ...(clockNote === undefined ? [] : [clockNote]),
    ...startWarnings(startsAtEpochS, nowEpochMs),
    ...lengthWarnings(durationHours),
    `machines: ${machineIds.join(', ')}. ${WITHDRAWAL_BY_COMMAND}`,
    ...callLines(calls),
    ...earlier.map(
      ({ machineId, announcement, isSame }) =>
        `machine ${machineId}: ${isSame ? 'the same window' : 'a window at that time'} was sent ` +
        `${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`,
    ),
    ...hitLines(machineIds, own),
  ];
};

/** Who is on each machine, which of them are not the user's, and the sum. */
const hitLines = (machineIds: readonly number[], own: OwnListed | { readonly problem: string }): readonly string[] => {
  if ('problem' in own) return [`Who is on the machines is not known here: ${own.problem}`];
  const rentals = rentalsBy(own);
  const unlisted = unlistedAmong(machineIds, own);
  return [
    ...machineIds.flatMap((id) => {
      const found = rentals.get(id);
      if (unlisted.includes(id)) return [`machine ${id}: not in your list`];
      return found === undefined ? [] : [`machine ${id}: ${rentalWords(found)}`];
    }),
    hitSummary(machineIds, rentals, unlisted),
  ];
};

/** The first call as it goes out, and how many others have the same body: docs/promises.md, 4. */
const callLines = ([first, ...others]: readonly Call[]): readonly string[] => {
  if (first === undefined) return [];
  const more = others.length === 0 ? [] : [`      and ${others.length} more with the same body, one for each machine`];
  return [`send ${callWords(first)}`, ...more];
};

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

/** Sends one announcement after the other by the one rule of when to stop; every machine gets its line. `known` is all that was announced for them at that time. */
const sendAll = async (
  { plan, options: { isAscii, isJson, isRepeatWanted }, io, complain }: Run,
  client: Client,
  { announcements, machines }: ProfileJournal,
  known: readonly Announcement[],
  earlier: readonly Earlier[],
): Promise<ExitCode> => {
  const { timeZone } = io.setup;
  const requests = requestsOf(plan);
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
      announcements,
      clock: io.clock,
      known: isRepeatWanted ? 'all' : known.map(({ id }) => id),
      signal,
      ...patienceOf(io, complainOfIt),
    });
    if (end.kind === 'overtaken') complainOfIt('another gpudeck announced it first, so this one sent nothing');
    else if (end.journalProblem !== undefined) complain(end.journalProblem);
    if (end.kind === 'accepted') machines.remember(machineId, end.atEpochMs);
    return end;
  };

  let code: ExitCode = EXIT.done;
  const stopping = () => complain('stopping: no more announcements will be sent');
  await untilInterrupted(io, stopping, async (signal) => {
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
          isJson,
        });
        if (code === EXIT.done) code = told.code;
      },
    });
  });
  return code;
};
