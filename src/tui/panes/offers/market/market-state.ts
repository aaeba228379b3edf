/**
 * The pages of the market: where one offer stands, and all machines that are the user's own. What is asked there, and what of them a later
 * run resumes. Pure; what is read back is checked.
 */

import { z } from 'zod';
import { SEARCH_TYPES, type SearchType } from '../../../../api/requests.ts';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import {
  ALIKE_IN,
  type AlikeIn,
  type Likeness,
  likenessTurned,
  type Subject,
  USUAL_LIKENESS,
} from '../../../../pricing/likeness.ts';
import { MACHINE_ORDERS, machinesPlaced } from '../../../../pricing/place.ts';
import { atStart, cursorAt } from '../../../state/cursor.ts';
import { type Line, lineOf, lineSaved, savedLine } from '../../../state/line.ts';
import {
  type AskedMarket,
  MARKET_ORDER_NAMES,
  type MarketQuestion,
  type OfMarket,
  type OwnMachinesPage,
  type PositionPage,
} from '../pages.ts';
import { answerAtHand } from './asked-market.ts';
import { SPAN_NAMES, spanAfter } from './past.ts';

/** The page of `subject` as it is opened. */
export const positionOpened = (
  subject: Subject,
  type: SearchType,
  isOwn: boolean,
  from: { readonly likeness?: Likeness; readonly back?: OwnMachinesPage } = {},
): PositionPage => ({
  kind: 'position',
  subject,
  subjectType: type,
  isOwn,
  type,
  basis: 'market',
  likeness: USUAL_LIKENESS,
  wish: lineOf(''),
  isAsking: false,
  top: 0,
  ...from,
});

/** One thing is asked of the cohorts in another way. */
export const cohortTurned = <Open extends { readonly likeness: Likeness }>(page: Open, name: AlikeIn): Open => ({
  ...page,
  likeness: likenessTurned(page.likeness, name),
});

/** Other offers are looked at. */
export const basisTurned = (page: PositionPage): PositionPage => ({
  ...page,
  basis: page.basis === 'market' ? 'list' : 'market',
});

/** The page is about the next way of pricing. */
export const typeTurned = <Page extends { readonly type: SearchType }>(page: Page): Page => ({
  ...page,
  type: SEARCH_TYPES[(SEARCH_TYPES.indexOf(page.type) + 1) % SEARCH_TYPES.length] ?? page.type,
});

/** Another stretch of the past is looked at, or the present again. */
export const spanTurned = (page: PositionPage): PositionPage => ({ ...page, span: spanAfter(page.span)?.name, top: 0 });

/** Lines above the rows: the title, what is compared, a blank one, the headings. */
const TITLE_LINES = 4;

/** Rows that are visible in `height` lines, under which stands which machines have no offer. */
export const ownRows = (page: OwnMachinesPage, height: number): number =>
  Math.max(1, height - TITLE_LINES - (withoutOffer(page).length === 0 ? 0 : 1));

/** Of the user's machines those that have no offer at present, in their order; none while that is not known. */
export const withoutOffer = ({ announced, rows }: Pick<OwnMachinesPage, 'announced' | 'rows'>): readonly number[] => {
  if (rows === undefined) return [];
  const offered = new Set(rows.map(({ subject }) => subject.machineId));
  return announced.filter((id) => !offered.has(id)).sort((a, b) => a - b);
};

/** The page as it is opened. */
export const ownMachinesOpened = (
  hostId: number,
  type: SearchType,
  storageGb: number,
  announced: readonly number[],
): OwnMachinesPage => ({
  kind: 'own-machines',
  hostId,
  type,
  storageGb,
  likeness: USUAL_LIKENESS,
  order: 'worst',
  cursor: atStart,
  marked: [],
  announced,
});

/** What the page asks the service. */
export const ownQuestionOf = ({ hostId, type, storageGb }: OwnMachinesPage): MarketQuestion => ({
  type,
  storageGb,
  models: [],
  hostId,
});

/** Whether a machine is marked. */
export const isMarked = ({ marked }: Pick<OwnMachinesPage, 'marked'>, machineId: number | undefined): boolean =>
  machineId !== undefined && marked.includes(machineId);

/** The machine of the row under the cursor; undefined where there is none. */
export const currentMachine = ({ rows, cursor }: OwnMachinesPage): number | undefined =>
  rows?.[cursor.row]?.subject.machineId;

/** The machine under the cursor is marked, or not any more; the cursor goes down to the next that is not, where there is one. */
export const machineMarked = (page: OwnMachinesPage, height: number): OwnMachinesPage => {
  const { rows = [], cursor } = page;
  const machine = currentMachine(page);
  if (machine === undefined) return page;
  const marked = isMarked(page, machine) ? page.marked.filter((id) => id !== machine) : [...page.marked, machine];
  const next = rows.findIndex(
    ({ subject }, row) => row > cursor.row && subject.machineId !== machine && !isMarked(page, subject.machineId),
  );
  const row = next < 0 ? cursor.row : next;
  return { ...page, marked, cursor: cursorAt(cursor, row, { count: rows.length, height }) };
};

/** The machines that are meant: those that are marked, or else the one under the cursor. */
export const machinesMeant = (page: OwnMachinesPage): readonly number[] => {
  if (page.marked.length > 0) return page.marked;
  const machine = currentMachine(page);
  return machine === undefined ? [] : [machine];
};

/** The machines in their next order. */
export const orderTurned = ({ order, ...page }: OwnMachinesPage): OwnMachinesPage => ({
  ...page,
  order: MACHINE_ORDERS[(MACHINE_ORDERS.indexOf(order) + 1) % MACHINE_ORDERS.length] ?? order,
});

/** The rows of what is at hand now; the cursor stays on its machine. */
export const ownMachinesPlaced = (page: OwnMachinesPage, market: AskedMarket | undefined): OwnMachinesPage => {
  const answer = answerAtHand(market, ownQuestionOf(page))?.value;
  const { rows: before, ...rest } = page;
  if (answer === undefined) return { ...rest, cursor: atStart };
  const rows = machinesPlaced(answer.own, answer.peers, page.likeness, page.order);
  const current = before?.[page.cursor.row]?.subject;
  const row = rows.findIndex(({ subject: { machineId, id } }) =>
    machineId === undefined ? id === current?.id : machineId === current?.machineId,
  );
  return { ...rest, rows, cursor: row < 0 ? atStart : { row, top: Math.min(page.cursor.top, row) } };
};

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
  score: z.number().optional(),
});

/** Its rows come with the offers that are asked for. */
const savedOwnMachines = z.object({
  kind: z.literal('own-machines'),
  hostId: z.number(),
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  likeness: savedLikeness,
  order: z.enum(MACHINE_ORDERS).optional().catch(undefined),
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

/** Its rows come with the offers that are asked for. */
const savedWholeMarket = z.object({
  kind: z.literal('market'),
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  hostId: z.number().optional(),
  likeness: savedLikeness,
  order: z.enum(MARKET_ORDER_NAMES),
  at: z.string().optional(),
  top: z.int().min(0),
  words: savedLine,
  isTyping: z.boolean(),
});

const savedMarketPage = z.discriminatedUnion('kind', [savedPosition, savedOwnMachines, savedWholeMarket]);

type Saved = z.output<typeof savedMarketPage>;

/** What is saved of it. */
const marketPageSaved = (page: OfMarket): z.input<typeof savedMarketPage> => {
  if (page.kind === 'market') return { ...page, words: lineSaved(page.words) };
  if (page.kind === 'own-machines') return ownSaved(page);
  const { back, wish, ...rest } = page;
  return { ...rest, wish: lineSaved(wish), ...(back !== undefined && { back: ownSaved(back) }) };
};

const ownSaved = ({
  cursor: _,
  rows: __,
  isFromMachines: ___,
  back: ____,
  marked,
  announced,
  ...page
}: OwnMachinesPage): z.input<typeof savedOwnMachines> => ({
  ...page,
  marked: [...marked],
  announced: [...announced],
});

const ownResumed = ({
  marked = [],
  announced = [],
  order = 'worst',
  ...saved
}: z.output<typeof savedOwnMachines>): OwnMachinesPage => ({
  ...saved,
  order,
  cursor: atStart,
  marked,
  announced,
});

/** The page as it was, before any offers have come. */
const marketPageResumed = (saved: Saved): OfMarket => {
  if (saved.kind === 'market') return { ...saved, words: opened(saved.words, saved.isTyping) };
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
      ? `the market position of ${gpusText(saved.subject.gpus, saved.subject.model)}`
      : saved.kind === 'market'
        ? 'the market'
        : 'your own machines',
  ],
});

/** One of these pages as it is saved. */
export const MARKET_SAVED = {
  schema: savedMarketPage,
  of: marketPageSaved,
  resumed: (_: unknown, saved: Saved) => marketPageResumed(saved),
  words: marketPageWords,
};
