/** Everything that is to be seen before a plan is confirmed, as lines: what is announced, how, for which machines, and what was announced before. Pure. */
import { callOf } from '../../../../api/call.ts';
import { CALLS } from '../../../../api/calls.ts';
import { plural } from '../../../../base/figures.ts';
import { padCell, printable } from '../../../../base/text.ts';
import { type Earlier, NO_WITHDRAWAL, outcomeWords, WITHDRAWAL } from '../../../../maintenance/announcement.ts';
import {
  distanceWords,
  localWords,
  shortWords,
  stampWords,
  startWarnings,
  zonesWords,
} from '../../../../maintenance/moment-words.ts';
import { bodyTextOf, endOf, lengthWarnings, lengthWords, type Plan, requestsOf } from '../../../../maintenance/plan.ts';
import { segmentsWidth } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import { planOf, problemsOf, typedZoneOf } from '../draft.ts';
import { BLANK, line, paragraph, type TextLine } from '../lines.tsx';
import { foreignOf } from '../machines/state.ts';
import { areWindowsKnown } from '../own/windows-beside.ts';
import type { MaintenanceState } from '../state.ts';
import { earlierOf } from './state.ts';

/** Tells what a machine is, where that is known. */
export type Describe = (machineId: number) => string | undefined;

const STEP_NAMES = { machines: 'Machines', start: 'Start', length: 'Length', reason: 'Reason' } as const;

/** The lines in `width` cells: what is lacking, or the whole plan. */
export const reviewLines = (state: MaintenanceState, describe: Describe, width: number): readonly TextLine[] => {
  const plan = planOf(state.draft, state.nowEpochMs);
  return plan === undefined ? problemLines(state, width) : planLines(plan, state, describe, width);
};

const problemLines = ({ draft, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => [
  line('The plan is not complete:', 'strong'),
  ...problemsOf(draft, nowEpochMs).flatMap(({ part, message }) =>
    paragraph(`${STEP_NAMES[part]}: ${message}`, width, 'danger'),
  ),
];

const planLines = (plan: Plan, state: MaintenanceState, describe: Describe, width: number): readonly TextLine[] => {
  const { timeZone, nowEpochMs, draft } = state;
  const typedZone = typedZoneOf(draft, plan.startsAtEpochS);
  const isTypedElsewhere = zonesWords(plan.startsAtEpochS, timeZone, typedZone).length > 2;
  const earlier = earlierOf(state);
  const foreign = foreignOf(state);
  return [
    ...whole(
      `from  ${localWords(plan.startsAtEpochS, timeZone)}   ${distanceWords(plan.startsAtEpochS, nowEpochMs)}`,
      width,
      'strong',
    ),
    ...whole(`to    ${localWords(endOf(plan), timeZone)}   ${lengthWords(plan.durationHours)}`, width),
    ...(typedZone === undefined || !isTypedElsewhere
      ? []
      : [
          ...whole(
            `typed ${shortWords(plan.startsAtEpochS, typedZone)} to ${shortWords(endOf(plan), typedZone)} ${typedZone}`,
            width,
            'dim',
          ),
        ]),
    ...whole(`UTC   ${shortWords(plan.startsAtEpochS, 'UTC')} to ${shortWords(endOf(plan), 'UTC')}`, width, 'dim'),
    ...[...startWarnings(plan.startsAtEpochS, nowEpochMs), ...lengthWarnings(plan.durationHours)].flatMap((text) =>
      paragraph(`! ${text}`, width, 'warning'),
    ),
    BLANK,
    ...requestLines(plan, width),
    BLANK,
    ...paragraph(canWithdraw(state) ? WITHDRAWAL : NO_WITHDRAWAL, width, 'strong'),
    ...[...foreignSummary(plan, foreign), ...earlierSummary(plan, earlier)].flatMap((text) =>
      paragraph(`! ${text}`, width, 'warning'),
    ),
    BLANK,
    ...machineLines(plan, { earlier, foreign }, describe, timeZone),
  ];
};

/** True where a withdrawal may be offered: the service has listed windows in this run, and not shown that it cannot withdraw them. */
const canWithdraw = (state: MaintenanceState): boolean => areWindowsKnown(state) && state.isWithdrawalLacking !== true;

/** One row, or where that is too long for `width` cells as many as it takes: nothing of a plan is cut. */
const whole = (text: string, width: number, role?: Role): readonly TextLine[] => {
  const row = line(text, role);
  return segmentsWidth(row) < width ? [row] : paragraph(text, width, role);
};

/** The call for the first machine exactly as it goes out, and how the others differ from it. */
const requestLines = (plan: Plan, width: number): readonly TextLine[] =>
  requestsOf(plan)
    .slice(0, 1)
    .flatMap((request) => {
      const { method, path } = callOf(CALLS.maintenance, request);
      const others = plan.machineIds.length - 1;
      const rest = others === 0 ? '' : ` and ${others} more with the same body`;
      return [...whole(`${method} ${path}${rest}`, width, 'dim'), ...paragraph(bodyTextOf(request), width)];
    });

const foreignSummary = ({ machineIds }: Plan, foreign: readonly number[]): readonly string[] => {
  if (foreign.length === 0) return [];
  if (machineIds.length === 1) return ["This machine is another host's: the service will refuse it."];
  const are = foreign.length === 1 ? "is another host's" : "are other hosts'";
  return [
    `${foreign.length} of these ${machineIds.length} machines ${are}: the service will refuse ${plural(foreign.length, 'it', 'them')}. Press o to leave ${plural(foreign.length, 'it', 'them')} out.`,
  ];
};

const earlierSummary = ({ machineIds }: Plan, earlier: readonly Earlier[]): readonly string[] => {
  const same = earlier.filter(({ isSame }) => isSame).length;
  const overlapping = earlier.length - same;
  const of = machineIds.length === 1 ? 'this machine' : `of these ${machineIds.length} machines`;
  return [
    ...(same === 0
      ? []
      : [`The same window was announced before for ${countOf(same, of)}: they would be notified twice.`]),
    ...(overlapping === 0 ? [] : [`Another window at that time was announced for ${countOf(overlapping, of)}.`]),
  ];
};

const countOf = (count: number, of: string): string => (of === 'this machine' ? of : `${count} ${of}`);

const machineLines = (
  { machineIds }: Plan,
  { earlier, foreign }: { readonly earlier: readonly Earlier[]; readonly foreign: readonly number[] },
  describe: Describe,
  timeZone: string,
): readonly TextLine[] => {
  const earlierBy = new Map(earlier.map((candidate) => [candidate.machineId, candidate]));
  const rows = machineIds.map((machineId) => ({
    id: String(machineId),
    what: [printable(describe(machineId) ?? ''), foreign.includes(machineId) ? "another host's" : '']
      .filter((words) => words !== '')
      .join(', '),
    earlier: earlierBy.get(machineId),
  }));
  const idWidth = Math.max(7, ...rows.map(({ id }) => id.length));
  const isAnyKnown = rows.some(({ what }) => what !== '');
  const whatWidth = Math.max(8, ...rows.map(({ what }) => what.length));
  const whatCell = (what: string) => (isAnyKnown ? `${padCell(what, whatWidth)}   ` : '');
  return [
    line(`${padCell('Machine', idWidth)}   ${whatCell('Known as')}Announced before`, 'dim'),
    ...rows.map((row): TextLine => {
      const before = row.earlier === undefined ? '-' : earlierWords(row.earlier, timeZone);
      return [
        ...line(`${padCell(row.id, idWidth)}   ${whatCell(row.what === '' ? '-' : row.what)}`),
        { text: before, role: row.earlier === undefined ? 'dim' : 'warning' },
      ];
    }),
  ];
};

const earlierWords = ({ announcement, isSame }: Earlier, timeZone: string): string => {
  const which = isSame ? 'same window' : `window from ${stampWords(announcement.startsAtEpochS * 1000, timeZone)}`;
  return `${which}, ${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`;
};
