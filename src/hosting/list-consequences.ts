/** What comes of listing machines, before anything is sent. Pure. */
import { grouped, plural } from '../base/figures.ts';
import { dollars } from '../money/money.ts';
import { placeAt } from '../pricing/place.ts';
import { distanceWords, priceWords, rankWords, shortWords } from '../pricing/place-words.ts';
import { quantile } from '../pricing/spread.ts';
import type { Paragraph } from '../writes/write-kind.ts';
import type { PlannedListing } from './list-plan.ts';
import { termName, termsChanged, termWords } from './list-terms.ts';
import { listingOf } from './machine.ts';
import type { MachineMarket } from './machine-market.ts';
import { type MachineTarget, machineWords } from './machine-target.ts';

/** A machine, and what is sent for it. */
export type Listed = { readonly target: MachineTarget; readonly planned: PlannedListing };

/** Prices that are held against what they were; that of a GPU against the market too. */
const PRICES = ['pricePerGpu', 'diskPrice', 'upPrice', 'downPrice', 'minBid', 'volumePrice'] as const;

/** The prices that are ten times or a tenth of the market's median or of what the machine has now, each in words. Traffic and disk for nothing are no slip. */
export const farOffs = ({
  target: { machine },
  planned: { sent, market },
}: Listed): readonly { readonly words: string; readonly price: number }[] => {
  const now = listingOf(machine);
  return PRICES.flatMap((term) => {
    const price = sent[term] ?? 0;
    const median = term === 'pricePerGpu' && market ? quantile(market.others, 0.5) : undefined;
    const { [term]: before } = now;
    const found = [
      { than: median, what: 'the median of comparable offers' },
      { than: before, what: term === 'pricePerGpu' ? 'its present price' : 'what it is now' },
    ].find(({ than }) => (price > 0 || term === 'pricePerGpu') && isFarOff(price, than));
    if (typeof found?.than !== 'number') return [];
    const { than, what } = found;
    const times = price > than ? `${grouped(Math.round(price / than))} times` : 'a tenth of, or less,';
    const name = term === 'pricePerGpu' ? '' : `${termName(term)} `;
    const words = `${name}${termWords(term, price, 'UTC')} is ${times} ${what}, ${shortWords(than, dollars)}.`;
    return [{ words, price }];
  });
};

/** Whether a price is so many times off another that it may be a slip of the finger. */
export const isFarOff = (price: number, than: number | null | undefined): boolean =>
  typeof than === 'number' && than > 0 && (price >= 9.999_999 * than || price <= than / 9.999_999);

/** What is typed to confirm `prices` that may be slips: what confirms without them is never the same. */
export const pricesTyped = (prices: readonly number[], targets: readonly MachineTarget[]) => {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0) return undefined;
  if (low !== high) return { what: 'the lowest and highest price', text: `${low} ${high}` };
  const [first] = targets;
  const usual = targets.length === 1 ? first?.id : targets.length;
  return { what: 'the price', text: low === usual ? dollars(String(low)) : String(low) };
};

/** What becomes of a machine: its price and its place, and what else is another than now. */
export const listingLines = ({ target, planned }: Listed, timeZone: string): readonly Paragraph[] => {
  const { sent, basis, market } = planned;
  const now = listingOf(target.machine);
  const price = termWords('pricePerGpu', sent.pricePerGpu, timeZone);
  const changed = termsChanged(sent, now);
  const before = now.pricePerGpu;
  const was = typeof before === 'number' && changed.includes('pricePerGpu') ? `${priceWords(before)} to ` : '';
  const others = changed
    .filter((term) => term !== 'pricePerGpu')
    .map(
      (term) =>
        `${termName(term)} ${termWords(term, now[term] ?? null, timeZone)} to ${termWords(term, sent[term] ?? null, timeZone)}`,
    );
  return [
    { text: `${machineWords(target)}: ${was}${price}${basis === '' ? '' : ` (${basis})`}`, tone: 'strong' },
    { text: placeWords(sent.pricePerGpu, before, market), inset: 2 },
    ...(others.length === 0 ? [] : [{ text: `${others.join('; ')}.`, inset: 2 }]),
  ];
};

/** `7th of 19 comparable offers, 4 % over their median of $0.4200.` */
const placeWords = (price: number, before: number | null | undefined, market: MachineMarket | undefined): string => {
  if (market === undefined) return 'Where it stands in the market is not known.';
  const { others, isWhole } = market;
  const { median, ...place } = placeAt(price, others);
  if (median === undefined) return 'Nobody else offers what is comparable.';
  const now = typeof before === 'number' ? ` (now ${rankWords(placeAt(before, others))})` : '';
  const cut = isWhole ? '' : ' of those that the service gave';
  return `${rankWords(place)} comparable offers${cut}, ${distanceWords(price, median)} the median of ${dollars(median)}${now}.`;
};

const RAISING = ['pricePerGpu', 'diskPrice', 'upPrice', 'downPrice'] as const;

const isRaised = ({ target, planned: { sent } }: Listed): boolean => {
  const now = listingOf(target.machine);
  return RAISING.some((term) => sent[term] > (now[term] ?? Number.POSITIVE_INFINITY));
};

/** Nobody knows at which prices what is rented there goes on. */
const mayBeRaised = ({ target: { machine } }: Listed): boolean =>
  (machine.current_rentals_resident ?? 0) > 0 && RAISING.some((term) => listingOf(machine)[term] == null);

const isLater = ({ target, planned: { sent } }: Listed): boolean => {
  const { end } = listingOf(target.machine);
  return typeof end === 'number' && (sent.end === null || sent.end > end);
};

type Matter = readonly [holds: (one: Listed, nowEpochMs: number) => boolean, text: string, tone?: Paragraph['tone']];

const endOf = ({ planned: { sent } }: Listed): number | null => sent.end;

const MATTERS: readonly Matter[] = [
  [
    (one) => mayBeRaised(one) && !isRaised(one),
    'What it was offered at is not known: renters whose contract costs less get a pending increase.',
    'warning',
  ],
  [
    (one) => isLater(one) && !isRaised(one) && !mayBeRaised(one),
    'The end is later and nothing costs more: contracts that run and cost no less are lengthened to it.',
  ],
  [(one) => endOf(one) === null, 'The offer never ends by itself.'],
  [
    (one, nowMs) => (endOf(one) ?? Number.POSITIVE_INFINITY) * 1000 <= nowMs,
    'The end is past: the offer ends at once.',
    'danger',
  ],
  [(one) => endOf(one) !== null, 'The end stands still from now on, also where a duration has moved it on every day.'],
  [
    ({ planned: { sent } }) => sent.minBid === undefined,
    'The smallest bid is not known and not sent: a service may keep it, or take it back.',
  ],
];

/** What holds for all of them, or for those that it says. */
export const consequencesOf = (all: readonly Listed[], nowEpochMs: number): readonly Paragraph[] => {
  const of = (chosen: readonly Listed[]): string =>
    chosen.length === all.length ? '' : `Of ${chosen.map(({ target }) => target.id).join(', ')}: `;
  const said = (chosen: readonly Listed[], text: string, tone: Paragraph['tone'] = 'plain'): readonly Paragraph[] =>
    chosen.length === 0 ? [] : [{ text: of(chosen) + text, tone }];
  const raised = all.filter(isRaised);
  const renters = raised.reduce((sum, { target }) => sum + (target.machine.current_rentals_resident ?? 0), 0);
  const on = renters === 0 ? '' : ` ${grouped(renters)} ${plural(renters, 'instance is', 'instances are')} there.`;
  return [
    { text: 'It is published at once. Contracts that run keep their prices and never end sooner.', tone: 'warning' },
    ...said(
      raised,
      `A price rises. Renters whose contract costs less get a pending increase, and their contracts are no longer extended by themselves until they accept it.${on}`,
      'warning',
    ),
    ...MATTERS.flatMap(([holds, text, tone]) =>
      said(
        all.filter((one) => holds(one, nowEpochMs)),
        text,
        tone,
      ),
    ),
    ...volumeWords(all, said),
    ...all.flatMap((one) =>
      farOffs(one).map(({ words }) => ({ text: `Machine ${one.target.id}: ${words}`, tone: 'danger' }) as const),
    ),
  ];
};

const volumeWords = (
  all: readonly Listed[],
  said: (chosen: readonly Listed[], text: string) => readonly Paragraph[],
): readonly Paragraph[] =>
  [...Map.groupBy(all, ({ planned: { sent } }) => sent.volumeGb)].flatMap(([sizeGb, chosen]) => {
    if (sizeGb === 0) return said(chosen, 'No disk is offered as volumes; unsaid, half of what is free would be.');
    return said(
      chosen,
      `${grouped(sizeGb)} GB of disk are offered as volumes, at the price of the disk where no other is known.`,
    );
  });
