/** Reads every offer that a request lets through, for a command that counts them and keeps none. */
import type { Client } from '../api/client.ts';
import type { Losses } from '../api/records/replies.ts';
import type { SearchRequest } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import type { CommandIo } from './io.ts';
import { readForCommand } from './patient-read.ts';

/** Takes offers batch by batch. */
type Counter = { readonly add: (offers: readonly Offer[]) => void };

/** Hands the offers to what `begin` makes; a reply that broke off is asked for again, from a new beginning. */
export const readWholeMarket = async <Own extends Counter>(
  request: SearchRequest,
  begin: () => Own,
  client: Client,
  io: CommandIo,
): Promise<{ readonly counter: Own; readonly losses: Losses }> => {
  let counter = begin();
  const losses = await readForCommand(
    {
      read: 'search',
      call: (options) => {
        counter = begin();
        return client.searchOffers(request, {
          ...options,
          onRecords: (batch) => counter.add(batch.map(({ record }) => record)),
          keepsRecords: false,
        });
      },
    },
    client,
    io,
  );
  return { counter, losses };
};
