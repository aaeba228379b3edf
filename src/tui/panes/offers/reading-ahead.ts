/**
 * Reads offers for the words of a filter before they are looked for, a few at a time: the first digit that is typed would take a
 * fifth of a second over 25,000 offers. Nobody else is to notice, and what is not read in time is read when it is looked for.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { readWords } from '../../../filter/row-words.ts';
import type { OfferList } from './list.ts';

/** Longest stretch of work before a key gets its turn. */
const STEP_MS = 4;

/** Begins to read, in place of what it was reading before. */
export const createReadingAhead = (clock: Clock): ((list: Pick<OfferList, 'rows' | 'columns'>) => void) => {
  let cancel = (): void => {};
  const read = (offers: Iterator<Offer>, columns: readonly string[] | undefined): void => {
    const endsMs = clock.ticks() + STEP_MS;
    for (let next = offers.next(); !next.done; next = offers.next()) {
      readWords(next.value, columns);
      if (clock.ticks() < endsMs) continue;
      cancel = clock.after(0, () => read(offers, columns));
      return;
    }
  };
  return ({ rows, columns }) => {
    cancel();
    cancel = clock.after(0, () => read(rows.values(), columns?.shown));
  };
};

/** True while offers that come are going to be looked through: words are in force, or a line is typed. */
export const areWordsSought = ({ editing, query }: OfferList): boolean =>
  editing !== undefined || query.applied.words.length > 0;
