/** Draws what frames every pane: message line, footer, and the help and palette that may lie over it. */
import { Box, Text } from 'ink';
import { cellWidth, printable } from '../../base/text.ts';
import type { Binding } from '../keys/binding.ts';
import type { Cursor } from '../state/cursor.ts';
import type { Line } from '../state/line.ts';
import { bodyLines } from '../ui/body-lines.ts';
import { EditedLine } from '../ui/edited-line.tsx';
import { Field } from '../ui/field.tsx';
import { moreLinesBelow } from '../ui/more-words.ts';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import { RecordPage } from '../ui/record-page.tsx';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';
import { footerSegments, shownKeys } from './key-list.ts';
import { OVERLAY_TITLE_LINES } from './layout.ts';
import { type PaletteRow, paletteText } from './palette.ts';
import type { FrameState, KeyTyped, LinkFigures } from './state.ts';

/** The two bottom lines: what is to be said, then keys on the left and `footnote` on the right. */
export const Footer = ({
  state,
  bindings,
  footnote,
  status,
  width,
}: {
  readonly state: FrameState;
  readonly bindings: readonly Binding[];
  readonly footnote: readonly Segment[];
  /** What the open pane is waiting for; a notice comes first. */
  readonly status: readonly Segment[];
  readonly width: number;
}) => {
  const { notice, link } = state;
  return (
    <Box flexDirection="column">
      <SegmentLine
        left={
          notice === undefined ? [plain(' '), ...status] : [{ text: ` ${printable(notice.text)}`, role: notice.role }]
        }
        right={link === undefined ? [] : [dim(linkWords(link))]}
        width={width}
      />
      <SegmentLine
        left={footerSegments(bindings, width - segmentsWidth(footnote) - 3)}
        right={[...footnote, plain(' ')]}
        width={width}
      />
    </Box>
  );
};

const linkWords = ({ roundTripMs, through, bytesOfKey }: LinkFigures): string => {
  const end = through === undefined ? '' : ` to ${through}`;
  const roundTrip = roundTripMs === undefined ? 'no round trip yet' : `round trip ${Math.round(roundTripMs)} ms${end}`;
  return `${roundTrip}, last key ${bytesOfKey} B `;
};

/** The question for a key: why, and a mark for each character typed. */
export const KeyPrompt = ({
  reason,
  typed,
  width,
}: {
  readonly reason: string;
  readonly typed: KeyTyped;
  readonly width: number;
}) => (
  <Box flexDirection="column" marginTop={1}>
    <SegmentLine left={[{ text: ` ${printable(reason)}`, role: 'strong' }]} width={width} />
    <Text> </Text>
    <Field label=" Key:" line={{ text: '*'.repeat(typed.length), at: typed.at }} isOpen width={width} />
    <Text> </Text>
    <SegmentLine left={[dim(' It is kept in memory only. Filters, forms and marks stay as they are.')]} width={width} />
  </Box>
);

/** A text in front of the pane, under a title. */
export const TextPage = ({
  title,
  text,
  top,
  width,
  height,
}: {
  readonly title: string;
  readonly text: string;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const lines = bodyLines(text, width - RECORD_MARGIN).map((line) => [plain(line)]);
  return <RecordPage title={title} lines={lines} top={top} width={width} height={height} />;
};

/** The help page: every key that works behind it, and what the words on the screen mean. */
export const Help = ({
  lines,
  top,
  width,
  height,
}: {
  readonly lines: readonly (readonly Segment[])[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const visible = lines.slice(top, top + height - OVERLAY_TITLE_LINES);
  const below = lines.length - top - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Keys that work here', role: 'strong' }]}
        right={[dim(`${moreLinesBelow(below)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
    </Box>
  );
};

/** The palette: what was typed, and what fits it with the letters that matched, with the reason where one is refused now. */
export const Palette = ({
  rows,
  line,
  cursor,
  width,
  height,
}: {
  readonly rows: readonly PaletteRow[];
  readonly line: Line;
  readonly cursor: Cursor;
  readonly width: number;
  readonly height: number;
}) => {
  const visible = rows.slice(cursor.top, cursor.top + height - OVERLAY_TITLE_LINES);
  const textWidth = Math.max(0, ...visible.map((row) => cellWidth(printable(paletteText(row)))));
  return (
    <Box flexDirection="column" height={height}>
      <Box height={1}>
        <SegmentLine left={[{ text: ' : ', role: 'accent' }]} width={3} />
        <EditedLine line={line} isEditing width={width - 4} />
      </Box>
      <Text> </Text>
      {visible.map((row, index) => (
        <SegmentLine
          key={row.pane === undefined ? row.binding.id : `${row.pane} ${row.binding.id}`}
          left={paletteSegments(row, cursor.top + index === cursor.row, textWidth)}
          width={width}
        />
      ))}
      {rows.length === 0 ? <SegmentLine left={[dim('   No action matches. Esc goes back.')]} width={width} /> : null}
    </Box>
  );
};

const paletteSegments = (row: PaletteRow, isChosen: boolean, textWidth: number): readonly Segment[] => {
  const { binding, pane, marks } = row;
  const refusal = binding.refusal?.();
  const text = paletteText(row);
  const isMarked = new Set(marks);
  const role = refusal !== undefined ? 'dim' : isChosen ? 'strong' : 'plain';
  const pieces: Segment[] = Array.from(text, (letter, place) => ({
    text: letter,
    role: isMarked.has(place) ? 'match' : role,
  }));
  const facts = [pane === undefined ? shownKeys(binding) : '', binding.detail ?? '', refusal ?? ''];
  return [
    plain(isChosen ? ' > ' : '   '),
    ...joined(pieces),
    plain(' '.repeat(Math.max(0, textWidth - cellWidth(printable(text))))),
    dim(facts.map((fact) => (fact === '' ? '' : `   ${printable(fact)}`)).join('')),
  ];
};

/** Neighbours of one role as one piece. */
const joined = (pieces: readonly Segment[]): readonly Segment[] => {
  const some: { text: string; role: Segment['role'] }[] = [];
  for (const { text, role } of pieces) {
    const last = some.at(-1);
    if (last?.role === role) last.text += text;
    else some.push({ text, role });
  }
  return some.map(({ text, role }) => ({ text: printable(text), role }));
};
