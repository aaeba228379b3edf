/**
 * Keeps web pages out. A browser on this machine sends requests for any page that it shows; the service has no pages of
 * its own, so a request that a page of another address sent, or that came by a name which is not this machine's (DNS
 * rebinding), is not its user's.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Refusal, refused } from '../answer.ts';

/** Names of this machine that never leave it. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The names by which the service on `port` may be called, each with the port. */
const ownAddresses = (port: number | undefined): readonly string[] => LOOPBACK_NAMES.map((name) => `${name}:${port}`);

/** Values of Sec-Fetch-Site for what a person typed, and for what the service's own address sent. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'none', 'same-origin'];

/** Why a request with these headers is refused on `port`; undefined when it is not foreign. Every refusal is a 403. */
export const foreignRefusal = (
  headers: Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>,
  port: number | undefined,
): Refusal | undefined => {
  const addresses = ownAddresses(port);
  if (!addresses.includes(headers.host?.toLowerCase() ?? '')) {
    return refused(403, 'foreign_host', `the Host header must be ${addresses[0]} or ${addresses[1]}`);
  }
  const isOwnOrigin =
    headers.origin === undefined || addresses.some((address) => headers.origin === `http://${address}`);
  return isOwnOrigin && OWN_SITES.includes(headers['sec-fetch-site'])
    ? undefined
    : refused(403, 'foreign_origin', 'web pages of other addresses may not call this service');
};

/**
 * The path that a request's target asks for: the target itself, or what follows this service's own address where a client
 * names it whole, as one that is set to a proxy does (RFC 9112, section 3.2.2). Undefined for any other target.
 */
export const pathOfTarget = (target: string, port: number | undefined): string | undefined => {
  if (target.startsWith('/')) return target;
  const own = ownAddresses(port).find((address) => target.toLowerCase().startsWith(`http://${address}/`));
  return own && target.slice(`http://${own}`.length);
};
