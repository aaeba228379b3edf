/**
 * Copies between places at the service, and the end of all into a place, as kinds of write: one for those that an instance has a part in, which stands
 * in their names, and one for the others, which a volume does.
 */
import { type Call, callOf } from '../api/call.ts';
import { CALLS, type ListCall, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import { named } from '../base/figures.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { displayText } from '../catalogue/format.ts';
import { statusOf, statusWords } from '../catalogue/instance-columns.ts';
import type { Instance, Volume } from '../catalogue/values.ts';
import { isStopped } from '../instances/change.ts';
import { sentWords } from '../instances/fate.ts';
import type { CopyKind } from '../storage/journal/changes.ts';
import type { JournalAccess } from '../storage/journal/profile-journal.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { type Paragraph, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { type Copy, ownerWords, placeWords } from './place.ts';

/** The end of all copies into the target; `known` are those that were sent from here, in words. */
type Ending = {
  readonly kind: 'end-copies' | 'end-cloud-copies' | 'end-volume-copies';
  readonly known: readonly string[];
};

type FilesRequest = Copy | Ending;

type Row = Instance | Volume;
type Target<Listed> = { readonly id: number; readonly row: Listed | undefined };

/** The types of it. */
export type CopyWrite<Listed extends Row = Row> = {
  readonly name: CopyKind;
  readonly request: FilesRequest;
  readonly row: Listed;
  readonly target: Target<Listed>;
  readonly reply: InstanceReceipt;
};

const isEnding = (request: FilesRequest): request is Ending => 'known' in request;

/** Which instance or volume it is noted and confirmed by: where it goes, or else where it comes from. */
export const targetIdOf = ({ kind, from, to }: Copy): number => {
  const wanted = kind === 'volume-copy' ? 'volume' : 'instance';
  return to.kind === wanted ? to.id : from.id;
};

/** `4711:/data/ -> V.12:/kept`, as the journal notes it too. */
const copyWords = ({ from, to }: Copy): string => `${placeWords(from)} -> ${placeWords(to)}`;

/** Of those that are known so many are named, the newest. */
const MOST_KNOWN = 10;

/** The end of all copies into an instance or a volume, of those from clouds where `isCloud`; without that, of the kind that was sent last. */
export const endingOf = (
  access: JournalAccess | undefined,
  { target, isCloud, timeZone }: { readonly target: string; readonly isCloud?: boolean; readonly timeZone: string },
): Ending => {
  const sent =
    access === undefined || 'problem' in access ? [] : access.copies.all(['copy', 'cloud-copy', 'volume-copy']);
  const into = 'problem' in sent ? [] : sent.filter(({ value }) => value.includes(` -> ${target}:`));
  const known = 'problem' in sent ? [sent.problem] : into.slice(0, MOST_KNOWN).map((line) => sentWords(line, timeZone));
  if (target.startsWith('V')) return { kind: 'end-volume-copies', known };
  return { kind: (isCloud ?? into[0]?.kind === 'cloud-copy') ? 'end-cloud-copies' : 'end-copies', known };
};

/** Why it cannot be made of what the list of instances tells; undefined when the service may be asked. */
export const copyProblem = ({ from, to }: Copy, instances: readonly Instance[]): string | undefined => {
  for (const end of [from, to]) {
    const instance = instances.find(({ id }) => end.kind === 'instance' && end.id === id);
    if (end.kind === 'instance' && instance === undefined) return `Instance ${end.id} is not in your list.`;
    if (instance === undefined) continue;
    if (statusOf(instance) === 'offline') return `Instance ${end.id} is offline: its host cannot be reached.`;
    if (end === to && isVirtualMachine(instance) && !isStopped(instance))
      return `Instance ${end.id} is a virtual machine: it has to be stopped before its disk is replaced.`;
  }
  return undefined;
};

/** What `use` makes of the call that it takes and of what that asks for. */
const withCall = <Made>(
  noun: 'instance' | 'volume',
  id: number,
  request: FilesRequest,
  use: <Request>(call: WriteCall<Request, InstanceReceipt>, request: Request) => Made,
): Made => {
  if (isEnding(request)) {
    const into = `${noun === 'instance' ? 'C' : 'V'}.${id}`;
    return use(request.kind === 'end-cloud-copies' ? CALLS.endCloudCopies : CALLS.endCopies, { into });
  }
  const { from, to } = request;
  const paths = { fromPath: from.path, toPath: to.path };
  if (!('flags' in request)) return use(CALLS.copyFiles, { ...paths, from: from.service, to: to.service });
  const isUp = to.kind === 'cloud';
  const flags = [...(request.kind === 'cloud-trial' ? ['--dry-run'] : []), ...request.flags];
  return use(CALLS.copyWithCloud, { ...paths, instanceId: id, connectionId: isUp ? to.id : from.id, isUp, flags });
};

const LATE = 'How far it is stands in the message of the instance, up to 30 s late. Hosts charge its traffic.';

const lossOf = (request: Copy, targets: readonly Target<Row>[]): readonly Paragraph[] => {
  const { kind, to, from } = request;
  const what = { text: `Copies ${copyWords(request)}.`, tone: 'strong' } as const;
  if (kind === 'cloud-trial') return [what, { text: 'A dry run: nothing is copied, and it tells what would be.' }];
  const isReplaced = isReplacing(request, targets);
  const replaced: Paragraph = isReplaced
    ? {
        text: `${ownerWords(to)} is a virtual machine: its whole disk is replaced, and what is there is lost.`,
        tone: 'danger',
      }
    : {
        text:
          to.kind === 'instance'
            ? 'If that is a virtual machine, its whole disk is replaced: the service does not say which are.'
            : '',
        tone: 'warning',
      };
  const isTold = to.kind === 'instance' || from.kind === 'instance';
  return [
    what,
    { text: 'tried' in request ? `The dry run says: ${request.tried}` : '' },
    { text: `Anything under ${to.path} on ${ownerWords(to)} may be overwritten.`, tone: 'warning' },
    replaced,
    { text: isTold ? LATE : 'The service does not tell how far it is.' },
  ];
};

const isReplacing = (request: FilesRequest, targets: readonly Target<Row>[]): boolean =>
  !isEnding(request) &&
  request.kind === 'copy' &&
  request.to.kind === 'instance' &&
  targets.some(({ id, row }) => id === request.to.id && row !== undefined && isVirtualMachine(row));

/** True for an image of a virtual machine, by a word of its name or of how it is run: nothing else in a record tells. */
const isVirtualMachine = ({ image_uuid: image, image_runtype: runType }: ServiceRecord): boolean =>
  [image, runType].some(
    (text) => typeof text === 'string' && text.split(/[^a-z]/i).some((word) => /^k?vm$/i.test(word)),
  );

const messageOf = (row: Row | undefined): string =>
  row !== undefined && 'status_msg' in row && typeof row.status_msg === 'string' ? displayText(row.status_msg) : '';

const stateOf = (row: Row): string =>
  'status' in row && typeof row.status === 'string' ? displayText(row.status) : statusWords(statusOf(row));

/** How a copy at the service ended, by a word of the instance's message; undefined while it goes on, as far as that tells. */
export const isOver = (message = ''): 'well' | 'badly' | undefined => {
  if (/\b(?:fail|error|ended|cancel)/i.test(message)) return 'badly';
  return /\b(?:finished|complete|done|success)/i.test(message) ? 'well' : undefined;
};

const TITLES: Readonly<Record<CopyKind, string>> = {
  copy: 'Copy files:',
  'cloud-copy': 'Copy files:',
  'cloud-trial': 'Try the copy:',
  'volume-copy': 'Copy files:',
  'end-copies': 'End all copies into',
  'end-cloud-copies': 'End all cloud copies into',
  'end-volume-copies': 'End all copies into',
};

const copyWrite = <Listed extends Row>(
  noun: 'instance' | 'volume',
  list: ListCall<Listed>,
  names: readonly CopyKind[],
): WriteKind<CopyWrite<Listed>> => ({
  names,
  noun,
  title: (name, ids) => `${TITLES[name]} ${named(ids, noun)}`,
  list,
  targetsOf: (rows, ids, _, before) =>
    ids.flatMap((id): readonly Target<Listed>[] => {
      const row = rows.find((one) => one.id === id);
      return row === undefined ? before.filter((target) => target.id === id).map(() => ({ id, row })) : [{ id, row }];
    }),
  // It is always handed over whole.
  requestOf: () => ({ problem: 'Nothing was said of what is to be copied.' }),
  isSmall: (name) => name === 'cloud-trial',
  verb: (request) => (isEnding(request) ? 'end them' : 'copy'),
  confirmedBy: (request, targets) =>
    isReplacing(request, targets) ? { what: 'what becomes of its disk', text: 'replaced' } : undefined,
  refusal: ({ id, row }) => (row === undefined ? `There is no ${noun} ${id} any more.` : undefined),

  call: ({ id }, request) => withCall<Call>(noun, id, request, callOf),
  send: ({ id }, request, parts) => {
    const noted = { instanceId: id, kind: request.kind, value: isEnding(request) ? '' : copyWords(request) };
    return withCall(noun, id, request, (call, asked) => sendNoted(call, asked, noted, parts.journal.copies, parts));
  },
  changes: ({ copies }) => copies,

  affected: (_, { targets }) =>
    targets.flatMap(({ id, row }) => [
      { text: row === undefined ? `${id} is no longer in the list.` : `${noun} ${id}  ${stateOf(row)}` },
      { text: messageOf(row), tone: 'dim', inset: 2 },
    ]),
  consequences: (request, targets) => {
    if (!isEnding(request)) return lossOf(request, targets);
    const none = 'None was sent from here in the last day; others may have begun some.';
    const others = {
      'end-copies': ' Those from clouds go on.',
      'end-cloud-copies': ' Those from clouds end, and no others.',
    };
    const more = request.kind === 'end-volume-copies' ? '' : others[request.kind];
    return [
      { text: `All end, whoever began them. What came so far stays, and is not whole.${more}`, tone: 'warning' },
      ...(request.known.length === 0 ? [none] : ['Known from here:', ...request.known]).map((text) => ({ text })),
    ];
  },
  afterwards: (target) => {
    const message = messageOf(target?.row);
    return message === '' ? '' : `Its message, up to 30 s late: ${JSON.stringify(message)}.`;
  },

  words: usualWords('Files are still being copied', 'instances.files'),
  keys: usualKeys('instances', 'instances.files', 'Use'),
  command: {
    ...usualCommand(noun),
    record: (id, request) => ({
      ...{ [`${noun}_id`]: id, change: request.kind },
      ...(!isEnding(request) && { from: placeWords(request.from), to: placeWords(request.to) }),
    }),
  },
});

export const COPY_WRITE = copyWrite('instance', CALLS.instances, [
  ...(['copy', 'cloud-copy', 'cloud-trial', 'end-copies', 'end-cloud-copies'] as const),
]);
export const VOLUME_COPY_WRITE = copyWrite('volume', CALLS.volumes, ['volume-copy', 'end-volume-copies']);
