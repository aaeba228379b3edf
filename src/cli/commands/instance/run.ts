/** Runs `gpudeck instance`: reads the list, says what will be sent and what is lost, asks, sends, and reports on each. */
import type { ServiceAccess } from '../../../access/service-access.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import { printable } from '../../../base/printable.ts';
import { statusOf } from '../../../catalogue/instance-status.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { type Change, callOfChange } from '../../../instances/change.ts';
import { areCostsSame, costsOf, costWords, lossWords, refusalOf, seenWords } from '../../../instances/facts.ts';
import { makeChanges } from '../../../instances/make-changes.ts';
import type { ChangesLook, InstanceChanges } from '../../../storage/journal/instance-changes.ts';
import { codeOfChange, patienceOf, worstOf } from '../../change-end.ts';
import type { CommonOptions } from '../../common-options.ts';
import { refusedConsent } from '../../consent.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { journalOf } from '../../journal-of.ts';
import { readForCommand } from '../../patient-read.ts';
import { writeText } from '../../print/record-writer.ts';
import { withService } from '../../with-service.ts';
import { createChangeReport, dryRunLines, type Result } from './report.ts';

/** What is to be done, and with whose word. */
export type ChangeOptions = {
  /** At least one, none twice. */
  readonly ids: readonly number[];
  readonly change: Change;
  /** `dry-run` prints the requests only; `ask` sends them when the user, who is asked, says so. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when a change whose outcome is unknown is to be sent once more. */
  readonly isRepeatWanted: boolean;
};

type Options = ChangeOptions & CommonOptions;

/** Resolves to the exit code; every message has been written by then. */
export const run = async (options: Options, io: CommandIo): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck instance: ${printable(text)}\n`);
  const { readOnlyReason } = io.setup;
  if (options.consent !== 'dry-run' && readOnlyReason !== undefined) {
    complain(`${readOnlyReason} Nothing was sent.`);
    return EXIT.badUsage;
  }
  return withService(io, (access) => change(options, access, io, complain));
};

const change = async (
  options: Options,
  { client }: ServiceAccess,
  io: CommandIo,
  complain: (text: string) => void,
): Promise<ExitCode> => {
  const { ids, change: wanted, consent } = options;
  // Before the list: what another program does from now on is not in what the user is shown, and stands in the way.
  const journal = journalOf(io, client);
  const look = 'problem' in journal ? journal : journal.instanceChanges.look(ids, wanted.kind);
  const chosen = chosenOf(await listOf(client, io), ids, wanted);
  for (const problem of chosen.problems) complain(problem);
  if (chosen.problems.length > 0) {
    complain('Nothing was sent.');
    return EXIT.failed;
  }
  for (const line of reviewLines(chosen.instances, ids, wanted)) complain(line);
  if (consent === 'dry-run') {
    await writeText(io.stdout, dryRunLines(ids, wanted));
    return EXIT.done;
  }
  const objection = await refusedConsent(consent, { ids, noun: 'instance', verb: wanted.kind }, io);
  if (objection !== undefined) {
    complain(objection);
    return EXIT.badUsage;
  }
  if ('problem' in journal || 'problem' in look) {
    complain(`${'problem' in look ? look.problem : ''} Nothing was sent.`);
    return EXIT.failed;
  }
  return send(options, look, { client, changes: journal.instanceChanges, io, complain });
};

const listOf = (client: Client, io: CommandIo): Promise<ListReply<Instance>> =>
  readForCommand({ read: 'instances', call: (callOptions) => client.list(CALLS.instances, callOptions) }, client, io);

/** The instances of `ids`, in their order, and why some of them cannot be changed so. */
const chosenOf = ({ records, isTruncated }: ListReply<Instance>, ids: readonly number[], { kind }: Change) => {
  const instances = ids.map((id) => records.find((instance) => instance.id === id));
  const missing = isTruncated === true ? 'is not in the part of the list that the service gave' : 'is not in your list';
  const problems = instances.flatMap((instance, place) =>
    instance === undefined ? `Instance ${ids[place]} ${missing}.` : (refusalOf(instance, kind) ?? []),
  );
  return { instances: instances.filter((instance) => instance !== undefined), problems };
};

/** What is to be known before it is sent, as messages: each call, each instance, what is lost and what it costs. */
const reviewLines = (instances: readonly Instance[], ids: readonly number[], wanted: Change): readonly string[] => [
  ...instances.map((instance) => {
    const label = typeof instance.label === 'string' && instance.label !== '' ? ` "${instance.label}"` : '';
    const costs = areCostsSame(wanted.kind) ? '' : `, ${costWords([costsOf(instance, wanted)], wanted.kind)}`;
    return `instance ${instance.id}${label}: ${statusOf(instance)}${costs}`;
  }),
  lossWords(wanted.kind, instances.length),
  ...ids.map((id) => {
    const { method, path, body } = callOfChange(id, wanted);
    return `send ${method} ${path} ${JSON.stringify(body)}`;
  }),
];

type Sending = {
  readonly client: Client;
  readonly changes: InstanceChanges;
  readonly io: CommandIo;
  readonly complain: (text: string) => void;
};

/** Sends to all but those whose earlier outcome is unknown; each gets its line. The worst of them is the exit code. */
const send = async (options: Options, look: ChangesLook, sending: Sending): Promise<ExitCode> => {
  const { client, changes, io, complain } = sending;
  const { ids, change: wanted, isRepeatWanted } = options;
  const report = createChangeReport(io, options, wanted);
  const codes: ExitCode[] = [];
  const tell = async (id: number, result: Result): Promise<void> => {
    codes.push(codeOfChange(result));
    if ('journalProblem' in result && result.journalProblem !== undefined) complain(result.journalProblem);
    await report(id, result);
  };
  const leftOut = isRepeatWanted ? [] : look.open;
  for (const id of ids) {
    const before = leftOut.find(({ instanceId }) => instanceId === id);
    if (before !== undefined) await tell(id, { kind: 'left-out', before });
  }
  const sent = ids.filter((id) => !leftOut.some(({ instanceId }) => instanceId === id));
  const patience = patienceOf(io, complain);
  const stopping = new AbortController();
  const stop = () => {
    complain('stopping: nothing more will be sent');
    stopping.abort();
  };
  io.signals.once('SIGINT', stop);
  try {
    await makeChanges(sent, wanted, {
      client,
      changes,
      seen: look.seen,
      clock: io.clock,
      signal: stopping.signal,
      patience,
      onEnd: async (place, result) => {
        patience.begin();
        const id = sent[place] ?? 0;
        await tell(id, result.kind === 'unknown' ? { ...result, seen: await seenOf(id, wanted, sending) } : result);
      },
    });
  } finally {
    io.signals.off('SIGINT', stop);
  }
  return worstOf(codes);
};

/** What the list says of an instance whose change had no answer; it is not sent again, whatever that is. */
const seenOf = async (id: number, { kind }: Change, { client, io }: Sending): Promise<string> => {
  try {
    const { records } = await listOf(client, io);
    return seenWords(
      records.find((instance) => instance.id === id),
      kind,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `The list could not be read afterwards: ${explain(error).whatCameBack}`;
  }
};
