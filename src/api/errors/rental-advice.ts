/** What to do about a refusal to rent or to cover (docs/interface.md, Create instance). Pure. */
import type { ApiError } from './error.ts';

/** By the codes that are published. */
const BY_CODE: Readonly<Record<string, string>> = {
  no_such_ask: 'The offer is gone: search again, and choose another one.',
  invalid_price: 'Bid within the limits that the message names, or rent it on demand.',
  no_ssh_key_for_vm: 'Add an SSH key to your account first: a virtual machine takes none later.',
};

/** What helps; undefined where what helps against any refusal does. */
export const rentalAdvice = ({ endpoint, kind, status, code = '' }: ApiError): string | undefined => {
  if (endpoint !== 'rent' && endpoint !== 'cover') return undefined;
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (kind === 'forbidden') return 'Use a key that may manage instances (manage_instances).';
  if (status === 410) return BY_CODE.no_such_ask;
  if (endpoint === 'cover')
    return status === 404 ? 'Nothing is rented from that offer that could be covered.' : undefined;
  if (status === 405 || status === 501 || (status === 404 && code !== 'not_found'))
    return 'This service does not rent with POST, and no other way is tried: rent it in its web console.';
  return undefined;
};
