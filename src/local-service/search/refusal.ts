/** Why a search is not answered. Expected trouble is a value here, never thrown. */

/** The reason in words that name the field of the request. */
export type Refusal = { readonly refusal: string };

/** True when reading a part of the request ended in a refusal. */
export const isRefusal = (read: object): read is Refusal => 'refusal' in read;
