/** Whose instances a key shows. */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';

/**
 * A text that two accounts never share: the user's id where the service says it, else a mark of the key, from which the key cannot be
 * had. Fails as a call does.
 */
export const accountOf = async (client: Client, keyMark: string): Promise<string> => {
  const user = await client.read(CALLS.user, undefined);
  return user?.id === undefined ? `k${keyMark}` : `u${user.id}`;
};

/** Tells whether the key in use is of an account: one that is known by its key is known without a call, the user's id is asked for once. */
export const createIsOfAccount = () => {
  const known = new Map<string, string>();
  return async (account: string, client: Client, keyMark: string): Promise<boolean> => {
    if (!account.startsWith('u')) return account === `k${keyMark}`;
    const own = known.get(keyMark) ?? (await accountOf(client, keyMark));
    known.set(keyMark, own);
    return account === own;
  };
};
