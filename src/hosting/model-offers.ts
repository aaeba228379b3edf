/** The offers of some models as the market has them, which prices are compared with. */
import type { CallOptions, Client } from '../api/client.ts';
import { LARGEST_LIMIT, type SearchRequest, type SearchType, searchOf } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Condition } from '../filter/line.ts';
import { wireFilters } from '../filter/request.ts';

type Terms = { readonly type: SearchType; readonly storageGb: number };

/** The search for all offers of `models`, of every model where that is undefined. Verified and not, and of every platform: what is compared is chosen here. */
export const modelsRequest = ({
  models,
  ...terms
}: Terms & { readonly models?: readonly string[] | undefined }): SearchRequest =>
  requestOf(terms, models === undefined ? [] : [{ field: 'gpu_name', operator: 'in', value: models }]);

/** The search for all offers of one host, also those that are rented. */
export const ownRequest = (hostId: number, terms: Terms): SearchRequest =>
  requestOf(terms, [
    { field: 'host_id', operator: 'eq', value: hostId },
    { field: 'rentable', operator: 'any' },
    { field: 'rented', operator: 'any' },
  ]);

const requestOf = ({ type, storageGb }: Terms, conditions: readonly Condition[]): SearchRequest => {
  const all: readonly Condition[] = [
    ...conditions,
    { field: 'verified', operator: 'any' },
    { field: 'cpu_arch', operator: 'any' },
  ];
  const { filters } = wireFilters({ clauses: all.map((condition) => ({ ...condition, from: 0, to: 0 })) });
  return searchOf(filters, { type, storageGb });
};

/** Hands over each offer; resolves to whether there are more, which the service has kept back or which could not be read. */
export const readOffers = async (
  request: SearchRequest,
  client: Pick<Client, 'searchOffers'>,
  options: CallOptions,
  take: (offer: Offer) => void,
): Promise<boolean> => {
  let received = 0;
  const { isTruncated = false, malformedRecords } = await client.searchOffers(request, {
    ...options,
    onRecords: (batch) => {
      received += batch.length;
      for (const { record } of batch) take(record);
    },
    keepsRecords: false,
  });
  return isTruncated || malformedRecords > 0 || received >= LARGEST_LIMIT;
};
