/** What the page says of the market that it counts over: its size, age and whether it was cut, or what asking for it takes. Pure. */
import { LARGEST_LIMIT } from '../../../../api/requests.ts';
import { printable } from '../../../../base/printable.ts';
import { clockTime } from '../../../../base/time.ts';
import { lastArrived } from '../../../state/remote.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { pricingWords } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { baseInUse, baseOf } from './market-base.ts';

/** Size, age and completeness of the base, for the right end of the title. */
export const baseSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const base = baseInUse(state);
  if (base === undefined) return [];
  const { facts, atEpochMs } = base;
  return [
    plain(`${grouped(facts.count)} offers   `),
    facts.isCut ? { text: 'cut   ', role: 'warning' } : dim('nothing cut   '),
    dim(`as of ${clockTime(atEpochMs, timeZone)} `),
  ];
};

/** What stands under the title: how many pass, or what is known of the market that is not here. */
export const baseLines = (state: OffersState, kept: number | undefined, timeZone: string): readonly Segment[] => {
  const { answer, received } = baseOf(state);
  const passing = kept === undefined ? '' : `${grouped(kept)} ${kept === 1 ? 'passes' : 'pass'} the whole filter. `;
  if (answer.stage === 'loading' && answer.retry === undefined) {
    const came =
      received === undefined ? '' : ` ${grouped(received.count)} offers, ${sizeWords(received.characters)} so far.`;
    return [{ text: `Asking for the whole market.${came} Esc stops it.`, role: 'accent' }];
  }
  if (answer.stage === 'failed') {
    const { whatCameBack, whatToDo } = answer.failure;
    return [{ text: printable(`${passing}${whatCameBack} ${whatToDo}`), role: 'danger' }];
  }
  if (kept !== undefined) return [plain(passing)];
  return [plain(askingWords(state, timeZone))];
};

/** What asking for the market takes, as far as that can be known before. */
const askingWords = (state: OffersState, timeZone: string): string => {
  const before = lastArrived(baseOf(state).answer);
  const what = `Counting takes the whole market: one request without your filter, its defaults lifted, ${pricingWords(state).replace('   ', ', ')}.`;
  if (before !== undefined) {
    const { count, characters } = before.value;
    return `${what} At ${clockTime(before.atEpochMs, timeZone)} it had ${grouped(count)} offers, ${sizeWords(characters)} before compression. R asks.`;
  }
  const facts = lastArrived(state.answer)?.value;
  const each = facts?.characters === undefined || facts.count === 0 ? undefined : facts.characters / facts.count;
  const most = `at most ${grouped(LARGEST_LIMIT)} offers`;
  const size =
    each === undefined
      ? `How large it is is not known: ${most}.`
      : `An offer has ${sizeWords(each)} before compression; how many there are is not known: ${most}, ${sizeWords(each * LARGEST_LIMIT)}.`;
  return `${what} ${size} R asks.`;
};

const KILO = 1000;

/** `2.4 kB`, `95 MB`; a figure below ten has a decimal. */
const sizeWords = (bytes: number): string => {
  const [figure, unit] = bytes >= KILO * KILO ? [bytes / KILO / KILO, 'MB'] : [bytes / KILO, 'kB'];
  return `${figure.toLocaleString('en-US', { maximumFractionDigits: figure < 10 ? 1 : 0 })} ${unit}`;
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');
