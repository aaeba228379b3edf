/** What a proxy on the way to the service did, by the error that undici makes of it; in words that hold nothing of its address. */
import type { ApiError } from '../errors/error.ts';

/** The `code` of an error whose proxy will not have us: trying again cannot help. */
export const PROXY_REFUSED = 'PROXY_REFUSED';

/** The `code` of an error whose proxy made no connection, which may pass. */
const PROXY_FAILED = 'PROXY_FAILED';

/** True when the way to the service ended at the proxy. */
export const isProxyTrouble = ({ code }: ApiError): boolean => code === PROXY_REFUSED || code === PROXY_FAILED;

/** What the proxy did; undefined when the error is not about a proxy. */
export const proxyTrouble = (error: Error): { readonly code: string; readonly text: string } | undefined => {
  if ('code' in error && error.code === 'UND_ERR_PRX_CONN') {
    return { code: PROXY_FAILED, text: 'the proxy closed the connection' };
  }
  // undici says the status nowhere else.
  const status = /^Proxy response \((\d{3})\)/.exec(error.message)?.[1];
  if (status === undefined) return undefined;
  const code = status.startsWith('4') ? PROXY_REFUSED : PROXY_FAILED;
  const wish = status === '407' ? ': it requires a user name and password, or rejected those given' : '';
  return { code, text: `the proxy answered ${status}${wish}` };
};
