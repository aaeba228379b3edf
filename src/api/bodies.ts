/** The bodies of calls that say more than a few members, their members in the order in which they are shown. Pure. */
import { utcTime } from '../base/time.ts';
import type { Body } from './call-row.ts';
import { optionText } from './option-text.ts';
import type {
  ListingRequest,
  MaintenanceRequest,
  RentedVolume,
  RentRequest,
  RunType,
  SearchRequest,
  TemplateParts,
} from './requests.ts';

/** The body of a search (docs/interface.md, Search offers). `allocated_storage` is GB. */
export const searchBody = ({ filters, limit, type, order, allocatedStorageGb }: SearchRequest): Body => ({
  ...filters,
  limit,
  type,
  order,
  allocated_storage: allocatedStorageGb,
});

/**
 * The body of an announcement (docs/interface.md, Schedule maintenance). `sdate` is ISO 8601 in UTC to the second, `duration` is
 * hours. Throws a RangeError when the start is no moment that a date can hold.
 */
export const maintenanceBody = ({ startsAtEpochS, durationHours, reason, category }: MaintenanceRequest): Body => ({
  sdate: utcTime(startsAtEpochS * 1000),
  duration: durationHours,
  maintenance_reason: reason,
  maintenance_category: category,
});

/** The body that lists a machine (docs/interface.md, List a machine). */
export const listingBody = (listing: ListingRequest): Body => ({
  machine: listing.machineId,
  price_gpu: listing.pricePerGpu,
  price_disk: listing.diskPrice,
  price_inetu: listing.upPrice,
  price_inetd: listing.downPrice,
  ...(listing.minBid !== undefined && { price_min_bid: listing.minBid }),
  min_chunk: listing.minChunk,
  end_date: listing.end,
  credit_discount_max: listing.discount,
  vol_size: listing.volumeGb,
  ...(listing.volumePrice !== undefined && { vol_price: listing.volumePrice }),
});

/** The body of a creation (docs/interface.md, Create instance). What is not wanted is left out of it. */
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
  template,
}: RentRequest): Body => ({
  ...(template !== undefined && { template_hash_id: template.hash }),
  ...(!template?.fills.includes('image') && { image }),
  disk: diskGb,
  label,
  ...(!template?.fills.includes('runType') && { runtype: runType }),
  ...(bid !== undefined && { price: bid }),
  ...(Object.keys(environment).length > 0 && { env: environment }),
  ...(onStart !== undefined && { onstart: onStart }),
  ...(volume !== undefined && { volume_info: volumeInfo(volume) }),
  ...(slaTarget !== undefined && { target_reliability: slaTarget }),
});

/** The body of what a template is to hold, or of what is to be changed of it (docs/interface.md, Templates). */
export const templateBody = ({ runType, login, ...parts }: TemplateParts): Body => ({
  ...named('name', parts.name),
  ...imageBody(parts),
  ...named('env', parts.environment && optionText(parts.environment)),
  ...named('onstart', parts.onStart),
  ...(runType !== undefined && runTypeBody(runType)),
  ...named('args_str', parts.arguments),
  ...named('recommended_disk_space', parts.diskGb),
  ...named('desc', parts.description),
  ...named('private', parts.isPrivate),
  ...(login !== undefined && {
    ...{ docker_login_repo: login.registry, docker_login_user: login.user, docker_login_pass: login.password },
  }),
});

/** Without a tag of its own the one in the name of the image: services keep the two apart, and take `latest` or what was there before. */
const imageBody = ({ image, tag }: TemplateParts): Body => {
  const end = image?.lastIndexOf(':') ?? -1;
  return image === undefined || tag !== undefined || image.includes('@') || end <= image.lastIndexOf('/')
    ? { ...named('image', image), ...named('tag', tag) }
    : { image: image.slice(0, end), tag: image.slice(end + 1) };
};

const named = (name: string, value: unknown): Body => (value === undefined ? {} : { [name]: value });

const runTypeBody = (runType: RunType): Body => {
  const [kind, way] = runType.split('_');
  const isDirect = way === 'direct';
  return {
    runtype: kind,
    ...{ ssh_direct: isDirect, jup_direct: isDirect && kind === 'jupyter', use_ssh: kind !== 'args' },
  };
};

const volumeInfo = ({ mountPath, ...volume }: RentedVolume) =>
  'newGb' in volume
    ? { create_new: true, volume_id: volume.volumeOfferId, size: volume.newGb, mount_path: mountPath }
    : { volume_id: volume.volumeId, mount_path: mountPath };
