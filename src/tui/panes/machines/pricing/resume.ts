/** What of the form of prices a later run resumes: what was typed for which machines, but nothing that confirms it. Pure. */
import { z } from 'zod';
import { named } from '../../../../base/figures.ts';
import type { Resume } from '../../../state/resume.ts';
import { savedOver } from '../../page/page.ts';
import { MACHINES_PAGES } from '../pages.ts';
import type { MachinesState } from '../state.ts';
import { FIELD_MAXIMUM, PRICE_FIELDS } from './fields.ts';
import { formOf, typedIn } from './form.ts';

/** More machines than anybody prices at once. */
const MOST = 10_000;

const savedPrices = z.object({
  ids: z.array(z.int().positive()).min(1).max(MOST),
  at: z.enum(PRICE_FIELDS),
  typed: z.partialRecord(z.enum(PRICE_FIELDS), z.string().max(FIELD_MAXIMUM)),
  isOpen: z.boolean(),
});

const savedBeside = z.object({ prices: savedPrices.optional().catch(undefined), over: z.unknown().optional() });

/** What was sent is known to the journal, and not asked for again. */
const pricesSaved = ({ priceForm: form, page }: MachinesState): z.input<typeof savedPrices> | undefined => {
  if (form === undefined) return undefined;
  const isReviewed = page?.kind === 'writing' && page.writing.kind === 'list' && page.writing.stage.kind !== 'sent';
  const typed = typedIn(form);
  const isOpen = page?.kind === 'pricing' || isReviewed;
  if (!isOpen && Object.keys(typed).length === 0) return undefined;
  return { ids: [...form.ids], at: form.at, typed, isOpen };
};

/** What the machines have comes with their list, and by what clock it is read once the pane is at work. */
const pricesResumed = (
  state: MachinesState,
  { ids, at, typed, isOpen }: z.output<typeof savedPrices>,
): MachinesState => ({
  ...state,
  priceForm: formOf([], ids, { timeZone: 'UTC', nowEpochMs: 0 }, typed, at),
  ...(isOpen && { page: { kind: 'pricing' } }),
});

const OVER = savedOver(MACHINES_PAGES);

/** How it and the page that is open are saved and resumed beside the list, whose own way is `list`. */
export const withPrices = (list: Resume<MachinesState>): Resume<MachinesState> => {
  if ('nothingSaved' in list) return list;
  return {
    ...list,
    saved: (state) => {
      const prices = pricesSaved(state);
      const over = OVER.saved(state);
      return { ...Object(list.saved(state)), ...(prices && { prices }), ...(over !== undefined && { over }) };
    },
    steps: (state) => [...list.steps(state), state.page?.kind],
    read: (content) => {
      const back = list.read(content);
      const { data: { prices, over } = {} } = savedBeside.safeParse(content);
      if (back === undefined) return undefined;
      const typed = prices === undefined ? [] : [`prices of ${named(prices.ids, 'machine')}`];
      return {
        words: { work: [...typed, ...back.words.work], place: [...back.words.place, ...OVER.words(over).open] },
        resumed: (state) => {
          const begun = OVER.resumed(back.resumed(state), over);
          return prices === undefined ? begun : pricesResumed(begun, prices);
        },
      };
    },
  };
};
