/** The page that lies over the offers, as it is saved for a later run and resumed there. Pure; what is read back is checked. */
import { z } from 'zod';
import { pageShown } from './pages.ts';
import { marketPageResumed, marketPageSaved, marketPageWords, savedMarketPage } from './position/resume.ts';
import type { OffersState } from './state.ts';
import { savedWaterfall, waterfallResumed, waterfallSaved, waterfallWords } from './waterfall/resume.ts';

/** The pages of which more is saved than what is being typed there. */
export const savedPage = z.union([savedMarketPage, savedWaterfall]);

type Saved = z.output<typeof savedPage>;

/** What is saved of it; undefined where no such page is open. */
export const pageSaved = ({ page }: OffersState): z.input<typeof savedPage> | undefined => {
  switch (page?.kind) {
    case 'waterfall':
      return waterfallSaved(page);
    case 'position':
    case 'own-machines':
      return marketPageSaved(page);
    default:
      return undefined;
  }
};

/** The pane with the page as it was; what stands on it is counted anew. */
export const pageResumed = (state: OffersState, saved: Saved | undefined): OffersState => {
  if (saved === undefined) return state;
  return pageShown(state, saved.kind === 'waterfall' ? waterfallResumed(state, saved) : marketPageResumed(saved));
};

/** What of it is being typed, and which page it is, in words. */
export const pageWords = (
  saved: Saved | undefined,
): { readonly typed: readonly string[]; readonly open: readonly string[] } => {
  if (saved === undefined) return { typed: [], open: [] };
  return saved.kind === 'waterfall' ? waterfallWords(saved) : marketPageWords(saved);
};
