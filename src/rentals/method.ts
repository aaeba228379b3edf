/**
 * With which method instances are created: API.md has POST, services elsewhere have PUT alone. The profile says so, or a creation with PUT
 * that has brought an instance; until then a service that refuses POST is asked with PUT only where the user confirms that anew.
 */

import type { ApiError } from '../api/errors/error.ts';
import type { RentRequest } from '../api/requests.ts';

/** What the profile says of it; undefined where it says nothing. */
export type RentMethod = { readonly rentWith?: 'POST' | 'PUT' | undefined };

/** Whether it is PUT: as the profile says, or else as the journal has noted. */
export const isPutAt = ({ rentWith }: RentMethod, isNoted: () => boolean): RentRequest['isPut'] =>
  rentWith === 'PUT' || (rentWith === undefined && isNoted()) || undefined;

/** True where `end` is a certain no to POST, and the profile leaves it open whether the service creates with PUT. */
export const isPutToTry = (
  end: { readonly kind: string; readonly error?: ApiError },
  { rentWith }: RentMethod,
): boolean =>
  rentWith === undefined && end.kind === 'refused' && end.error?.endpoint === 'rent' && isNoSuchMethod(end.error);

/** True for a refusal of the method itself. */
export const isNoSuchMethod = ({ status }: { readonly status: number | undefined }): boolean =>
  status === 405 || status === 501;

/** What is said before it is confirmed anew. */
export const NOT_BY_POST =
  'This service does not create with POST, and nothing was rented. It would be sent with PUT now: confirm that anew, or leave it.';
