/**
 * Copies (docs/interface.md, Files): one file after the other, each taking its time by the clock. What is due is copied whenever somebody asks:
 * nobody has to watch. What came before one was ended stays.
 */
import * as z from 'zod';
import { type Refusal, readBody, refused, storableText, wholeNumber } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { accountAt, type Moment } from '../instances/account.ts';
import type { Contract } from '../instances/contract.ts';
import type { InstanceRecord } from '../instances/record.ts';
import { rounded } from '../market/random.ts';
import { OWNERS, type Owner, rooted, type Trees } from './trees.ts';

/** Who asks, when, and for what. */
export type Asked = {
  readonly database: Database;
  readonly trees: Trees;
  readonly moment: Moment;
  readonly nowMs: number;
};

type Outcome = { readonly ok: true; readonly msg: string } | Refusal;

/** So long each file takes, and so long the end of a copy is told, milliseconds. */
const FILE_MS = 2000;
const TOLD_MS = 60_000;
/** Ended copies are kept for as long. */
const KEPT_MS = 3_600_000;

/** In these trees a byte stands for 100 kB: what is copied shows in figures of GB. */
const GB_A_BYTE = 1 / 10_000;

type Place = { readonly owner: Owner; readonly path: string };
type Step = { readonly from: string; readonly to: string };

const step = z.object({ from: z.string(), to: z.string() });
const owner = z.object({ kind: z.enum(OWNERS), id: z.number() });
const copyRow = z.object({
  id: z.number(),
  kind: z.enum(['direct', 'cloud']),
  source: z.string().transform((text) => owner.parse(JSON.parse(text))),
  target: z.string().transform((text) => owner.parse(JSON.parse(text))),
  words: z.string(),
  steps: z.string().transform((text) => z.array(step).parse(JSON.parse(text))),
  moved: z.number(),
  begunAtMs: z.number(),
  endedAtMs: z.number().nullable(),
});

const readCopies = (database: Database, userId: number) =>
  z.array(copyRow).parse(
    database
      .prepare(
        `SELECT id, kind, source, target, words, steps, moved, begun_at_ms AS begunAtMs, ended_at_ms AS endedAtMs
           FROM copies WHERE user_id = ? ORDER BY id`,
      )
      .all(userId),
  );

/** Copies what is due by now, as part of a transaction. */
export const carryOn = ({ database, trees, moment: { userId }, nowMs }: Asked): void => {
  const isThere = thereOf(database, userId);
  const note = database.prepare('UPDATE copies SET moved = ?, ended_at_ms = ? WHERE id = ?');
  for (const { id, source, target, steps, moved, begunAtMs, endedAtMs } of readCopies(database, userId)) {
    if (endedAtMs !== null) continue;
    const due = Math.min(steps.length, Math.floor((nowMs - begunAtMs) / FILE_MS));
    const canGoOn = isThere(source) && isThere(target);
    if (canGoOn) for (const { from, to } of steps.slice(moved, due)) trees.copy(source, from, target, to);
    const overAtMs = due === steps.length ? begunAtMs + due * FILE_MS : canGoOn ? null : nowMs;
    note.run(canGoOn ? due : moved, overAtMs, id);
  }
  database.prepare('DELETE FROM copies WHERE user_id = ? AND ended_at_ms < ?').run(userId, nowMs - KEPT_MS);
};

/** True while a copy goes on or its end is known. */
export const isAnyCopied = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM copies LIMIT 1').get() !== undefined;

const thereOf = (database: Database, userId: number) => {
  const ids = (table: string, column: string) =>
    new Set(
      database
        .prepare(`SELECT id FROM ${table} WHERE ${column} = ?`)
        .all(userId)
        .map(({ id }) => Number(id)),
    );
  const all = {
    instances: ids('contracts', 'user_id'),
    volumes: ids('volumes', 'owner_id'),
    connections: ids('connections', 'owner_id'),
  };
  return ({ kind, id }: Owner): boolean => all[kind].has(id);
};

/** Copies from one place to another (`PUT /commands/copy_direct/`). */
export const beginCopy = (asked: Asked, body: unknown): Outcome => {
  const read = readBody(copyBody, body);
  if (!read.ok) return read;
  const { src_id: from, dst_id: to, src_path, dst_path } = read.value;
  if (from === 'local' || to === 'local')
    return refused(400, 'invalid_args', 'what is local is copied with an rsync of your own, over ssh');
  return begin(asked, 'direct', { owner: from, path: src_path }, { owner: to, path: dst_path }, []);
};

/** Copies between an instance and a connection (`POST /commands/rclone/`). */
export const beginCloudCopy = (asked: Asked, body: unknown): Outcome => {
  const read = readBody(cloudBody, body);
  if (!read.ok) return read;
  const { instance_id: id, selected, src, dst, transfer, flags } = read.value;
  const [instance, cloud]: readonly Owner[] = [
    { kind: 'instances', id },
    { kind: 'connections', id: selected },
  ];
  if (instance === undefined || cloud === undefined) throw new Error('two places are two');
  const isUp = transfer === 'Instance To Cloud';
  const [from, to] = isUp ? [instance, cloud] : [cloud, instance];
  return begin(asked, 'cloud', { owner: from, path: src }, { owner: to, path: dst }, flags ?? []);
};

/** Ends all copies of a kind into a place; what came of them stays there. */
export const endCopies = (asked: Asked, kind: 'direct' | 'cloud', body: unknown): Outcome => {
  const read = readBody(endBody, body);
  if (!read.ok) return read;
  const { dst_id: target } = read.value;
  const { database, moment, nowMs } = asked;
  if (target === 'local' || !thereOf(database, moment.userId)(target)) return noSuch(target);
  carryOn(asked);
  const { changes } = database
    .prepare('UPDATE copies SET ended_at_ms = ? WHERE user_id = ? AND kind = ? AND target = ? AND ended_at_ms IS NULL')
    .run(nowMs, moment.userId, kind, JSON.stringify(target));
  return { ok: true, msg: `copies ended: ${changes}` };
};

const begin = (asked: Asked, kind: 'direct' | 'cloud', from: Place, to: Place, flags: readonly Flag[]): Outcome => {
  const { database, trees, moment, nowMs } = asked;
  const { userId } = moment;
  carryOn(asked);
  const isThere = thereOf(database, userId);
  const missing = [from, to].find((place) => !isThere(place.owner));
  if (missing !== undefined) return noSuch(missing.owner);
  const target = rooted(to.path).replace(/(?<=.)\/$/, '');
  if (to.owner.kind !== 'connections' && (target === '/' || target === '/root'))
    return refused(400, 'invalid_args', `dst_path: ${target} cannot be copied into`);
  const { contracts } = accountAt(database, moment);
  const contractOf = (one: Owner) => contracts.find(({ id }) => one.kind === 'instances' && one.id === id);
  if ([from, to].some(({ owner }) => isAway(contractOf(owner))))
    return refused(503, 'unavailable', 'a machine cannot be reached: nothing is copied, try again later');
  const machine = contractOf(to.owner);
  const isReplaced = machine !== undefined && isVirtual(machine);
  if (isReplaced && machine.life.phase !== 'stopped')
    return refused(400, 'invalid_args', `instance ${machine.id} is a virtual machine: stop it first`);
  const steps = stepsOf(trees, from, to, flags);
  if (steps === undefined) return refused(400, 'invalid_args', `src_path: there is no ${from.path}`);
  if (flags.includes('--dry-run')) {
    const names = steps.slice(0, 5).map(({ to: name }) => name);
    const more = steps.length > names.length ? ` and ${steps.length - names.length} more` : '';
    return { ok: true, msg: `dry run: ${steps.length} files would be copied: ${names.join(', ')}${more}` };
  }
  if (isReplaced) trees.empty(to.owner);
  const own = { user_id: userId, kind, source: JSON.stringify(from.owner), target: JSON.stringify(to.owner) };
  const words = `${placeWords(from)} to ${placeWords(to)}`;
  insertRow(database, 'copies', { ...own, words, steps: JSON.stringify(steps), moved: 0, begun_at_ms: nowMs });
  return { ok: true, msg: `copy begun: ${words}; the instance's status tells how far it is` };
};

/** What is copied where, as rsync does it: a folder without a slash at its end comes as itself. Undefined where there is nothing. */
const stepsOf = (trees: Trees, from: Place, to: Place, flags: readonly Flag[]): readonly Step[] | undefined => {
  const files = trees.files(from.owner, from.path);
  const name = from.path.endsWith('/') ? '' : (rooted(from.path).split('/').at(-1) ?? '');
  const there = new Map((trees.files(to.owner, to.path) ?? []).map((file) => [file.path, file]));
  return files
    ?.filter(({ path, bytes, changedMs }) => {
      const present = there.get(name === '' ? path : `/${name}${path}`);
      if (present === undefined) return true;
      if (flags.includes('--ignore-existing')) return false;
      if (flags.includes('--size-only')) return present.bytes !== bytes;
      return !flags.includes('--update') || present.changedMs < changedMs;
    })
    .map(({ path }) => ({ from: rooted(`${from.path}/${path}`), to: rooted(`${to.path}/${name}/${path}`) }));
};

const isAway = (contract: Contract | undefined): boolean =>
  contract?.life.phase === 'offline' || contract?.life.phase === 'unknown';

/** True for an image of a virtual machine, by a word of its name. */
const isVirtual = ({ request }: Contract): boolean => request.image.split(/[^a-z]/).some((word) => word === 'kvm');

const PREFIXES: Readonly<Record<Owner['kind'], string>> = { instances: 'C', volumes: 'V', connections: 's3' };

const placeWords = ({ owner, path }: Place): string => `${PREFIXES[owner.kind]}.${owner.id}:${path}`;

const noSuch = (place: Owner | 'local'): Refusal =>
  refused(404, 'not_found', place === 'local' ? 'nothing local is known' : `you have no ${place.kind} ${place.id}`);

/** What copies and files make of the record of an instance; what is not there any more has no files. */
export const withFiles = ({
  database,
  trees,
  moment: { userId },
  nowMs,
}: Asked): ((record: InstanceRecord) => InstanceRecord) => {
  trees.keepOnly(thereOf(database, userId));
  const copies = readCopies(database, userId);
  return (record) => {
    const isOwn = ({ kind, id }: Owner) => kind === 'instances' && id === record.id;
    const copy = copies.findLast(({ source, target }) => isOwn(source) || isOwn(target));
    const filesGb = trees.bytesOf({ kind: 'instances', id: Number(record.id) }) * GB_A_BYTE;
    const [diskGb, usedGb] = [Number(record.disk_space), Number(record.disk_usage) + filesGb];
    return {
      ...record,
      status_msg: (copy && copyWords(copy, nowMs)) ?? record.status_msg,
      ...(filesGb > 0 && {
        disk_usage: rounded(Math.min(diskGb, usedGb), 3),
        disk_util: rounded(Math.min(1, usedGb / diskGb), 4),
      }),
    };
  };
};

/** How far it is; undefined once its end was told long enough. */
const copyWords = ({ words, steps, moved, endedAtMs }: z.infer<typeof copyRow>, nowMs: number): string | undefined => {
  const part = `${moved} of ${steps.length} files`;
  if (endedAtMs === null) return `Copying ${words}: ${part} (${Math.floor((100 * moved) / steps.length)} %)`;
  if (nowMs - endedAtMs > TOLD_MS) return undefined;
  return moved === steps.length ? `Copy finished: ${words}` : `Copy ended: ${words}, ${part} came`;
};

const KINDS: Readonly<Record<string, Owner['kind']>> = { '': 'instances', C: 'instances', V: 'volumes' };

/** A number, or a letter, a dot and a number: `4711`, `C.4711`, `V.12`, `s3.5`. */
const place = z
  .union([z.int(), storableText, z.null()])
  .optional()
  .transform((value, context): Owner | 'local' => {
    if (value === null || value === undefined || value === 'local') return 'local';
    const [, letter = '', digits] = /^(?:([a-z]\w*)\.)?(\d{1,15})$/i.exec(String(value)) ?? [];
    if (digits !== undefined) return { kind: KINDS[letter] ?? 'connections', id: Number(digits) };
    context.addIssue('must be a place, such as 4711, V.12 or s3.5');
    return z.NEVER;
  });

const path = storableText.min(1, 'must not be empty').refine((text) => !text.includes('\0'), 'must not hold NUL');

const copyBody = z.object({ src_id: place, dst_id: place, src_path: path, dst_path: path });
const endBody = z.object({ dst_id: place });

const flag = z.enum(['--dry-run', '--size-only', '--ignore-existing', '--update', '--delete-excluded']);
type Flag = z.infer<typeof flag>;

const cloudBody = z.object({
  instance_id: wholeNumber(),
  selected: wholeNumber('must be the id of a connection'),
  src: path,
  dst: path,
  transfer: z.enum(['Instance To Cloud', 'Cloud To Instance'], 'must be Instance To Cloud or Cloud To Instance'),
  flags: z.array(flag, 'must be a list of flags').nullish(),
});
