/** The types of what the service sends, derived from the catalogue's rows. Every field may be absent or null (docs/interface.md, Decisions). */
import type { Breakdown, Field, WireKind } from './field.ts';
import type { INCREASE_FIELDS } from './increase-fields.ts';
import type { INSTANCE_FIELDS } from './instance-fields.ts';
import type { MACHINE_FIELDS } from './machine-fields.ts';
import type { OFFER_FIELDS } from './offer-fields.ts';
import type { SSH_KEY_FIELDS } from './ssh-key-fields.ts';
import type { TEMPLATE_FIELDS } from './template-fields.ts';
import type { CONNECTION_FIELDS, VOLUME_FIELDS } from './volume-fields.ts';
import type { VOLUME_OFFER_FIELDS } from './volume-offer-fields.ts';

import type { WINDOW_FIELDS } from './window-fields.ts';

type ValueOf<K extends WireKind> = {
  integer: number;
  number: number;
  string: string;
  boolean: boolean;
  flag: number | boolean;
  integers: readonly number[];
  objects: readonly (Readonly<Record<string, unknown>> | number | string)[];
  nullable: unknown;
  breakdown: Breakdown;
}[K];

type Values<Row extends Field> = {
  readonly [F in Row as F['name']]?: F extends { wire: infer K extends WireKind } ? ValueOf<K> | null : never;
};

/** Words beyond the catalogue that a record may carry; they are kept as they came. */
type Extra = { readonly [name: string]: unknown };

/** One record whose fields have these rows, in wire units. */
export type RecordOf<Fields extends readonly Field[]> = Values<Fields[number]> & Extra;

/** One offer (docs/interface.md, Offer). */
export type Offer = RecordOf<typeof OFFER_FIELDS>;

/** One volume (docs/interface.md, Volume). */
export type Volume = RecordOf<typeof VOLUME_FIELDS>;

/** One volume offer (docs/interface.md, Volume offer). */
export type VolumeOffer = RecordOf<typeof VOLUME_OFFER_FIELDS>;

/** One instance (docs/interface.md, Instance). */
export type Instance = RecordOf<typeof INSTANCE_FIELDS>;

/** One cloud connection (docs/interface.md, Cloud connection). */
export type Connection = RecordOf<typeof CONNECTION_FIELDS>;

/** One SSH key of the account (docs/interface.md, SSH keys). */
export type SshKey = RecordOf<typeof SSH_KEY_FIELDS>;

/** One template (docs/interface.md, Templates). */
export type Template = RecordOf<typeof TEMPLATE_FIELDS>;

/** One machine of the caller's (docs/interface.md, List machines). */
export type HostMachine = RecordOf<typeof MACHINE_FIELDS>;

/** One announced maintenance window (docs/interface.md, List windows). */
export type AnnouncedWindow = RecordOf<typeof WINDOW_FIELDS>;

/** Prices that a host wants to raise for what the caller rents (docs/interface.md, Price increases). */
export type PriceIncrease = RecordOf<typeof INCREASE_FIELDS>;
