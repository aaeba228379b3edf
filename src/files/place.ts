/** Where files are copied from and to, as it is typed: `4711:/data/`, `V.12:/data`, `s3.5:/kept`, `./here`; and what of it cannot be. Pure. */
import { posix } from 'node:path';

/** A place at the service; `service` is what it is called there. */
type Remote = {
  readonly kind: 'instance' | 'volume' | 'cloud';
  readonly id: number;
  readonly service: string;
  readonly path: string;
};

type Place = Remote | { readonly kind: 'local'; readonly path: string };

/** How a cloud copy is made (docs/interface.md, Files). */
export const CLOUD_FLAGS = ['--size-only', '--ignore-existing', '--update', '--delete-excluded'] as const;

/** What is copied; one with `instanceId` by an rsync of one's own, from or to that instance. */
export type Copy =
  | { readonly kind: 'copy' | 'volume-copy'; readonly from: Remote; readonly to: Remote }
  | {
      readonly kind: 'cloud-copy' | 'cloud-trial';
      readonly from: Remote;
      readonly to: Remote;
      readonly flags: readonly string[];
      /** What a dry run has told of it. */
      readonly tried?: string;
    };
export type LocalCopy = {
  readonly kind: 'local';
  readonly from: Place;
  readonly to: Place;
  readonly instanceId: number;
};

type Problem = { readonly problem: string };

const REMOTE = /^(?:([a-z]\w*)\.)?(\d{1,15}):(.*)$/is;
const VOLUME = /^volume:(\d{1,15})(\/.*)$/s;

/** How places are written, in a sentence. */
export const PLACES =
  'Write 4711:/path for an instance, V.12:/path for a volume, s3.5:/path for a cloud connection, and a plain path for this machine.';

/** The place that is typed. */
export const readPlace = (text: string): Place | Problem => {
  const said = JSON.stringify(text);
  if (/\p{Cc}/u.test(text)) return { problem: `A path is one line without control characters: ${said}.` };
  const volume = VOLUME.exec(text);
  const [, letter = '', digits = '', path = ''] = volume ? ['', 'V', ...volume.slice(1)] : (REMOTE.exec(text) ?? []);
  if (digits === '') {
    const local = `a path of this machine with a colon is written ./${text}`;
    if (/^[^/]*:/.test(text)) return { problem: `${said} names no place. ${PLACES} As ${local}.` };
    if (text.startsWith('~')) return { problem: `~ is not read here: write the path in full, or ./${text}.` };
    return text === '' ? { problem: `A place is empty. ${PLACES}` } : { kind: 'local', path: text };
  }
  const kind = letter === '' || /^c$/i.test(letter) ? 'instance' : /^v$/i.test(letter) ? 'volume' : 'cloud';
  const name = { instance: 'C', volume: 'V', cloud: letter }[kind];
  const service = `${name}.${Number(digits)}`;
  if (kind !== 'cloud' && !path.startsWith('/'))
    return { problem: `Write the path from the root: ${digits}:/workspace/${path} in place of ${said}.` };
  return { kind, id: Number(digits), service, path: path === '' ? '/' : path };
};

/** `instance 4711`, `volume 12`, `s3.5`. */
export const ownerWords = ({ kind, id, service }: Remote): string => (kind === 'cloud' ? service : `${kind} ${id}`);

/** As it is typed: `4711:/data`. */
export const placeWords = (place: Place): string => {
  if (place.kind === 'local') return place.path;
  return `${place.kind === 'instance' ? place.id : place.service}:${place.path}`;
};

/** What is copied from `from` to `to`, both as they are typed, or why that cannot be. */
export const readCopy = (from: string, to: string, flags: readonly string[] = []): Copy | LocalCopy | Problem => {
  const [source, target] = [readPlace(from), readPlace(to)];
  if ('problem' in source) return source;
  if ('problem' in target) return target;
  const kinds = [source.kind, target.kind];
  const problem = intoProblem(target) ?? pairProblem(kinds, flags);
  if (problem !== undefined) return { problem };
  if (source.kind === 'local' || target.kind === 'local') {
    const instance = source.kind === 'instance' ? source : target;
    return { kind: 'local', from: source, to: target, instanceId: 'id' in instance ? instance.id : 0 };
  }
  const ends = { from: source, to: target };
  if (kinds.includes('cloud') && kinds.includes('instance')) return { kind: 'cloud-copy', ...ends, flags };
  return { kind: kinds.includes('instance') ? 'copy' : 'volume-copy', ...ends };
};

/** What is never copied into, however it is written. */
const intoProblem = (target: Place): string | undefined => {
  const path = posix.normalize(`${target.path}/`);
  if ((target.kind !== 'instance' && target.kind !== 'volume') || !/^\/(?:root\/)?$/.test(path)) return undefined;
  return `Nothing is copied into ${path.replace(/(?<=.)\/$/, '')} of ${ownerWords(target)}: that breaks its set-up. Name a folder in it, such as ${placeWords({ ...target, path: '/workspace' })}.`;
};

const pairProblem = (kinds: readonly Place['kind'][], flags: readonly string[]): string | undefined => {
  const has = (one: Place['kind'], other: Place['kind']) => kinds.includes(one) && kinds.includes(other);
  if (kinds.every((kind) => kind === 'local')) return `Both places are on this machine. ${PLACES}`;
  if (has('local', 'volume'))
    return 'A volume and this machine have no way to each other: copy to an instance first, such as 4711:/workspace, and on from there.';
  if (has('local', 'cloud') || kinds.every((kind) => kind === 'cloud'))
    return 'A cloud connection is reached from an instance: copy to one first, such as 4711:/workspace, and on from there.';
  const wrong = flags.find((flag) => !CLOUD_FLAGS.some((known) => known === flag));
  if (wrong !== undefined) return `There is no ${wrong}: a cloud copy takes ${CLOUD_FLAGS.join(', ')}.`;
  return flags.length > 0 && !has('cloud', 'instance')
    ? `${flags[0]} is for a copy between an instance and a cloud connection.`
    : undefined;
};
