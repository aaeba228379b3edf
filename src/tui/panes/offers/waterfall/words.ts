/** What the page says of the market that it counts over: its size, age and whether it was cut, or what asking for it takes. Pure. */
import { LARGEST_LIMIT } from '../../../../api/requests.ts';
import { printable } from '../../../../base/printable.ts';
import { sizeWords } from '../../../../base/size-words.ts';
import { clockTime } from '../../../../base/time.ts';
import { lastArrived } from '../../../state/remote.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { pricingWords } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { baseInUse, baseOf } from './market-base.ts';

/** Size, completeness, age and terms of the market, for the line under the title. */
export const baseSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const base = baseInUse(state);
  if (base === undefined) return [];
  const { facts, atEpochMs } = base;
  return [
    dim(`   of ${grouped(facts.count)} offers, `),
    facts.isCut ? { text: 'cut', role: 'warning' } : dim('nothing cut'),
    dim(`, as of ${clockTime(atEpochMs, timeZone)}, ${termsWords(state)}`),
  ];
};

/** What stands under the title; `told` is what is to be said where the market is here, or does not matter. */
export const baseSegment = (state: OffersState, told: string | undefined, timeZone: string): Segment => {
  const { answer, received } = baseOf(state);
  if (answer.stage === 'loading') {
    const came = received && ` ${grouped(received.count)} offers, ${sizeWords(received.characters)} so far.`;
    const asking = answer.retry === undefined ? 'Asking for the whole market' : 'The whole market has not come yet';
    return { text: `${asking}.${came ?? ` ${expectedWords(state, timeZone)}`} Esc stops it.`, role: 'accent' };
  }
  if (answer.stage === 'failed') {
    const { whatCameBack, whatToDo } = answer.failure;
    const counted = told === undefined || baseInUse(state) === undefined ? '' : ` ${told}`;
    return { text: printable(`${whatCameBack} ${whatToDo}${counted}`), role: 'danger' };
  }
  if (told !== undefined) return plain(told);
  const what = `Counting takes the whole market, in one request: without your filter, its defaults lifted, ${termsWords(state)}.`;
  return plain(`${what} ${expectedWords(state, timeZone)} R asks.`);
};

/** `on demand, 8 GB`. */
const termsWords = ({ type, storageGb }: OffersState): string => pricingWords({ type, storageGb }).replace('   ', ', ');

/** How large the answer will be, as far as that can be known before. */
const expectedWords = (state: OffersState, timeZone: string): string => {
  const before = lastArrived(baseOf(state).answer);
  if (before !== undefined) {
    const { count, characters } = before.value;
    return `At ${clockTime(before.atEpochMs, timeZone)} it had ${grouped(count)} offers, ${sizeWords(characters)} before compression.`;
  }
  const facts = lastArrived(state.answer)?.value;
  const most = `at most ${grouped(LARGEST_LIMIT)} offers`;
  if (facts?.characters === undefined || facts.count === 0) return `How large it is is not known: ${most}.`;
  const each = facts.characters / facts.count;
  return `An offer has about ${sizeWords(each)} before compression; how many there are is not known: ${most}, ${sizeWords(each * LARGEST_LIMIT)}.`;
};

/** `12,345`. */
export const grouped = (figure: number): string => figure.toLocaleString('en-US');
