/** Runs the command of a write: reads the list, says what will be sent and what is lost, asks, sends, and reports on each target. */
import { actRefusal } from '../access/setup.ts';
import { callWords } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { type ListReply, wholeRecords } from '../api/records/replies.ts';
import { named } from '../base/figures.ts';
import { printable } from '../base/printable.ts';
import { capital, padCell } from '../base/text.ts';
import type { Instance } from '../catalogue/values.ts';
import { sentWords } from '../instances/fate.ts';
import { readMoney } from '../money/cost-change.ts';
import type { ChangesLook, SentChange } from '../storage/journal/changes.ts';
import type { ProfileJournal } from '../storage/journal/profile-journal.ts';
import { costChangeOf } from '../writes/cost-change.ts';
import { callsFor, haveOneCall, sendToAll, TOGETHER_WORDS } from '../writes/together.ts';
import { listedOf, type Paragraph, type WriteEnd, type WriteKind, type WriteTypes } from '../writes/write-kind.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import {
  codeOfChange,
  endedUnsent,
  journalOf,
  overLimitWords,
  untilInterrupted,
  worstOf,
  writeOutcome,
} from './sending.ts';
import { isSent, type WriteOptions } from './shared-options.ts';
import { listForCommand, withService } from './with-service.ts';

/** What became of one target; `seen` is what the list said after an answer was lost. */
type WriteResult<W extends WriteTypes> = (
  | WriteEnd<W>
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'left-out'; readonly before: SentChange<W['name']> }
  /** Nothing had to be sent for it. */
  | { readonly kind: 'nothing' }
) & { readonly seen?: string };

/** Prints the result of one. */
const createWriteReport =
  <W extends WriteTypes>(
    { noun, command, newName }: WriteKind<W>,
    { request, isJson, isAscii }: Pick<Options<W>, 'request' | 'isJson' | 'isAscii'>,
    io: CommandIo,
  ) =>
  async (id: number, result: WriteResult<W>): Promise<void> => {
    const outcome = outcomeOf(result, command);
    const name = outcome.replaceAll('_', ' ');
    const told = result.kind === 'accepted' ? (command.told?.(result.reply) ?? {}) : {};
    const shown = Object.entries(told).map(([name, value]) => `${name} ${String(value)}`);
    const words = [wordsOf(result, io.setup.timeZone) ?? [], shown].flat().join('   ') || undefined;
    const called = newName?.(request) ?? String(id);
    const row = () => printable([padCell(called, 10), padCell(name, 15), words ?? ''].join('  ')).trimEnd();
    const isWell = result.kind === 'accepted' || result.kind === 'nothing';
    const isTimed = 'atEpochMs' in result && result.kind !== 'overtaken';
    const record = {
      ...command.record(id, request),
      outcome,
      ...(isWell ? { message: wordsOf(result, io.setup.timeZone) ?? null } : { reason: words ?? null }),
      ...told,
      ...(isTimed && { at: new Date(result.atEpochMs).toISOString() }),
    };
    await writeOutcome(io, `${noun} ${called}: ${name}`, { row, record, isAscii, isJson });
  };

/** The `outcome` member. */
const outcomeOf = <W extends WriteTypes>(
  result: WriteResult<W>,
  { before, nothing }: WriteKind<W>['command'],
): string => {
  switch (result.kind) {
    case 'accepted':
    case 'refused':
    case 'unknown':
      return result.kind;
    case 'unconfirmed':
      return 'not_confirmed';
    case 'held-back':
    case 'outdated':
    case 'not-sent':
      return 'not_sent';
    case 'left-out':
      return before(result.before.outcome.kind);
    case 'overtaken':
      return before(result.standing[0]?.outcome.kind ?? 'unknown');
    case 'nothing':
      return nothing;
  }
};

/** What was said of it. */
const wordsOf = <W extends WriteTypes>(result: WriteResult<W>, timeZone: string): string | undefined => {
  switch (result.kind) {
    case 'accepted':
      return result.reply.message;
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return [whatCameBack, result.seen ?? '', whatToDo].filter(Boolean).join(' ');
    }
    case 'unconfirmed':
    case 'outdated':
      return result.reason;
    case 'held-back':
      return result.journalProblem ?? explain(result.error).whatCameBack;
    case 'not-sent':
    case 'nothing':
      return undefined;
    case 'left-out':
      return `${sentWords(result.before, timeZone)} Check at the service first: --again sends it once more.`;
    case 'overtaken':
      return result.standing[0] && `Another gpudeck was first: ${sentWords(result.standing[0], timeZone)}`;
  }
};

type Options<W extends WriteTypes> = WriteOptions<W['request']> & CommonOptions;

/** What finds the targets in the list, in place of ids. */
type Choosing<W extends WriteTypes> = {
  readonly idsIn: (rows: readonly W['row'][]) => readonly number[];
  /** How many are to be found; absent: any number. */
  readonly expected?: number | undefined;
};

/** What is to be sent as it was made of what the list and the journal tell; for those that are `done` nothing is. Or why nothing is, of anything. */
type Made<W extends WriteTypes> =
  | { readonly request: W['request']; readonly done: readonly number[] }
  | { readonly problems: readonly string[]; readonly code: ExitCode };

/** Makes it of the list, once. */
export type Making<W extends WriteTypes> = (
  reply: ListReply<W['row']>,
  client: Client,
  journal: ProfileJournal | undefined,
) => Promise<Made<W>>;

/** What one run has at hand. */
type Run<W extends WriteTypes> = {
  readonly kind: WriteKind<W>;
  readonly options: Options<W>;
  readonly client: Client;
  readonly io: CommandIo;
  readonly complain: (text: string) => void;
  readonly choosing: Choosing<W> | undefined;
};

/** The command `name` of `kind`; `making` makes the request where that is not said whole, `choosing` finds the targets. Resolves to the exit code; every message has been written by then. */
export const runWrite = async <W extends WriteTypes>(
  kind: WriteKind<W>,
  name: string,
  options: Options<W>,
  io: CommandIo,
  { making, choosing }: { readonly making?: Making<W>; readonly choosing?: Choosing<W> | undefined } = {},
): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck ${name}: ${printable(text)}\n`);
  const refusal = actRefusal(io.setup, options.request.kind);
  if (isSent(options.consent) && refusal !== undefined) {
    complain(`${refusal} Nothing was sent.`);
    return EXIT.badUsage;
  }
  return withService(io, ({ client }) => reviewAndSend({ kind, options, client, io, complain, choosing }, making));
};

/** How long a list is taken for what is there while a question is open, in milliseconds, where something may be undone unseen. */
const LONGEST_UNREAD_MS = 60_000;

const reviewAndSend = async <W extends WriteTypes>(run: Run<W>, making?: Making<W>): Promise<ExitCode> => {
  const { kind, client, io, complain, choosing } = run;
  const { consent } = run.options;
  // Before the list: what another program does from now on is not in what the user is shown, and stands in the way.
  const journal = journalOf(io, client);
  const lookAt = (ids: readonly number[]) =>
    'problem' in journal ? journal : kind.changes(journal).look(ids, run.options.request.kind);
  const before = lookAt(run.options.ids);
  const reply = await listForCommand(kind.list, client, io);
  const readAtMs = io.clock.ticks();
  const found = choosing === undefined ? { ids: run.options.ids } : chosenOf(run, choosing, reply);
  if ('problem' in found) {
    complain(`${found.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  const { ids } = found;
  const options = { ...run.options, ids };
  const look = choosing === undefined || 'problem' in before ? before : { ...lookAt(ids), seen: before.seen };
  const listed = listedOf(kind, ids, reply, io.clock.now());
  const missing = reply.isTruncated ? 'is not in the part of the list that the service gave' : 'is not in your list';
  const problems = ids.flatMap((id) => {
    const target = listed.targets.find((found) => found.id === id);
    return target === undefined
      ? `${capital(kind.noun)} ${id} ${missing}.`
      : (kind.refusal?.(target, options.request.kind) ?? []);
  });
  const noted = 'problem' in journal ? undefined : journal;
  const made: Made<W> =
    problems.length > 0
      ? { problems, code: EXIT.failed }
      : ((await making?.(reply, client, noted)) ?? { request: options.request, done: [] });
  if ('problems' in made) {
    for (const problem of [...made.problems, 'Nothing was sent.']) complain(problem);
    return made.code;
  }
  const { request, done } = made;
  const isAgain = kind.isSentAgain && options.isRepeatWanted;
  const toSend = listed.targets.filter(
    (target) => !done.includes(target.id) && (isAgain || (kind.isSent?.(target, listed.isWhole, request.kind) ?? true)),
  );
  const isKept = ({ id }: W['target']) => !('problem' in look) && look.open.some(({ instanceId }) => instanceId === id);
  const isOne = choosing !== undefined && !(isAgain && toSend.some(isKept));
  const calls = callsFor(kind, isOne ? toSend.filter((target) => !isKept(target)) : toSend, request, isOne);
  const isManyAtOnce = isOne && haveOneCall(kind, toSend, request);
  const context = {
    ...{ timeZone: io.setup.timeZone, describe: () => undefined },
    money:
      toSend.length > 0 && kind.costChange?.(request, toSend) ? await moneyBeside(kind, reply, client, io) : undefined,
  };
  const consequences: readonly Paragraph[] =
    toSend.length > 0 ? kind.consequences(request, toSend) : [{ text: kind.words.nothing }];
  const spent: Paragraph = { text: costChangeOf(request, toSend, kind, context) ?? '' };
  for (const { text, inset = 0 } of [...kind.affected(request, listed, context), ...consequences, spent])
    if (text.trim() !== '') complain(`${' '.repeat(inset)}${text}`);
  if (isManyAtOnce) complain(TOGETHER_WORDS);
  for (const call of calls) complain(`send ${callWords(call)}`);
  const by = kind.confirmedBy?.(request, toSend);
  const text = kind.newName?.(request);
  const confirming = {
    ids: toSend.map(({ id }) => id),
    noun: kind.noun,
    verb: kind.verb?.(request) ?? request.kind,
    by: by ?? (text === undefined ? undefined : { what: `the ${kind.noun}'s name`, text }),
  };
  const hindrance =
    by === undefined || consent === 'ask' || consent === 'dry-run'
      ? undefined
      : `Nothing was sent: --yes does not stand for ${by.what}, ${by.text}, which is to be typed.`;
  const planned = {
    perHour: kind.costChange?.(request, toSend)?.perHour,
    consequences: consequences.map(({ text: said }) => said),
    restsOn: Object.fromEntries(toSend.map((target) => [`${kind.noun} ${target.id}`, restsOf(kind, target)])),
  };
  const ended = await endedUnsent({ calls, confirming, consent, hindrance, planned }, io, complain);
  if (ended !== undefined) return ended;
  if ('problem' in journal || 'problem' in look) {
    complain(`${'problem' in look ? look.problem : ''} Nothing was sent.`);
    return EXIT.failed;
  }
  const isOld =
    (kind.changedSince !== undefined && io.clock.ticks() - readAtMs > LONGEST_UNREAD_MS) ||
    (isOne && consent === 'ask');
  const rows = isOld ? undefined : reply.records;
  return send({ ...run, options: { ...options, request } }, journal, look, { toSend, rows, isOne });
};

/** What a plan for a target rests on: what its kind says, else all that is listed of it. */
const restsOf = <W extends WriteTypes>(
  { restsOn }: WriteKind<W>,
  target: W['target'],
): Readonly<Record<string, unknown>> => (restsOn === undefined ? JSON.parse(JSON.stringify(target)) : restsOn(target));

/** What is left and spent, where the list that was read is that of the instances or not. */
const moneyBeside = <W extends WriteTypes>(
  { list }: WriteKind<W>,
  reply: ListReply<W['row']>,
  client: Client,
  { clock }: CommandIo,
) => {
  const { name }: { readonly name: string } = list;
  // The records of this call are instances, which its type does not say.
  const instances =
    name === CALLS.instances.name ? (wholeRecords(reply) as readonly Instance[] | undefined) : undefined;
  return readMoney(client, instances, clock.now);
};

/** Sends to all but those whose earlier outcome is unknown; each gets its line. The worst of them is the exit code. */
const send = async <W extends WriteTypes>(
  run: Run<W>,
  journal: ProfileJournal,
  { seen, open }: ChangesLook<W['name']>,
  {
    toSend,
    rows,
    isOne,
  }: {
    readonly toSend: readonly W['target'][];
    readonly rows: readonly W['row'][] | undefined;
    readonly isOne: boolean;
  },
): Promise<ExitCode> => {
  const { kind, options, client, io, complain } = run;
  const { ids, request, isRepeatWanted } = options;
  const report = createWriteReport(kind, options, io);
  const codes: ExitCode[] = [];
  const tell = async (id: number, result: WriteResult<W>): Promise<void> => {
    codes.push(result.kind === 'nothing' ? EXIT.done : codeOfChange(result));
    if ('journalProblem' in result && result.journalProblem !== undefined) complain(result.journalProblem);
    const over = overLimitWords('overLimit' in result ? result.overLimit : undefined, options.over, io);
    if (over !== undefined) complain(over);
    await report(id, result);
  };
  const earlier = (id: number): SentChange<W['name']> | undefined => open.find(({ instanceId }) => instanceId === id);
  const targetOf = (id: number): W['target'] | undefined => toSend.find((target) => target.id === id);
  /** What is known of it without a call; undefined where one is to be made. */
  const known = (id: number): WriteResult<W> | undefined => {
    if (targetOf(id) === undefined) return { kind: 'nothing' };
    const before = isRepeatWanted ? undefined : earlier(id);
    return before && { kind: 'left-out', before };
  };
  const tellKnown = async (id: number, result: WriteResult<W>): Promise<void> => {
    // Nothing is left of it: what an earlier run sent without an answer was carried out.
    const before = result.kind === 'nothing' ? earlier(id) : undefined;
    const problem = before && kind.changes(journal).settle(before.line, { kind: 'accepted' });
    if (problem !== undefined) complain(problem);
    await tell(id, result);
  };
  let at = 0;
  /** Tells of those that no call is made for, as far as they stand before `next`; undefined: of all. */
  const tellKnownBefore = async (next: number | undefined): Promise<void> => {
    for (; at < ids.length && ids[at] !== next; at++) {
      const id = ids[at] ?? 0;
      const result = known(id);
      if (result !== undefined) await tellKnown(id, result);
    }
  };
  const stopping = () => complain('stopping: nothing more will be sent');
  await untilInterrupted(io, stopping, async (signal) => {
    const parts = { client, clock: io.clock, journal, seen, signal, rows, over: options.over };
    const seenAfter = seenBy(run);
    const sent = ids.flatMap((id) => (known(id) === undefined ? (targetOf(id) ?? []) : []));
    await sendToAll(kind, request, sent, parts, {
      isTogether: isOne,
      // Before the call: where a line cannot be printed, nothing more is sent.
      onBegin: ({ id }) => tellKnownBefore(id),
      onEnd: async (place, result) => {
        const id = sent[place]?.id ?? 0;
        await tellKnownBefore(id);
        await tell(
          id,
          result.kind === 'unknown' ? { ...result, seen: await seenAfter(id, result.sentAtEpochMs) } : result,
        );
      },
    });
    await tellKnownBefore(undefined);
  });
  return worstOf(codes);
};

/** What the list says of a target whose call had no answer; it is not sent again, whatever that is. For several of one call the list is read once. */
const seenBy = <W extends WriteTypes>({ kind, options, client, io }: Run<W>) => {
  const lists = new Map<number, Promise<ListReply<W['row']>>>();
  return async (id: number, sentAtEpochMs: number): Promise<string> => {
    try {
      const reply = await lists.getOrInsertComputed(sentAtEpochMs, () => listForCommand(kind.list, client, io));
      const { targets, isWhole } = listedOf(kind, [id], reply, io.clock.now());
      const [target] = targets;
      if (isWhole && target !== undefined && kind.isShownDone?.(target)) return kind.words.shownDone ?? '';
      return kind.afterwards(target, 'unknown', options.request.kind);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return `The list could not be read afterwards: ${explain(error).whatCameBack}`;
    }
  };
};

/** The ids that are found in the list and that it can be done to; of the others it is said why not. Or why it is done to none. */
const chosenOf = <W extends WriteTypes>(
  { kind, options, complain }: Run<W>,
  { idsIn, expected }: Choosing<W>,
  reply: ListReply<W['row']>,
): { readonly ids: readonly number[] } | { readonly problem: string } => {
  const ids = idsIn(reply.records);
  if (ids.length === 0) return { problem: `No ${kind.noun} meets the filter.` };
  if (expected !== undefined && expected !== ids.length)
    return { problem: `The filter is met by ${named(ids, kind.noun)}, and not by ${expected}.` };
  if (reply.isTruncated) complain('The service cut the list short: there may be more that meet the filter.');
  const refusals = kind
    .targetsOf(reply.records, ids, 0, [])
    .map((target) => [target.id, kind.refusal?.(target, options.request.kind)] as const);
  const left = refusals.flatMap(([id, refusal]) => (refusal === undefined ? [id] : []));
  for (const [, refusal] of refusals) if (refusal !== undefined) complain(`${refusal} It is left out.`);
  return left.length === 0 ? { problem: 'Nothing is left to send.' } : { ids: left };
};
