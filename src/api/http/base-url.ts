/** What an address of a service must be like before a key is sent there, and which addresses mean the same service. Pure. */

/** An address of a service as calls use it, or why a text is none: words after "the address". The text is not repeated: it may hold a password. */
type BaseUrlReading = { readonly baseUrl: string } | { readonly problem: string };

/** Longest address that servers and proxies take as a rule, in characters. */
const LONGEST_ADDRESS = 2048;

/**
 * Reads an address that somebody typed or pasted: spaces and line feeds at its ends do not count, nor does a slash. What follows
 * the host stands as the URL rules have it (`/./` is nothing), and a port that goes without saying is left out.
 */
export const readBaseUrl = (text: string): BaseUrlReading => {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_ADDRESS) return { problem: `is longer than ${LONGEST_ADDRESS} characters` };
  // The URL rules take these out in silence, wherever they stand.
  if (/[\s\p{Cc}\p{Cf}]/u.test(trimmed)) return { problem: 'contains a space, a line break or a control character' };
  if (trimmed.includes('\\')) return { problem: 'contains a backslash: use slashes' };
  const url = URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { problem: 'is not valid: it must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '')
    return {
      problem: 'contains a user name or password: a key belongs in GPUDECK_API_KEY, or in the key_file of a profile',
    };
  if (/[?#]/.test(trimmed)) return { problem: 'ends in a query or a fragment: remove everything after the path' };
  if (url.hostname.replace(/\.$/, '') === '') return { problem: 'has no host name' };
  return { baseUrl: url.origin + url.pathname.replace(/\/+$/, '') };
};

/**
 * The one name of the service at `baseUrl`, by which everything that is kept of it is found again: however the address is written,
 * it is the same. `localhost` and the loopback addresses are one host, and so are a host with and without the dot that ends it.
 * It is not for calling: a certificate knows its host by another name. A text that is no address is its own name.
 */
export const serviceAt = (baseUrl: string): string => {
  const reading = readBaseUrl(baseUrl);
  if ('problem' in reading) return baseUrl;
  const url = new URL(reading.baseUrl);
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${hostOf(url.hostname)}${port}${url.pathname.replace(/\/+$/, '')}`;
};

const hostOf = (hostname: string): string => {
  const host = hostname.replace(/\.$/, '');
  return host === '127.0.0.1' || host === '[::1]' || host === '[::ffff:7f00:1]' ? 'localhost' : host;
};

/** True when everybody on the way to `baseUrl` could read the key: plain http that leaves this machine. */
export const isReadableOnTheWay = (baseUrl: string): boolean => {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
};

/** True for names and addresses of this machine itself (RFC 6761, RFC 5735, RFC 4291). */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname.toLowerCase());
