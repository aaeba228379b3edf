/** What a GPU cost on each of the last seven days: on single machines, and as the median of cohorts. */
import type { SearchType } from '../api/requests.ts';
import type { Likeness } from '../pricing/cohorts.ts';
import { meanIn, targetOf } from './offer-past.ts';
import { pastFigures, type Wanted } from './past-figures.ts';
import type { HistoryStore } from './store.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

/** $/hour for one GPU on each of the seven times 24 hours up to a moment, the oldest first; undefined where nothing is known of one. */
export type Week = readonly (number | undefined)[];

/** Which weeks are wanted: those up to `nowEpochMs`, of prices of that kind. */
export type WeeksWanted = {
  readonly service: string;
  readonly type: SearchType;
  readonly storageGb: number;
  /** The SLA target that is in the prices, if any. */
  readonly slaTarget?: number | undefined;
  /** Machines, and how many of their GPUs. */
  readonly parts: readonly { readonly machineId: number; readonly gpus: number }[];
  readonly nowEpochMs: number;
};

/** The weeks of `parts`, in their order: of all offers of so many GPUs that the machine had, whatever their numbers. Each day has the mean of its time. */
export const machineWeeks = async (store: HistoryStore, wanted: WeeksWanted): Promise<readonly Week[]> => {
  const { service, type, storageGb, slaTarget, parts, nowEpochMs } = wanted;
  const alike = (await store.questions(service)).flatMap(({ id, asked }) =>
    asked.type === type && asked.storageGb === storageGb && targetOf(asked) === slaTarget ? [id] : [],
  );
  const machines = [...new Set(parts.map(({ machineId }) => machineId))];
  const prices = await store.pricesOfMachines(alike, machines, weekUpTo(nowEpochMs));
  const byPart = Map.groupBy(prices, partOf);
  return parts.map((part) => {
    const own = byPart.get(partOf(part)) ?? [];
    return Array.from({ length: DAYS }, (_, day) => {
      const fromMs = nowEpochMs - (DAYS - day) * DAY_MS;
      const mean = meanIn(own, fromMs, fromMs + DAY_MS);
      return mean === undefined ? undefined : mean / part.gpus;
    });
  });
};

const partOf = ({ machineId, gpus }: { readonly machineId: number; readonly gpus: number }): string =>
  `${machineId} ${gpus}`;

const weekUpTo = (nowEpochMs: number) => ({ fromEpochMs: nowEpochMs - DAYS * DAY_MS, toEpochMs: nowEpochMs + 1 });

/** Whose medians are wanted: those of the cohorts of what is meant, up to `nowEpochMs`. */
export type MedianWeeksWanted = Omit<Wanted, 'stretch' | 'stepMs'> & { readonly nowEpochMs: number };

/** The week of each cohort, or the names of filters that cannot be applied to what is kept. */
export type MedianWeeks =
  | { readonly weeks: readonly { readonly like: Likeness; readonly week: Week }[] }
  | { readonly unkept: readonly string[] };

/** So often the market is looked at: a day has the mean of what the median was then. */
const LOOK_MS = DAY_MS / 4;

/** The weeks of the cohorts that agree in `by` (`['gpu_name']`: of each model), in no order. */
export const medianWeeks = async (
  store: HistoryStore,
  { nowEpochMs, ...wanted }: MedianWeeksWanted,
): Promise<MedianWeeks> => {
  const stretch = weekUpTo(nowEpochMs);
  const figures = await pastFigures(store, { ...wanted, stretch, stepMs: LOOK_MS });
  if ('unkept' in figures) return figures;
  const cohorts = new Map<string, { readonly like: Likeness; readonly medians: number[][] }>();
  for (const { fromEpochMs, cohorts: those } of figures.buckets) {
    const middleMs = fromEpochMs + LOOK_MS / 2;
    const day = Math.min(DAYS - 1, Math.max(0, Math.floor((middleMs - stretch.fromEpochMs) / DAY_MS)));
    for (const { like, spread } of those) {
      const { medians } = cohorts.getOrInsertComputed(JSON.stringify(like), () => ({ like, medians: [] }));
      medians[day] = [...(medians[day] ?? []), spread.median];
    }
  }
  return {
    weeks: [...cohorts.values()].map(({ like, medians }) => ({
      like,
      week: Array.from({ length: DAYS }, (_, day) => meanOf(medians[day] ?? [])),
    })),
  };
};

const meanOf = (figures: readonly number[]): number | undefined =>
  figures.length === 0 ? undefined : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
