/** The page of the filter language, with what the offers at hand have in each field. Pure. */
import type { LanguageText } from '../../../ui/over-list-lines.ts';
import { knownWords } from '../completing/offering-lines.ts';
import type { OfferList } from '../list.ts';
import { languageDetail } from './detail.ts';
import { offerLanguage } from './sections.ts';
import { seenBriefly } from './seen-column.ts';

/** The text of the page; `isCut` where the service may have more offers, with `isPlain` in words alone. */
export const offerLanguageText = ({ query, rows }: OfferList, isCut: boolean, isPlain: boolean): LanguageText => ({
  sections: offerLanguage(query),
  detail: (entry, width) => languageDetail(entry, { rows, isCut }, width, isPlain),
  ...(rows.length > 0 && {
    values: {
      heading: `in ${knownWords(rows.length, rows.length, isCut)}`,
      of: (name) => seenBriefly(rows, name),
    },
  }),
});
