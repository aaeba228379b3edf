/** A firing of an alert: what came true, as it is kept in the store, and in words. */
import * as z from 'zod';
import { counted } from '../base/figures.ts';
import { parseJson } from '../base/json.ts';
import { datedTime } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';
import type { EventStore, StoredEvent } from '../history/store.ts';
import { dollars, hourly, shortPrice } from '../money/money.ts';
import { type Alert, armingOf, isQuiet, type MarketAlert, TELLINGS, type Telling } from './alert.ts';
import type { Finding } from './hold-against.ts';
import { type Figure, type MarketSentence, printSentence } from './sentence.ts';

/** What firings are called among the events of a store. */
export const FIRED = 'alert';

/** A firing as it is kept. */
export type Firing = {
  /** What it is known by in the store. */
  readonly key: string;
  readonly alert: string;
  readonly sentence: string;
  readonly words: string;
  /** How it is told; empty in the quiet time. */
  readonly tell: readonly Telling[];
  readonly isQuiet: boolean;
  /** True for one that was found later than it came true: nobody evaluated then. It runs no command. */
  readonly isLate: boolean;
  /** True where a command was to run. */
  readonly hasCommand: boolean;
  readonly finding: Finding;
};

/** A firing in a store, but for what it is known by. */
export const keptFiring = z.object({
  alert: z.string(),
  sentence: z.string(),
  words: z.string(),
  tell: z.array(z.enum(TELLINGS)),
  isQuiet: z.boolean(),
  isLate: z.boolean(),
  hasCommand: z.boolean(),
  finding: z.object({
    atEpochMs: z.number(),
    count: z.number(),
    offers: z.array(z.record(z.string(), z.json())),
    figure: z
      .object({
        value: z.number(),
        samples: z.number().optional(),
        before: z.object({ atEpochMs: z.number(), value: z.number(), samples: z.number().optional() }).optional(),
      })
      .optional(),
  }),
});

type Told = { readonly isLate: boolean; readonly timeZone: string };

/** What `alert` finds, as a firing. */
export const firingOf = (alert: MarketAlert, finding: Finding, told: Told): Firing =>
  firingSaid(alert, finding, findingWords(alert.sentence, finding, told.timeZone), told);

/** The same in words that are known. */
export const firingSaid = (alert: Alert, finding: Finding, words: string, { isLate, timeZone }: Told): Firing => {
  const quiet = isQuiet(alert, finding.atEpochMs, timeZone);
  return {
    key: `${armingOf(alert)}:${finding.atEpochMs}`,
    alert: alert.id,
    sentence: printSentence(alert.sentence),
    words,
    tell: quiet ? [] : alert.tell,
    isQuiet: quiet,
    isLate,
    hasCommand: alert.command !== undefined,
    finding,
  };
};

/** Notes a firing; false where it is in the store already. */
export const noteFiring = (store: EventStore, service: string, { key, ...body }: Firing): Promise<boolean> =>
  store.noteEvent({ service, kind: FIRED, id: key, atEpochMs: body.finding.atEpochMs, body: JSON.stringify(body) });

/** The firing that `event` is; undefined for one that another version has written otherwise. */
export const firingIn = ({ id: key, body }: Pick<StoredEvent, 'id' | 'body'>): Firing | undefined => {
  const { success, data } = keptFiring.safeParse(parseJson(body));
  // What a service sent of an offer is known by its fields wherever it is shown.
  return success ? ({ key, ...data } as Firing) : undefined;
};

/** What came true, in a line. */
export const findingWords = (sentence: MarketSentence, finding: Finding, timeZone: string): string => {
  switch (sentence.kind) {
    case 'offers':
      return sentence.becomes === 'gone' ? 'no offer is left' : comersWords(finding);
    case 'machine':
      return `machine ${sentence.machineId} is ${sentence.becomes}`;
    case 'figure':
      return figureWords(sentence.figure, sentence.move.direction, finding, timeZone);
  }
};

const comersWords = ({ count, offers }: Finding): string => {
  const [cheapest] = offers;
  const first = cheapest === undefined ? '' : offerWords(cheapest);
  return count === 1 ? `${first} appeared` : `${count} offers appeared, the cheapest: ${first}`;
};

const offerWords = ({ id, num_gpus: gpus, gpu_name: model, dph_total: price, machine_id: machine }: Offer): string =>
  [
    `${gpus ?? '?'}x ${model ?? 'GPU'}`,
    typeof price === 'number' ? hourly(shortPrice(price)) : '',
    `offer ${id ?? '?'}`,
    typeof machine === 'number' ? `machine ${machine}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const figureWords = (name: Figure, direction: 'falls' | 'rises', { figure }: Finding, timeZone: string): string => {
  const { value = 0, samples, before } = figure ?? {};
  const moved = direction === 'falls' ? 'fell' : 'rose';
  const from =
    before === undefined
      ? ''
      : ` from ${dollars(shortPrice(before.value))}${samplesWords(before.samples)} at ${datedTime(before.atEpochMs, timeZone)}`;
  return `${name} ${moved}${from} to ${dollars(shortPrice(value))}/GPU/h${samplesWords(samples)}`;
};

/** How many prices a figure is made of; nothing where an older version has not kept it. */
const samplesWords = (samples: number | undefined): string =>
  samples === undefined ? '' : ` (${counted(samples, 'offer')})`;

/** Firings of the market and of the account by their times, the newest last, `most` of them. */
export const firingsTogether = (
  ofMarket: readonly Firing[],
  ofAccount: readonly Firing[],
  most: number,
): readonly Firing[] =>
  [...ofMarket, ...ofAccount].sort((one, other) => one.finding.atEpochMs - other.finding.atEpochMs).slice(-most);
