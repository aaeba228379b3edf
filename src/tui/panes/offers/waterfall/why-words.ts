/** Says why an offer or a machine is not there. Pure. */
import { printable } from '../../../../base/printable.ts';
import { clockTime } from '../../../../base/time.ts';
import type { Verdict } from '../../../../filter/verdicts.ts';
import { presentOf } from '../../../state/list-places.ts';
import { lastArrived } from '../../../state/remote.ts';
import { dim, type Segment } from '../../../ui/segments.ts';
import { isCut, isCutAtLimit, type OffersState } from '../state.ts';
import { baseInUse } from './market-base.ts';
import type { PartRow } from './page.ts';
import type { WhyTold } from './why.ts';
import { grouped } from './words.ts';

/** The question, as the title of the page. */
export const whyTitle = ({ asked, kind }: WhyTold): string =>
  `Why is ${kind ?? asked.kind ?? 'offer or machine'} ${asked.id} not here?`;

/** The answer; undefined where only the market can tell, and it is not here. */
export const whyAnswer = (
  state: OffersState,
  told: WhyTold,
  rows: readonly PartRow[],
  timeZone: string,
): string | undefined => {
  const { inMarket, shown, row, passing, verdicts } = told;
  const name = nameOf(told);
  const length = grouped(presentOf(state.list, state.list.shown).length);
  if (shown > 0 && row !== undefined && shown >= (inMarket ?? shown)) {
    const places =
      shown === 1 ? `in row ${grouped(row + 1)}` : `in ${shown} rows, the first of them row ${grouped(row + 1)},`;
    return `${name} is here: ${places} of ${length}.`;
  }
  const base = baseInUse(state);
  if (base === undefined || inMarket === undefined) return undefined;
  const market = `the ${grouped(base.facts.count)} offers of ${clockTime(base.atEpochMs, timeZone)}`;
  if (inMarket === 0) {
    const cut = base.facts.isCut
      ? ' The list was cut: it may be among those left out.'
      : ' It is rented out whole, offline or gone, or has less free disk than is asked for.';
    return `${name} is not among ${market}, with every default lifted.${cut}`;
  }
  const parts = rows.filter(({ isOff }, place) => !isOff && (verdicts[place]?.refused ?? 0) > 0).length;
  const by = `kept away by ${parts} part${parts === 1 ? '' : 's'} of the filter.`;
  if (inMarket === 1)
    return parts > 0
      ? `${name} is ${by}`
      : `${name}: ${missingWords(state, rows, 'every part lets it pass', 'it', timeZone)}`;
  const kept = parts === 0 ? '' : ` ${passing === 0 ? 'All' : inMarket - passing} are ${by}`;
  const missing =
    passing > shown
      ? ` ${missingWords(state, rows, `Every part lets ${passing} of them pass`, 'all of them', timeZone)}`
      : '';
  return `${name} has ${inMarket} offers, ${shown === 0 ? 'none' : shown} of them among the rows.${kept}${missing}`;
};

/** What one part says of it, for its line. */
export const verdictSegment = (
  { isOff, isEvaluated }: PartRow,
  verdict: Verdict | undefined,
  offers: number,
): Segment => {
  if (!isEvaluated) return dim('not judged');
  if (verdict === undefined) return dim('');
  const { refused, because } = verdict;
  const isOne = offers === 1;
  if (refused === 0) return dim(isOff ? 'off' : isOne ? 'lets it pass' : `lets all ${offers} pass`);
  const whom = isOne ? 'it' : refused === offers ? `all ${offers}` : `${refused} of ${offers}`;
  const reasons =
    because.length === 0
      ? ''
      : `: ${printable(because.slice(0, REASONS).join(', '))}${because.length > REASONS ? ', ...' : ''}`;
  if (isOff) return dim(`off; kept ${whom} away${reasons}`);
  return { text: `keeps ${whom} away${reasons}`, role: 'warning' };
};

const REASONS = 3;

const nameOf = ({ asked, kind, words, machineId }: WhyTold): string => {
  if (kind === undefined)
    return asked.kind === undefined
      ? `No offer and no machine has the id ${asked.id}: it`
      : `${capital(asked.kind)} ${asked.id}`;
  const machine = kind === 'offer' && machineId !== undefined ? [`machine ${machineId}`] : [];
  const told = [...(words === undefined ? [] : [printable(words)]), ...machine];
  return `${capital(kind)} ${asked.id}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Why `whom`, of which `what` is true, is not among the rows. */
const missingWords = (
  state: OffersState,
  rows: readonly PartRow[],
  what: string,
  whom: string,
  timeZone: string,
): string => {
  if (state.list.isMarkedOnly) return `${what}, but only marked rows are shown: M shows all.`;
  const last = lastArrived(state.answer);
  if (last === undefined || state.answer.stage === 'loading') return `${what}; the answer to the filter is awaited.`;
  const answer = `the answer of ${clockTime(last.atEpochMs, timeZone)}`;
  if (isCut(state))
    return `${what}, but ${answer} was cut${isCutAtLimit(state) ? ': + asks for more' : ' by the service'}.`;
  if (rows.some(({ isOff, isEvaluated }) => !isOff && !isEvaluated))
    return `${what}, but ${answer} does not have ${whom}: only the service judges the part marked so.`;
  return `${what}, but ${answer}, asked at another time, does not have ${whom}.`;
};
