/** `gpudeck schedule`: announces a maintenance window with the checks, pacing and journal of the wizard. */
import { InvalidArgumentError, Option } from 'commander';
import { knownAddress } from '../../access/setup.ts';
import { callOf, callWords } from '../../api/call.ts';
import { CALLS } from '../../api/calls.ts';
import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors/error.ts';
import { explain } from '../../api/errors/explain.ts';
import { printable } from '../../base/printable.ts';
import { MAINTENANCE_CATEGORIES, type MaintenanceCategory } from '../../catalogue/window-fields.ts';
import {
  type Earlier,
  earlierAnnouncements,
  outcomeWords,
  WITHDRAWAL_BY_COMMAND,
} from '../../maintenance/announcement.ts';
import { distanceWords, stampWords, startWarnings, zonesWords } from '../../maintenance/moment-words.ts';
import {
  endOf,
  LENGTH_EXAMPLES,
  lengthWarnings,
  lengthWords,
  type Plan,
  readLength,
  readMachineIds,
  requestsOf,
} from '../../maintenance/plan.ts';
import { hitSummary, type OwnListed, rentalsBy, rentalWords, unlistedAmong } from '../../maintenance/renters.ts';
import { readStart, START_EXAMPLES, type StartMoment } from '../../maintenance/start.ts';
import { commandOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { writeText } from '../record-writer.ts';
import { callLine, journalOf, refusedConsent } from '../sending.ts';
import { each, type WriteFlags, type WriteOptions, writeOptionsOf } from '../shared-options.ts';

/** What is to be known before the plan is sent, as messages: when it is, what is sent, who is hit, and what went before. */
const planLines = (
  plan: Plan,
  { clockNote, typedZone }: StartMoment,
  { own, earlier }: { readonly own: OwnListed | { readonly problem: string }; readonly earlier: readonly Earlier[] },
  timeZone: string,
  nowEpochMs: number,
): readonly string[] => {
  const { startsAtEpochS, durationHours, machineIds } = plan;
  const distance = distanceWords(startsAtEpochS, nowEpochMs);
  return [
    `from ${zonesWords(startsAtEpochS, timeZone, typedZone).join(', ')}, ${distance}`,
    `to   ${zonesWords(endOf(plan), timeZone, typedZone).join(', ')}, ${lengthWords(durationHours)}`,
    ...(clockNote === undefined ? [] : [clockNote]),
    ...startWarnings(startsAtEpochS, nowEpochMs),
    ...lengthWarnings(durationHours),
    `machines: ${machineIds.join(', ')}. ${WITHDRAWAL_BY_COMMAND}`,
    ...callLines(plan),
    ...earlier.map(
      ({ machineId, announcement, isSame }) =>
        `machine ${machineId}: ${isSame ? 'the same window' : 'a window at that time'} was sent ` +
        `${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`,
    ),
    ...('problem' in own ? [`Who is on the machines is not known here: ${own.problem}`] : hitLines(machineIds, own)),
  ];
};

/** Who is on each machine, which of them are not the user's, and the sum. */
const hitLines = (machineIds: readonly number[], own: OwnListed): readonly string[] => {
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
const callLines = (plan: Plan): readonly string[] => {
  const [first, ...others] = callsOf(plan);
  if (first === undefined) return [];
  const more = others.length === 0 ? [] : [`      and ${others.length} more with the same body, one for each machine`];
  return [`send ${callWords(first)}`, ...more];
};

const callsOf = (plan: Plan) => requestsOf(plan).map((request) => callOf(CALLS.maintenance, request));

/** What is announced of each machine; the start is as typed, perhaps wrong. */
type Announced = Pick<Plan, 'category' | 'reason'> & {
  readonly start: string;
  /** More than 0. */
  readonly durationHours: number;
};

type Options = WriteOptions<Announced>;

type Flags = WriteFlags & {
  readonly machine: readonly number[];
  readonly start: string;
  readonly hours: number;
  readonly category: MaintenanceCategory;
  readonly reason?: string;
};

const EXAMPLE = `
Examples:
  gpudeck schedule --machine 8207,8208 --start 'tomorrow 02:00' --hours 2 --category disk --reason 'new disks' --dry-run`;

/** The command. */
export const schedule = commandOf<Options>({
  addOptions: (parser, onOptions) => {
    parser
      .requiredOption('--machine <id,...>', 'ids of the machines', machineIds)
      .requiredOption('--start <time>', `start of the window, such as ${START_EXAMPLES}`)
      .requiredOption('--hours <length>', `length of the window, such as ${LENGTH_EXAMPLES}`, hours)
      .addOption(
        new Option('--category <category>', 'kind of work').choices(MAINTENANCE_CATEGORIES).makeOptionMandatory(),
      )
      .option('--reason <text>', 'reason in one line, which the renters may read', oneLine)
      .addOption(new Option('--dry-run', 'print the requests and send nothing').conflicts('yes'))
      .option('--yes', 'send without asking')
      .option('--again', 'also send what was already announced, or may have been')
      .addHelpText('after', EXAMPLE)
      .action(({ machine, start, hours: durationHours, category, reason = '', ...flags }: Flags) =>
        onOptions(writeOptionsOf(machine, { start, durationHours, category, reason }, flags)),
      );
  },
  isServiceCalled: () => true,
  run: (options, io) => run(options, io),
});

/** Ids between commas or spaces; the option may be given several times. */
const machineIds = each((text): readonly number[] => {
  const { ids, problems } = readMachineIds(text);
  const [problem] = problems;
  if (problem !== undefined) throw new InvalidArgumentError(problem.message);
  if (ids.length === 0) throw new InvalidArgumentError('Expected machine ids, such as 8207,8208.');
  return ids;
});

const hours = (text: string): number => {
  const length = readLength(text);
  if (length.kind === 'length') return length.hours;
  throw new InvalidArgumentError(
    length.kind === 'problem' ? `${length.message} Examples: ${LENGTH_EXAMPLES}.` : 'Expected a length in hours.',
  );
};

const oneLine = (text: string): string => {
  if (/[\r\n]/.test(text)) throw new InvalidArgumentError('It must be a single line.');
  return text.trim();
};

const run = async (options: Options & CommonOptions, io: CommandIo): Promise<number> => {
  const { setup, clock, writeError } = io;
  const complain = (text: string): void => writeError(`gpudeck schedule: ${printable(text)}\n`);
  const start = readStart(options.request.start, { timeZone: setup.timeZone, nowEpochMs: clock.now() });
  if (start.kind !== 'moment') {
    const problem = start.kind === 'problem' ? start.message : 'No start is given.';
    complain(`${problem} --start takes ${START_EXAMPLES}.`);
    return EXIT.badUsage;
  }
  const { ids: machineIds, request, consent } = options;
  const { start: _, ...announced } = request;
  const plan: Plan = { machineIds, startsAtEpochS: start.epochS, ...announced };
  const found = readJournal(plan, io);
  const known = 'problem' in found ? [] : found.known;
  const earlier = earlierAnnouncements(machineIds, plan, known);
  const { readForCommand, withService } = await import('../with-service.ts');
  const send = async (client: Client): Promise<ExitCode> => {
    if ('problem' in found) return EXIT.failed;
    const { journal } = found;
    journal.hide(client.redact);
    const { sendAll } = await import('../run-schedule.ts');
    return sendAll(plan, { options, earlier, known, journal, client, io, complain });
  };
  const review = async (client: Client | undefined): Promise<ExitCode> => {
    const own =
      client === undefined
        ? { problem: 'there is no key to ask the service with.' }
        : await readForCommand(
            { read: 'machines', call: (wishes) => client.list(CALLS.machines, wishes) },
            client,
            io,
          ).catch(problemOf);
    for (const text of planLines(plan, start, { own, earlier }, setup.timeZone, clock.now())) complain(text);
    if (consent === 'dry-run') {
      await writeText(io.stdout, callsOf(plan).map(callLine).join(''));
      return EXIT.done;
    }
    const objection =
      setup.readOnlyReason === undefined
        ? await refusedConsent(consent, { ids: machineIds, noun: 'machine', verb: 'announce' }, io)
        : `${setup.readOnlyReason} Nothing was sent.`;
    if (objection !== undefined) {
      complain(objection);
      return EXIT.badUsage;
    }
    if ('problem' in found) {
      complain(`${found.problem} Nothing was sent.`);
      return EXIT.failed;
    }
    // Without a client this says why there is none.
    return client === undefined ? withService(io, ({ client: opened }) => send(opened)) : send(client);
  };
  return knownAddress(setup.address) === undefined
    ? review(undefined)
    : withService(io, ({ client }) => review(client));
};

/** Why the list of machines was not read. */
const problemOf = (error: unknown): { readonly problem: string } => {
  if (!(error instanceof ApiError)) throw error;
  return { problem: explain(error).whatCameBack };
};

/** The journal, and what it knows of the plan's machines at that time; or why that cannot be had. */
const readJournal = (plan: Plan, io: CommandIo) => {
  const journal = journalOf(io);
  if ('problem' in journal) return journal;
  const known = journal.announcements.meeting(plan.machineIds, plan);
  return 'problem' in known ? known : { journal, known };
};
