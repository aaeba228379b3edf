/** A view: what offers are asked for and how they are shown, kept under a name. */
import type { SearchType, SortKey } from '../api/requests.ts';

/** The filter as typed, perhaps wrong; `storageGb` is the disk that prices include. */
export type View = {
  readonly filter: string;
  /** Empty for the order in which the service answers. */
  readonly order: readonly SortKey[];
  readonly type: SearchType;
  readonly storageGb: number;
  readonly limit: number;
  /** Absent where the columns are the usual ones. */
  readonly columns?: ViewColumns | undefined;
};

/** The columns that are shown, by their ids, how many of them stay at the left, and those that are as wide as what stands in them. */
export type ViewColumns = {
  readonly shown?: readonly string[];
  readonly pinned?: number;
  readonly widened?: readonly string[];
};

/** A view that is kept: its text can be read, or a problem says in words why not, with file and line. */
export type KeptView = { readonly name: string } & ({ readonly view: View } | { readonly problem: string });

/** The view with its members in one order, and nothing else; spaces around a filter mean nothing. */
export const plainView = ({ filter, order, type, storageGb, limit, columns }: View): View => {
  const { shown = [], pinned, widened = [] } = columns ?? {};
  const chosen = {
    ...(shown.length > 0 && { shown: [...shown] }),
    ...(pinned !== undefined && { pinned }),
    ...(widened.length > 0 && { widened: [...widened] }),
  };
  return {
    filter: filter.trim(),
    order: order.map(([field, direction]) => [field, direction]),
    type,
    storageGb,
    limit,
    ...(Object.keys(chosen).length > 0 && { columns: chosen }),
  };
};

/** The parts in which two views differ, in the words of their text. */
export const differingParts = (one: View, other: View): readonly string[] => {
  const [left, right] = [plainView(one), plainView(other)];
  const parts = [
    ['filter', left.filter, right.filter],
    ['order', left.order, right.order],
    ['type', left.type, right.type],
    ['disk', left.storageGb, right.storageGb],
    ['limit', left.limit, right.limit],
    ['columns', left.columns, right.columns],
  ] as const;
  return parts.flatMap(([part, before, now]) => (JSON.stringify(before) === JSON.stringify(now) ? [] : [part]));
};

/** What stands for the user's own machines; the first is written. */
const OWN: readonly string[] = ['host_id=me', 'machine_id=mine'];

/** What a view of the user's own machines says where their host id is not known. */
export const OWN_HOST_UNKNOWN =
  'host_id=me stands for your machines, but your user id is not known: set user_id in the profile, or GPUDECK_USER_ID.';

/** True for a filter that names the user's own host. */
export const namesOwnHost = (filter: string): boolean => filter.split(' ').some((piece) => OWN.includes(piece));

/** The filter with the id of the user's own host in the place of `me`. */
export const withOwnHost = (filter: string, userId: number): string =>
  filter
    .split(' ')
    .map((piece) => (OWN.includes(piece) ? `host_id=${userId}` : piece))
    .join(' ');

/** The filter for a list that has the user's own machines alone. */
export const withoutOwnHost = (filter: string): string =>
  filter
    .split(' ')
    .filter((piece) => !OWN.includes(piece))
    .join(' ');
