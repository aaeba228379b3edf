/** Reads of the history what the open page shows. One reading at a time: of those that are wanted meanwhile only the newest is made. */

import type { Clock } from '../../../../base/clock.ts';
import { defaultClauses } from '../../../../filter/defaults.ts';
import { wireFilters } from '../../../../filter/request.ts';
import type { History, HistoryReads } from '../../../../history/history.ts';
import type { Slice } from '../../../state/slice.ts';
import type { CohortWanted, MachinesWanted, OfferWanted, PastValue, PastWanted } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { pastFollowed, pastRead } from './following.ts';
import { joinedBuckets } from './joined-buckets.ts';
import { spanNamed } from './spans.ts';

type PastNeeds = {
  readonly slice: Slice<OffersState>;
  /** Undefined where no history is kept. */
  readonly history: History | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  readonly run: (task: () => Promise<void>) => void;
};

/** The slice with each change followed by what it wants of the past. */
export const pastFollowing = ({ slice, history, clock, timeZone, run }: PastNeeds): Slice<OffersState> => {
  if (history === undefined) return slice;
  let isReading = false;

  const readOn = async (): Promise<void> => {
    for (let asked = slice.get().past; asked?.stage === 'reading'; asked = slice.get().past) {
      const answered = asked;
      const result = await history.read((reads) =>
        pastOf({ service: history.service, reads, timeZone }, answered.wanted, clock.now()),
      );
      slice.change((state) => pastRead(state, answered, result));
    }
  };

  return {
    get: slice.get,
    change: (transition) => {
      slice.change((state) => {
        const changed = transition(state);
        return changed === state ? state : pastFollowed(changed);
      });
      if (isReading || slice.get().past?.stage !== 'reading') return;
      isReading = true;
      run(() =>
        readOn().finally(() => {
          isReading = false;
        }),
      );
    },
  };
};

type Access = { readonly service: string; readonly reads: HistoryReads; readonly timeZone: string };

const pastOf = (access: Access, wanted: PastWanted, nowEpochMs: number): Promise<PastValue> =>
  wanted.kind === 'cohort'
    ? cohortPast(access, wanted, nowEpochMs)
    : wanted.kind === 'offer'
      ? offerPastOf(access, wanted, nowEpochMs)
      : machinesPast(access, wanted, nowEpochMs);

/** How far back the page of an offer, and that of the user's machines, look. */
const DAYS_MS = 30 * 86_400_000;

const NOTHING: PastValue = { kind: 'nothing', isEmpty: true, unkept: [] };

const machinesPast = async (
  { service, reads }: Access,
  wanted: MachinesWanted,
  nowEpochMs: number,
): Promise<PastValue> => {
  const stretch = { fromEpochMs: nowEpochMs - DAYS_MS, toEpochMs: nowEpochMs + 1 };
  const shares = await reads.shares({ ...wanted, service, stretch });
  return shares === undefined ? NOTHING : { kind: 'machines', shares };
};

const offerPastOf = async (
  { service, reads, timeZone }: Access,
  wanted: OfferWanted,
  nowEpochMs: number,
): Promise<PastValue> => {
  const stretch = { fromEpochMs: nowEpochMs - DAYS_MS, toEpochMs: nowEpochMs + 1 };
  const past = await reads.offer({ ...wanted, service, stretch, timeZone });
  return past === undefined ? NOTHING : { kind: 'offer', past };
};

const cohortPast = async (
  { service, reads }: Access,
  { conditions, type, storageGb, span }: CohortWanted,
  nowEpochMs: number,
): Promise<PastValue> => {
  const nothing = async (unkept: readonly string[] = []): Promise<PastValue> => ({
    kind: 'nothing',
    isEmpty: (await reads.questions(service)).length === 0,
    unkept,
  });
  if (conditions === undefined) return nothing();
  const { lengthMs, stepMs } = spanNamed(span);
  const clauses = conditions.map((condition) => ({ ...condition, from: 0, to: 0 }));
  const { filters, local } = wireFilters({ clauses });
  const range = { fromEpochMs: Math.floor((nowEpochMs - lengthMs) / stepMs) * stepMs, toEpochMs: nowEpochMs + 1 };
  const figures = await reads.figures({
    service,
    asked: { type, storageGb, filters },
    conditions: [...clauses, ...defaultClauses({ clauses })],
    local,
    by: ['gpu_name'],
    stretch: range,
    stepMs,
  });
  if ('unkept' in figures) return nothing(figures.unkept);
  if (figures.buckets.length === 0) return nothing();
  const buckets = figures.buckets.flatMap(({ fromEpochMs, toEpochMs, cohorts: [cohort] }) => {
    if (cohort === undefined) return [];
    const { n, p25, median, p75 } = cohort.spread;
    return [{ fromEpochMs, toEpochMs, n, p25, median, p75 }];
  });
  return { kind: 'cohort', range, ...joinedBuckets(buckets, stepMs) };
};
