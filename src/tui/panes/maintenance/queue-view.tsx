/** The steps of the sending and its receipts: how far the queue is, what it asks, and what became of each announcement. */
import { printable } from '../../../base/printable.ts';
import type { ColouredRole } from '../../../base/roles.ts';
import { cellWidth, padCell } from '../../../base/text.ts';
import { clockTime } from '../../../base/time.ts';
import { stampWords, zonesOnOneLine } from '../../../maintenance/moment-words.ts';
import { bodyTextOf } from '../../../maintenance/plan.ts';
import { type Fate, type Item, isCallOut, type Queue, tallyOf, timeLeftMs } from '../../../maintenance/queue.ts';
import { Field } from '../../ui/field.tsx';
import { type BarLook, gaugeSegment } from '../../ui/gauge.ts';
import { band, firstLines, piece, plain } from '../../ui/segments.ts';
import { SmallTable } from '../../ui/small-table.tsx';
import { plainColumn, Table, type TableColumn, type TableRow, textOfCell } from '../../ui/table.tsx';
import { typedZoneOf } from './draft.ts';
import { BLANK, line, paragraph, type Row, type TextLine } from './lines.tsx';
import { isSmallEnough, QUESTION_LINES, receiptDetailRows, shownOf } from './measures.ts';
import type { MaintenanceState } from './state.ts';

/** Least and most cells of the bar, and those of the spaces around it. */
const LEAST_OF_BAR = 10;
const MOST_OF_BAR = 40;
const BAR_MARGIN = 8;

/** What became of an announcement, in two words at the most, in the order in which they are counted. */
const FATES: Readonly<Record<Fate['stage'], readonly [words: string, role: ColouredRole, sign: string]>> = {
  announced: ['announced', 'good', '+'],
  failed: ['not announced', 'danger', '!'],
  unknown: ['outcome unknown', 'warning', '?'],
  before: ['announced before', 'warning', '!'],
  sending: ['being sent', 'accent', '~'],
  waiting: ['waiting', 'dim', '-'],
};

const fateWords = ({ stage }: Fate): string => FATES[stage][0];

/** What the service or the way to it said, printable. */
const answerWords = (fate: Fate): string => {
  switch (fate.stage) {
    case 'waiting':
      return fate.attempt === undefined ? '' : `called too soon, try ${fate.attempt} is next`;
    case 'sending':
      return '';
    case 'announced':
      return printable(fate.sentence ?? 'accepted without a message');
    default:
      return printable(fate.explanation.whatCameBack);
  }
};

/** The counts of what became of the announcements so far: `3 announced, 1 outcome unknown, 8 waiting`. */
export const tallyWords = (queue: Queue): string => {
  const tally = tallyOf(queue);
  const wordsOf = (stage: Fate['stage']) =>
    stage === 'waiting' && queue.mode.kind === 'stopped' ? 'never sent' : FATES[stage][0];
  return (['announced', 'failed', 'unknown', 'before', 'sending', 'waiting'] as const)
    .filter((stage) => tally[stage] > 0)
    .map((stage) => `${tally[stage]} ${wordsOf(stage)}`)
    .join(', ');
};

/** What the queue does: `next in 2 s, 25 s left`, `try 3 in 12 s`, `paused`, `stopping after this answer`. */
const modeWords = (queue: Queue): string => {
  switch (queue.mode.kind) {
    case 'running': {
      const leftS = Math.ceil(timeLeftMs(queue) / 1000);
      const left = leftS === 0 ? '' : `, about ${leftS} s left`;
      if (isCallOut(queue)) return `waiting for the answer${left}`;
      const turnS = Math.ceil((queue.turnInMs ?? 0) / 1000);
      return turnS > 0 ? `${nextWords(queue)} in ${turnS} s${left}` : `sending${left}`;
    }
    case 'paused':
      return isCallOut(queue)
        ? 'pausing after this answer'
        : `paused${queue.problem === undefined ? '' : `: ${queue.problem}`}`;
    case 'asking':
      return 'waiting for your decision';
    case 'stopped':
      return isCallOut(queue) ? 'stopping after this answer' : 'stopped';
    case 'done':
      return 'nothing is left to send';
  }
};

/** What goes out next: the next announcement, or another try of one that the rate limit has turned away. */
const nextWords = ({ items }: Queue): string => {
  const next = items.find(({ fate }) => fate.stage === 'waiting')?.fate;
  return next?.stage === 'waiting' && next.attempt !== undefined ? `called too soon: try ${next.attempt}` : 'next';
};

/** How many announcements have ended in one way or another. */
const endedOf = (queue: Queue): number => {
  const { announced, failed, unknown, before } = tallyOf(queue);
  return announced + failed + unknown + before;
};

/** The step of the sending in `width` cells of a pane of `height` rows. */
export const sendingRows = (state: MaintenanceState, width: number, height: number, look: BarLook): readonly Row[] => {
  const { queue, repeating } = state;
  if (queue === undefined) return [line('Nothing has been confirmed yet.', 'dim')];
  const { items, mode, problem } = queue;
  const asked = mode.kind === 'asking' ? items[mode.about] : undefined;
  const tally = tallyWords(queue);
  // The counts are to be read to their end: the bar takes what they leave.
  const [ended, all] = [endedOf(queue), items.length];
  const place = `${ended} of ${all}`;
  const barWidth = Math.max(0, Math.min(MOST_OF_BAR, width - tally.length - place.length - BAR_MARGIN));
  const { top, row, rows } = shownOf(state, 'queueCursor', height);
  const label = `   Type ${asked?.request.machineId} to send it once more; its renters may be notified twice:`;
  return [
    [
      ...line(`${place}  `, 'strong'),
      ...(barWidth < LEAST_OF_BAR ? [] : [gaugeSegment(ended / all, barWidth, look), plain('  ')]),
      plain(tally),
    ],
    line(modeWords(queue), problem === undefined ? 'accent' : 'danger'),
    ...(asked === undefined ? [] : questionLines(asked, width, QUESTION_LINES + Math.max(0, rows - items.length))),
    asked === undefined || repeating === undefined ? (
      BLANK
    ) : (
      <Field key="field" label={label} line={repeating} isOpen={state.isEditing} width={width} />
    ),
    ...items.slice(top, top + rows).map(({ request, fate }, index): TextLine => {
      const isCurrent = top + index === row;
      const [words, role, sign] = FATES[fate.stage];
      return [
        piece(`${isCurrent ? ' > ' : '   '}${padCell(String(request.machineId), 9)}`, isCurrent ? 'strong' : 'plain'),
        { text: `${sign} ${padCell(words, 17)}`, role },
        plain(answerWords(fate)),
      ];
    }),
  ];
};

/** What was tried, what came back, what can be done, in at most `room` lines and never in fewer than the question has. */
const questionLines = ({ request, fate }: Item, width: number, room: number): readonly TextLine[] => {
  if (!('explanation' in fate)) return [];
  const toDo = firstLines(paragraph(fate.explanation.whatToDo, width), 2);
  const lines = [
    line(`Machine ${request.machineId}: ${fateWords(fate)}.`, 'strong'),
    ...firstLines(paragraph(fate.explanation.whatCameBack, width, 'danger'), room - 1 - toDo.length),
    ...toDo,
  ];
  return [...lines, ...Array.from({ length: Math.max(0, QUESTION_LINES - lines.length) }, () => BLANK)];
};

/** Cells of gutter, gaps and frame: what the small table needs, which is more than the long one does. */
const FRAME_CELLS = 21;

/**
 * The receipts in `width` cells of a pane of `height` rows: for each machine the service's sentence and its number, when it came, and
 * which body was sent.
 */
export const receiptRows = (state: MaintenanceState, width: number, height: number): readonly Row[] => {
  const { queue, timeZone } = state;
  if (queue === undefined) return [line('Nothing has been sent yet.', 'dim')];
  const { items } = queue;
  const { top, row, rows } = shownOf(state, 'queueCursor', height);
  const shown = items.slice(top, top + rows).map((item) => rowOf(item, timeZone));
  const table = { columns: columnsFor(shown, width), rows: shown, cursorRow: row - top };
  return [
    band(`${tallyWords(queue)}.`),
    isSmallEnough(items.length, height) ? <SmallTable key="table" {...table} /> : <Table key="table" {...table} />,
    ...detailLines(items[row], state, width, receiptDetailRows(items.length, height)),
  ];
};

const COLUMNS = [
  ['Machine', 'right'],
  ['Outcome', 'left'],
  ['Notified', 'right'],
  ['Answered', 'left'],
  ['The service said', 'left'],
] as const;

/**
 * The columns as wide as what is in them; the last one takes what is left of `width`. Where that is not even enough for its
 * heading it is left out: below the table stands all that it would say.
 */
const columnsFor = (rows: readonly TableRow[], width: number): readonly TableColumn[] => {
  let left = width - FRAME_CELLS;
  return COLUMNS.flatMap(([heading, align], place) => {
    const widest = Math.max(heading.length, ...rows.map(({ cells }) => cellWidth(textOfCell(cells[place] ?? ''))));
    const cells = place === COLUMNS.length - 1 ? left : widest;
    left -= cells;
    return cells < heading.length ? [] : [plainColumn(heading, cells, align)];
  });
};

const rowOf = ({ request, fate }: Item, timeZone: string): TableRow => ({
  key: String(request.machineId),
  cells: [
    String(request.machineId),
    [{ text: `${FATES[fate.stage][2]} ${fateWords(fate)}`, role: FATES[fate.stage][1] }],
    fate.stage === 'announced' && fate.notifications !== undefined ? String(fate.notifications) : '-',
    'atEpochMs' in fate ? clockTime(fate.atEpochMs, timeZone) : '-',
    answerWords(fate),
  ],
  isMarked: false,
});

/** When the answer for the machine under the cursor came, all of what it said, and the body that was sent, in `room` lines. */
const detailLines = (
  item: Item | undefined,
  { draft, timeZone }: MaintenanceState,
  width: number,
  room: number,
): readonly TextLine[] => {
  if (item === undefined) return [];
  const { request, fate } = item;
  const when = 'atEpochMs' in fate ? `, ${stampWords(fate.atEpochMs, timeZone)}` : '';
  const { startsAtEpochS } = request;
  const start = line(`from ${zonesOnOneLine(startsAtEpochS, timeZone, typedZoneOf(draft, startsAtEpochS))}`);
  const came = firstLines(
    paragraph(`Machine ${request.machineId}${when}: ${answerWords(fate) || fateWords(fate)}`, width),
    room - 1,
  );
  const sent = paragraph(
    `${fate.stage === 'waiting' || fate.stage === 'before' ? 'never sent' : 'sent'}: ${bodyTextOf(request)}`,
    width,
    'dim',
  );
  return [...came, ...firstLines(sent, room - came.length), start].slice(0, room);
};
