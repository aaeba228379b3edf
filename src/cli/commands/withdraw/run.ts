/** Runs `gpudeck withdraw`: reads the windows, says what will be sent, asks, sends to one machine after the other, and reports. */
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { explain } from '../../../api/errors/explain.ts';
import { printable } from '../../../base/printable.ts';
import { jsonLine } from '../../../formats/json.ts';
import { sentWords } from '../../../instances/sent-words.ts';
import {
  type StandingWindows,
  standingWindows,
  windowCount,
  windowWords,
} from '../../../maintenance/standing-windows.ts';
import {
  ALL_ARE_WITHDRAWN,
  callOfWithdrawal,
  type SentWithdrawal,
  type WithdrawalEnd,
  withdraw,
} from '../../../maintenance/withdraw.ts';
import { codeOfChange, patienceOf, worstOf } from '../../change-end.ts';
import { refusedConsent } from '../../consent.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { journalOf } from '../../journal-of.ts';
import { readForCommand } from '../../patient-read.ts';
import { writeText } from '../../print/record-writer.ts';
import { withService } from '../../with-service.ts';
import type { WithdrawalOptions } from './options.ts';

/** What became of one machine. */
type Result =
  | WithdrawalEnd
  | { readonly kind: 'left-out'; readonly before: SentWithdrawal }
  /** There was nothing to withdraw. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-sent' };

/** Resolves to the exit code; every message has been written by then. */
export const run = async (options: WithdrawalOptions, io: CommandIo): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck withdraw: ${printable(text)}\n`);
  const { readOnlyReason } = io.setup;
  if (options.consent !== 'dry-run' && readOnlyReason !== undefined) {
    complain(`${readOnlyReason} Nothing was sent.`);
    return EXIT.badUsage;
  }
  return withService(io, ({ client }) => withdrawAll(options, client, io, complain));
};

const withdrawAll = async (
  { ids, consent, isRepeatWanted }: WithdrawalOptions,
  client: Client,
  io: CommandIo,
  complain: (text: string) => void,
): Promise<ExitCode> => {
  // Before the list: what another program does from now on stands in the way.
  const journal = journalOf(io, client);
  const look = 'problem' in journal ? journal : journal.withdrawals.look(ids, 'withdraw');
  // A service that cannot tell of windows is asked to withdraw none.
  const ask = { read: 'windows', call: (options: object) => client.list(CALLS.windows, options) } as const;
  const { records, malformedRecords, malformedValues, isTruncated } = await readForCommand(ask, client, io);
  const isWhole = malformedRecords === 0 && malformedValues === 0 && isTruncated !== true;
  const standing = standingWindows(records, ids, io.clock.now());
  const toSend = standing.filter(({ windows }) => windows.length > 0 || !isWhole).map(({ machineId }) => machineId);
  for (const { machineId, windows } of standing) complain(standingWords(machineId, windows, isWhole, io));
  if (toSend.length > 0) complain(ALL_ARE_WITHDRAWN);
  const calls = toSend.map(callOfWithdrawal);
  for (const { method, path, body } of calls) complain(`send ${method} ${path} ${JSON.stringify(body)}`);
  if (consent === 'dry-run') {
    await writeText(io.stdout, calls.map(({ method, path, body }) => jsonLine({ method, path, body })).join(''));
    return EXIT.done;
  }
  const objection =
    toSend.length === 0
      ? undefined
      : await refusedConsent(consent, { ids: toSend, noun: 'machine', verb: 'withdraw' }, io);
  if (objection !== undefined) {
    complain(objection);
    return EXIT.badUsage;
  }
  if ('problem' in journal || 'problem' in look) {
    complain(`${'problem' in look ? look.problem : ''} Nothing was sent.`);
    return EXIT.failed;
  }
  const codes: ExitCode[] = [];
  let isEnded = false;
  const patience = patienceOf(io, complain);
  const stopping = new AbortController();
  const stop = () => {
    complain('stopping: nothing more will be sent');
    stopping.abort();
  };
  io.signals.once('SIGINT', stop);
  try {
    for (const id of ids) {
      const earlier = look.open.find(({ instanceId }) => instanceId === id);
      const before = isRepeatWanted ? undefined : earlier;
      const parts = {
        client,
        clock: io.clock,
        withdrawals: journal.withdrawals,
        seen: look.seen,
        patience,
        signal: stopping.signal,
      };
      patience.begin();
      const result: Result = !toSend.includes(id)
        ? { kind: 'nothing' }
        : before !== undefined
          ? { kind: 'left-out', before }
          : isEnded || stopping.signal.aborted
            ? { kind: 'not-sent' }
            : await withdraw(id, parts);
      isEnded ||= result.kind === 'unknown' || result.kind === 'held-back';
      if ('journalProblem' in result && result.journalProblem !== undefined) complain(result.journalProblem);
      // No window is left of it: what an earlier run sent without an answer was carried out.
      const settled = result.kind === 'nothing' && earlier !== undefined;
      const problem = settled ? journal.withdrawals.settle(earlier.line, { kind: 'accepted' }) : undefined;
      if (problem !== undefined) complain(problem);
      codes.push(result.kind === 'nothing' ? EXIT.done : codeOfChange(result));
      const words = wordsOf(result, io.setup.timeZone);
      await writeText(io.stdout, jsonLine({ machine_id: id, outcome: nameOf(result), ...words }));
    }
  } finally {
    io.signals.off('SIGINT', stop);
  }
  return worstOf(codes);
};

const standingWords = (
  machineId: number,
  windows: StandingWindows['windows'],
  isWhole: boolean,
  { setup }: Pick<CommandIo, 'setup'>,
): string => {
  if (windows.length > 0) {
    const told = windows.map((window) => windowWords(window, setup.timeZone)).join('; ');
    return `machine ${machineId}: ${windowCount(windows)}, from ${told}`;
  }
  return isWhole
    ? `machine ${machineId}: the service lists no window to withdraw, so nothing is sent for it`
    : `machine ${machineId}: the service lists no window to withdraw, but its list is not whole`;
};

const nameOf = ({ kind }: Result): string => {
  switch (kind) {
    case 'accepted':
    case 'refused':
    case 'unknown':
      return kind;
    case 'left-out':
    case 'overtaken':
      return 'sent_before';
    case 'held-back':
    case 'not-sent':
      return 'not_sent';
    case 'nothing':
      return 'nothing_to_withdraw';
  }
};

/** What was said of it. */
const wordsOf = (
  result: Result,
  timeZone: string,
): { readonly message: string | null } | { readonly reason: string | null } => {
  switch (result.kind) {
    case 'accepted':
      return { message: result.reply.message ?? null };
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return { reason: `${whatCameBack} ${whatToDo}` };
    }
    case 'left-out':
      return { reason: `${sentWords(result.before, timeZone)} --again sends it once more.` };
    case 'overtaken':
      return {
        reason:
          result.standing[0] === undefined
            ? null
            : `Another gpudeck was first: ${sentWords(result.standing[0], timeZone)}`,
      };
    case 'held-back':
      return { reason: result.journalProblem ?? explain(result.error).whatCameBack };
    case 'not-sent':
      return { reason: null };
    case 'nothing':
      return { message: null };
  }
};
