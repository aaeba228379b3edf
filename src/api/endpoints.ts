/** The calls (docs/interface.md, Endpoints): how each is made, whether it changes anything, and how often it may be made. */

/** One of the calls. */
export type EndpointName =
  | 'search'
  | 'maintenance'
  | 'volumes'
  | 'connections'
  | 'webhooks'
  | 'preferences'
  | 'present-preferences'
  | 'notification-types';

/** What is known about a call before it is made. */
type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** True when the call notifies, creates or replaces something, so that it must never be repeated by itself (docs/promises.md, 1). */
  readonly isWrite: boolean;
  /** What the call does, as the end of a sentence: "could not ...". */
  readonly purpose: string;
  /** Seconds to leave between two calls until the service says otherwise (docs/interface.md, Limits; for search docs/interface.md, Decisions). */
  readonly minimumSeconds: number;
  /** Present for a call that a service may lack (docs/interface.md, Rule for the client): what its path says of itself decides how that shows. */
  readonly optional?: 'path-with-id' | 'path-without-id';
  readonly reply: ReplyLimits;
};

/** How much of a reply is waited for and taken. */
type ReplyLimits = {
  /** Bytes after decompression. */
  readonly largestBytes: number;
  /** Milliseconds from its headers to its end: what trickles in for ever is never silent. */
  readonly wholeMs: number;
};

const MEGABYTE = 1024 * 1024;

/** The yes or no to a call that writes, and what one user has set. */
const RECEIPT: ReplyLimits = { largestBytes: MEGABYTE, wholeMs: 90_000 };

/** What one caller has. */
const LIST: ReplyLimits = { largestBytes: 64 * MEGABYTE, wholeMs: 300_000 };

/** Up to the whole market. A slow line may take any time over it: the user sees the count grow, and can ask for something else. */
const MARKET: ReplyLimits = { largestBytes: 512 * MEGABYTE, wholeMs: Number.POSITIVE_INFINITY };

/** The calls by name. */
export const ENDPOINTS: Readonly<Record<EndpointName, Endpoint>> = {
  search: { method: 'POST', isWrite: false, purpose: 'search offers', minimumSeconds: 2, reply: MARKET },
  maintenance: {
    method: 'PUT',
    isWrite: true,
    purpose: 'schedule the maintenance window',
    minimumSeconds: 2.5,
    reply: RECEIPT,
  },
  volumes: { method: 'GET', isWrite: false, purpose: 'list the volumes', minimumSeconds: 5.5, reply: LIST },
  connections: {
    method: 'GET',
    isWrite: false,
    purpose: 'list the cloud connections',
    minimumSeconds: 2.9,
    reply: LIST,
  },
  webhooks: { method: 'POST', isWrite: true, purpose: 'create the webhook', minimumSeconds: 0, reply: RECEIPT },
  preferences: {
    method: 'PUT',
    isWrite: true,
    purpose: 'replace the notification preferences',
    minimumSeconds: 0,
    reply: RECEIPT,
  },
  'present-preferences': {
    method: 'GET',
    isWrite: false,
    purpose: 'read the notification preferences',
    minimumSeconds: 0,
    optional: 'path-with-id',
    reply: RECEIPT,
  },
  'notification-types': {
    method: 'GET',
    isWrite: false,
    purpose: 'read the notification types',
    minimumSeconds: 0,
    optional: 'path-without-id',
    reply: RECEIPT,
  },
};
