/** Receives deliveries until a signal, and says what becomes of each. */

import { type CommandEnd, type CommandRun, programProblem, runCommand } from '../../../alerts/run-command.ts';
import { messageOf } from '../../../base/message.ts';
import { printable, printableStart } from '../../../base/printable.ts';
import { exactTime } from '../../../base/time.ts';
import type { HistoryStore } from '../../../history/store.ts';
import { type Delivery, judgeDelivery } from '../../../listening/delivery.ts';
import { type Answer, serveDeliveries } from '../../../listening/serve-deliveries.ts';
import { createTaking, type Taken } from '../../../listening/take-deliveries.ts';
import { readKeyFile } from '../../../storage/files/key-file.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { withHistory } from '../../with-history.ts';

/** Where it listens, and what is done with what comes. */
export type ListenOptions = {
  readonly port: number;
  readonly secretFile: string;
  /** A program and its arguments; empty where events are only kept. */
  readonly command: readonly string[];
  readonly isJson: boolean;
};

/** Longest text of a delivery in a line, in UTF-16 units. */
const LONGEST_TEXT = 200;

/** A complaint is not repeated for so long: whoever sends rubbish shall not fill a log. */
const QUIET_MS = 60_000;

/** Listens until it ends; resolves to the exit code, every message written. */
export const listenForDeliveries = async (options: ListenOptions, io: CommandIo): Promise<ExitCode> => {
  const reading = readKeyFile(options.secretFile, 'secret');
  if ('problem' in reading) {
    io.writeError(`gpudeck: ${printable(reading.problem)}\n`);
    return EXIT.keyProblem;
  }
  const [program] = options.command;
  const problem = program === undefined ? undefined : programProblem(program, io.accessParts.environment);
  if (problem !== undefined) {
    io.writeError(`gpudeck: the command of --exec cannot be started. ${printable(problem)}\n`);
    return EXIT.badUsage;
  }
  return withHistory({ isOnlyRead: false }, io, (store) => receive(store, reading.apiKey, options, io));
};

const receive = async (
  store: HistoryStore,
  secret: string,
  options: ListenOptions,
  { setup, clock, stdout, writeError, signals, accessParts: { environment } }: CommandIo,
): Promise<ExitCode> => {
  const { port, command, isJson } = options;
  const signal = firstSignal(signals);
  const ended = Promise.withResolvers<void>();
  void signal.came.then(ended.resolve);
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  const complain = sparingly(say, clock.ticks);
  const taking = createTaking({
    store,
    service: setup.service,
    clock,
    run:
      command.length === 0
        ? undefined
        : async ({ body }, timeoutMs) => {
            const handed: CommandRun = { args: command, timeoutMs, input: body.toString(), environment };
            return problemOf(await runCommand(handed, clock.after));
          },
    onTrouble: (error) => complain('history', `the history cannot be used: ${messageOf(error)}`),
  });

  /** Prints are in the order of the answers, and one that fails ends the program. */
  let printed: Promise<unknown> = Promise.resolve();
  const print = (delivery: Delivery, taken: Taken): void => {
    const text = (isJson ? jsonOf : lineOf)(delivery, taken, clock.now(), setup.timeZone);
    printed = printed.then(() => writeText(stdout, text)).then((isRead) => isRead || ended.resolve(), ended.reject);
  };

  const answerTo = async (
    headers: Parameters<typeof judgeDelivery>[0]['headers'],
    body: Buffer | undefined,
  ): Promise<Answer> => {
    if (body === undefined) return refuse(413, 'it is larger than 1 MB');
    const judgement = judgeDelivery({ headers, body, secret, nowEpochMs: clock.now() });
    if ('reason' in judgement) return refuse(judgement.status, judgement.reason);
    const taken = await taking.take(judgement.delivery);
    print(judgement.delivery, taken);
    return taken.kind === 'failed' ? { status: 503, text: taken.reason } : { status: 200, text: taken.kind };
  };
  const refuse = (status: 400 | 401 | 413, text: string): Answer => {
    complain(status, `a delivery was refused (${status}): ${text}`);
    return { status, text };
  };

  let served: Awaited<ReturnType<typeof serveDeliveries>>;
  try {
    served = await serveDeliveries(port, answerTo);
  } catch (error) {
    signal.forget();
    say(messageOf(error));
    return EXIT.failed;
  }
  say(`listening at ${served.url}`);
  try {
    await ended.promise;
    return EXIT.done;
  } finally {
    signal.forget();
    await Promise.all([served.stop(), taking.stop()]);
    await printed;
  }
};

/** Says something on each subject, and again only after a while. */
const sparingly = (say: (text: string) => void, ticks: () => number) => {
  const saidAt = new Map<string | number, number>();
  return (subject: 'history' | 400 | 401 | 413, text: string): void => {
    const before = saidAt.get(subject);
    if (before !== undefined && ticks() - before < QUIET_MS) return;
    saidAt.set(subject, ticks());
    say(text);
  };
};

/** Why a command has not ended well. */
const problemOf = (end: CommandEnd): string | undefined => {
  const said = end.output.trim() === '' ? '' : `: ${printableStart(end.output.trim(), LONGEST_TEXT)}`;
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : `the command ended with ${end.code}${said}`;
    case 'killed':
      return `the command was ended by ${end.signal}${said}`;
    case 'timeout':
      return `the command had not ended within 8 s${said}`;
    case 'unstartable':
      return `the command could not be started: ${end.reason}`;
  }
};

const lineOf = ({ type, subject, attempt }: Delivery, taken: Taken, nowMs: number, timeZone: string): string => {
  const what = [type, subject].filter((text) => text !== '').map((text) => printableStart(text, LONGEST_TEXT));
  const outcome = taken.kind === 'failed' ? `failed: ${printable(taken.reason)}` : taken.kind;
  return `${[exactTime(nowMs, timeZone), ...what, `try ${attempt}`, outcome].join('  ')}\n`;
};

const jsonOf = ({ eventId, type, subject, attempt }: Delivery, taken: Taken, nowMs: number): string =>
  `${JSON.stringify({
    at: new Date(nowMs).toISOString(),
    event_id: eventId,
    type,
    subject,
    attempt,
    outcome: taken.kind,
    ...(taken.kind === 'failed' && { reason: taken.reason }),
  })}\n`;
