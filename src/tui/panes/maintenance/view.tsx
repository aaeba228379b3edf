/** Draws the maintenance pane: the wizard with its steps, or the history. Slice and rectangle in, lines out. */
import type { ReactNode } from 'react';
import { plural } from '../../../base/figures.ts';
import { printable } from '../../../base/text.ts';
import { shortWords, zonesOnOneLine } from '../../../maintenance/moment-words.ts';
import { lengthWords } from '../../../maintenance/plan.ts';
import { isOpen } from '../../../maintenance/queue.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { CutColumn, SegmentLine } from '../../ui/segment-line.tsx';
import { dim, pageTabSegments, pageTabsHint, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { lengthOf, machinesOf, problemsOf, startOf } from './draft.ts';
import { undecidedOf } from './history/state.ts';
import { HistoryPage } from './history/view.tsx';
import { LengthStep } from './length/view.tsx';
import { BLANK, Lines, type TextLine } from './lines.tsx';
import { arrivingLines } from './machines/arriving.ts';
import { MachinesStep } from './machines/view.tsx';
import { hasSummary, stepRows } from './measures.ts';
import { ReasonStep } from './reason/view.tsx';
import { ReceiptsStep } from './receipts/view.tsx';
import type { Describe } from './review/lines.ts';
import { ReviewStep } from './review/view.tsx';
import { SendingStep } from './sending/view.tsx';
import { tallyWords } from './sending/words.ts';
import { StartStep } from './start/view.tsx';
import { type MaintenanceState, PAGES, STEP_TITLES, STEPS, type Step } from './state.ts';

/** What the pane is drawn from. */
type Props = {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
  /** Tells what a machine is, where that is known. */
  readonly describe: Describe;
  /** Why nothing may be announced; the wizard is not entered then. */
  readonly refusal: string | undefined;
  /** The page of what the service lists, where that is open. */
  readonly list: ReactNode;
};

/** The pane in `width` by `height` cells. */
export const MaintenanceView = (props: Props) => {
  const { state, width, height, refusal, list } = props;
  const titles = pageTabSegments(titlesOf(state), PAGES.indexOf(state.page));
  return (
    <CutColumn height={height}>
      <SegmentLine left={titles} right={pageTabsHint(titles, width)} width={width} />
      {list !== undefined ? (
        list
      ) : state.page === 'history' ? (
        <>
          <Lines lines={[undecidedLine(state)]} width={width} />
          <HistoryPage state={state} width={width} height={height} />
        </>
      ) : refusal === undefined ? (
        <Wizard {...props} />
      ) : (
        <MessagePage lines={['Nothing can be announced from here.', refusal]} width={width} />
      )}
    </CutColumn>
  );
};

const titlesOf = ({ history }: MaintenanceState): readonly string[] => [
  'Announce',
  `History ${history.length}`,
  'Machines',
  'Windows',
];

/** What the footer says of the pane: how far a queue is, but where the page says it and the keys need the room. */
export const maintenanceFootnote = ({ queue, page, step }: MaintenanceState): readonly Segment[] =>
  queue === undefined || (page === 'plan' && (step === 'sending' || step === 'receipts'))
    ? []
    : [{ text: tallyWords(queue), role: isOpen(queue) ? 'accent' : 'dim' }];

const Wizard = ({ state, width, height, describe }: Props) => (
  <>
    <SegmentLine left={stepSegments(state, width)} width={width} />
    <Lines lines={[undecidedLine(state)]} width={width} />
    <CutColumn height={stepRows(height, state.step)}>
      {state.arriving === undefined ? (
        <StepView state={state} width={width} height={height} describe={describe} />
      ) : (
        <Lines lines={arrivingLines(state, state.arriving, width)} width={width} />
      )}
    </CutColumn>
    {hasSummary(state.step) ? <SegmentLine left={summarySegments(state)} width={width} /> : null}
  </>
);

const StepView = ({ state, width, height, describe }: Omit<Props, 'refusal' | 'list'>): ReactNode => {
  switch (state.step) {
    case 'machines':
      return <MachinesStep state={state} width={width} height={height} describe={describe} />;
    case 'start':
      return <StartStep state={state} width={width} />;
    case 'length':
      return <LengthStep state={state} width={width} />;
    case 'reason':
      return <ReasonStep state={state} width={width} />;
    case 'review':
      return <ReviewStep state={state} width={width} height={height} describe={describe} />;
    case 'sending':
      return <SendingStep state={state} width={width} height={height} />;
    case 'receipts':
      return <ReceiptsStep state={state} width={width} height={height} />;
  }
};

/** The steps: `>` is the one at hand, `+` one that lacks nothing, `-` one that is not done; marks alone where it is narrow. */
const stepSegments = (state: MaintenanceState, width: number): readonly Segment[] => {
  const inFull = stepTitles(state, true);
  return segmentsWidth(inFull) <= width ? inFull : stepTitles(state, false);
};

const stepTitles = (state: MaintenanceState, hasNames: boolean): readonly Segment[] =>
  STEPS.map((step) => {
    const isAtHand = step === state.step;
    const mark = isAtHand ? '>' : isDone(state, step) ? '+' : '-';
    const title = hasNames || isAtHand ? ` ${STEP_TITLES[step]}` : '';
    return { text: ` ${mark}${title}`, role: isAtHand ? 'accent' : 'dim' };
  });

const isDone = ({ draft, nowEpochMs, queue }: MaintenanceState, step: Step): boolean => {
  switch (step) {
    case 'machines':
    case 'start':
    case 'length':
    case 'reason':
      return problemsOf(draft, nowEpochMs).every(({ part }) => part !== step);
    case 'review':
      return queue !== undefined;
    case 'sending':
    case 'receipts':
      return queue !== undefined && !isOpen(queue);
  }
};

/** Says that there are announcements of which nobody knows whether they took place, until the user has decided about each. */
const undecidedLine = (state: MaintenanceState): TextLine => {
  const undecided = undecidedOf(state);
  const [first] = undecided;
  if (first === undefined) return BLANK;
  const what = `machine ${first.machineId}, ${shortWords(first.startsAtEpochS, state.timeZone)}`;
  const rest = undecided.length === 1 ? '' : ` and ${undecided.length - 1} more`;
  const where = state.page === 'history' ? '' : '   ] decides';
  return [{ text: ` ! outcome unknown: ${what}${rest}${where}`, role: 'warning' }];
};

/** The plan so far, on one line. */
const summarySegments = ({ draft, nowEpochMs, timeZone }: MaintenanceState): readonly Segment[] => {
  const count = machinesOf(draft).length;
  const start = startOf(draft, nowEpochMs);
  const length = lengthOf(draft);
  const parts = [
    count === 0 ? '' : `${count} ${plural(count, 'machine')}`,
    start.kind === 'moment' ? zonesOnOneLine(start.epochS, timeZone, start.typedZone) : '',
    length.kind === 'length' ? lengthWords(length.hours) : '',
    draft.category ?? '',
    printable(draft.reason.text.trim()),
  ].filter((part) => part !== '');
  return parts.length === 0 ? [plain(' ')] : [dim(`   so far: ${parts.join(', ')}`)];
};
