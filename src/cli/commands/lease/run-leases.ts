/** Looks after the leases of a service until a signal: what is told goes out as a line each. */
import { sleep } from '../../../base/clock.ts';
import { printable } from '../../../base/printable.ts';
import { datedTime, utcMoment } from '../../../base/time.ts';
import { createLeaseRunner, type LeaseNews, type LeaseRunner } from '../../../leases/runner.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { journalOf } from '../../sending.ts';
import { withService } from '../../with-service.ts';

/** Resolves to the exit code; every message has been written by then. */
export const runLeases = async ({ isJson }: { readonly isJson: boolean }, io: CommandIo): Promise<ExitCode> => {
  const { clock, setup, stdout, writeError, signals } = io;
  const complain = (text: string): void => writeError(`gpudeck leases: ${printable(text)}\n`);
  const journal = journalOf(io);
  if ('problem' in journal) {
    complain(journal.problem);
    return EXIT.failed;
  }
  const stopping = new AbortController();
  const stop = firstSignal(signals);
  void stop.came.then(() => stopping.abort());
  let printed: Promise<unknown> = Promise.resolve();
  const tell = ({ kind, lease, text }: LeaseNews): void => {
    const nowMs = clock.now();
    const { instanceId = null } = lease ?? {};
    const line = isJson
      ? JSON.stringify({ at: utcMoment(nowMs), kind, instance_id: instanceId, words: text })
      : `${datedTime(nowMs, setup.timeZone)}  ${printable(text)}`;
    printed = printed.then(() => writeText(stdout, `${line}\n`));
    // Whoever reads no more is told no more: what has to be done is done all the same.
    printed.catch(() => {});
  };
  let runner: LeaseRunner | undefined;
  try {
    return await withService(
      io,
      async (access) => {
        journal.hide(access.client.redact);
        runner = createLeaseRunner({
          ...{ journal, clock, tell },
          access: () => access,
          readOnlyReason: setup.readOnlyReason,
          timeZone: setup.timeZone,
          clearing: ({ instanceId = 'ID' }) => `gpudeck lease clear ${instanceId} keeps it.`,
          signal: stopping.signal,
        });
        complain(`looking after the leases at ${setup.serviceName}; Ctrl-C ends it`);
        for (let waitMs = 0; !stopping.signal.aborted; ) {
          waitMs = await runner.look();
          if (!(await sleep(clock, waitMs, stopping.signal))) break;
        }
        return EXIT.done;
      },
      (exchange) => runner?.exchanged(exchange),
    );
  } finally {
    stop.forget();
    await printed.catch(() => {});
  }
};
