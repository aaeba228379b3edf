/** What the calls ask for, in the program's own words; calls.ts says what becomes of it on the wire. */
import { findComputedField } from '../catalogue/computed-fields.ts';
import type { WireFilter } from '../catalogue/field.ts';
import type { MaintenanceCategory } from '../catalogue/window-fields.ts';

/** A key of the account: its id, or its public half. */
export type SshKeyRequest = { readonly keyId: number; readonly key: string };

/** A key of an instance, by the id that it has there, or by its public half. */
export type InstanceKeyRequest = SshKeyRequest & { readonly instanceId: number };

/** How offers are priced (docs/interface.md, Search offers, `type`). */
export const SEARCH_TYPES = ['ondemand', 'bid', 'reserved'] as const;

/** One way of pricing offers. */
export type SearchType = (typeof SEARCH_TYPES)[number];

/** One sort key: a field's wire name and its direction. */
export type SortKey = readonly [field: string, direction: 'asc' | 'desc'];

/** A search for offers. */
export type SearchRequest = {
  /** One operator object for each filter parameter; the defaults stand here too, so that what is sent is always visible. */
  readonly filters: Readonly<Record<string, WireFilter>>;
  /** Most offers to return, at least 1. */
  readonly limit: number;
  readonly type: SearchType;
  /** Sort keys, the most important first. */
  readonly order: readonly SortKey[];
  /** Disk of the instance to be created, in GB; prices follow it. */
  readonly allocatedStorageGb: number;
};

/** The most offers that one search answers with (docs/interface.md, Decisions). */
export const LARGEST_LIMIT = 100_000;

/** What a search asks for when nobody says otherwise (docs/interface.md, Search offers; for limit and order docs/interface.md, Decisions). */
export const USUAL_SEARCH = {
  limit: 1000,
  type: 'ondemand',
  order: [['dlperf_per_dphtotal', 'desc']],
  allocatedStorageGb: 8,
} as const satisfies Omit<SearchRequest, 'filters'>;

/** Those of `order` that the service can sort by; where it can by none, the usual order. What is computed here is sorted here. */
export const sentOrder = (order: readonly SortKey[]): readonly SortKey[] => {
  const sent = order.filter(([field]) => !isSortedHere(field));
  return sent.length > 0 || order.length === 0 ? sent : USUAL_SEARCH.order;
};

/** The search for what these filters leave, all of it unless `limit` says otherwise, priced with a disk of so many GB. */
export const searchOf = (
  filters: SearchRequest['filters'],
  { type, storageGb }: { readonly type: SearchType; readonly storageGb: number },
  { order = USUAL_SEARCH.order, limit = LARGEST_LIMIT }: Partial<Pick<SearchRequest, 'order' | 'limit'>> = {},
): SearchRequest => ({ filters, limit, type, order: sentOrder(order), allocatedStorageGb: storageGb });

/** The same for the cheapest on demand. */
export const cheapestOf = (filters: SearchRequest['filters'], storageGb: number, limit: number): SearchRequest =>
  searchOf(filters, { type: 'ondemand', storageGb }, { order: [['dph_total', 'asc']], limit });

/** True for a sort key that the service does not know. */
export const isSortedHere = (field: string): boolean => findComputedField(field) !== undefined;

/** A maintenance window for one machine. */
export type MaintenanceRequest = {
  readonly machineId: number;
  /** Start of the window in Unix epoch seconds; a fraction is cut off. */
  readonly startsAtEpochS: number;
  /** Length of the window in hours, more than 0. */
  readonly durationHours: number;
  readonly reason: string;
  readonly category: MaintenanceCategory;
};

/** A machine of the caller's. */
export type OneMachine = { readonly machineId: number };

/** What a machine is to be listed with. What is absent stays as it is at the service. */
export type ListingRequest = OneMachine & {
  /** $/h for one GPU. */
  readonly pricePerGpu: number;
  /** $/GB/month. */
  readonly diskPrice: number;
  /** $/GB. */
  readonly upPrice: number;
  readonly downPrice: number;
  /** $/h for one GPU; null: none. */
  readonly minBid?: number | null | undefined;
  /** GPUs of the smallest slice that is rented. */
  readonly minChunk: number;
  /** Unix epoch seconds; null: the offer never ends. */
  readonly end: number | null;
  /** The greatest discount for what is paid in advance, from 0 to 1. */
  readonly discount: number;
  /** GB of disk that are offered as a volume; 0 is none. */
  readonly volumeGb: number;
  /** $/GB/month. */
  readonly volumePrice?: number | undefined;
};

/** The smallest bid for one GPU of a machine, $/h, more than 0. */
export type MinBidRequest = OneMachine & { readonly price: number };

/** A price increase that waits for an answer. */
export type IncreaseRequest = { readonly increaseId: number };

/** A state that an instance is to be brought into, or the label that it is to have; an empty one takes its label away. */
export type InstanceRequest = { readonly instanceId: number } & (
  | { readonly state: 'running' | 'stopped' }
  | { readonly label: string }
);

/** What is done to several instances at once: they are started or stopped, or destroyed. */
export type ManyRequest = { readonly instanceIds: readonly number[]; readonly state?: 'running' | 'stopped' };

/** A command that only reads the files of an instance. */
export type CommandRequest = { readonly instanceId: number; readonly command: string };

/** Of the log of an instance the last so many lines. */
export type LogRequest = { readonly instanceId: number; readonly tail: number };

/** What is bid for an instance that is rented by a bid. */
export type InstanceBidRequest = {
  readonly instanceId: number;
  /** $/hour. */
  readonly price: number;
};

/** Files to copy from one place to another; places as the service calls them: `C.4711`, `V.12`, `s3.5`. */
export type CopyRequest = CopiedPaths & { readonly from: string; readonly to: string };

type CopiedPaths = { readonly fromPath: string; readonly toPath: string };

/** Files to copy from an instance up to a cloud connection, or from there. */
export type CloudCopyRequest = CopiedPaths & {
  readonly instanceId: number;
  readonly connectionId: number;
  readonly isUp: boolean;
  readonly flags: readonly string[];
};

/** A place that nothing is to be copied into any more. */
export type EndCopiesRequest = { readonly into: string };

/** A webhook to create. */
export type WebhookRequest = {
  readonly name: string;
  /** Address that receives the notifications. */
  readonly url: string;
  /** Notification types of the form `<group>:<event>`. */
  readonly eventTypes: readonly string[];
};

/** A webhook that is there. */
export type OneWebhook = { readonly webhookId: number };

/** What is to be changed of a webhook. */
export type WebhookChangeRequest = OneWebhook & Partial<WebhookRequest>;

/** What `Channel` says of each channel, by group, notification type and name of the channel (docs/interface.md, Notification preferences). */
type ByChannel<Channel> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Channel>>>>>>;

/** Whether each channel is on: `email`, `webhooks`, and whatever else the service has. */
export type NotificationPreferences = ByChannel<boolean>;

/** The same as a service tells them; `null` where what it says of a channel is neither yes nor no. */
export type ToldPreferences = ByChannel<boolean | null>;

/** Preferences that replace all of the user's present ones. */
export type PreferencesRequest = {
  /** Id of the user whom the key belongs to. */
  readonly userId: number;
  readonly preferences: NotificationPreferences;
};

/** How an image is run (docs/interface.md, Create instance). */
export const RUN_TYPES = [
  'ssh',
  'ssh_direct',
  'ssh_proxy',
  'jupyter',
  'jupyter_direct',
  'jupyter_proxy',
  'args',
] as const;

/** One way of running an image. */
export type RunType = (typeof RUN_TYPES)[number];

/** A volume that an instance gets: one that the caller has, by its id, or a new one of so many GB of a volume offer; and where it is mounted. */
export type RentedVolume = { readonly mountPath: string } & (
  | { readonly volumeId: number }
  | { readonly newGb: number; readonly volumeOfferId?: number }
);

/** A template that a creation names, and the parts of it that are left to the template and not sent. */
export type FilledIn = {
  readonly hash: string;
  readonly name: string;
  readonly fills: readonly ('image' | 'runType' | 'onStart')[];
  /** Its variables and options, the values masked. */
  readonly environment: Readonly<Record<string, string>>;
};

/** A volume to be rented of a volume offer, of so many GB; absent: without a name. */
export type VolumeRequest = { readonly offerId: number; readonly gb: number; readonly name?: string | undefined };

/** The same with what is on the volume `sourceId`. */
export type VolumeCloneRequest = Omit<VolumeRequest, 'name'> & { readonly sourceId: number };

/** A volume of the caller's. */
export type OneVolume = { readonly volumeId: number };

/** An instance to be created of an offer. */
export type RentRequest = {
  readonly offerId: number;
  readonly image: string;
  /** Disk in GB, which cannot be changed later. */
  readonly diskGb: number;
  readonly label: string;
  readonly runType: RunType;
  /** $/hour; absent: on demand. */
  readonly bid?: number | undefined;
  /** Values by name; `-p 8080:8080` is a name too. They may hold tokens: they are not kept and not shown unasked (docs/promises.md, 3). */
  readonly environment: Readonly<Record<string, string>>;
  /** The script that runs at the start, as it is sent. It may hold tokens too. */
  readonly onStart?: string | undefined;
  readonly volume?: RentedVolume | undefined;
  /** The SLA coverage that is wanted, between 0 and 1. */
  readonly slaTarget?: number | undefined;
  /** The template that fills in what the creation does not name. */
  readonly template?: FilledIn | undefined;
  /** True at a service that creates with PUT alone. */
  readonly isPut?: true | undefined;
};

/** What a template holds; what is absent stays as it is, or is as usual. */
export type TemplateParts = {
  readonly name?: string | undefined;
  readonly image?: string | undefined;
  readonly tag?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly onStart?: string | undefined;
  readonly runType?: RunType | undefined;
  readonly arguments?: string | undefined;
  /** GB that a rental of it has where it asks for no others. */
  readonly diskGb?: number | undefined;
  readonly description?: string | undefined;
  /** False: everybody can rent of it. */
  readonly isPrivate?: boolean | undefined;
  /** What the image is pulled with; the password is a secret. */
  readonly login?: { readonly registry: string; readonly user: string; readonly password: string } | undefined;
};

/** The same of a template that is there. */
export type TemplateRequest = TemplateParts & { readonly templateId: number; readonly hash: string };

/** What an instance is to run from now on: what a template says, or another image. */
export type ImageRequest = { readonly instanceId: number } & (
  | { readonly template: string }
  | { readonly image: string }
);

/** SLA cover for what is rented of an offer. */
export type CoverRequest = Pick<RentRequest, 'offerId'> & { readonly slaTarget: number };

/** Charges or payments of whole days in UTC, Unix epoch seconds: the first second of the first and the last one of the last; a page of them. */
export type DaysRequest = {
  readonly fromS: number;
  readonly toS: number;
  /** What the page before has named; absent: the first page. */
  readonly token?: string | undefined;
};

/** Earnings of whole days, counted since 1970 in UTC, the last one included. */
export type EarningsRequest = { readonly fromDay: number; readonly toDay: number; readonly machineId?: number };
