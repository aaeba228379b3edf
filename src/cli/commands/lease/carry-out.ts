/** Prints leases, sets one, and takes one away. */
import { CALLS } from '../../../api/calls.ts';
import { printable } from '../../../base/printable.ts';
import { padCell } from '../../../base/text.ts';
import { utcMoment } from '../../../base/time.ts';
import { jsonLine } from '../../../formats/json.ts';
import { isOpen } from '../../../leases/lease.ts';
import { changeRefusal, isIdNeeded, leaseOf, limitOfLease, setLease } from '../../../leases/set-lease.ts';
import { readUntil, termsOf } from '../../../leases/until.ts';
import { ACTS_WHILE_RUN, leaseWords, THEN_WORDS } from '../../../leases/words.ts';
import type { Lease, LeaseEnd } from '../../../storage/journal/leases.ts';
import type { ProfileJournal } from '../../../storage/journal/profile-journal.ts';
import { confirmationProblem, confirmationPrompt } from '../../../writes/confirmation.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { journalOf, writeOutcome } from '../../sending.ts';
import { listForCommand, withService } from '../../with-service.ts';

/** Whose word it is: `confirm` is the id that was given once more. */
type Confirming = { readonly id: number; readonly isYes: boolean; readonly confirm: number | undefined };

/** What is to be done. */
export type LeaseTask =
  | { readonly action: 'list'; readonly isJson: boolean }
  | ({
      readonly action: 'set';
      readonly until: string;
      readonly end: LeaseEnd | undefined;
      readonly isJson: boolean;
    } & Confirming)
  | ({ readonly action: 'clear'; readonly isJson: boolean } & Confirming);

/** Resolves to the exit code; every message has been written by then. */
export const carryOut = async (
  task: LeaseTask,
  look: Pick<CommonOptions, 'isAscii'>,
  io: CommandIo,
): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck lease: ${printable(text)}\n`);
  const { readOnlyReason } = io.setup;
  if (task.action !== 'list' && readOnlyReason !== undefined) {
    complain(`${readOnlyReason} Nothing was changed.`);
    return EXIT.badUsage;
  }
  const journal = journalOf(io);
  if ('problem' in journal) {
    complain(journal.problem);
    return EXIT.failed;
  }
  const run = { journal, complain, look, io };
  if (task.action === 'list') return print(task.isJson, run);
  const found = leaseOf(journal.leases, task.id);
  const problem = 'problem' in found ? found.problem : changeRefusal(found.lease);
  if (problem !== undefined || 'problem' in found) {
    complain(problem ?? '');
    return EXIT.failed;
  }
  return task.action === 'set' ? set(task, found.lease, run) : clear(task, found.lease, run);
};

/** What one run has at hand. */
type Run = {
  readonly journal: ProfileJournal;
  readonly complain: (text: string) => void;
  readonly look: Pick<CommonOptions, 'isAscii'>;
  readonly io: CommandIo;
};

const set = async (
  { id, until, end, isJson, ...word }: Extract<LeaseTask, { action: 'set' }>,
  before: Lease | undefined,
  { journal, complain, look, io }: Run,
): Promise<ExitCode> => {
  const { clock, setup } = io;
  const { timeZone } = setup;
  const reading = readUntil(until, { timeZone, nowEpochMs: clock.now() });
  if ('problem' in reading) {
    complain(reading.problem);
    return EXIT.badUsage;
  }
  if ('clockNote' in reading && reading.clockNote !== undefined) complain(reading.clockNote);
  const then = end ?? before?.end ?? 'tell';
  return withService(io, async (access) => {
    journal.hide(access.client.redact);
    const { records, isTruncated } = await listForCommand(CALLS.instances, access.client, io);
    const instance = records.find((record) => record.id === id);
    if (instance === undefined) {
      const where = isTruncated ? 'the part of the list that the service gave' : 'your list';
      complain(`Instance ${id} is not in ${where}. Nothing was set.`);
      return EXIT.failed;
    }
    const needsId = isIdNeeded(before, then);
    const consent = await consentOf({ ...word, id }, `at the end of its lease ${THEN_WORDS[then]}`, needsId, io);
    const terms = termsOf(reading, then, clock.now());
    const isPast = terms.untilMs <= terms.fromMs;
    if (consent !== undefined || isPast) {
      complain(consent ?? 'That moment has passed. Nothing was set.');
      return EXIT.badUsage;
    }
    const limit = limitOfLease(journal.purse, instance, before, terms);
    if (limit !== undefined) {
      complain(`${limit} Nothing was set.`);
      return EXIT.failed;
    }
    const problem = await setLease(journal.leases, instance, terms, access);
    const now = leaseOf(journal.leases, id);
    if (problem !== undefined || 'problem' in now || now.lease === undefined) {
      complain(problem ?? 'The lease could not be set.');
      return EXIT.failed;
    }
    const { lease } = now;
    if (then !== 'tell') complain(ACTS_WHILE_RUN);
    await writeOutcome(io, 'the lease is set', {
      row: () => rowOf(lease, timeZone),
      record: recordOf(lease),
      isJson,
      ...look,
    });
    return EXIT.done;
  });
};

const clear = async (
  { id, isJson, ...word }: Extract<LeaseTask, { action: 'clear' }>,
  before: Lease | undefined,
  { journal, complain, io }: Run,
): Promise<ExitCode> => {
  if (before === undefined) {
    complain(`Instance ${id} has no lease.`);
    return EXIT.failed;
  }
  const objection = await consentOf({ ...word, id }, 'its lease is taken away', isIdNeeded(before, undefined), io);
  if (objection !== undefined) {
    complain(objection);
    return EXIT.badUsage;
  }
  const problem = limitOfLease(journal.purse, {}, before, undefined) ?? journal.leases.clear(id);
  complain(problem ?? `Instance ${id} has no lease any more: it costs until you stop or destroy it.`);
  if (problem !== undefined) return EXIT.failed;
  if (isJson) await writeText(io.stdout, jsonLine(recordOf({ ...before, state: 'over' })));
  return EXIT.done;
};

/** Why it is not confirmed; undefined where it is. */
const consentOf = async (
  { id, isYes, confirm }: Confirming,
  what: string,
  isNeeded: boolean,
  { ask }: Pick<CommandIo, 'ask'>,
): Promise<string | undefined> => {
  const confirming = { ids: [id], noun: 'instance', verb: `agree: ${what}` } as const;
  const typed = confirm === undefined ? undefined : String(confirm);
  if (typed !== undefined) return confirmationProblem(confirming, typed);
  if (!isNeeded) return undefined;
  if (isYes || ask === undefined) return `Nothing was changed: ${what}, which --confirm ${id} confirms.`;
  return confirmationProblem(confirming, await ask(`${confirmationPrompt(confirming)} `));
};

const print = async (isJson: boolean, { journal, complain, io }: Run): Promise<ExitCode> => {
  const all = journal.leases.list();
  if ('problem' in all) {
    complain(all.problem);
    return EXIT.failed;
  }
  const text = isJson
    ? `${JSON.stringify(all.map(recordOf), null, 2)}\n`
    : all.map((lease) => `${rowOf(lease, io.setup.timeZone)}\n`).join('');
  if (text !== '') await writeText(io.stdout, text);
  else complain('there are none: gpudeck lease set 4711 +4h --then stop sets one');
  return EXIT.done;
};

const rowOf = (lease: Lease, timeZone: string): string =>
  printable(
    [padCell(String(lease.instanceId ?? '?'), 9), padCell(lease.label, 18), leaseWords(lease, timeZone)].join('  '),
  ).trimEnd();

const momentOf = (ms: number | undefined) => (ms === undefined ? null : utcMoment(ms));

const recordOf = (lease: Lease) => ({
  instance_id: lease.instanceId ?? null,
  label: lease.label,
  until: utcMoment(lease.untilMs),
  // biome-ignore lint/suspicious/noThenProperty: what is done then, and no promise.
  then: lease.end,
  state: lease.state,
  is_open: isOpen(lease),
  found_by_looking: lease.isFound,
  machine_id: lease.machineId ?? null,
  start_date: lease.startS ?? null,
  set_at: utcMoment(lease.fromMs),
  warned_at: momentOf(lease.warnedMs),
  stopped_at: momentOf(lease.stoppedMs),
  destroy_at: momentOf(lease.destroyMs),
  tried_at: momentOf(lease.triedMs),
  words: lease.words,
});
