/** A volume that an instance is rented with, as it is typed. Pure. */
import type { RentedVolume } from '../api/requests.ts';
import { readStorageGb } from '../filter/value.ts';

const VOLUME = /^(#?)(\S+)\s+(\S.*)$/;

/** What `text` names: `200 /data` a new volume of 200 GB, `#12 /data` the volume 12, each at its path. */
export const readVolume = (text: string): { readonly value: RentedVolume } | { readonly problem: string } => {
  const [, sign, size = '', mountPath = ''] = VOLUME.exec(text) ?? [];
  if (sign === '#' && /^\d{1,15}$/.test(size)) return { value: { volumeId: Number(size), mountPath } };
  const newGb = sign === '' ? readStorageGb(size) : undefined;
  return newGb === undefined
    ? { problem: 'Write 200 /data for a new volume of 200 GB, or #12 /data for your volume 12.' }
    : { value: { newGb, mountPath } };
};

/** The same written so that it is read as `volume`. */
export const volumeText = ({ mountPath, ...volume }: RentedVolume): string =>
  `${'volumeId' in volume ? `#${volume.volumeId}` : volume.newGb} ${mountPath}`;
