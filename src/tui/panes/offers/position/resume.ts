/** The pages of market positions as they are saved for a later run. Pure; what is read back is checked. */

import { z } from 'zod';
import { SEARCH_TYPES } from '../../../../api/requests.ts';
import { ALIKE_IN } from '../../../../pricing/likeness.ts';
import type { Subject } from '../../../../pricing/peer.ts';
import { atStart } from '../../../state/cursor.ts';
import { type Line, lineOf, lineSaved, savedLine } from '../../../state/line.ts';
import type { OwnMachinesPage, PositionPage } from '../pages.ts';

import { SPAN_NAMES } from '../past/spans.ts';

const savedLikeness = z.object({
  gpus: z.enum(ALIKE_IN.gpus),
  verification: z.enum(ALIKE_IN.verification),
  place: z.enum(ALIKE_IN.place),
  reliability: z.enum(ALIKE_IN.reliability),
  datacenter: z.enum(ALIKE_IN.datacenter),
});

const savedSubject = z.object({
  model: z.string(),
  price: z.number().optional(),
  gpus: z.number().optional(),
  id: z.number().optional(),
  machineId: z.number().optional(),
  hostId: z.number().optional(),
  verification: z.string().optional(),
  country: z.string().optional(),
  continent: z.string().optional(),
  reliability: z.number().optional(),
  isInDatacenter: z.boolean().optional(),
  isRentable: z.boolean().optional(),
});

/** Its rows come with the offers that are asked for. */
const savedOwnMachines = z.object({
  kind: z.literal('own-machines'),
  hostId: z.number(),
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  likeness: savedLikeness,
  marked: z.array(z.number()).optional().catch(undefined),
  announced: z.array(z.number()).optional().catch(undefined),
});

const savedPosition = z.object({
  kind: z.literal('position'),
  subject: savedSubject,
  subjectType: z.enum(SEARCH_TYPES),
  isOwn: z.boolean(),
  type: z.enum(SEARCH_TYPES),
  basis: z.enum(['market', 'list']),
  likeness: savedLikeness,
  span: z.enum(SPAN_NAMES).optional().catch(undefined),
  wish: savedLine,
  isAsking: z.boolean(),
  top: z.int().min(0),
  back: savedOwnMachines.optional(),
});

/** One of the two pages. */
const savedMarketPage = z.discriminatedUnion('kind', [savedPosition, savedOwnMachines]);

type Saved = z.output<typeof savedMarketPage>;

/** What is saved of it. */
const marketPageSaved = (page: PositionPage | OwnMachinesPage): z.input<typeof savedMarketPage> => {
  if (page.kind === 'own-machines') return ownSaved(page);
  const { back, wish, ...rest } = page;
  return { ...rest, wish: lineSaved(wish), ...(back !== undefined && { back: ownSaved(back) }) };
};

const ownSaved = ({
  cursor: _,
  rows: __,
  marked,
  announced,
  ...page
}: OwnMachinesPage): z.input<typeof savedOwnMachines> => ({
  ...page,
  marked: [...marked],
  announced: [...announced],
});

const ownResumed = ({ marked = [], announced = [], ...saved }: z.output<typeof savedOwnMachines>): OwnMachinesPage => ({
  ...saved,
  cursor: atStart,
  marked,
  announced,
});

/** The page as it was, before any offers have come. */
const marketPageResumed = (saved: Saved): PositionPage | OwnMachinesPage => {
  if (saved.kind === 'own-machines') return ownResumed(saved);
  const { back, subject, wish, isAsking, ...rest } = saved;
  return {
    ...rest,
    subject: known(subject),
    wish: opened(wish, isAsking),
    isAsking,
    ...(back !== undefined && { back: ownResumed(back) }),
  };
};

/** A field that is open can be cancelled, whatever an edited file says. */
const opened = (line: Line, isAsking: boolean): Line =>
  isAsking ? { ...line, before: line.before ?? '' } : lineOf(line.text);

/** Without the parts that are not known. */
const known = (subject: z.output<typeof savedSubject>): Subject =>
  // Only parts that are undefined are left out, and the model is none of them.
  Object.fromEntries(Object.entries(subject).filter(([, part]) => part !== undefined)) as Subject;

/** What is being typed there, and which page it is, in words. */
const marketPageWords = (saved: Saved) => ({
  typed:
    saved.kind === 'position' && saved.isAsking && saved.wish.text.trim() !== ''
      ? ['a price or a place being typed']
      : [],
  open: [
    saved.kind === 'position'
      ? `the market position of ${saved.subject.gpus ?? '?'}x ${saved.subject.model}`
      : 'your own machines',
  ],
});

/** One of the two pages as it is saved. */
export const MARKET_SAVED = {
  schema: savedMarketPage,
  of: marketPageSaved,
  resumed: (_: unknown, saved: Saved) => marketPageResumed(saved),
  words: marketPageWords,
};
