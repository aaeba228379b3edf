/** Makes the dispatcher that carries the client's calls: proxies of the environment, never for this machine itself. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from './base-url.ts';
import { USUAL_LIMITS } from './time-limits.ts';

/** A dispatcher, or why none can be made, for a person. */
type Transport = { readonly dispatcher: Dispatcher } | { readonly problem: string };

/** The environment variables that are read, in either letter case. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A dispatcher for the service at `baseUrl`. `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` of `environment` are honoured;
 * a service on the loopback interface is always reached directly. The caller closes it. A problem comes back when a
 * proxy variable holds no address. Throws a TypeError when `baseUrl` is no address.
 */
export const createTransport = (baseUrl: string, environment: Environment): Transport => {
  // HTTP/2 is off because undici may send a request again there after the server has gone away (promise 1).
  const shared = { allowH2: false, connect: { timeout: USUAL_LIMITS.connectMs } };
  if (isLoopback(new URL(baseUrl).hostname)) return { dispatcher: new Agent(shared) };

  const https = readProxy(environment, 'HTTPS_PROXY');
  const http = readProxy(environment, 'HTTP_PROXY');
  const problem = 'problem' in https ? https : http;
  if ('problem' in problem) return problem;
  // Empty texts keep undici from reading the process's own variables.
  return {
    dispatcher: new EnvHttpProxyAgent({
      ...shared,
      httpProxy: 'address' in http ? http.address : '',
      httpsProxy: 'address' in https ? https.address : '',
      noProxy: variable(environment, 'NO_PROXY') ?? '',
      connectTimeout: USUAL_LIMITS.connectMs,
    }),
  };
};

const readProxy = (environment: Environment, name: string): { address: string } | { problem: string } => {
  const text = variable(environment, name)?.trim() ?? '';
  // People write `proxy.example:3128`; curl takes that as http, and so do we.
  const address = text === '' || text.includes('://') ? text : `http://${text}`;
  if (address === '' || isProxyAddress(address)) return { address };
  // The text itself is kept back: it may hold a password.
  const what = SOCKS.test(address) ? 'names a SOCKS proxy, which is not supported' : 'is not the address of a proxy';
  return { problem: `${name} ${what} (expected something like http://proxy.example:3128)` };
};

/** undici's way through one is an experiment of which Node warns on the terminal. */
const SOCKS = /^socks/i;

/** True for an address that undici takes; it decodes the name and password and throws where they cannot be. */
const isProxyAddress = (address: string): boolean => {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  try {
    return decodeURIComponent(url.username + url.password) !== undefined;
  } catch {
    return false;
  }
};

const variable = (environment: Environment, name: string): string | undefined =>
  environment[name.toLowerCase()] ?? environment[name];
