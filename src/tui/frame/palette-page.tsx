/** Draws the palette. */
import { Box, Text } from 'ink';
import { cellWidth, printable } from '../../base/text.ts';
import type { Cursor } from '../state/cursor.ts';
import type { Line } from '../state/line.ts';
import { EditedLine } from '../ui/field.tsx';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../ui/segments.ts';
import { shownKeys } from './key-list.ts';
import { OVERLAY_TITLE_LINES } from './layout.ts';
import { type PaletteRow, paletteText } from './palette.ts';

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
