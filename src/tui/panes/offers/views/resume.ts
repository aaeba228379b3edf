/** A half-typed name of a view, as it is saved for a later run and resumed there. Pure. */
import { z } from 'zod';
import { lineOf, savedLine } from '../../../state/line.ts';

import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';

/** What the name is for, the view that the cursor is on, and the text. */
export const savedViewName = z.object({
  what: z.enum(['save', 'rename']),
  view: z.string().optional(),
  line: savedLine,
});

/** What is saved of it; undefined where no name is being typed. */
export const viewNameSaved = ({ page }: OffersState): z.input<typeof savedViewName> | undefined => {
  if (page?.kind !== 'views' || page.ask === undefined || page.ask.what === 'delete') return undefined;
  const { what, line } = page.ask;
  // A question is asked anew.
  return { what: what === 'rename' ? 'rename' : 'save', view: page.name, line: { text: line.text, at: line.at } };
};

/** The page as it is resumed, the name as it was. */
export const viewNameResumed = (state: OffersState, saved: z.output<typeof savedViewName> | undefined): OffersState => {
  if (saved === undefined) return state;
  const { what, view, line } = saved;
  const offered = { ...lineOf(line.text), at: line.at, before: '' };
  return pageShown(state, { kind: 'views', name: view, ask: { what, line: offered } });
};
