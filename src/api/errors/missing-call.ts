/** Tells a service that lacks a call from one that refuses it (docs/interface.md, Rule for the client). */
import { CALLS } from '../calls.ts';
import { ApiError } from './error.ts';

/** Codes of a refusal that speaks of the id in the path alone. */
const OF_THE_ID = ['not_found', 'no_such_ask'];

/** What `call` brings, or undefined where the service has no such call. Fails as `call` does otherwise. */
export const optionally = async <Value>(call: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError && isCallMissing(error)) return undefined;
    throw error;
  }
};

/** True for a failure that says that the service has no such call. */
export const isCallMissing = ({ endpoint, kind, status, code }: ApiError): boolean => {
  const { optional } = CALLS[endpoint];
  if (optional === undefined || kind !== 'refused') return false;
  if (status === 405 || status === 501) return true;
  return optional === 'path-with-id'
    ? status === 404 && !OF_THE_ID.includes(code ?? '')
    : status === 404 || status === 410;
};
