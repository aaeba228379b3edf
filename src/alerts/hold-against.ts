/** Holds a sentence against answers, one after the other. What fires now and what would have fired in the past is found by the same. Pure. */
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import type { Offer } from '../catalogue/values.ts';
import type { WhatIsMeant } from '../history/asked.ts';
import { generatedUntil } from '../history/generated.ts';
import { type EventStore, INTERVALS_KEPT_MS, type Question } from '../history/store.ts';
import { spreadOf } from '../pricing/spread.ts';
import type { MarketAlert } from './alert.ts';
import { type Answer, answeringQuestions, type Reads, recordedAnswers, whatIsMeant } from './recorded-answers.ts';
import type { Figure, MachineState, MarketSentence, Move } from './sentence.ts';

/** What is held against answers. What was so less than `debounceMs` ago is no news when it is so again. */
type Rule = { readonly sentence: MarketSentence; readonly debounceMs: number };

/** What the answers before told. */
export type Past = {
  /** True once a whole answer was there: what it did not hold was not there. */
  readonly isBegun: boolean;
  /** Ids of the offers that were there, as far as is known. */
  readonly there: ReadonlySet<number>;
  /** When those that went were first missing; of long ago none. */
  readonly wentAtMs: ReadonlyMap<number, number>;
  /** Whether what is waited for was so; undefined where nobody knows yet. */
  readonly isSo: boolean | undefined;
  /** When it was no longer so; undefined where it never was. */
  readonly endedAtMs: number | undefined;
  /** The figures of the time that a share is reckoned in, without those that a later one has overtaken: the first is the utmost. */
  readonly utmost: readonly PastFigure[];
};

/** `samples` prices are in it; absent where an older version has kept it. */
type PastFigure = { readonly atEpochMs: number; readonly value: number; readonly samples?: number | undefined };

/** What is known before the first answer. */
export const NOTHING_KNOWN: Past = {
  isBegun: false,
  there: new Set(),
  wentAtMs: new Map(),
  isSo: undefined,
  endedAtMs: undefined,
  utmost: [],
};

/** What came true with an answer. */
export type Finding = {
  readonly atEpochMs: number;
  /** How many offers it is about, and the cheapest of them, `OFFERS_TOLD` at the most. */
  readonly count: number;
  readonly offers: readonly Offer[];
  /** $/hour for one GPU, and what it is compared with. */
  readonly figure?: {
    readonly value: number;
    readonly samples?: number | undefined;
    readonly before?: PastFigure | undefined;
  };
};

/** Offers that a finding names. */
const OFFERS_TOLD = 20;

/** What is known after `answer`, and what came true with it. */
export const holdAgainst = (
  rule: Rule,
  past: Past,
  answer: Answer,
): { readonly past: Past; readonly finding?: Finding } => {
  const { sentence } = rule;
  switch (sentence.kind) {
    case 'offers':
      return sentence.becomes === 'there'
        ? comers(rule, past, answer)
        : turned(rule, past, answer, answer.offers.length > 0 ? false : ifWhole(answer, true));
    case 'machine':
      return turned(rule, past, answer, isMachine(sentence.becomes, answer));
    case 'figure':
      return moved(rule, sentence.move, past, answer, sentence.figure);
  }
};

/** What `rule` finds in `answers` (by their times) from `fromEpochMs` on; what was before is only looked at. */
const findingsIn = function* (rule: Rule, answers: Iterable<Answer>, fromEpochMs: number): Generator<Finding> {
  let past = NOTHING_KNOWN;
  for (const answer of answers) {
    const held = holdAgainst(rule, past, answer);
    past = held.past;
    if (held.finding !== undefined && answer.atEpochMs >= fromEpochMs) yield held.finding;
  }
};

type Held = ReturnType<typeof holdAgainst>;

const ifWhole = ({ isWhole }: Answer, value: boolean): boolean | undefined => (isWhole ? value : undefined);

const findingOf = ({ atEpochMs }: Answer, offers: readonly Offer[]): Finding => ({
  atEpochMs,
  count: offers.length,
  offers: offers.toSorted(byPrice).slice(0, OFFERS_TOLD),
});

/** The cheapest first, what has no price last, and of two at one price that with the lower id. */
const byPrice = (one: Offer, other: Offer): number =>
  (one.dph_total ?? Number.MAX_VALUE) - (other.dph_total ?? Number.MAX_VALUE) || (one.id ?? 0) - (other.id ?? 0);

/** Offers that were not there. */
const comers = ({ debounceMs }: Rule, past: Past, answer: Answer): Held => {
  const { atEpochMs, isWhole, offers } = answer;
  const now = new Set<number>();
  const come: Offer[] = [];
  for (const offer of offers) {
    if (typeof offer.id !== 'number') continue;
    now.add(offer.id);
    const wentAtMs = past.wentAtMs.get(offer.id);
    const isNews = wentAtMs === undefined || atEpochMs - wentAtMs >= debounceMs;
    if (past.isBegun && !past.there.has(offer.id) && isNews) come.push(offer);
  }
  const wentAtMs = new Map(
    [...past.wentAtMs].filter(([id, wentMs]) => !now.has(id) && atEpochMs - wentMs < debounceMs),
  );
  for (const id of past.there) {
    if (now.has(id)) continue;
    if (isWhole) wentAtMs.set(id, atEpochMs);
    else now.add(id);
  }
  return {
    past: { ...past, isBegun: past.isBegun || isWhole, there: now, wentAtMs },
    ...(come.length > 0 && { finding: findingOf(answer, come) }),
  };
};

/** Whether it is so with this answer; undefined where that says nothing of it. */
const isMachine = (becomes: MachineState, answer: Answer): boolean | undefined => {
  const { offers } = answer;
  switch (becomes) {
    case 'gone':
      return offers.length > 0 ? false : ifWhole(answer, true);
    case 'back':
      return offers.length > 0 ? true : ifWhole(answer, false);
    case 'rented':
    case 'free': {
      const isRented = rentedIn(answer);
      return isRented === undefined ? undefined : isRented === (becomes === 'rented');
    }
  }
};

/** A machine is rented when one of its offers is, and free when none is; when none is listed nobody knows. */
const rentedIn = (answer: Answer): boolean | undefined => {
  const taken = answer.offers.map(({ rentable, rented }) =>
    rented === true || rentable === false ? true : rentable === true ? false : undefined,
  );
  if (taken.includes(true)) return true;
  return taken.length === 0 || taken.includes(undefined) ? undefined : ifWhole(answer, false);
};

/** What fires when something becomes so that was not. */
const turned = (
  { debounceMs }: Rule,
  past: Past,
  answer: Answer,
  isSo: boolean | undefined,
  figure?: Finding['figure'],
): Held => {
  if (isSo === undefined) return { past };
  const { atEpochMs } = answer;
  if (!isSo) return { past: { ...past, isSo, endedAtMs: past.isSo === true ? atEpochMs : past.endedAtMs } };
  const isNews = past.endedAtMs === undefined || atEpochMs - past.endedAtMs >= debounceMs;
  return {
    past: { ...past, isSo },
    ...(past.isSo === false &&
      isNews && { finding: { ...findingOf(answer, answer.offers), ...(figure !== undefined && { figure }) } }),
  };
};

/** Below this share of a dollar two prices are one. */
const TINY = 1e-9;

/** A figure is known with a whole answer alone. */
const moved = (rule: Rule, move: Move, past: Past, answer: Answer, name: Figure): Held => {
  if (!answer.isWhole) return { past };
  const prices = answer.offers.flatMap((offer) => pricePerGpu(offer) ?? []).sort((one, other) => one - other);
  const value = spreadOf(prices)?.[name];
  if (value === undefined) return { past };
  const samples = prices.length;
  const sign = move.direction === 'falls' ? 1 : -1;
  if ('price' in move) return turned(rule, past, answer, sign * (move.price - value) > TINY, { value, samples });
  const { atEpochMs } = answer;
  const within = past.utmost.filter((before) => before.atEpochMs >= atEpochMs - move.withinMs);
  const [before] = within;
  const bound = (before?.value ?? 0) * (1 - (sign * move.percent) / 100);
  const isSo = before !== undefined && sign * (bound - value) >= -TINY;
  const utmost = [
    ...within.slice(0, within.findLastIndex((it) => sign * (it.value - value) > 0) + 1),
    { atEpochMs, value, samples },
  ];
  return turned(rule, { ...past, utmost }, answer, isSo, { value, samples, ...(before !== undefined && { before }) });
};

/** How long a figure that something is compared with counts. */
const withinOf = ({ move }: { readonly move?: Move }): number =>
  move !== undefined && 'withinMs' in move ? move.withinMs : 0;

/**
 * From when answers must be held against a rule, so that all is known at `fromEpochMs` that answers of any time would tell: with the last
 * answer before the debounce that tells anything of it (an empty one tells nothing of a price), and what that one is compared with.
 */
export const beginningFor = async (
  store: Reads,
  questions: readonly Question[],
  { rule, meant, fromEpochMs }: { readonly rule: Rule; readonly meant: WhatIsMeant; readonly fromEpochMs: number },
): Promise<number> => {
  const { sentence, debounceMs } = rule;
  const before = fromEpochMs - debounceMs;
  const stretch = { fromEpochMs: fromEpochMs - INTERVALS_KEPT_MS, toEpochMs: before };
  const rounds = await Promise.all(questions.map(({ id }) => store.rounds(id, stretch)));
  const times = rounds
    .flatMap((round) => round.map(({ atEpochMs }) => atEpochMs))
    .toSorted((one, other) => other - one);
  const tells = (answer: Answer) => {
    const { past } = holdAgainst(rule, NOTHING_KNOWN, answer);
    return past.isBegun || past.isSo !== undefined;
  };
  const reach = sentence.kind === 'figure' ? withinOf(sentence) : 0;
  for (let read = 0, most = 1; read < times.length; read += most, most *= GROWTH) {
    const [last, first] = [times[read], times[Math.min(read + most, times.length) - 1]];
    if (last === undefined || first === undefined) break;
    const answers = await recordedAnswers(store, questions, meant, { fromEpochMs: first, toEpochMs: last + 1 });
    const told = [...answers].findLast(tells);
    if (told !== undefined) return Math.max(stretch.fromEpochMs, told.atEpochMs - reach);
  }
  // What cut answers held was there: those that come again after a whole one are told by them.
  return stretch.fromEpochMs;
};

/** So many times as many answers are looked at, where the last ones told nothing. */
const GROWTH = 8;

/** What was found, the oldest first; of more than `FINDINGS_KEPT` the last. */
export type BackTest = {
  readonly findings: readonly Finding[];
  readonly found: number;
  /** How many answers were looked at, from the first to the last; none where nothing that was recorded answers it. */
  readonly answers: number;
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  /** How many offers were meant by the last whole answer. */
  readonly lastCount: number | undefined;
  /** Answers up to then were generated (`generatedUntil`); undefined where none of them was. */
  readonly generatedUntilMs: number | undefined;
};

const FINDINGS_KEPT = 200;

/** Looks back from `nowMs` by `backMs`. */
export const backTest = async (
  store: Reads & Pick<EventStore, 'events'>,
  {
    sentence,
    service,
    debounceMs,
    ...pricing
  }: Pick<MarketAlert, 'sentence' | 'service' | 'debounceMs' | 'type' | 'storageGb'>,
  { nowMs, backMs }: { readonly nowMs: number; readonly backMs: number },
): Promise<BackTest> => {
  const meant = whatIsMeant(sentence, pricing);
  const rule = { sentence, debounceMs };
  const questions = await answeringQuestions(store, service, meant);
  const fromMs = nowMs - backMs;
  const fromEpochMs = await beginningFor(store, questions, { rule, meant, fromEpochMs: fromMs });
  const answers = await recordedAnswers(store, questions, meant, { fromEpochMs, toEpochMs: nowMs + 1 });
  let count = 0;
  let firstMs: number | undefined;
  let lastMs: number | undefined;
  let lastCount: number | undefined;
  const counted = function* (): Generator<Answer> {
    for (const answer of answers) {
      if (answer.atEpochMs >= fromMs) {
        count++;
        firstMs ??= answer.atEpochMs;
      }
      lastMs = answer.atEpochMs;
      if (answer.isWhole) lastCount = answer.offers.length;
      yield answer;
    }
  };
  const findings: Finding[] = [];
  let found = 0;
  for (const finding of findingsIn(rule, counted(), fromMs)) {
    found++;
    findings.push(finding);
    if (findings.length > FINDINGS_KEPT) findings.shift();
  }
  const untilMs = await generatedUntil(store, service);
  const generatedUntilMs = untilMs !== undefined && firstMs !== undefined && firstMs <= untilMs ? untilMs : undefined;
  return { findings, found, answers: count, firstMs, lastMs, lastCount, generatedUntilMs };
};
