/** Where calls go: as the user names it, after profiles were read, and once the key is known. */

/** As named: the program's own service, a base URL, or a profile. Without a key the caller has to ask for one. */
export type Address =
  | { readonly kind: 'local' }
  | { readonly kind: 'profile'; readonly name: string; readonly apiKey?: string }
  | { readonly kind: 'remote'; readonly baseUrl: string; readonly apiKey?: string };

/** Once a profile has been looked up. */
export type ServiceAddress = Exclude<Address, { kind: 'profile' }>;

/** An address whose key is known, or the local service. */
export type KnownAddress =
  | Extract<ServiceAddress, { kind: 'local' }>
  | Required<Extract<ServiceAddress, { kind: 'remote' }>>;

/** `address` when its key is known, else undefined. */
export const knownAddress = (address: ServiceAddress): KnownAddress | undefined => {
  if (address.kind === 'local') return address;
  const { apiKey } = address;
  return apiKey === undefined ? undefined : { ...address, apiKey };
};
