/** What of the account goes into every rental, by its names: its SSH keys, and its variables. */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { optionally, unlessFailed } from '../api/errors/explain.ts';
import type { CallOptions } from '../api/http/caller.ts';
import type { RentRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { readPublicKey } from '../catalogue/ssh-key-text.ts';
import type { Paragraph } from '../writes/write-kind.ts';

/** One sort of that, as its list is called. */
export type Carried = 'sshKeys' | 'variables';

/** Names of one sort; undefined where the service does not tell them. */
export type Names = readonly string[] | undefined;

/** Characters of a fingerprint by which a key without a comment is known. */
const SHORT = 'SHA256:'.length + 12;

const READ = {
  sshKeys: async (client: Client, options?: CallOptions): Promise<Names> =>
    (await client.list(CALLS.sshKeys, options)).records.flatMap(({ id, key, deleted_at: deletedAt }) => {
      const { comment = '', fingerprint = `key ${id ?? '?'}` } = readPublicKey(key ?? '') ?? {};
      return deletedAt ? [] : [comment || fingerprint.slice(0, SHORT)];
    }),
  variables: async (client: Client, options?: CallOptions): Promise<Names> =>
    (await client.list(CALLS.variables, options)).records.flatMap(({ name }) => name ?? []),
};

export const readCarried = (sort: Carried, client: Client, options?: CallOptions): Promise<Names> =>
  unlessFailed(
    () => optionally(() => READ[sort](client, options)),
    ({ kind }) => kind === 'forbidden',
  );

/**
 * Which `names` go into a rental. One that it gives a value itself may be a variable of the account, and no service says which holds then.
 * `isVm`: one of the machines takes no key later.
 */
export const carriedWords = (
  sort: Carried,
  names: Names,
  { runType, environment }: Pick<RentRequest, 'runType' | 'environment'>,
  isVm: boolean,
): Paragraph => {
  if (names === undefined)
    return {
      text: `Which ${sort === 'sshKeys' ? 'SSH keys' : sort} of the account go in is not known: the service does not tell.`,
      tone: 'dim',
    };
  if (names.length > 0) {
    const both = sort === 'variables' ? names.filter((name) => Object.hasOwn(environment, name)).join(', ') : '';
    const doubt = both === '' ? '' : ` Which value holds of ${both}, given here too, is not published.`;
    const which = sort === 'sshKeys' ? 'SSH keys that go in' : 'Account variables';
    return { text: printable(`${which}: ${names.join(', ')}.${doubt}`) };
  }
  if (sort === 'variables') return { text: '' };
  const what = isVm
    ? 'The account has no SSH key: this machine runs virtual machines, which take none later, and the service refuses.'
    : runType.startsWith('ssh')
      ? 'The account has no SSH key, so that nobody could log in. Add one to the account first.'
      : 'The account has no SSH key.';
  return { text: `! ${what}`, tone: 'warning' };
};

/** Both in lines, where nobody waits for either: what cannot be read is not known. */
export const readCarriedLines = async (client: Client) => {
  const [keys, variables] = await Promise.all(
    (['sshKeys', 'variables'] as const).map((sort) => unlessFailed(() => readCarried(sort, client))),
  );
  return (plan: RentRequest, isVm: boolean): readonly string[] =>
    [carriedWords('sshKeys', keys, plan, isVm), carriedWords('variables', variables, plan, isVm)].flatMap(
      ({ text }) => text || [],
    );
};
