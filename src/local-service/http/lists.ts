/** The lists that the service gives as a whole to whoever asks with a key (docs/interface.md, Endpoints): a row each. */
import type { Database } from '../database/database.ts';
import { listConnectionsOf, listVolumesOf } from '../market/holdings.ts';
import { type Refuse, refuse, refuseWithDetail } from './refusals.ts';

export type ServiceList = {
  readonly path: string;
  /** What its calls are counted as; it stands in the database. */
  readonly endpoint: string;
  /** The published threshold, in seconds (docs/interface.md, Limits). */
  readonly thresholdS: number;
  /** Member of the reply that holds the records; absent: the reply is the list. */
  readonly member?: string;
  /** How a caller without a good key is refused. */
  readonly refuse: Refuse;
  /** The records that `userId` has. */
  readonly records: (database: Database, userId: number) => readonly object[];
};

export const LISTS: readonly ServiceList[] = [
  {
    path: '/api/v0/volumes',
    endpoint: 'volumes',
    thresholdS: 5.5,
    member: 'volumes',
    refuse: refuseWithDetail,
    records: listVolumesOf,
  },
  {
    path: '/api/v0/users/cloud_integrations',
    endpoint: 'connections',
    thresholdS: 2.9,
    refuse,
    records: listConnectionsOf,
  },
];
