/**
 * The two lines under the filter: what is wrong with the line, else what may stand at its cursor, else why the last search failed,
 * else what is sent besides; with what the offers are ordered by. What footer and message line say of the search.
 */

import { useContext } from 'react';
import { counted, grouped, plural } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { printable, printableStart } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import type { Condition } from '../../../../filter/line.ts';
import type { Wishes } from '../../../../filter/phrases.ts';
import { printClause, printWire } from '../../../../filter/print.ts';
import { defaultClauses, wireFilters } from '../../../../filter/request.ts';
import { TARGET, targetText } from '../../../../pricing/workload-text.ts';
import { lastArrived, retryOf } from '../../../state/remote.ts';
import { keptSegments, marksFootnote, orderSegments, waitSegments } from '../../../ui/list-words.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { cutSegments, dim, piece, plain, type Segment, segmentsWidth } from '../../../ui/segments.ts';
import { LookContext, useNamed } from '../../../ui/theme.tsx';
import { candidateSegments } from '../../list-pane/completing.ts';
import type { Place } from '../../pane.ts';
import { EVERY_OFFER_COLUMN } from '../columns.ts';
import { groupingLabel } from '../groupings.ts';
import { OFFERS_LIST, type OfferList } from '../list.ts';
import { marketStatus } from '../market/asked-market.ts';
import {
  diskAsked,
  isCut,
  isCutAtLimit,
  isCutByService,
  isOrderedHere,
  type OffersState,
  targetOfJob,
} from '../state.ts';
import { viewTabs } from '../views.ts';
import { watchSegments } from '../watch-changes.ts';
import { figureSegments, meaningSegments } from './candidate-lines.ts';
import { isWalking, offeringHere, shownOtherwise, suggestingHeld, suggestingProblem } from './completing.ts';
import { type FilterQuery, mistakeIn } from './filter-query.ts';
import { baseOf } from './market-base.ts';

/** Cells from which on the footer has room for sentences. */
const WIDE_FROM = 100;

/** What the footer says of the list: how many came, and whether it may be cut. */
export const offersFootnote = (state: OffersState, width: number): readonly Segment[] => {
  const facts = lastArrived(state.answer)?.value;
  // While the first offers of an answer come in where there were none, nothing is known of the whole of it.
  const isComing = facts?.count !== state.list.rows.length;
  if (facts === undefined || isComing || isPageOpen(state)) return [];
  const marked = marksFootnote(state.list, OFFERS_LIST.keyOf);
  // While something is typed, no key asks for more, and the keys that work have the room.
  if (state.list.editing !== undefined && width < WIDE_FROM) return marked;
  if (!isCut(state)) return [...marked, dim(`all ${grouped(facts.count)}`)];
  const isWide = width >= WIDE_FROM;
  const first = `first ${grouped(facts.count)}`;
  const byService = isWide ? `${first}, cut by the service: narrow the filter` : `${first}, cut`;
  const atLimit = `${first}${isWide ? (isCutByService(state) ? ', cut' : ', may be cut') : ''}: ${keyName('offers.more')} for more`;
  if (!isCutAtLimit(state)) return [...marked, { text: byService, role: 'warning' }];
  return [...marked, dim(atLimit)];
};

/** What the message line says of the search: when it is sent again, or after a failure, what the rows are that stay. */
export const offersStatus = (state: OffersState, timeZone: string): readonly Segment[] => {
  if (['market', 'position', 'own-machines'].includes(state.page?.kind ?? '')) return marketStatus(state);
  if (state.page !== undefined) return waitSegments(state.base?.waitS, retryOf(baseOf(state).answer), 'ask');
  const waiting = waitSegments(state.waitS, retryOf(state.answer));
  if (waiting.length > 0) return waiting;
  if (state.isReadLong)
    return [piece(`${grouped(state.receivedSoFar ?? 0)} offers so far ...  Esc leaves them.`, 'accent')];
  const note = state.answer.stage === 'failed' ? offersNote(state, timeZone) : [];
  return note.length > 0 ? note : watchSegments(state, timeZone);
};

/** Says that the offers were kept by an earlier run, and what they answer where that is something else. */
const offersNote = ({ answer, keptFilter }: OffersState, timeZone: string): readonly Segment[] => {
  const kept = keptSegments(answer, timeZone);
  if (kept.length === 0 || keptFilter === undefined) return kept;
  const filter = keptFilter === '' ? 'no filter' : printable(keptFilter);
  return [...kept, { text: `, asked with ${filter}`, role: 'warning' }];
};

/** True while a page lies over the list. */
const isPageOpen = ({ page, list: { opened, comparing, choosing } }: OffersState): boolean =>
  page !== undefined || opened !== undefined || comparing !== undefined || choosing !== undefined;

/** Cells that the words leave free at the right edge, and between what stands before them and themselves. */
const EDGE = 1;
const GAP = 3;

/** Cells that what stands before the order keeps at the least. */
const LEAST_BESIDE = 30;

/**
 * The order for the right end of a line of which `first` is taken, and else behind `second`, which stands in the line under it;
 * each of `width` cells.
 */
export const orderBeside = (
  state: OffersState,
  first: readonly Segment[],
  second: readonly Segment[],
  width: number,
): { readonly right: readonly Segment[]; readonly second: readonly Segment[] } => {
  const words = (taken: readonly Segment[]) => orderSegments(ordered(state), width - segmentsWidth(taken) - GAP - EDGE);
  const right = words(first);
  if (right.length > 0) return { right: [...right, plain(' '.repeat(EDGE))], second };
  const behind = words(second);
  if (behind.length > 0) return { right: [], second: [...second, plain(' '.repeat(GAP)), ...behind] };
  // Of a long line the end gives way: the order is said nowhere else where its column is not in view.
  const whole = orderSegments(ordered(state), width);
  const room = width - segmentsWidth(whole) - GAP - EDGE;
  if (room < LEAST_BESIDE) return { right: [], second };
  return { right: [], second: [...cutSegments(second, room), plain(' '.repeat(GAP)), ...whole] };
};

/** The service chose the first of a list that was cut, maybe by another order: what is best in this one may not be among them. */
const ordered = (state: OffersState) => ({
  order: state.list.order,
  columns: EVERY_OFFER_COLUMN,
  isEarlier: state.list.placedBy !== undefined,
  within: state.list.groups && groupingLabel(state.list.groups.by),
  among:
    isOrderedHere(state) && isCut(state)
      ? `the first ${grouped(lastArrived(state.answer)?.value.count ?? 0)}`
      : undefined,
});

type ExplanationProps = {
  readonly state: OffersState;
  /** Pricing and storage, where they do not stand beside the filter. */
  readonly terms: readonly Segment[];
} & Pick<Place, 'width' | 'timeZone'>;

/** The two lines. */
export const Explanation = ({ state, terms, width, timeZone }: ExplanationProps) => {
  const { isPlain = false } = useContext(LookContext);
  const named = useNamed();
  const offered = offeredSegments(state, width, isPlain);
  const { query } = state.list;
  const trouble = troubleOf(state);
  if (trouble !== undefined) {
    const [first = '', ...more] = wrappedLines(named(trouble), width - 4);
    const isRoomLeft = offered.length > 0 && (more.length === 0 || isWalking(state.list));
    const second = isRoomLeft ? offered : restOfTrouble(more.join(' '), state, width);
    const right = state.list.editing !== undefined ? [] : orderBeside(state, second, [], width).right;
    return (
      <>
        <SegmentLine left={[{ text: `   ${first}`, role: 'danger' }]} width={width} />
        <SegmentLine left={second} right={right} width={width} />
      </>
    );
  }
  const read = readSegments(state.list, width);
  const sent = [...terms, ...(read.length > 0 && offered.length === 0 ? read : sentSegments(state))];
  const hints = hintSegments(state.list, width, diskHint(state));
  const besides = [...hints, ...besidesSegments(query, state.list.filter.text)];
  const note = offersNote(state, timeZone);
  const isOneLine = segmentsWidth([...sent, ...besides]) <= width;
  if (offered.length > 0) {
    const usual = isOneLine ? [...sent, ...besides] : besides.length > 0 ? besides : sent;
    const said = [note, read, meantSegments(state, width), hints].find(({ length }) => length > 0) ?? usual;
    // The line of the candidates changes with each letter; what they mean has nothing to do with the order at its right end.
    const { right } = orderBeside(state, said, [], width);
    return (
      <>
        <SegmentLine left={offered} width={width} />
        <SegmentLine left={said} right={right} width={width} />
      </>
    );
  }
  // Where the second line says that the rows are of an earlier run, all has to be in the first one.
  const areInOneLine = note.length > 0 || isOneLine;
  const first = areInOneLine ? [...sent, ...besides] : sent;
  const { right, second } = orderBeside(state, first, areInOneLine ? note : besides, width);
  return (
    <>
      <SegmentLine left={first} right={right} width={width} />
      <SegmentLine
        left={second}
        right={viewTabs(state, width - segmentsWidth(second) - 3, timeZone)}
        width={width - 1}
      />
    </>
  );
};

/** The end of what does not fit into one line; where candidates are offered, as much of it as leaves room for the first of them. */
const restOfTrouble = (rest: string, state: OffersState, width: number): readonly Segment[] => {
  if (rest === '') return [];
  const offering = state.list.query.typing === undefined ? undefined : offeringHere(state.list);
  if (offering === undefined || offering.items.length === 0) return [{ text: `   ${rest}`, role: 'danger' }];
  const [start = '', ...cut] = wrappedLines(rest, Math.max(1, width - CANDIDATES_AT_LEAST));
  const said: readonly Segment[] = [{ text: `   ${start}${cut.length === 0 ? '' : ' …'}`, role: 'danger' }];
  return [...said, ...candidateSegments(offering, width - segmentsWidth(said))];
};

/** Cells for candidates beside the end of a problem, with what marks that the problem goes on. */
const CANDIDATES_AT_LEAST = 34;

const troubleOf = (state: OffersState): string | undefined => {
  const { prompt, answer, list } = state;
  if (prompt?.problem !== undefined) return prompt.problem;
  const [problem] = list.query.parsed.problems;
  if (problem !== undefined) {
    if (list.editing !== undefined)
      return suggestingProblem(state.list) === undefined
        ? problem.message
        : `${problem.message} ${keyName('offers.filter-complete', 'tab')} applies it.`;
    // What a set held stays in force while it cannot be read.
    return list.query.applied === list.query.parsed
      ? `Left out: ${mistakeIn(list)}. ${problem.message}`
      : problem.message;
  }
  if (answer.stage !== 'failed' || list.rows.length === 0) return undefined;
  const { tried, whatCameBack, whatToDo } = answer.failure;
  return `${whatCameBack} ${whatToDo} ${tried}`;
};

/** What may stand at the cursor of the line that is typed, or of figures what was seen; empty where there is nothing to say. */
const offeredSegments = (state: OffersState, width: number, isPlain: boolean): readonly Segment[] => {
  if (state.list.query.typing === undefined) return [];
  const offering = offeringHere(state.list);
  if (offering.items.length > 0) return candidateSegments(offering, width);
  return figureSegments(offering, atHand(state), width, isPlain);
};

/** What the words of the line that is typed say, and what else it asks for. */
const readSegments = (list: OfferList, width: number): readonly Segment[] => {
  const read = list.query.typing?.read;
  if (read === undefined || read.readings.length === 0) return [];
  const said = [read.written.replaceAll(/ {2,}/g, ' ').trim(), ...wishWords(read.wishes)].filter(Boolean).join('   ');
  const tail = `   ${keyName('offers.filter-complete', 'tab')} writes it`;
  const words = printableStart(`   reads ${said || 'nothing of an offer'}`, width - 1);
  const other = shownOtherwise(list);
  const otherwise =
    other === undefined
      ? ''
      : `   ${counted(other.count, 'row')} ${plural(other.count, 'shows', 'show')} "${printable(other.typed)}" otherwise: ${keyName('offers.filter-as-text')}`;
  let room = width - words.length;
  const tails = [otherwise, tail].filter((text) => {
    const isFitting = text !== '' && text.length < room;
    if (isFitting) room -= text.length;
    return isFitting;
  });
  return [{ text: words, role: 'accent' }, ...tails.map(dim)];
};

const wishWords = ({ order, type }: Wishes): readonly string[] => [
  ...(order === undefined ? [] : ['ordered by price with Enter']),
  ...(type === undefined ? [] : [`priced as ${type} with Enter`]),
];

const sentSegments = (state: OffersState): readonly Segment[] => {
  const target = targetOfJob(state);
  const besides = [
    ...defaultClauses(state.list.query.applied).map(printClause),
    ...(target === undefined ? [] : [`${TARGET}=${targetText(target)}`]),
  ];
  return [dim('   also sent: '), dim(besides.join('  ') || 'nothing')];
};

/**
 * What the first or the chosen candidate means, or the field whose figure is to come; of a value that is begun, whether it is
 * applied. Empty where that is no news, or where there is something to be known of the line.
 */
const meantSegments = ({ list, ...state }: OffersState, width: number): readonly Segment[] => {
  const { from, items, valueField } = offeringHere(list);
  const { typing, parsed } = list.query;
  const isBegun = from < list.filter.at;
  const isHeld = typing?.held !== undefined;
  if (items.length === 0 && isBegun) return [];
  if (!isHeld && (parsed.hints.length > 0 || (!isBegun && valueField === undefined))) return [];
  const isApplied = !isHeld || !isBegun || valueField === undefined;
  const room = isApplied ? width : width - NOT_APPLIED.length;
  const meaning = meaningSegments(offeringHere(list), atHand({ list, ...state }), room);
  return isApplied ? meaning : [...meaning, { text: NOT_APPLIED, role: 'warning' }];
};

const NOT_APPLIED = ' · not applied yet';

const atHand = (state: OffersState) => ({ rows: state.list.rows, isCut: isCut(state) });

/** The price of an offer rises with its disk, and the one that is asked for is not in it. */
const diskHint = (state: OffersState): string | undefined => {
  const asked = state.list.editing === undefined ? diskAsked(state) : undefined;
  return asked === undefined
    ? undefined
    : `${keyName('offers.storage')} prices with the ${grouped(asked)} GB of the filter: prices are for ${grouped(state.storageGb)} GB of disk.`;
};

/** Why the clause being typed is held back, else what is to be known of the filter although it is good. */
const hintSegments = (list: OfferList, width: number, besides: string | undefined): readonly Segment[] => {
  const { typing, parsed } = list.query;
  const [hint] = parsed.hints;
  const message =
    typing?.held === undefined
      ? (hint?.message ?? besides)
      : `Not applied: ${typing.held.message}${suggestingHeld(list) === undefined ? '' : ` ${keyName('offers.filter-complete', 'tab')} applies it.`}`;
  if (message === undefined) return [];
  const [first = '', ...others] = wrappedLines(message, width - 5);
  return [{ text: `   ${first}${others.length === 0 ? '' : ' …'}`, role: 'warning' }];
};

/** What is not sent as it stands in the filter: applied here, or sent in another form. */
const besidesSegments = ({ applied }: FilterQuery, text: string): readonly Segment[] => {
  const { local } = wireFilters(applied);
  const isLocal = new Set<Condition>(local);
  const rescaled = applied.clauses.filter(
    (clause) =>
      clause.operator !== 'any' &&
      !isLocal.has(clause) &&
      (printWire(clause) !== printClause(clause) || hasUnit(text.slice(clause.from, clause.to))),
  );
  return [
    ...(local.length === 0 ? [] : [dim(`   applied here: ${printable(local.map(printClause).join('  '))}`)]),
    ...(rescaled.length === 0 ? [] : [dim(`   as ${printable(rescaled.map(printWire).join('  '))}`)]),
  ];
};

/** True for a number with a unit behind it: `inet_down>500Mbps` goes out as 62.5. */
const hasUnit = (clause: string): boolean => UNIT.test(clause);

const UNIT = /\d[a-z%][a-z%/]*$/i;
