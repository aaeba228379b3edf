/** What `gpudeck schedule` prints: the plan before it is sent, and one line for each machine. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { explain } from '../api/errors/explain.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { asciiText, padCell } from '../base/text.ts';
import type { AnnouncementEnd } from '../maintenance/announce.ts';
import { NO_WITHDRAWAL } from '../maintenance/confirmation.ts';
import { type Earlier, isSameWindow } from '../maintenance/earlier.ts';
import { explainEarlier, outcomeWords } from '../maintenance/earlier-words.ts';
import { lengthWords } from '../maintenance/length.ts';
import { endOf, type Plan, requestsOf } from '../maintenance/plan.ts';
import { distanceWords, stampWords, startWarnings, zonesWords } from '../maintenance/start/moment-words.ts';
import type { StartMoment } from '../maintenance/start/reading.ts';
import type { Announcement } from '../storage/journal/announcement.ts';
import type { CommandIo } from './io.ts';
import type { Common } from './options.ts';
import { ndjsonLayout } from './print/json.ts';
import { OutputFailure, writeText } from './print/record-writer.ts';

/** What became of one machine: how its announcement ended, that it was not sent, or that there is an earlier one. */
export type Result =
  | AnnouncementEnd
  | { readonly kind: 'held-back' }
  | { readonly kind: 'before'; readonly earlier: readonly Announcement[] };

/** The announcement of the very same window that there is already; undefined where another window is in the way. */
export const sameBefore = (
  request: MaintenanceRequest,
  { earlier }: Extract<Result, { kind: 'before' }>,
): Announcement | undefined => earlier.find((announcement) => isSameWindow(announcement, request));

/** The words of the `outcome` member. */
type OutcomeName = 'announced' | 'not_announced' | 'unknown' | 'not_sent' | 'announced_before' | 'unknown_before';

/** What is to be known before the plan is sent, as messages: when it is, what it does, and what went before. */
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
    `machines: ${machineIds.join(', ')}. ${NO_WITHDRAWAL}`,
    ...earlier.map(
      ({ machineId, announcement, isSame }) =>
        `machine ${machineId}: ${isSame ? 'the same window' : 'a window at that time'} was sent ` +
        `${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`,
    ),
  ];
};

/** The calls that the plan takes, one JSON object a line. */
export const dryRunLines = (plan: Plan): string =>
  requestsOf(plan)
    .map((request) => {
      const { method, path, body } = callOf(CALLS.maintenance, request);
      return jsonLine({ method, path, body });
    })
    .join('');

/**
 * Prints one machine's result: a row on a terminal, a JSON object a line elsewhere. Rejects with an OutputFailure that tells
 * the result where it cannot be printed.
 */
export const createScheduleReport =
  ({ stdout, columns, setup }: CommandIo, { isAscii }: Common) =>
  async (request: MaintenanceRequest, result: Result): Promise<void> => {
    const row = (): string => rowOf(request, result, setup.timeZone);
    const line =
      columns === undefined
        ? jsonLine(recordOf(request, result, setup.timeZone))
        : `${isAscii ? asciiText(row()) : row()}\n`;
    try {
      await writeText(stdout, line);
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
      const outcome = nameOf(request, result).replaceAll('_', ' ');
      throw new OutputFailure(`machine ${request.machineId}: ${outcome}; ${error.message}. Nothing further was sent.`);
    }
  };

const rowOf = (request: MaintenanceRequest, result: Result, timeZone: string): string =>
  printable(
    [
      padCell(String(request.machineId), 9),
      padCell(nameOf(request, result).replaceAll('_', ' '), 16),
      padCell('atEpochMs' in result ? stampWords(result.atEpochMs, timeZone) : '', 16),
      wordsOf(request, result, timeZone) ?? '',
    ].join('  '),
  ).trimEnd();

const recordOf = (request: MaintenanceRequest, result: Result, timeZone: string) => ({
  machine_id: request.machineId,
  outcome: nameOf(request, result),
  ...(result.kind === 'accepted'
    ? { you_sent: result.receipt.youSent ?? null, notifications: result.receipt.notifications ?? null }
    : { reason: wordsOf(request, result, timeZone) ?? null }),
  ...('atEpochMs' in result && result.kind !== 'before' ? { at: new Date(result.atEpochMs).toISOString() } : {}),
  body: callOf(CALLS.maintenance, request).body,
});

const nameOf = (request: MaintenanceRequest, result: Result): OutcomeName => {
  switch (result.kind) {
    case 'accepted':
      return 'announced';
    case 'failed':
      return 'not_announced';
    case 'unknown':
      return 'unknown';
    case 'held-back':
      return 'not_sent';
    case 'before': {
      const same = sameBefore(request, result);
      if (same === undefined) return 'not_sent';
      return same.outcome.kind === 'accepted' ? 'announced_before' : 'unknown_before';
    }
  }
};

/** What was said of it: the service's sentence, why it was not announced, or what is known of the earlier one. */
const wordsOf = (request: MaintenanceRequest, result: Result, timeZone: string): string | undefined => {
  switch (result.kind) {
    case 'accepted':
      return result.receipt.youSent;
    case 'failed':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return `${whatCameBack} ${whatToDo}`;
    }
    case 'held-back':
      return undefined;
    case 'before': {
      const same = sameBefore(request, result);
      return same === undefined
        ? `${explainEarlier(result.earlier, request, timeZone).whatCameBack} --again sends it all the same.`
        : `${outcomeWords(same)}${reasonOf(same)}; --again sends it once more`;
    }
  }
};

/** Why nobody knows what came of it. */
const reasonOf = ({ outcome }: Announcement): string => (outcome.kind === 'unknown' ? ` (${outcome.reason})` : '');

const jsonLine = (record: Readonly<Record<string, unknown>>): string =>
  ndjsonLayout().rows([{ record, text: JSON.stringify(record) }]);
