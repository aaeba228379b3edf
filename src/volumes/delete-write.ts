/** Deleting volumes as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import { named, plural } from '../base/figures.ts';
import type { Volume } from '../catalogue/values.ts';
import { VOLUME_FIELDS } from '../catalogue/volume-fields.ts';
import type { VolumeDeletion } from '../storage/journal/profile-journal.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { targetsAmong, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { recordWords } from './words.ts';

/** The volume as it was in the newest list that had it. */
export type VolumeTarget = { readonly id: number; readonly volume: Volume; readonly isGone?: true };

/** The types of it. */
export type DeleteVolumeWrite = {
  readonly name: VolumeDeletion;
  readonly request: { readonly kind: VolumeDeletion };
  readonly row: Volume;
  readonly target: VolumeTarget;
  readonly reply: InstanceReceipt;
};

const FIGURES = ['status', 'disk_space', 'storage_total_cost', 'machine_id', 'label'];

const volumeWords = ({ id, volume, isGone }: VolumeTarget): string =>
  isGone ? `${id} is no longer in the list.` : recordWords(volume, VOLUME_FIELDS, FIGURES);

/** The instances that hang on it, by their ids as far as they are told. */
const usersOf = ({ instances }: Volume): readonly string[] =>
  (instances ?? []).map((one) => String(typeof one === 'object' ? (one.id ?? '?') : one));

export const DELETE_VOLUME_WRITE: WriteKind<DeleteVolumeWrite> = {
  names: ['delete-volume'],
  noun: 'volume',
  title: (_, ids) => `Delete ${named(ids, 'volume')}`,
  list: CALLS.volumes,
  targetsOf: targetsAmong((id, volume: Volume): VolumeTarget => ({ id, volume })),
  requestOf: (kind) => ({ kind }),
  verb: () => 'delete',
  refusal: ({ id, volume }) => {
    const users = usersOf(volume);
    return users.length === 0
      ? undefined
      : `Destroy ${plural(users.length, 'instance')} ${users.join(', ')} first: volume ${id} hangs on ${users.length === 1 ? 'it' : 'them'}. Stopped is not enough.`;
  },
  call: ({ id }) => callOf(CALLS.deleteVolume, { volumeId: id }),
  send: ({ id }, { kind }, parts) => {
    const noted = { instanceId: id, kind, value: '' };
    return sendNoted(CALLS.deleteVolume, { volumeId: id }, noted, parts.journal.volumeDeletions, parts);
  },
  changes: ({ volumeDeletions }) => volumeDeletions,
  affected: (_, { targets }) => targets.map((target) => ({ text: volumeWords(target) })),
  consequences: () => [
    { text: 'Everything on it is deleted for good, and nothing is charged for it any more.', tone: 'danger' },
  ],
  costChange: (_, targets) => {
    const rates = targets.map(({ volume }) => volume.storage_total_cost);
    const sum = rates.reduce<number>((total, rate) => total + (rate ?? 0), 0);
    return { perHour: rates.every((rate) => typeof rate === 'number') ? -sum : undefined };
  },
  afterwards: (target, end) => {
    if (end === 'accepted') return '';
    return target === undefined || target.isGone
      ? 'The list, read again, does not have it any more: it was deleted.'
      : 'The list, read again, still has it.';
  },
  words: usualWords('Volumes are still being deleted', 'volumes.delete'),
  keys: usualKeys('volumes', 'volumes.delete', 'Change'),
  command: usualCommand('volume'),
};
