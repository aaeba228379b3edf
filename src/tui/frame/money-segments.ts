/** What is left and how long it lasts, as the header says it. Pure. */
import { clockTimeAndDay, dayWords, WEEKDAYS, zonedTime } from '../../base/time.ts';
import { amountWords } from '../../money/money.ts';
import type { Runway } from '../../money/runway.ts';
import { urgencyOf } from '../../money/urgency.ts';
import type { Money } from '../state/money.ts';
import { dim, plain, type Segment } from '../ui/segments.ts';

const LONGEST_NAMED_HOURS = 300 * 24;

/** What the header says where there is room, where there is little, and where there is none but it must be said; undefined where nothing is known. */
export const moneySegments = (
  { kept, failure, ...told }: Pick<Money, 'standing' | 'runway' | 'atEpochMs' | 'failure' | 'kept'>,
  timeZone: string,
):
  | {
      readonly whole: readonly Segment[];
      readonly narrow: readonly Segment[];
      readonly urgent: readonly Segment[] | undefined;
    }
  | undefined => {
  const { standing, runway, atEpochMs } = kept ?? told;
  if (standing === undefined || atEpochMs === undefined) return undefined;
  const seenMs = kept?.foundAtEpochMs ?? atEpochMs;
  const isOld = kept !== undefined || failure !== undefined;
  const old = isOld ? ` at ${clockTimeAndDay(atEpochMs, seenMs, timeZone)}` : '';
  const amount = `${amountWords(standing.dollars, 2)}${old}`;
  const urgency = urgencyOf(standing, runway);
  // What was to end by now says nothing of how it is.
  const isPast = runway?.untilMs !== undefined && runway.untilMs <= seenMs;
  const until = standing.dollars > 0 && !isPast ? untilWords(runway, seenMs, timeZone) : undefined;
  const said = (parts: readonly (string | undefined)[], lead = '   '): readonly Segment[] => {
    const text = `${lead}${parts.filter((part) => part !== undefined).join(' ')}`;
    if (urgency === undefined) return until === undefined ? [dim(text)] : [plain(text)];
    return [{ text, role: urgency.role }];
  };
  const word = urgency?.word;
  return {
    whole: said([amount, word, until]),
    // What is old never stands without its time.
    narrow: said(until === undefined || kept ? [amount, word] : [word, until]),
    urgent: kept ? undefined : word && said([word, until?.replace('until ', '')], ' '),
  };
};

/** `until 04:24`, `until Fri 04:24`, `until 3 Dec`: as near as it is; undefined where it has no end that is worth a word. */
const untilWords = (runway: Runway | undefined, atMs: number, timeZone: string): string | undefined => {
  if (runway?.untilMs === undefined || runway.hours > LONGEST_NAMED_HOURS) return undefined;
  const end = zonedTime(runway.untilMs, timeZone);
  const now = zonedTime(Math.round(atMs), timeZone);
  const time = end.toPlainTime().toString({ smallestUnit: 'minute' });
  if (end.toPlainDate().equals(now.toPlainDate())) return `until ${time}`;
  return runway.hours < 6 * 24 ? `until ${WEEKDAYS[end.dayOfWeek - 1]} ${time}` : `until ${dayWords(end)}`;
};
