/** What one request and one connection may cost the service in bytes, time and number. */

/** Limits of a server. Times are in milliseconds. */
export type Limits = {
  /** Longest request line with its headers, in bytes; 431 beyond. */
  readonly headerBytes: number;
  /** Time for a request's headers to arrive, also on a new connection that says nothing; 408 beyond. */
  readonly headersMs: number;
  /** Time for a whole request to arrive; 408 beyond. */
  readonly requestMs: number;
  /** Time after which a connection on which nothing moves is cut: also that of a client which takes no more of its answer. */
  readonly idleMs: number;
  /** Time after an answer for which the connection waits for a next request. */
  readonly keepAliveMs: number;
  /** Most connections at a time. For one beyond, the one is closed that has been idle longest (room.ts). */
  readonly connections: number;
};

/** The service's own limits: far above what its client needs, far below what would hurt the machine. */
export const LIMITS: Limits = {
  headerBytes: 8192,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  idleMs: 60_000,
  connections: 256,
};
