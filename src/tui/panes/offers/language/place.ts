/** Where the cursor of the filter line stands in the language, and where an entry of the page goes into the line. Pure. */
import { findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { SetMember } from '../../../../filter/line.ts';
import { setsFor } from '../../../../filter/own-sets.ts';
import { SET_SIGN } from '../../../../filter/tokens.ts';
import type { Language } from '../../../keys/list-needs.ts';
import type { Placed } from '../../../state/language-help.ts';
import { offeringHere } from '../completing/offering-here.ts';
import type { FilterQuery } from '../filter-query.ts';
import type { OfferList } from '../list.ts';
import { offerLanguage, PLACE, REGION_FIELD, setClause } from './sections.ts';

/** The field that is typed at the cursor, or of which a value is. */
const begunField = (list: OfferList): string | undefined => {
  const { from, items, valueField } = offeringHere(list);
  if (valueField !== undefined) return valueField;
  const begun = list.filter.text.slice(from, list.filter.at);
  return begun === '' ? undefined : (findFilterField(begun)?.name ?? items.find(({ kind }) => kind === 'field')?.field);
};

/** The language of the filter line. A name that is begun at the cursor gives way to the one that is taken. */
export const OFFER_LANGUAGE: Language<Offer, FilterQuery> = {
  sections: ({ query }) => offerLanguage(query),
  begun: begunField,
  placed: (list, { name }) => {
    const { text, at } = list.filter;
    const { from, items, valueField } = offeringHere(list);
    if (valueField === PLACE && name.startsWith(REGION_FIELD)) {
      return { from, put: name.slice(REGION_FIELD.length), isJoined: true };
    }
    const members = name.startsWith(SET_SIGN) ? list.query.sets?.members[name.slice(SET_SIGN.length)] : undefined;
    if (members !== undefined) return setPlaced(list, name, members);
    const begun = text.slice(from, at).toLowerCase();
    const isName = findFilterField(name) !== undefined && items.some(({ kind }) => kind === 'field');
    const isBegun = begun !== '' && valueField === undefined && (isName || name.toLowerCase().startsWith(begun));
    return { from: isBegun ? from : at, put: name };
  },
};

/** A set is a value where one of its kind is typed, elsewhere a clause. */
const setPlaced = (list: OfferList, name: string, members: readonly SetMember[]): Placed => {
  const { from, valueField } = offeringHere(list);
  const field = findFilterField(valueField ?? '');
  const { sets } = list.query;
  const isFit =
    field !== undefined && sets !== undefined && setsFor(field, sets).some(([one]) => SET_SIGN + one === name);
  if (isFit) return { from, put: name, isJoined: list.filter.text.slice(0, from).trimEnd().endsWith('=') };
  return { from: list.filter.at, put: setClause(name, members) };
};
