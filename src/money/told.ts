/** What is left, what it costs and how long it lasts, as sentences for a page and a command. Pure. */
import { weekdayTime } from '../base/time.ts';
import type { Burn } from './burn.ts';
import { amountWords, rateWords } from './money.ts';
import type { Runway } from './runway.ts';
import type { Standing } from './standing.ts';

/** `Credit: $12.40`. */
export const standingWords = ({ what, dollars, isHost }: Standing): string => {
  const name = what === 'credit' ? 'credit' : isHost === true ? 'balance, which is owed to you' : 'balance';
  return `${amountWords(dollars)} ${name}${dollars < 0 ? ', below zero' : ''}`;
};

/** `$0.5210/h: GPUs $0.4800, disks ..., as the service tells it; traffic is not in it`. */
export const burnWords = ({ total, source, isWhole, gpu, disk, volumes, sla }: Burn): string => {
  const parts = [
    ['GPUs', gpu],
    ['disks', disk],
    ['volumes', volumes],
    ['SLA', sla],
  ] as const;
  const told = parts.flatMap(([name, rate]) => (rate === undefined ? [] : `${name} ${amountWords(rate)}`));
  const untold = parts.flatMap(([name, rate]) => (rate === undefined ? [name] : []));
  const missing = untold.length === 0 ? '' : `; not known: ${untold.join(', ')}`;
  const from = source === 'service' ? 'as the service tells it' : 'added up from the records';
  return `${isWhole ? '' : 'at least '}${rateWords(total)}: ${told.join(', ')}, ${from}${missing}; traffic is not in it`;
};

/** Hours beyond which no moment is named. */
const LONGEST_NAMED = 300 * 24;

/** `until Fri 27 Nov 07:16`, `for more than 300 days`; `atMs` is what `hours` count from, Unix epoch milliseconds. */
export const untilWords = (hours: number, atMs: number, timeZone: string): string =>
  hours > LONGEST_NAMED
    ? 'for more than 300 days'
    : `until ${weekdayTime(Math.round(atMs + hours * 3_600_000), timeZone)}`;

/** How long it lasts, and what happens then; what is not known is said. `atMs` is when the credit was told, Unix epoch milliseconds. */
export const runwayLines = (
  {
    standing,
    burn,
    runway,
  }: {
    readonly standing: Standing | undefined;
    readonly burn: Burn | undefined;
    readonly runway: Runway | undefined;
  },
  atMs: number,
  timeZone: string,
): readonly string[] => {
  if (standing === undefined) return ['not known: the service does not tell what is left'];
  if (standing.isHost === true) return ['none: the balance is owed to you, and nothing is paid from it'];
  if (burn === undefined || runway === undefined) return ['not known: what is spent per hour is not known'];
  const { hours, hoursIfStopped, isDiskPriceOpen, isShorter } = runway;
  if (standing.dollars <= 0) return [`over: nothing is left. ${thenWords(standing, 'now')}`];
  if (hours === Number.POSITIVE_INFINITY) return ['no end: nothing costs anything now, without traffic'];
  const least = isShorter ? ' at the latest' : '';
  const stopped =
    hoursIfStopped === undefined
      ? []
      : hoursIfStopped === Number.POSITIVE_INFINITY
        ? ['If everything is stopped now, nothing costs anything.']
        : isDiskPriceOpen
          ? [
              `If everything is stopped now: at most ${untilWords(hoursIfStopped, atMs, timeZone)} (disk may cost more while stopped).`,
            ]
          : [`If everything is stopped now: ${untilWords(hoursIfStopped, atMs, timeZone)}.`];
  return [
    `${untilWords(hours, atMs, timeZone)}${least}, if nothing changes, without traffic`,
    ...stopped,
    thenWords(standing, 'then'),
  ];
};

/** What happens when nothing is left. When anything is deleted nobody tells. */
const thenWords = ({ hasCard }: Standing, when: 'now' | 'then'): string => {
  const word = when === 'now' ? 'Now' : 'Then';
  if (hasCard === true) return `${word} the card is charged.`;
  const unless = hasCard === undefined ? ', unless a card is on record, which is not told' : '';
  return `${word} GPUs are stopped${unless}; disks and volumes go on costing.`;
};
