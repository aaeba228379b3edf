/** What is said of leases, on every screen and in every line. Pure. */
import { capital } from '../base/text.ts';
import { clockTimeAndDay, weekdayTime } from '../base/time.ts';
import type { BesideById } from '../catalogue/instance-beside.ts';
import { leftWords } from '../pricing/time-left.ts';
import type { Lease, LeaseEnd, LeaseStep, LeaseTerms } from '../storage/journal/leases.ts';
import { isOpen } from './lease.ts';
import type { ReadEnd } from './until.ts';

/** What becomes of an instance, as the end of a sentence about it. */
export const THEN_WORDS: Readonly<Record<LeaseEnd, string>> = {
  tell: 'you are told, and nothing is sent',
  stop: 'it is stopped',
  destroy: 'it is destroyed, with everything on its disk',
};

const DONE_WORDS: Readonly<Record<LeaseStep, string>> = { stop: 'stopped', destroy: 'destroyed' };

/** `instance 4711 (train)`. */
const leasedWords = ({ instanceId, label }: Pick<Lease, 'instanceId' | 'label'>): string => {
  const who = instanceId === undefined ? 'an instance that is not known yet' : `instance ${instanceId}`;
  return label === '' ? who : `${who} (${label})`;
};

/** Later than this is late, ms. */
const LATE_MS = 60_000;

const lateWords = (atMs: number, nowMs: number): string =>
  nowMs - atMs > LATE_MS ? `, ${leftWords((nowMs - atMs) / 3_600_000)} late` : '';

/** Words about one lease at a moment. */
export const createLeaseWords = (timeZone: string, clearing: (lease: Lease) => string) => {
  const at = (ms: number, nowMs: number): string => clockTimeAndDay(ms, nowMs, timeZone);
  return {
    /** That the end comes; `isInTime` is false where nothing may be destroyed at it. */
    warning: (lease: Lease, nowMs: number, isInTime: boolean): string => {
      const { untilMs } = lease;
      const end = lease.isFound ? 'tell' : lease.end;
      const what =
        end === 'destroy' && !isInTime
          ? 'it is stopped then, and destroyed an hour later, because nobody was warned in time'
          : `${THEN_WORDS[end]} then`;
      const kept = end === 'tell' ? '' : ` ${clearing(lease)}`;
      return `The lease of ${leasedWords(lease)} ends at ${at(untilMs, nowMs)}: ${what}.${kept}`;
    },
    barred: (lease: Lease, why: string, nowMs: number): string =>
      `The lease of ${leasedWords(lease)} ends at ${at(lease.untilMs, nowMs)}, and nothing is sent from here then: ${why}.`,
    ended: (lease: Lease, nowMs: number): string =>
      `The lease of ${leasedWords(lease)} ended at ${at(lease.untilMs, nowMs)}${lateWords(lease.untilMs, nowMs)}. It is still there, and costs.`,
    hindered: (lease: Lease, why: string, nowMs: number): string =>
      `The lease of ${leasedWords(lease)} ended at ${at(lease.untilMs, nowMs)}, and nothing was sent: ${why}.`,
    postponed: (lease: Lease, destroyMs: number, nowMs: number): string =>
      `The lease of ${leasedWords(lease)} ended at ${at(lease.untilMs, nowMs)}, and nobody was warned in time: it is stopped now, and destroyed at ` +
      `${at(destroyMs, nowMs)}. ${clearing(lease)}`,
    done: (lease: Lease, step: LeaseStep, dueMs: number, nowMs: number): string =>
      `Its lease has ${DONE_WORDS[step]} ${leasedWords(lease)}${lateWords(dueMs, nowMs)}.`,
    shown: (lease: Lease, step: LeaseStep): string =>
      `${capital(leasedWords(lease))}: the answer was lost, and the list shows that it is ${DONE_WORDS[step]}.`,
    already: (lease: Lease): string => `The lease of ${leasedWords(lease)} ended: it was stopped already.`,
    refused: (lease: Lease, step: LeaseStep, why: string): string =>
      `${capital(leasedWords(lease))} was not ${DONE_WORDS[step]} at the end of its lease: ${why} It is tried again in 15 minutes.`,
    unknown: (lease: Lease, step: LeaseStep, why: string): string =>
      `Outcome unknown: ${leasedWords(lease)} was to be ${DONE_WORDS[step]} at the end of its lease, and is still there: ${why} It is not sent again; ` +
      'look at it, and give it another lease or none.',
    otherAccount: (lease: Lease): string =>
      `The lease of ${leasedWords(lease)} is of another account than the key in use: nobody looks after it with this key.`,
    gone: (lease: Lease): string => `The lease of ${leasedWords(lease)} ended: the list has no such instance any more.`,
    found: (lease: Lease): string =>
      `${capital(leasedWords(lease))} is new on its machine with the label of a rental that was not answered. Its lease only tells until you confirm its id: ` +
      `gpudeck lease set ${lease.instanceId} UNTIL --confirm ${lease.instanceId}.`,
    neverFound: (lease: Lease): string =>
      `The lease of ${leasedWords(lease)} ended, and no instance of it was found: its creation was not answered.`,
  };
};

/** `14:05 stop`, `Fri 14:05 stop` or `12 Dec destroy`, with `!` before what the user has to look at. */
const leaseCell = ({ untilMs, end, state, isFound, destroyMs }: Lease, nowMs: number, timeZone: string): string => {
  const endMs = destroyMs ?? untilMs;
  const [weekday, ...rest] = weekdayTime(endMs, timeZone).split(' ');
  const time = rest.at(-1);
  const isToday = rest.slice(0, 2).join(' ') === weekdayTime(nowMs, timeZone).split(' ').slice(1, 3).join(' ');
  const when = isToday ? time : Math.abs(endMs - nowMs) < WEEK_MS ? `${weekday} ${time}` : rest.slice(0, 2).join(' ');
  return `${state === 'unknown' || isFound || endMs < nowMs ? '! ' : ''}${when} ${end}`;
};

const WEEK_MS = 6 * 24 * 3_600_000;

/** What is said of the leases that are not over, by the instance's id. */
export const leasesBeside = (leases: readonly Lease[], nowMs: number, timeZone: string): BesideById =>
  Object.fromEntries(
    leases.flatMap((lease) =>
      lease.instanceId === undefined || !isOpen(lease)
        ? []
        : [
            [
              lease.instanceId,
              { lease: { cell: leaseCell(lease, nowMs, timeZone), until: leaseWords(lease, timeZone) } },
            ],
          ],
    ),
  );

/** `Fri 27 Nov 14:05, then it is stopped`, and what is to be known of how far it is. */
export const leaseWords = (lease: Lease, timeZone: string): string => {
  const until = `${weekdayTime(lease.untilMs, timeZone)}, then ${THEN_WORDS[lease.end]}`;
  return [until, stateWords(lease, timeZone)].filter(Boolean).join('; ');
};

const stateWords = (
  { state, isFound, words, stoppedMs, destroyMs, triedMs, step }: Lease,
  timeZone: string,
): string => {
  if (state === 'over') return `over${words === '' ? '' : `: ${words}`}`;
  if (isFound) return 'only tells until its id is confirmed';
  if (state === 'unknown') return `outcome unknown (${step ?? ''}): ${words}`;
  if (state === 'sending') return `${step ?? ''} is being sent`;
  if (stoppedMs !== undefined && destroyMs !== undefined) return `to be destroyed ${weekdayTime(destroyMs, timeZone)}`;
  return triedMs === undefined || words === '' ? '' : `not done: ${words}`;
};

/** What has to be known of every lease that does something. */
export const ACTS_WHILE_RUN =
  'It is done while gpudeck is open, or while gpudeck leases run runs: nothing else looks at the clock.';

const lengthWords = (ms: number): string => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : leftWords(ms / 3_600_000));

/** `Fri 27 Nov 14:05, then it is stopped`; a length is counted from the confirmation on. */
export const endTerms = ({ until, end = 'tell' }: ReadEnd, timeZone: string): string => {
  const at =
    'lengthMs' in until
      ? `${lengthWords(until.lengthMs)} from the confirmation on`
      : weekdayTime(until.untilMs, timeZone);
  return `${at}, then ${THEN_WORDS[end]}`;
};

/** Until when something is about to be rented: undefined where no end is wanted. */
export const rentedUntil = (terms: LeaseTerms | undefined, timeZone: string): readonly string[] =>
  terms === undefined
    ? ['until: none, it costs until it is destroyed']
    : [
        `until: ${weekdayTime(terms.untilMs, timeZone)}, then ${THEN_WORDS[terms.end]}`,
        ...(terms.end === 'tell' ? [] : [ACTS_WHILE_RUN]),
      ];
