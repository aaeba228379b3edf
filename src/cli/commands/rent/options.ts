/** What `gpudeck rent` is asked to do. */
import type { Client } from '../../../api/client.ts';
import type { RentedVolume, RunType } from '../../../api/requests.ts';
import type { CommonOptions } from '../../common-options.ts';
import type { CommandIo } from '../../io.ts';

/** What is to be rented, and on what terms. What is absent comes from the preset, or is as usual. */
export type RentOptions = {
  /** An offer by its id, or a filter of which the cheapest that fits is rented. */
  readonly what: { readonly offerId: number } | { readonly cheapest: string };
  readonly preset: string | undefined;
  readonly image: string | undefined;
  readonly diskGb: number | undefined;
  readonly label: string | undefined;
  readonly runType: RunType | undefined;
  /** $/hour for the GPUs. */
  readonly bid: number | undefined;
  readonly volume: RentedVolume | undefined;
  readonly slaTarget: number | undefined;
  /** As they were written. */
  readonly environment: readonly string[];
  readonly onStartFile: string | undefined;
  /** $/hour for all of it; absent: any price. */
  readonly atMostPerHour: number | undefined;
  /** `dry-run` prints the requests only; `ask` rents when the user, who is asked, types the price. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when an offer or a label may be rented whose earlier outcome is unknown. */
  readonly isRepeatWanted: boolean;
  /** Milliseconds to wait until the instance runs; absent: not at all. */
  readonly waitMs: number | undefined;
};

/** The same with what every command takes. */
export type AllOptions = RentOptions & CommonOptions;

/** What is known while one command rents. */
export type Renting = {
  readonly options: AllOptions;
  readonly io: CommandIo;
  readonly client: Client;
  readonly complain: (text: string) => void;
};
