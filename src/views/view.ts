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
};

/** A view that is kept: its text can be read, or a problem says in words why not, with file and line. */
export type KeptView = { readonly name: string } & ({ readonly view: View } | { readonly problem: string });

/** The view with its members in one order, and nothing else; spaces around a filter mean nothing. */
export const plainView = ({ filter, order, type, storageGb, limit }: View): View => ({
  filter: filter.trim(),
  order: order.map(([field, direction]) => [field, direction]),
  type,
  storageGb,
  limit,
});
