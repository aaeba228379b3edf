/** What `gpudeck schedule` prints while it sends: one line for each machine. */

import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import { explain } from '../../../api/errors/explain.ts';
import type { MaintenanceRequest } from '../../../api/requests.ts';
import { printable } from '../../../base/printable.ts';
import { asciiText, padCell } from '../../../base/text.ts';
import { jsonLine } from '../../../formats/json.ts';
import type { AnnouncementEnd } from '../../../maintenance/announce.ts';
import { explainEarlier, outcomeWords } from '../../../maintenance/earlier-announcement-words.ts';
import { isSameWindow } from '../../../maintenance/earlier-announcements.ts';
import { stampWords } from '../../../maintenance/start/moment-words.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import type { CommonOptions } from '../../common-options.ts';
import type { CommandIo } from '../../io.ts';
import { OutputFailure, writeText } from '../../print/record-writer.ts';

/** What became of one machine: how its announcement ended, that it was not sent, or that there is an earlier one. */
export type Result =
  | AnnouncementEnd
  | { readonly kind: 'held-back' }
  | { readonly kind: 'overtaken'; readonly standing: readonly Announcement[] };

/** The announcement of the very same window that there is already; undefined where another window is in the way. */
export const sameBefore = (
  request: MaintenanceRequest,
  { standing }: Extract<Result, { kind: 'overtaken' }>,
): Announcement | undefined => standing.find((announcement) => isSameWindow(announcement, request));

/** The words of the `outcome` member. */
type OutcomeName = 'announced' | 'not_announced' | 'unknown' | 'not_sent' | 'announced_before' | 'unknown_before';

/**
 * Prints one machine's result: a row on a terminal, a JSON object a line elsewhere. Rejects with an OutputFailure that tells
 * the result where it cannot be printed.
 */
export const createScheduleReport =
  ({ stdout, columns, setup }: CommandIo, { isAscii }: Pick<CommonOptions, 'isAscii'>) =>
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
    ? { you_sent: result.reply.youSent ?? null, notifications: result.reply.notifications ?? null }
    : { reason: wordsOf(request, result, timeZone) ?? null }),
  ...('atEpochMs' in result && result.kind !== 'overtaken' ? { at: new Date(result.atEpochMs).toISOString() } : {}),
  body: callOf(CALLS.maintenance, request).body,
});

const nameOf = (request: MaintenanceRequest, result: Result): OutcomeName => {
  switch (result.kind) {
    case 'accepted':
      return 'announced';
    case 'refused':
      return 'not_announced';
    case 'unknown':
      return 'unknown';
    case 'held-back':
      return 'not_sent';
    case 'overtaken': {
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
      return result.reply.youSent;
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return `${whatCameBack} ${whatToDo}`;
    }
    case 'held-back':
      return undefined;
    case 'overtaken': {
      const same = sameBefore(request, result);
      return same === undefined
        ? `${explainEarlier(result.standing, request, timeZone).whatCameBack} --again sends it anyway.`
        : `${outcomeWords(same)}${reasonOf(same)}; --again sends it once more`;
    }
  }
};

/** Why nobody knows what came of it. */
const reasonOf = ({ outcome }: Announcement): string => (outcome.kind === 'unknown' ? ` (${outcome.reason})` : '');
