/** What `gpudeck schedule` says before it sends: when the window is, the exact calls, and what went before. */
import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import { jsonLine } from '../../../formats/json.ts';
import { NO_WITHDRAWAL } from '../../../maintenance/confirmation.ts';
import { outcomeWords } from '../../../maintenance/earlier-announcement-words.ts';
import type { Earlier } from '../../../maintenance/earlier-announcements.ts';
import { lengthWarnings, lengthWords } from '../../../maintenance/length.ts';
import { endOf, type Plan, requestsOf } from '../../../maintenance/plan.ts';
import { distanceWords, stampWords, startWarnings, zonesWords } from '../../../maintenance/start/moment-words.ts';
import type { StartMoment } from '../../../maintenance/start/reading.ts';

/** What is to be known before the plan is sent, as messages: when it is, what is sent, and what went before. */
export const planLines = (
  plan: Plan,
  { clockNote, typedZone }: StartMoment,
  earlier: readonly Earlier[],
  timeZone: string,
  nowEpochMs: number,
): readonly string[] => {
  const { startsAtEpochS, durationHours, machineIds } = plan;
  const distance = distanceWords(startsAtEpochS, nowEpochMs);
  return [
    `from ${zonesWords(startsAtEpochS, timeZone, typedZone).join(', ')}, ${distance}`,
    `to   ${zonesWords(endOf(plan), timeZone, typedZone).join(', ')}, ${lengthWords(durationHours)}`,
    ...(clockNote === undefined ? [] : [clockNote]),
    ...startWarnings(startsAtEpochS, nowEpochMs),
    ...lengthWarnings(durationHours),
    `machines: ${machineIds.join(', ')}. ${NO_WITHDRAWAL}`,
    ...callLines(plan),
    ...earlier.map(
      ({ machineId, announcement, isSame }) =>
        `machine ${machineId}: ${isSame ? 'the same window' : 'a window at that time'} was sent ` +
        `${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`,
    ),
  ];
};

/** The first call as it goes out, and how many others have the same body: docs/promises.md, 4. */
const callLines = (plan: Plan): readonly string[] => {
  const [first, ...others] = requestsOf(plan);
  if (first === undefined) return [];
  const { method, path, body } = callOf(CALLS.maintenance, first);
  const more = others.length === 0 ? [] : [`      and ${others.length} more with the same body, one for each machine`];
  return [`send ${method} ${path} ${JSON.stringify(body)}`, ...more];
};

/** The calls that the plan takes, one JSON object a line. */
export const dryRunLines = (plan: Plan): string =>
  requestsOf(plan)
    .map((request) => {
      const { method, path, body } = callOf(CALLS.maintenance, request);
      return jsonLine({ method, path, body });
    })
    .join('');
