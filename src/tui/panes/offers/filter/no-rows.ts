/** Why the table has no rows, and what would bring some: what is known here of it, without asking the service. Pure. */

import { LARGEST_LIMIT, USUAL_SEARCH } from '../../../../api/requests.ts';
import { counted, grouped } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { capital, printable } from '../../../../base/text.ts';
import { clockTime } from '../../../../base/time.ts';
import { findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { boundUntold, insteadWords, tellingPlace } from '../../../../filter/cause.ts';
import { wordsIn } from '../../../../filter/evaluate.ts';
import type { FilterLine, Word } from '../../../../filter/line.ts';
import { printClause } from '../../../../filter/print.ts';
import { defaultClauses } from '../../../../filter/request.ts';
import { createSieve } from '../../../../filter/sieve.ts';
import { partText, type SwitchedPart, switchedLine } from '../../../../filter/switched-line.ts';
import { knownTexts } from '../../../../filter/value.ts';
import { createPartsWaterfall, type LinePart, partOf } from '../../../../filter/waterfall.ts';
import { awaitedTarget } from '../pricing.ts';
import { isCut, isCutAtLimit, type OffersState, offersAround, searchRequest } from '../state.ts';
import { baseInUse, marketHeld } from './market-base.ts';
import { partsHere } from './waterfall.ts';

/** Offers that the line can be held against, and what is said of how many and of when they are. */
type Pool = {
  readonly parts: readonly LinePart[];
  readonly offers: readonly Offer[];
  readonly of: string;
  readonly isCut?: boolean;
};

/** The market where it is here; else the offers at hand, or those that came for less of the filter: best all of them, and else the widest. */
const poolOf = (state: OffersState, parts: readonly SwitchedPart[], timeZone: string): Pool | undefined => {
  const ofTime = (count: number, atEpochMs: number, isCut: boolean) =>
    `of the ${isCut ? 'first ' : ''}${counted(count, 'offer')} of ${clockTime(atEpochMs, timeZone)}`;
  const base = baseInUse(state);
  const market = marketHeld(state, parts);
  if (base !== undefined && market !== undefined)
    return { ...market, of: ofTime(market.offers.length, base.atEpochMs, false) };
  const around = offersAround(state, searchRequest(state));
  const found = around.find((one) => !one.isCut) ?? around[0];
  return (
    found && {
      parts,
      offers: found.offers,
      of: ofTime(found.offers.length, found.atEpochMs, found.isCut),
      isCut: found.isCut,
    }
  );
};

const SHOWN_BY_PAGE = `${keyName('offers.waterfall')} shows which part of the filter keeps offers away.`;

/** Offers that are left by each part of a filter and all before it, out of `all`, which are described by `of`. */
type PartsLeft = {
  readonly of: string;
  readonly all: number;
  readonly parts: readonly { readonly text: string; readonly left: number }[];
};

/** The one part of the filter whose loss brings most offers, how many, and what in its place would bring some. */
const adviceWords = (
  state: OffersState,
  parts: readonly SwitchedPart[],
  pool: Pool | undefined,
  steps: Steps,
): string => {
  if (pool === undefined) return SHOWN_BY_PAGE;
  const { offers, of } = pool;
  const isMarket = baseInUse(state) !== undefined;
  const passing = steps.at(-1)?.after ?? 0;
  if (passing > 0)
    return isMarket
      ? `${capital(of)} ${grouped(passing)} passed the whole filter: ${keyName('offers.waterfall')} shows its parts.`
      : SHOWN_BY_PAGE;
  const brought = steps.map(({ without }) => without);
  const place = tellingPlace(pool.parts, brought);
  const part = place === undefined ? undefined : parts[place];
  if (place === undefined || part === undefined)
    return `${capital(of)} none would match, whichever one part were dropped: ${keyName('offers.waterfall')} shows them.`;
  const untold = pool.isCut ? boundUntold(pool.parts, place) : undefined;
  const near = untold === undefined ? insteadWords(pool.parts, place, offers) : '';
  const dropped = `Without ${printable(partText(part))}, ${grouped(brought[place] ?? 0)} ${of} would match${printable(near)}.`;
  return [dropped, ...liftingWords(part), untold === undefined ? byPageWords(isMarket) : untoldWords(untold)].join(' ');
};

const byPageWords = (isMarket: boolean): string =>
  isMarket ? `${keyName('offers.waterfall')} shows every part.` : SHOWN_BY_PAGE;

const untoldWords = (bound: LinePart): string =>
  `What ${printable(partOf(bound).text)} alone keeps away is not among these first ones: ${keyName('offers.waterfall')}, then ${keyName('offers.waterfall-ask')}, reads the whole market and tells the nearest.`;

type Steps = ReturnType<typeof stepsOf>;

const stepsOf = ({ parts, offers }: Pool) => {
  const waterfall = createPartsWaterfall(parts);
  waterfall.add(offers);
  return waterfall.steps();
};

const liftingWords = (part: SwitchedPart): readonly string[] =>
  part.isDefault && 'condition' in part ? [`It is a default: ${part.condition.field}=any lifts it.`] : [];

/** What stands in the place of the rows once an answer is there, also while the next one is awaited. */
export const noRowsWords = (
  state: OffersState,
  timeZone: string,
): { readonly sentences: readonly string[]; readonly left?: PartsLeft } => {
  const { applied } = state.list.query;
  if (state.list.editing !== undefined) return { sentences: sentencesOf(state, applied, []) };
  const parts = partsHere(switchedLine(applied, ''), state);
  const pool = poolOf(state, parts, timeZone);
  const steps = pool === undefined ? [] : stepsOf(pool);
  const sentences = sentencesOf(state, applied, [adviceWords(state, parts, pool, steps)]);
  if (pool === undefined || (steps.at(-1)?.after ?? 1) > 0) return { sentences };
  const left = {
    of: pool.of,
    all: pool.offers.length,
    parts: steps.map(({ after }, place) => ({ text: textOf(parts[place]), left: after })),
  };
  return { sentences, left };
};

const textOf = (part: SwitchedPart | undefined): string => (part === undefined ? '' : printable(partText(part)));

const sentencesOf = (state: OffersState, applied: FilterLine, advice: readonly string[]): readonly string[] => {
  const hints = applied.hints.map(({ message }) => printable(message)).slice(0, HINTS);
  if (state.list.rows.length > 0) return [...narrowedLines(state), ...hints, ...advice];
  const held = defaultClauses(applied);
  const lifting = held.map(({ field }) => `${field}=any`).join(', ');
  return [
    'No offer matches.',
    ...hints,
    `The service searched with the filter above${held.length === 0 ? '.' : ` and, by default, ${held.map(printClause).join(' ')}.`}`,
    ...(state.storageGb > USUAL_SEARCH.allocatedStorageGb
      ? [
          `It left out machines with less than ${grouped(state.storageGb)} GB of free disk: ${keyName('offers.storage')} changes that.`,
        ]
      : []),
    `Press ${keyName('offers.filter')} to change the filter${held.length === 0 ? '' : `; ${lifting} lifts a default`}.`,
    ...advice,
  ];
};

const HINTS = 2;

const narrowedLines = (state: OffersState): readonly string[] => {
  const { rows: offers, query, columns } = state.list;
  const { applied } = query;
  const sieve = createSieve({ ...applied, words: wordsIn(applied.words, columns?.shown) });
  for (const offer of offers) sieve.keeps(offer);
  const hasWords = applied.words.length > 0;
  const awaited = awaitedTarget(state);
  return [
    offers.length === 1
      ? 'The only offer received does not match the whole filter.'
      : `None of the ${grouped(offers.length)} offers received matches the whole filter.`,
    ...sieve.barren().map((said) => printable(`Of these offers, ${said}.`)),
    ...(awaited === undefined ? [] : [`What a job costs is not known before the prices with ${awaited} have come.`]),
    hasWords
      ? 'Words alone are searched for in the rows received; they are not sent to the service.'
      : `The service is asked when typing pauses. Press ${keyName('offers.filter')} to change the filter.`,
    ...(hasWords && isCut(state)
      ? [
          `There may be more offers than were received: a clause such as ${modelClause(applied.words)} finds those${isCutAtLimit(state) ? `, or ${keyName('offers.more')} asks for all, at most ${grouped(LARGEST_LIMIT)}` : ''}.`,
        ]
      : []),
  ];
};

/** A clause on the models that the words name, together or one of them; else on any. */
const modelClause = (words: readonly Word[]): string => {
  const field = findFilterField('gpu_name');
  const typed = words.filter(({ isExcluded }) => isExcluded !== true).map(({ text }) => text);
  const { likeness } = knownTexts(() => []);
  const [models = [ANY_MODEL]] = [typed.join(' '), ...typed].flatMap((text) => {
    const like = field === undefined || text.length < LEAST_OF_MODEL ? undefined : likeness(field, text);
    if (like?.kind === 'known') return [[like.text]];
    return like?.kind === 'part' ? [like.of.slice(0, MODELS_MAXIMUM)] : [];
  });
  const [model = ANY_MODEL, second] = models;
  return printClause(
    second === undefined
      ? { field: 'gpu_name', operator: 'eq', value: model }
      : { field: 'gpu_name', operator: 'in', value: models },
  );
};

/** Most models that the clause names. */
const MODELS_MAXIMUM = 4;

const ANY_MODEL = 'H100 SXM';

/** Letters from which on a word can be meant for a model. */
const LEAST_OF_MODEL = 3;
