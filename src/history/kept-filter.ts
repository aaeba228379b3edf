/** Which filters can be applied to what the history keeps. Pure. */
import type { Offer } from '../catalogue/values.ts';
import { rowValue } from '../filter/row-value.ts';
import { KEPT_FIELDS } from './kept-offer.ts';

/** True where everything that the filter called `name` looks at in an offer is kept. */
export const isKeptFilter = (name: string): boolean => fieldsOf(name).every((field) => KEPT_FIELDS.includes(field));

/** Names of the fields of an offer that the filter called `name` looks at. */
export const fieldsOf = (name: string): readonly string[] => {
  const read: string[] = [];
  const offer: Offer = new Proxy(
    {},
    {
      get: (_, member) => {
        read.push(String(member));
        return 1;
      },
    },
  );
  rowValue(name)(offer);
  return read;
};
