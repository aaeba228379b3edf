/** The weeks of the offers on the screen: read of the history once for a screen and those around it, and kept until the next hour. */
import type { Offer } from '../../../catalogue/values.ts';
import type { Week, WeeksWanted } from '../../../history/weeks.ts';
import { rowsOn } from '../../state/groups.ts';
import { lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneNeeds } from '../pane.ts';
import type { OfferWeeks } from './pages.ts';
import { shownPricing } from './pricing.ts';
import type { OffersState } from './state.ts';

type Part = WeeksWanted['parts'][number];
type Terms = Omit<WeeksWanted, 'service' | 'parts'>;

const HOUR_MS = 3_600_000;

/** Cells of a screen from which on there is room for them. */
export const WEEK_FROM = 100;

/** What the prices on the screen are, up to the last whole hour; undefined before the first answer. */
const termsOf = (state: OffersState): Terms | undefined => {
  const last = lastArrived(state.answer);
  if (last === undefined) return undefined;
  const { type, storageGb, slaTarget } = shownPricing(state);
  return { type, storageGb, slaTarget, nowEpochMs: Math.floor(last.atEpochMs / HOUR_MS) * HOUR_MS };
};

const partOf = ({ machine_id: machineId, num_gpus: gpus }: Offer): Part | undefined =>
  typeof machineId === 'number' && typeof gpus === 'number' && gpus > 0 ? { machineId, gpus } : undefined;

const keyOf = ({ machineId, gpus }: Part): string => `${machineId} ${gpus}`;

/** The weeks that are known of the prices on the screen. */
const knownIn = ({ weeks }: OffersState, terms: Terms): OfferWeeks['known'] =>
  weeks?.of === JSON.stringify(terms) ? weeks.known : {};

/** Gives the week of an offer; undefined where it was not read, and empty where nothing is known. */
export const weekIn = (state: OffersState): ((offer: Offer) => Week | undefined) => {
  const terms = termsOf(state);
  const known = terms === undefined ? {} : knownIn(state, terms);
  return (offer) => {
    const part = partOf(offer);
    return part === undefined ? undefined : known[keyOf(part)];
  };
};

/** What is to be read: nothing while all offers of the `height` lines on the screen are known, else those of a screen before and after them too. */
const weeksWanted = (
  state: OffersState,
  height: number,
): { readonly terms: Terms; readonly parts: readonly Part[] } | undefined => {
  const terms = termsOf(state);
  // What is still asked for comes first.
  if (terms === undefined || state.answer.stage === 'loading') return undefined;
  const known = knownIn(state, terms);
  const { cursor } = state.list;
  const unknown = (from: number, to: number): readonly Part[] =>
    rowsOn(state.list, from, to).flatMap((offer) => {
      const part = partOf(offer);
      return part === undefined || known[keyOf(part)] !== undefined ? [] : [part];
    });
  if (unknown(cursor.top, cursor.top + height).length === 0) return undefined;
  return { terms, parts: unknown(cursor.top - height, cursor.top + 2 * height) };
};

const weeksRead = (
  state: OffersState,
  { terms, parts }: NonNullable<ReturnType<typeof weeksWanted>>,
  weeks: readonly Week[],
): OffersState => {
  const read = parts.map((part, place) => {
    const week = weeks[place] ?? [];
    return [keyOf(part), week.filter((price) => price !== undefined).length < 2 ? [] : week] as const;
  });
  return {
    ...state,
    weeks: {
      of: JSON.stringify(terms),
      known: { ...knownIn(state, terms), ...Object.fromEntries(read) },
      isSeen: state.weeks?.isSeen === true || read.some(([, week]) => week.length > 0),
    },
  };
};

/** The slice whose offers on the screen have their weeks read after each change, where there is room for them. */
export const weeksFollowing = ({
  slice,
  history,
  height,
  screen,
  run,
}: PaneNeeds<OffersState> & { readonly height: () => number }): Slice<OffersState> => {
  if (history === undefined) return slice;
  let isReading = false;
  let isOver = false;

  const wanted = () => (isOver || screen().width < WEEK_FROM ? undefined : weeksWanted(slice.get(), height()));

  const readOn = async (): Promise<void> => {
    for (let asked = wanted(); asked !== undefined; asked = wanted()) {
      const { terms, parts } = asked;
      const { service } = history;
      const result = await history.read((reads) => reads.machineWeeks({ ...terms, service, parts }));
      // What is wrong with the history has been said.
      if ('problem' in result) isOver = true;
      else slice.change((state) => weeksRead(state, { terms, parts }, result.value));
    }
  };

  return {
    get: slice.get,
    change: (transition) => {
      slice.change(transition);
      if (isReading || wanted() === undefined) return;
      isReading = true;
      run(() =>
        readOn().finally(() => {
          isReading = false;
        }),
      );
    },
  };
};
