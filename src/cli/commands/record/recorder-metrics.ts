/** The figures of a recorder: the market as of its last answers, the user's own machines, and how recording goes. */
import type { ErrorKind } from '../../../api/errors/error.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import type { SearchType } from '../../../api/requests.ts';
import type { Clock } from '../../../base/clock.ts';
import { printableStart } from '../../../base/printable.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { createCohorts } from '../../../pricing/cohorts.ts';
import type { Spread } from '../../../pricing/spread.ts';
import { type MachineFigures, machineFamilies } from './machine-metrics.ts';
import { counter, type Family, gauge, openMetricsText } from './open-metrics.ts';

/** The offers of an answer, counted by model while they arrive. */
export type ModelCount = ReturnType<typeof countModels>;

/** What the user has on the market; `isWhole` is false where some of it may be missing. */
export type OwnMachines = {
  readonly hostId: number | undefined;
  readonly listed: number;
  readonly rented: number;
  readonly isWhole: boolean;
  /** Absent where the service tells of their offers alone. */
  readonly figures?: MachineFigures;
};

/** How much an answer held, and whether that is all there is. */
type Extent = { readonly offers: number; readonly isWhole: boolean };

type Model = { readonly name: string; readonly offers: number; readonly spread: Spread | undefined };

/** An answer as it is kept until the next. */
type Answer = Extent & { readonly atTicks: number; readonly models: readonly Model[] };

/** What can become of a call for an answer. */
const RESULTS = ['recorded', 'skipped', 'failed'] as const;

type Result = (typeof RESULTS)[number];

/** Models with figures of their own; a service that invents names shall not fill the memory of who reads them. */
const MOST_MODELS = 300;

const LONGEST_NAME = 100;

const OTHERS = 'others';

const UNKNOWN = 'unknown';

/** Every way in which a call can fail but that somebody ends the program. */
const REFUSALS = [
  'bad-request',
  'credentials-missing',
  'forbidden',
  'key-rejected',
  'rate-limited',
  'refused',
  'timed-out',
  'unreachable',
  'unreadable',
] as const satisfies readonly ErrorKind[];

const FIGURES = ['min', 'p10', 'p25', 'median', 'p75', 'p90', 'max'] as const satisfies readonly (keyof Spread)[];

/** Counts offers by model, and their prices. */
export const countModels = () => {
  const offers = new Map<string, number>();
  const cohorts = createCohorts(['gpu_name'], () => false);
  const nameOf = (name: unknown): string =>
    typeof name === 'string' && name !== '' ? printableStart(name, LONGEST_NAME) : UNKNOWN;
  return {
    add: (batch: readonly Offer[]): void => {
      cohorts.add(batch);
      for (const { gpu_name } of batch) offers.set(nameOf(gpu_name), (offers.get(nameOf(gpu_name)) ?? 0) + 1);
    },
    /** Those with most offers have a line each. */
    models: (): readonly Model[] => {
      const spreads = new Map(cohorts.all().map(({ like, spread }) => [nameOf(like.gpu_name), spread]));
      const sorted = [...offers].sort(([, one], [, other]) => other - one);
      const models = sorted.slice(0, MOST_MODELS).map(([name, count]) => ({
        name,
        offers: count,
        spread: spreads.get(name),
      }));
      const rest = sorted.slice(MOST_MODELS).reduce((sum, [, count]) => sum + count, 0);
      return rest === 0 ? models : [...models, { name: OTHERS, offers: rest, spread: undefined }];
    },
  };
};

const ofOwn = (own: OwnMachines | undefined, part: 'listed' | 'rented' | 'isWhole'): Family['samples'] =>
  own === undefined
    ? []
    : [{ labels: own.hostId === undefined ? {} : { host_id: String(own.hostId) }, value: Number(own[part]) }];

/** The figures of a recorder that asks for `types`. */
export const createRecorderMetrics = (types: readonly SearchType[], clock: Pick<Clock, 'ticks'>) => {
  const answers = new Map<SearchType, Answer>();
  const results = new Map<string, number>();
  const refusals = new Map<string, number>();
  let storeErrors = 0;
  let receivedBytes = 0;
  let own: OwnMachines | undefined;
  let pausedUntilTicks = 0;
  const seconds = (ms: number): number => Math.max(0, Math.round(ms) / 1000);

  const families = (): readonly Family[] => {
    const heard = [...answers];
    const perModel = (figure: (model: Model) => number | undefined): Family['samples'] =>
      heard.flatMap(([type, { models }]) =>
        models.flatMap((model) => {
          const value = figure(model);
          return value === undefined ? [] : [{ labels: { type, gpu_name: model.name }, value }];
        }),
      );
    return [
      gauge(
        'gpudeck_offers',
        'Offers in the last answer.',
        perModel(({ offers }) => offers),
      ),
      ...FIGURES.map((figure) =>
        gauge(
          `gpudeck_gpu_price_${figure}_dollars_per_hour`,
          `What one GPU costs in the last answer: ${figure}.`,
          perModel(({ spread }) => spread?.[figure]),
        ),
      ),
      gauge(
        'gpudeck_last_answer_offers',
        'Offers in the last answer, of all models.',
        heard.map(([type, { offers }]) => ({ labels: { type }, value: offers })),
      ),
      gauge(
        'gpudeck_last_answer_whole',
        '1 where the last answer held all that there is, 0 where it was cut or not all of it could be read.',
        heard.map(([type, { isWhole }]) => ({ labels: { type }, value: Number(isWhole) })),
      ),
      gauge('gpudeck_own_machines_listed', 'Machines of the own host that are listed.', ofOwn(own, 'listed')),
      gauge('gpudeck_own_machines_rented', 'Machines of the own host that are rented.', ofOwn(own, 'rented')),
      gauge('gpudeck_own_machines_whole', '1 where all of them were seen, 0 where not.', ofOwn(own, 'isWhole')),
      ...(own?.figures === undefined ? [] : machineFamilies(own.figures)),
      gauge(
        'gpudeck_last_answer_age_seconds',
        'Time since the last answer.',
        heard.map(([type, { atTicks }]) => ({ labels: { type }, value: seconds(clock.ticks() - atTicks) })),
      ),
      gauge('gpudeck_quota_wait_seconds', 'Time for which nothing is asked, as the quota of rows is used up.', [
        { value: seconds(pausedUntilTicks - clock.ticks()) },
      ]),
      counter(
        'gpudeck_rounds',
        'Calls for an answer, with their tries, by what became of them.',
        types.flatMap((type) =>
          RESULTS.map((result) => ({ labels: { type, result }, value: results.get(`${type} ${result}`) ?? 0 })),
        ),
      ),
      counter(
        'gpudeck_refusals',
        'Searches that failed, each try by itself.',
        REFUSALS.map((kind) => ({ labels: { kind }, value: refusals.get(kind) ?? 0 })),
      ),
      counter('gpudeck_store_errors', 'Answers that could not be written to the history.', [{ value: storeErrors }]),
      counter('gpudeck_received_bytes', 'Bytes of answers as they came, compressed.', [{ value: receivedBytes }]),
    ];
  };

  return {
    /** An answer was there, whether it was recorded or not. */
    answered: (type: SearchType, count: ModelCount, extent: Extent): void => {
      answers.set(type, { ...extent, atTicks: clock.ticks(), models: count.models() });
    },
    ended: (type: SearchType, result: Result): void => {
      const key = `${type} ${result}`;
      results.set(key, (results.get(key) ?? 0) + 1);
    },
    exchanged: ({ endpoint, outcome, receivedBytes: bytes }: Exchange): void => {
      receivedBytes += bytes;
      // That a service does not list machines is no refusal.
      if (endpoint === 'search' && outcome !== 'answered') refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1);
    },
    storeFailed: (): void => {
      storeErrors++;
    },
    /** Undefined where they are not known any more. */
    ownMachines: (machines: OwnMachines | undefined): void => {
      own = machines;
    },
    paused: (ms: number): void => {
      pausedUntilTicks = clock.ticks() + ms;
    },
    text: (): string => openMetricsText(families()),
  };
};

/** What a recorder tells its figures to. */
export type RecorderMetrics = ReturnType<typeof createRecorderMetrics>;
