/** What of the form of prices a later run resumes: what was typed for which machines, but nothing that confirms it. Pure. */
import { z } from 'zod';
import { named } from '../../../../base/figures.ts';
import type { Resume } from '../../../state/resume.ts';
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

/** What was sent is known to the journal, and not asked for again. */
const pricesSaved = ({ priceForm: form, page }: MachinesState): z.input<typeof savedPrices> | undefined => {
  if (form === undefined) return undefined;
  const isSent = page?.kind === 'writing' && page.writing.stage.kind === 'sent';
  const typed = typedIn(form);
  const isOpen = page !== undefined && !isSent;
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

/** How it is saved and resumed beside the list, whose own way is `list`. */
export const withPrices = (list: Resume<MachinesState>): Resume<MachinesState> => {
  if ('nothingSaved' in list) return list;
  return {
    ...list,
    saved: (state) => {
      const prices = pricesSaved(state);
      return { ...Object(list.saved(state)), ...(prices && { prices }) };
    },
    steps: (state) => [...list.steps(state), state.page?.kind],
    read: (content) => {
      const back = list.read(content);
      const { data: found } = z.object({ prices: savedPrices }).safeParse(content);
      if (back === undefined || found === undefined) return back;
      const { prices } = found;
      return {
        words: { ...back.words, work: [`prices of ${named(prices.ids, 'machine')}`, ...back.words.work] },
        resumed: (state) => pricesResumed(back.resumed(state), prices),
      };
    },
  };
};
