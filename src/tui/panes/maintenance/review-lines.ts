/** Everything that is to be seen before a plan is confirmed, as lines: what is announced, how, for which machines, and what was announced before. Pure. */

import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import { plural } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/printable.ts';
import { padCell } from '../../../base/text.ts';
import { type Earlier, NO_WITHDRAWAL, outcomeWords, WITHDRAWAL } from '../../../maintenance/announcement.ts';
import {
  distanceWords,
  localWords,
  shortWords,
  stampWords,
  startWarnings,
  zonesWords,
} from '../../../maintenance/moment-words.ts';
import { bodyTextOf, endOf, lengthWarnings, lengthWords, type Plan, requestsOf } from '../../../maintenance/plan.ts';
import { hitSummary, type RentalsBy, rentalsBy } from '../../../maintenance/renters.ts';
import { band, dim, segmentsWidth } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';
import type { DescribeMachine } from '../pane.ts';
import { planOf, problemsOf, typedZoneOf } from './draft.ts';
import { line, paragraph, type TextLine, warned } from './lines.tsx';
import { foreignOf, unlistedOf } from './machines.ts';
import { areWindowsKnown, ownListed } from './own-lists.ts';
import { earlierOf, type MaintenanceState, stepTitle } from './state.ts';

/** The lines in `width` cells: what is lacking, or the whole plan. */
export const reviewLines = (state: MaintenanceState, describe: DescribeMachine, width: number): readonly TextLine[] => {
  const plan = planOf(state.draft, state.nowEpochMs);
  return plan === undefined ? problemLines(state, width) : planLines(plan, state, describe, width);
};

const problemLines = ({ draft, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => [
  line('The plan is not complete:', 'strong'),
  ...problemsOf(draft, nowEpochMs).flatMap(({ part, message }) =>
    paragraph(`${stepTitle(part)}: ${message}`, width, 'danger'),
  ),
];

const planLines = (
  plan: Plan,
  state: MaintenanceState,
  describe: DescribeMachine,
  width: number,
): readonly TextLine[] => {
  const { timeZone, nowEpochMs, draft } = state;
  const { startsAtEpochS } = plan;
  const typedZone = typedZoneOf(draft, startsAtEpochS);
  const isTypedElsewhere = zonesWords(startsAtEpochS, timeZone, typedZone).length > 2;
  const span = (zone: string) => `${shortWords(startsAtEpochS, zone)} to ${shortWords(endOf(plan), zone)}`;
  const earlier = earlierOf(state);
  const foreign = foreignOf(state);
  const listed = ownListed(state);
  const rentals = rentalsBy(listed ?? { records: [] });
  const unlisted = unlistedOf(state);
  return [
    ...whole(
      `from  ${localWords(startsAtEpochS, timeZone)}   ${distanceWords(startsAtEpochS, nowEpochMs)}`,
      width,
      'strong',
    ),
    ...whole(`to    ${localWords(endOf(plan), timeZone)}   ${lengthWords(plan.durationHours)}`, width),
    ...(typedZone === undefined || !isTypedElsewhere
      ? []
      : whole(`typed ${span(typedZone)} ${typedZone}`, width, 'dim')),
    ...whole(`UTC   ${span('UTC')}`, width, 'dim'),
    ...warned([...startWarnings(startsAtEpochS, nowEpochMs), ...lengthWarnings(plan.durationHours)], width),
    band('Renters'),
    // A withdrawal is offered where the service has listed windows in this run, and not shown that it cannot withdraw them.
    ...paragraph(
      areWindowsKnown(state) && state.isWithdrawalLacking !== true ? WITHDRAWAL : NO_WITHDRAWAL,
      width,
      'warning',
    ),
    ...paragraph(hitSummary(plan.machineIds, rentals, unlisted), width, 'strong'),
    ...warned(
      [
        ...(state.caution === undefined ? [] : [state.caution]),
        ...foreignSummary(plan, foreign),
        ...earlierSummary(plan, earlier),
      ],
      width,
    ),
    ...machineLines(plan, { earlier, foreign, unlisted, rentals }, describe, timeZone),
    ...requestLines(plan, width),
  ];
};

/** One row, or where that is too long for `width` cells as many as it takes: nothing of a plan is cut. */
const whole = (text: string, width: number, role?: Role): readonly TextLine[] => {
  const row = line(text, role);
  return segmentsWidth(row) < width ? [row] : paragraph(text, width, role);
};

/** The call for the first machine exactly as it goes out, and how the others differ from it. */
const requestLines = (plan: Plan, width: number): readonly TextLine[] => {
  const [first, ...others] = requestsOf(plan);
  if (first === undefined) return [];
  const { method, path } = callOf(CALLS.maintenance, first);
  const rest = others.length === 0 ? '' : ` and ${others.length} more with the same body`;
  return [
    band('Exactly this is sent', [dim(`${others.length + 1} ${plural(others.length + 1, 'call')}`)]),
    ...whole(`${method} ${path}${rest}`, width, 'dim'),
    ...paragraph(bodyTextOf(first), width),
  ];
};

/** Cells of it. */
const RUNS_WIDTH = 5;

/** `2`, or `2+1` where one more is stopped there. */
const rentalCell = (rentals: ReturnType<RentalsBy['get']>): string => {
  if (rentals === undefined) return '?';
  const stopped = rentals.resident - rentals.running;
  return `${rentals.running}${stopped === 0 ? '' : `+${stopped}`}`;
};

const foreignSummary = ({ machineIds }: Plan, foreign: readonly number[]): readonly string[] => {
  if (foreign.length === 0) return [];
  if (machineIds.length === 1) return ["This machine is another host's: the service will refuse it."];
  const [are, them] = foreign.length === 1 ? ["is another host's", 'it'] : ["are other hosts'", 'them'];
  return [
    `${foreign.length} of these ${machineIds.length} machines ${are}: the service will refuse ${them}. Press ${keyName('maintenance.leave-out-foreign')} to leave ${them} out.`,
  ];
};

const earlierSummary = ({ machineIds }: Plan, earlier: readonly Earlier[]): readonly string[] => {
  const same = earlier.filter(({ isSame }) => isSame).length;
  const overlapping = earlier.length - same;
  const of = (count: number) =>
    machineIds.length === 1 ? 'this machine' : `${count} of these ${machineIds.length} machines`;
  return [
    ...(same === 0 ? [] : [`The same window was announced before for ${of(same)}: they would be notified twice.`]),
    ...(overlapping === 0 ? [] : [`Another window at that time was announced for ${of(overlapping)}.`]),
  ];
};

const machineLines = (
  { machineIds }: Plan,
  {
    earlier,
    foreign,
    unlisted,
    rentals,
  }: {
    readonly earlier: readonly Earlier[];
    readonly foreign: readonly number[];
    readonly unlisted: readonly number[];
    readonly rentals: RentalsBy;
  },
  describe: DescribeMachine,
  timeZone: string,
): readonly TextLine[] => {
  const earlierBy = new Map(earlier.map((candidate) => [candidate.machineId, candidate]));
  const rows = machineIds.map((machineId) => ({
    id: String(machineId),
    what: [
      printable(describe(machineId) ?? ''),
      foreign.includes(machineId) ? "another host's" : unlisted.includes(machineId) ? 'not in your list' : '',
    ]
      .filter((words) => words !== '')
      .join(', '),
    runs: rentalCell(rentals.get(machineId)),
    earlier: earlierBy.get(machineId),
  }));
  const idWidth = Math.max(7, ...rows.map(({ id }) => id.length));
  const isAnyKnown = rows.some(({ what }) => what !== '');
  const whatWidth = Math.max(8, ...rows.map(({ what }) => what.length));
  const runsCell = (runs: string) => (rentals.size === 0 ? '' : `${padCell(runs, RUNS_WIDTH)}   `);
  const whatCell = (what: string) => (isAnyKnown ? `${padCell(what, whatWidth)}   ` : '');
  return [
    band('Machines', [dim(String(rows.length))]),
    line(`${padCell('Machine', idWidth)}   ${whatCell('Known as')}${runsCell('Runs')}Announced before`, 'dim'),
    ...rows.map((row): TextLine => {
      const before = row.earlier === undefined ? '-' : earlierWords(row.earlier, timeZone);
      return [
        ...line(`${padCell(row.id, idWidth)}   ${whatCell(row.what === '' ? '-' : row.what)}${runsCell(row.runs)}`),
        { text: before, role: row.earlier === undefined ? 'dim' : 'warning' },
      ];
    }),
  ];
};

const earlierWords = ({ announcement, isSame }: Earlier, timeZone: string): string => {
  const which = isSame ? 'same window' : `window from ${stampWords(announcement.startsAtEpochS * 1000, timeZone)}`;
  return `${which}, ${stampWords(announcement.sentAtEpochMs, timeZone)}: ${outcomeWords(announcement)}`;
};
