/** Where deliveries may go (docs/local-service.md, Deliveries): judged by the address that is connected to, never by a name alone. */
import { BlockList, isIP } from 'node:net';

/** Names and addresses of this machine, to which trials are delivered. */
export const isLoopbackName = (host: string): boolean => {
  const name = bare(host).toLowerCase();
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
};

/** The address that a loopback name stands for, without asking anybody. */
export const loopbackAddress = (host: string): string => {
  const name = bare(host);
  return isIP(name) === 0 ? '127.0.0.1' : name;
};

/** False for a host that could never be reached from outside: an address of a private network, or a name without a domain. */
export const isDeliverable = (host: string): boolean => {
  const name = bare(host);
  if (isLoopbackName(name)) return true;
  if (isIP(name) !== 0) return isPublic(name);
  return name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
};

/** True for an address that everybody can reach: none of a private network, of one link, of this machine, of documents. */
export const isPublic = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  // Of IPv6 a single block is given out to the public.
  return version === 6 && GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
};

const isLoopback = (address: string): boolean => LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A URL writes an IPv6 address in brackets. */
const bare = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host);

const listOf = (subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix = ''] = subnet.split('/');
    list.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
};

const LOOPBACK = listOf(['127.0.0.0/8', '::1/128']);

const GLOBAL = listOf(['2000::/3']);

/** From the registries of special-purpose addresses of IANA. The address of cloud metadata is one of 169.254.0.0/16. */
const NOT_PUBLIC = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Ways of writing an IPv4 address as one of IPv6, and documents.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
