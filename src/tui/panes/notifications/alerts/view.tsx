/** Draws the alerts tab: the list of alerts, or the page of one. Slice and rectangle in, lines out. */

import { readSentence } from '../../../../alerts/read-sentence.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { momentWords } from '../../../../base/time.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { Field } from '../../../ui/field.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { band, dim, firstLines, isLow, linesBelowBeside, plain } from '../../../ui/segments.ts';
import { GUTTER, plainColumn, Table, type TableColumn, textOfCells } from '../../../ui/table.tsx';
import { KNOWN_DETAIL_LINES, knownRows, TAB_LINES } from '../measures.ts';
import { ALERT_HEAD_LINES, ALERT_MARGIN, firedWords, type LinesPlace, pageLines, RECORDER_LOOKS } from './lines.ts';
import {
  type AlertRow,
  type AlertsState,
  currentRow,
  firingsOf,
  type OpenAlert,
  openRow,
  STANDING_ROLES,
  standingOf,
} from './state.ts';

/** What is drawn with. */
type AlertsViewParts = LinesPlace & { readonly state: AlertsState; readonly height: number };

/** The tab in `width` by `height` cells. */
export const AlertsView = (parts: AlertsViewParts) => {
  const { state, width } = parts;
  if (state.open !== undefined) return <AlertPage {...parts} open={state.open} />;
  if (state.service === '') return <MessagePage lines={[NO_HISTORY]} width={width} />;
  if (state.rows === undefined || state.rows.length === 0)
    return (
      <MessagePage
        lines={state.problems.length > 0 ? state.problems : [...NONE, state.keepsAsked ? LOOKED_AT : RECORDER_LOOKS]}
        width={width}
      />
    );
  return <AlertList {...parts} rows={state.rows} />;
};

/** Why no alert can be written without a history. */
const NO_HISTORY = 'Alerts look at what was recorded, and no history is kept here: start without --no-history.';

const NONE = [
  'There are no alerts yet.',
  `${keyName('notifications.alert-new')} writes one: a sentence such as "when gpu_name=RTX_4090 dph_gpu<0.25 appears".`,
  'It shows at once what it would have found in the history so far.',
];

const LOOKED_AT = 'gpudeck tells by a line, the bell or a notice of the desktop, while it or gpudeck record runs.';

/** Cells of the columns but the last, of the gaps, and of the gutter. */
const FIXED_CELLS = 9 + 10 + 19 + 6 + 3;

type AlertListProps = AlertsViewParts & { readonly rows: readonly AlertRow[] };

const AlertList = ({ state, rows, timeZone, width, height }: AlertListProps) => {
  const visible = knownRows(height);
  const cursor = cursorInView(state.cursor, { count: rows.length, height: visible });
  const current = currentRow(state);
  const isBrief = isLow(height + TAB_LINES);
  return (
    <>
      <Table
        columns={isBrief ? [plainColumn('', width - GUTTER)] : columnsIn(width)}
        hasHeadings={!isBrief}
        rows={rows.slice(cursor.top, cursor.top + visible).map((row) => {
          const [last] = firingsOf(state.firings, row.written);
          const { id, sentence } = row.written;
          const standing = standingOf(row, state.firings, state.service);
          return {
            key: id,
            cells: isBrief
              ? [textOfCells([standing, id, sentence])]
              : [
                  [{ text: standing, role: STANDING_ROLES[standing] }],
                  id,
                  last === undefined ? '' : momentWords(last.finding.atEpochMs, timeZone),
                  sentence,
                ],
            isMarked: row.problem !== undefined,
          };
        })}
        cursorRow={cursor.row - cursor.top}
      />
      <SegmentLines
        lines={detailLines(state, current, { timeZone, width }, height - 1 - Math.min(rows.length, visible))}
        width={width}
        margin={3}
      />
    </>
  );
};

const columnsIn = (width: number): readonly TableColumn[] => [
  plainColumn('State', 9),
  plainColumn('Alert', 10),
  plainColumn('Last fired', 19),
  plainColumn('Sentence', Math.max(12, width - FIXED_CELLS)),
];

/** More of the alert under the cursor, in at most `count` lines. */
const detailLines = (
  { firings, problems, service, keepsAsked }: AlertsState,
  row: AlertRow | undefined,
  { timeZone, width }: LinesPlace,
  count: number,
): readonly RecordLine[] => {
  if (row === undefined) return [];
  const room = width - 6;
  const [last] = firingsOf(firings, row.written);
  const standing = standingOf(row, firings, service);
  const lines = [
    [plain(' ')],
    ...firstLines(paragraph(row.written.sentence, room), count - KNOWN_DETAIL_LINES + 2),
    ...(row.problem !== undefined ? paragraph(row.problem, room, 'danger') : []),
    ...(standing === 'elsewhere' ? paragraph(`For ${row.written.service}.`, room, STANDING_ROLES.elsewhere) : []),
    ...(last === undefined
      ? [[dim('It has not fired yet. Enter shows what it would have found.')]]
      : paragraph(`${momentWords(last.finding.atEpochMs, timeZone)}  ${firedWords(last)}`, room, 'accent')),
    ...(keepsAsked || standing === 'elsewhere' ? [] : paragraph(RECORDER_LOOKS, room)),
    ...problems.flatMap((problem) => paragraph(problem, room, 'danger')),
  ];
  return firstLines(lines, Math.max(1, count));
};

const AlertPage = ({ state, open, height, ...place }: AlertsViewParts & { readonly open: OpenAlert }) => {
  const { width } = place;
  const { line, isTyping, top } = open;
  const room = { ...place, width: width - 2 * ALERT_MARGIN };
  const reading = readSentence(line.text, state.sets);
  const problems = isTyping && line.text.trim() !== '' && 'problems' in reading ? reading.problems : [];
  const lines = pageLines(state, room);
  const visible = lines.slice(top, top + Math.max(0, height - ALERT_HEAD_LINES));
  const title = open.id === undefined ? 'A new alert' : `Alert ${openRow(state)?.written.id ?? open.id}`;
  return (
    <>
      <SegmentLine
        left={band(title, [dim(linesBelowBeside(lines.length - top - visible.length, title.length + 1, width))])}
        width={width}
      />
      <Field
        label="  Sentence"
        line={line}
        problems={problems}
        isOpen={isTyping}
        opener={`${keyName('notifications.alert-edit')} changes it`}
        width={width}
      />
      <SegmentLines lines={visible} margin={ALERT_MARGIN} width={width} />
    </>
  );
};
