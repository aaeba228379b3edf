/**
 * Keeps web pages out. A browser on this machine sends requests for any page that it shows; the service has no pages of
 * its own, so a request that a page of another address sent, or that came by a name which is not this machine's (DNS
 * rebinding), is not its user's.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Refusal, refused } from '../answer.ts';

/** Names of this machine that never leave it. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Values of Sec-Fetch-Site for what a person typed, and for what the service's own address sent. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'none', 'same-origin'];

/** Why a request with these headers is refused on `port`; undefined when it is not foreign. Every refusal is a 403. */
export const foreignRefusal = (
  headers: Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>,
  port: number | undefined,
): Refusal | undefined => {
  const addresses = LOOPBACK_NAMES.map((name) => `${name}:${port}`);
  if (!addresses.includes(headers.host?.toLowerCase() ?? '')) {
    return refused(403, 'foreign_host', `the Host header must be ${addresses[0]} or ${addresses[1]}`);
  }
  const isOwnOrigin =
    headers.origin === undefined || addresses.some((address) => headers.origin === `http://${address}`);
  return isOwnOrigin && OWN_SITES.includes(headers['sec-fetch-site'])
    ? undefined
    : refused(403, 'foreign_origin', 'web pages of other addresses may not call this service');
};
