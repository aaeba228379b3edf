/** What an address of a service must be like before a key is sent there. Pure. */

/** Why `baseUrl` is no address of a service; undefined when it is one; words after "the address". It is not repeated: it may hold a password. */
export const baseUrlFault = (baseUrl: string): string | undefined => {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'is none: one begins with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'holds a name or password: a key belongs in GPUDECK_API_KEY, or in the key_file of a profile';
  if (/[?#]/.test(baseUrl)) return 'ends in a query or a fragment: leave out what follows the path';
  return undefined;
};

/** True when everybody on the way to `baseUrl` could read the key: plain http that leaves this machine. */
export const isReadableOnTheWay = (baseUrl: string): boolean => {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
};

/** True for names and addresses of this machine itself (RFC 6761, RFC 5735, RFC 4291). */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname.toLowerCase());
