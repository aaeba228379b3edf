/** Draws the maintenance pane: the wizard with its steps, or the history. Slice and rectangle in, lines out. */

import { type ReactNode, useContext } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/printable.ts';
import { isUndecided } from '../../../maintenance/announcement.ts';
import { shortWords, zonesOnOneLine } from '../../../maintenance/moment-words.ts';
import { lengthWords } from '../../../maintenance/plan.ts';
import { isOpen } from '../../../maintenance/queue.ts';
import { type BarLook, barLook } from '../../ui/gauge.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { CutColumn, SegmentLine } from '../../ui/segment-line.tsx';
import { band, dim, pageTabSegments, pageTabsHint, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { LookContext } from '../../ui/theme.tsx';
import { chosenMachines, lengthOf, machinesOf, problemsOf, startOf } from './draft.ts';
import { historyRows } from './history.tsx';
import { BLANK, line, machineCount, paragraph, type Row, Rows, type TextLine } from './lines.tsx';
import { hasSummary, stepHeight } from './measures.ts';
import { receiptRows, sendingRows, tallyWords } from './queue-view.tsx';
import { type MaintenanceState, PAGES, STEPS, type Step, stepTitle } from './state.ts';
import { type Described, lengthRows, machineRows, reasonRows, reviewStep, startRows } from './steps.tsx';
import { WeekPage } from './week-page.tsx';

type MaintenanceViewProps = Described & { readonly refusal: string | undefined; readonly list: ReactNode };

/**
 * The pane in `width` by `height` cells. `refusal`: why nothing may be announced, so that the wizard is not entered; `list`: the page
 * of what the service lists, where that is open.
 */
export const MaintenanceView = ({ refusal, list, ...props }: MaintenanceViewProps) => {
  const { state, width, height } = props;
  const open = PAGES.indexOf(state.page);
  const all = pageTabSegments(['Announce', `History ${state.history.length}`, 'Windows', 'Week'], open);
  // Where not all have room, the one that is open has, and none is cut.
  const room = width - segmentsWidth(pageTabsHint(all, 0)) - 2;
  const places = [...all.keys()];
  const from = places.find((place) => segmentsWidth(all.slice(place, open + 1)) <= room) ?? open;
  const to = places.findLast((place) => segmentsWidth(all.slice(from, place + 1)) <= room) ?? open;
  const titles = all.slice(from, to + 1);
  return (
    <CutColumn height={height}>
      <SegmentLine left={titles} right={pageTabsHint(titles, width)} width={width} />
      {list !== undefined ? (
        list
      ) : state.page === 'week' ? (
        <WeekPage state={state} width={width} height={height} />
      ) : state.page === 'history' ? (
        <Rows rows={[undecidedLine(state), ...historyRows(state, width, height)]} width={width} />
      ) : refusal === undefined ? (
        <Wizard {...props} />
      ) : (
        <MessagePage lines={['Nothing can be announced from here.', refusal]} width={width} />
      )}
    </CutColumn>
  );
};

/** What the footer says of the pane: how far a queue is, but where the page says it and the keys need the room. */
export const maintenanceFootnote = ({ queue, page, step }: MaintenanceState): readonly Segment[] =>
  queue === undefined || (page === 'plan' && (step === 'sending' || step === 'receipts'))
    ? []
    : [{ text: tallyWords(queue), role: isOpen(queue) ? 'accent' : 'dim' }];

const Wizard = ({ state, width, height, describe }: Described) => {
  const look = barLook(useContext(LookContext));
  return (
    <>
      <Rows rows={[stepSegments(state, width), undecidedLine(state)]} width={width} />
      <CutColumn height={stepHeight(height, state.step)}>
        <Rows
          rows={
            state.arriving === undefined
              ? rowsOf({ state, width, height, describe }, look)
              : arrivingLines(state, width)
          }
          width={width}
        />
      </CutColumn>
      {hasSummary(state.step) ? <SegmentLine left={summarySegments(state)} width={width} /> : null}
    </>
  );
};

const rowsOf = (props: Described, look: BarLook): readonly Row[] => {
  const { state, width, height } = props;
  switch (state.step) {
    case 'machines':
      return machineRows(props);
    case 'start':
      return startRows(state, width);
    case 'length':
      return lengthRows(state, width);
    case 'reason':
      return reasonRows(state, width);
    case 'review':
      return reviewStep(props);
    case 'sending':
      return sendingRows(state, width, height, look);
    case 'receipts':
      return receiptRows(state, width, height);
  }
};

/** The steps: `>` is the one at hand, `+` one that lacks nothing, `-` one that is not done; marks alone where it is narrow. */
const stepSegments = (state: MaintenanceState, width: number): readonly Segment[] => {
  const inFull = stepTitles(state, true);
  return band('', [], segmentsWidth(inFull) + 2 <= width ? inFull : stepTitles(state, false));
};

const stepTitles = (state: MaintenanceState, hasNames: boolean): readonly Segment[] =>
  STEPS.map((step) => {
    const isAtHand = step === state.step;
    const mark = isAtHand ? '>' : isDone(state, step) ? '+' : '-';
    const title = hasNames || isAtHand ? ` ${stepTitle(step)}` : '';
    const role = isAtHand ? 'accent' : mark === '+' ? 'good' : 'dim';
    return { text: `${step === STEPS[0] ? '' : '  '}${mark}${title}`, role };
  });

const isDone = ({ draft, nowEpochMs, queue }: MaintenanceState, step: Step): boolean => {
  switch (step) {
    case 'review':
      return queue !== undefined;
    case 'sending':
    case 'receipts':
      return queue !== undefined && !isOpen(queue);
    default:
      return problemsOf(draft, nowEpochMs).every(({ part }) => part !== step);
  }
};

/** Says that there are announcements of which nobody knows whether they took place, until the user has decided about each. */
const undecidedLine = ({ history, timeZone, page }: MaintenanceState): TextLine => {
  const [first, ...others] = history.filter(isUndecided);
  if (first === undefined) return BLANK;
  const what = `machine ${first.machineId}, ${shortWords(first.startsAtEpochS, timeZone)}`;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const where = page === 'history' ? '' : `   ${keyName('maintenance.page', ']')} decides`;
  return [{ text: ` ! outcome unknown: ${what}${rest}${where}`, role: 'warning' }];
};

/** The plan so far, on one line. */
const summarySegments = (state: MaintenanceState): readonly Segment[] => {
  const machines = machinesOf(state.draft);
  const parts = [...(machines.length === 0 ? [] : [machineCount(machines)]), ...windowParts(state)];
  return parts.length === 0 ? [plain(' ')] : [dim(`   so far: ${parts.join(', ')}`)];
};

/** What is planned for the machines, as far as it is. */
const windowParts = ({ draft, nowEpochMs, timeZone }: MaintenanceState): readonly string[] => {
  const start = startOf(draft, nowEpochMs);
  const length = lengthOf(draft);
  return [
    start.kind === 'moment' ? zonesOnOneLine(start.epochS, timeZone, start.typedZone) : '',
    length.kind === 'length' ? lengthWords(length.hours) : '',
    draft.category ?? '',
    printable(draft.reason.text.trim()),
  ].filter((part) => part !== '');
};

/** Machines were chosen in another pane while a plan for others stands here: what is there, and what each answer makes of it. */
const arrivingLines = (state: MaintenanceState, width: number): readonly TextLine[] => {
  const planned = machinesOf(state.draft);
  const { machineIds } = state.arriving ?? { machineIds: [] };
  const named = (ids: readonly number[]) => `${machineCount(ids)}: ${ids.join(', ')}`;
  const both = machineCount(chosenMachines(planned, machineIds));
  return [
    line('There is already a plan that was not sent:', 'strong'),
    ...paragraph([named(planned), ...windowParts(state)].join('; '), width),
    ...paragraph(`You have now chosen ${named(machineIds)}`, width, 'strong'),
    BLANK,
    ...paragraph(
      `${keyName('maintenance.replace')}    a new plan for ${machineCount(machineIds)}; the old one is dropped`,
      width,
    ),
    ...paragraph(`${keyName('maintenance.add')}    one plan for ${both}, otherwise unchanged`, width),
    ...paragraph('Esc  neither: the plan stays as it is', width),
  ];
};
