/** One call as it is sent, and as the ledger has it made again. Pure; previews and dry runs print the same values that the client sends. */
import { parseJson } from '../base/json.ts';
import type { Asking, Body, Method } from './call-row.ts';
import { CALLS, type EndpointName, type ReadName } from './calls.ts';

/** One call, ready to be sent: the path is below the base address. */
export type Call = {
  readonly endpoint: EndpointName;
  readonly method: Method;
  readonly path: string;
  /** Absent for a call without a body. */
  readonly body?: Body;
};

/** The call that a row of calls.ts makes of `request`. */
export const callOf = <Request>(
  { name, method, path, body }: Asking<Request> & { readonly name: EndpointName; readonly method: Method },
  request: Request,
): Call => ({
  endpoint: name,
  method,
  path: typeof path === 'string' ? path : path(request),
  ...(body !== undefined && { body: body(request) }),
});

/** The call as one line: method, path, and the body where it has one. */
export const callWords = ({ method, path, body }: Omit<Call, 'endpoint'>): string =>
  [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' ');

/** A call that only reads. */
export type CallToRepeat = Call & { readonly endpoint: ReadName };

/** What of a finished call is needed to repeat the call. */
type Finished = Omit<Call, 'body'> & { readonly requestText: string | undefined };

/**
 * The call that a finished one was, to be made again. Undefined for a write, which the program never repeats (docs/promises.md, 1),
 * and for a body that is not kept any more.
 */
export const callAgain = ({ endpoint, method, path, requestText }: Finished): CallToRepeat | undefined => {
  const row = CALLS[endpoint];
  if (row.kind === 'write') return undefined;
  if (!('body' in row)) return { endpoint: row.name, method, path };
  const body = parseJson(requestText ?? '');
  if (typeof body !== 'object' || body === null) return undefined;
  return { endpoint: row.name, method, path, body: Object.fromEntries(Object.entries(body)) };
};
