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

/** True where the key in use is of this account: one that is known by its key is known without a call. */
export const isOfAccount = async (account: string, client: Client, keyMark: string): Promise<boolean> =>
  account === `k${keyMark}` || (account.startsWith('u') && account === (await accountOf(client, keyMark)));
