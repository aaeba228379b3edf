/**
 * The client: the six calls of API.md over one dispatcher. It never repeats a call by itself, not even a read: who
 * called decides (DESIGN.md section 6, promise 1), with `pacing.ts` to say when.
 */
import type {
  ConnectionsReply,
  MaintenanceReceipt,
  PreferencesReply,
  ReceivedOffer,
  SearchReply,
  VolumesReply,
  WebhookReply,
} from './replies.ts';
import type { MaintenanceRequest, PreferencesRequest, SearchRequest, WebhookRequest } from './requests.ts';

/** What every call takes. */
export type CallOptions = {
  /** Gives the call up; it then fails with an ApiError of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** For the ledger: which try of the same call this is, from 1 (the default). */
  readonly attempt?: number;
  /** For the ledger: milliseconds for which pacing held the call back. */
  readonly waitedMs?: number;
};

/** What a search takes besides. */
export type SearchOptions = CallOptions & {
  /** Called with each batch of offers as they come in, in order, before the reply is complete. */
  readonly onOffers?: (batch: readonly ReceivedOffer[]) => void;
};

/** The six calls. Each fails with an ApiError and with nothing else. */
export type Client = {
  /** Searches offers (API.md, Search offers). Offers already handed to `onOffers` stay valid when the call fails later. */
  readonly searchOffers: (request: SearchRequest, options?: SearchOptions) => Promise<SearchReply>;
  /** Announces a maintenance window; clients of the machine are notified (API.md, Schedule maintenance). */
  readonly scheduleMaintenance: (request: MaintenanceRequest, options?: CallOptions) => Promise<MaintenanceReceipt>;
  /** Lists the volumes rented by the caller (API.md, List volumes). */
  readonly listVolumes: (options?: CallOptions) => Promise<VolumesReply>;
  /** Lists the caller's cloud connections (API.md, Show cloud connections). */
  readonly listConnections: (options?: CallOptions) => Promise<ConnectionsReply>;
  /** Creates a webhook; the answer holds its secret, once (API.md, Create notification webhook). */
  readonly createWebhook: (request: WebhookRequest, options?: CallOptions) => Promise<WebhookReply>;
  /** Replaces all of the user's preferences (API.md, Update notification preferences). */
  readonly replaceNotificationPreferences: (
    request: PreferencesRequest,
    options?: CallOptions,
  ) => Promise<PreferencesReply>;
};
