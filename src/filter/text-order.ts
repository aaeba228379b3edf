/** How texts of one field compare when rows are sorted here, as the service would sort them. */
import { findOfferField } from '../catalogue/lookup.ts';
import { compareVersions } from './evaluate.ts';

/** The comparison for the texts of `field`; undefined where they compare letter by letter. Versions compare by their parts. */
export const textOrder = (field: string): ((left: string, right: string) => number) | undefined =>
  findOfferField(field)?.filter?.kind === 'version' ? compareVersions : undefined;
