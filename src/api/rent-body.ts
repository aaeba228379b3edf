/** The body of a creation (docs/interface.md, Create instance). What is not wanted is left out of it. Pure. */
import type { Body } from './call-row.ts';
import type { RentedVolume, RentRequest } from './requests.ts';

/** The body, its members in the order in which they are shown. */
export const rentBody = ({
  image,
  diskGb,
  label,
  runType,
  bid,
  environment,
  onStart,
  volume,
  slaTarget,
}: RentRequest): Body => ({
  image,
  disk: diskGb,
  label,
  runtype: runType,
  ...(bid !== undefined && { price: bid }),
  ...(Object.keys(environment).length > 0 && { env: environment }),
  ...(onStart !== undefined && { onstart: onStart }),
  ...(volume !== undefined && { volume_info: volumeInfo(volume) }),
  ...(slaTarget !== undefined && { target_reliability: slaTarget }),
});

const volumeInfo = ({ mountPath, ...volume }: RentedVolume) =>
  'newGb' in volume
    ? { create_new: true, size: volume.newGb, mount_path: mountPath }
    : { volume_id: volume.volumeId, mount_path: mountPath };
