/** Runs the copies and endings of `gpudeck copy`. */
import { constants } from 'node:os';
import { CALLS } from '../../../api/calls.ts';
import { sleep } from '../../../base/clock.ts';
import { printable } from '../../../base/printable.ts';
import { COPY_WRITE, copyProblem, endingOf, isOver, targetIdOf, VOLUME_COPY_WRITE } from '../../../files/copy-write.ts';
import type { Copy, LocalCopy } from '../../../files/place.ts';
import { rsyncEndWords, rsyncRun } from '../../../files/rsync.ts';
import { type SshRun, sshExitCode, sshLine } from '../../../instances/ssh.ts';
import type { JournalAccess } from '../../../storage/journal/profile-journal.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { runWrite } from '../../run-write.ts';
import { endedUnsent, untilInterrupted } from '../../sending.ts';
import { isSent, type WriteOptions } from '../../shared-options.ts';
import { listForCommand, withService } from '../../with-service.ts';

type Wish<Request> = WriteOptions<Request> & CommonOptions & { readonly isWatched: boolean };

const complaining =
  (io: CommandIo) =>
  (text: string): void =>
    io.writeError(`gpudeck copy: ${printable(text)}\n`);

/** Copies at the service. */
export const runServiceCopy = async (options: Wish<Copy>, io: CommandIo): Promise<number> => {
  const { request, isWatched, consent } = options;
  const id = targetIdOf(request);
  const wish = { ...options, ids: [id], request };
  if (request.kind === 'volume-copy') return runWrite(VOLUME_COPY_WRITE, 'copy', wish, io);
  let before: string | undefined;
  const code = await runWrite(COPY_WRITE, 'copy', wish, io, {
    making: async ({ records }) => {
      before = messageIn(records, id);
      const problem = copyProblem(request, records);
      return problem === undefined ? { request, done: [] } : { problems: [problem], code: EXIT.failed };
    },
  });
  return code === EXIT.done && isWatched && isSent(consent) && request.kind !== 'cloud-trial'
    ? watch(id, before, io)
    : code;
};

const messageIn = (records: readonly { id?: number | null; status_msg?: string | null }[], id: number) =>
  records.find((record) => record.id === id)?.status_msg ?? undefined;

/** Between two looks, and how long nothing needs to be told of a copy, ms. */
const PAUSE_MS = 6000;
const SILENT_MS = 90_000;

/** Prints what the instance's message says of it until that is over; Ctrl-C ends the watching alone. */
const watch = (id: number, before: string | undefined, io: CommandIo): Promise<number> =>
  withService(io, async ({ client }) => {
    const complain = complaining(io);
    const fromMs = io.clock.ticks();
    let said = before;
    const stopping = () => complain('the copy goes on: gpudeck copy cancel ends it');
    return untilInterrupted(io, stopping, async (signal) => {
      while (await sleep(io.clock, PAUSE_MS, signal)) {
        const message = messageIn((await listForCommand(CALLS.instances, client, io)).records, id);
        if (message !== said && message !== undefined) complain(`instance ${id}: ${message}`);
        const end = said === before && message === before ? undefined : isOver(message);
        if (end !== undefined) return end === 'well' ? EXIT.done : EXIT.failed;
        said = message;
        if (message === before && io.clock.ticks() - fromMs > SILENT_MS) {
          complain('the instance says nothing of the copy: look at what came');
          return EXIT.done;
        }
      }
      return EXIT.done;
    });
  });

/** Ends all copies into a target. */
export const endCopies = (
  { request: { into, isCloud }, ...options }: Wish<{ readonly into: 'instance' | 'volume'; readonly isCloud: boolean }>,
  io: CommandIo,
): Promise<number> => {
  const isVolume = into === 'volume';
  const of = { target: `${isVolume ? 'V.' : ''}${options.ids[0]}`, isCloud, timeZone: io.setup.timeZone };
  const wish = { ...options, request: endingOf(undefined, of) };
  const making = async (_: unknown, __: unknown, journal?: JournalAccess) => ({
    request: endingOf(journal, of),
    done: [],
  });
  return isVolume
    ? runWrite(VOLUME_COPY_WRITE, 'copy', wish, io, { making })
    : runWrite(COPY_WRITE, 'copy', wish, io, { making });
};

/** Runs the user's own rsync, once that was seen and confirmed; the service is left by then. */
export const runLocalCopy = async ({ request, consent }: Wish<LocalCopy>, io: CommandIo): Promise<number> => {
  const complain = complaining(io);
  const { readOnlyReason } = io.setup;
  const { instanceId: id, to } = request;
  if (isSent(consent) && readOnlyReason !== undefined) {
    complain(`${readOnlyReason} Nothing was copied.`);
    return EXIT.badUsage;
  }
  const found: SshRun[] = [];
  const code = await withService(io, async ({ client }) => {
    const { records } = await listForCommand(CALLS.instances, client, io);
    const instance = records.find((record) => record.id === id);
    const run = instance === undefined ? { problem: 'it is not in your list' } : rsyncRun(request, instance);
    if ('problem' in run) {
      complain(`instance ${id} cannot be reached: ${run.problem}`);
      return EXIT.failed;
    }
    found.push(run);
    return EXIT.done;
  });
  const [run] = found;
  if (run === undefined) return code;
  if (consent === 'dry-run') {
    await writeText(io.stdout, `${sshLine(run)}\n`);
    return EXIT.done;
  }
  complain(`runs ${sshLine(run)}`);
  complain(
    `Anything under ${to.path} ${to.kind === 'local' ? 'on this machine' : `on instance ${id}`} may be overwritten.`,
  );
  const confirming = { ids: [id], noun: 'instance', verb: 'copy' } as const;
  const ended = await endedUnsent({ calls: [], confirming, consent }, io, complain);
  if (ended !== undefined) return ended;
  const end = await io.runSsh(run);
  complain(rsyncEndWords(end));
  return sshExitCode(end, constants.signals);
};
