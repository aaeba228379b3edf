/** `host_id=me` in the filter of a view: the machines of whoever opens it. Pure. */

/** What stands for the id of the user's own host. */
const ME = 'host_id=me';

/** What a view of the user's own machines says where their host id is not known. */
export const OWN_HOST_UNKNOWN =
  'host_id=me stands for your machines, but your user id is not known: set user_id in the profile, or GPUDECK_USER_ID.';

/** True for a filter that names the user's own host. */
export const namesOwnHost = (filter: string): boolean => filter.split(' ').includes(ME);

/** The filter with the id of the user's own host in the place of `me`. */
export const withOwnHost = (filter: string, userId: number): string =>
  filter
    .split(' ')
    .map((piece) => (piece === ME ? `host_id=${userId}` : piece))
    .join(' ');
