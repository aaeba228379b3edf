/** Draws what frames every pane: header, message line, footer, and the help and palette that may lie over it. */
import { Box, Text } from 'ink';
import type { Binding } from '../../keys/binding.ts';
import type { Cursor } from '../../state/cursor.ts';
import type { Line } from '../../state/line.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { EditedLine } from '../../ui/edited-line.tsx';
import { moreLinesBelow } from '../../ui/more-words.ts';
import { RECORD_MARGIN, RecordPage } from '../../ui/record-page.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { padCell, printable } from '../../ui/text.ts';
import { footerSegments, helpRows, helpSegments, keysWidth, paletteRows, shownKeys } from './key-list.ts';
import { PANES } from './panes.ts';
import type { LinkFigures, ShellState } from './state.ts';

/** The top line: program, service, key, and the panes; names give way to digits when it is narrow. */
export const Header = ({ state, width }: { readonly state: ShellState; readonly width: number }) => {
  const left = [{ text: ' gpudeck', role: 'accent' } as const, ...serviceSegments(state)];
  const full = tabSegments(state, true);
  const right = segmentsWidth(left) + segmentsWidth(full) + 4 <= width ? full : tabSegments(state, false);
  return <SegmentLine left={left} right={right} width={width} />;
};

const serviceSegments = ({ service, isReadOnly }: ShellState): readonly Segment[] => {
  const readOnly: readonly Segment[] = isReadOnly ? [{ text: '   read-only', role: 'warning' }] : [];
  const name = [plain(`   ${printable(service.name)}`), ...readOnly];
  switch (service.stage) {
    case 'starting':
      return [...name, dim('   starting ...')];
    case 'ready':
      return [...name, dim(`   key ..${printable(service.keyTail ?? '')} ${service.keySource ?? ''}`)];
    case 'failed':
      return [...name, { text: '   cannot be used', role: 'danger' }];
  }
};

const tabSegments = ({ pane }: ShellState, hasNames: boolean): readonly Segment[] =>
  PANES.flatMap(({ name, title }, index) => {
    const isOpen = name === pane;
    const text = hasNames || isOpen ? `${index + 1} ${title}` : String(index + 1);
    return [isOpen ? { text, role: 'accent' } : dim(text), plain(' ')];
  });

/** The two bottom lines: what is to be said, then keys on the left and `footnote` on the right. */
export const Footer = ({
  state,
  bindings,
  footnote,
  status,
  width,
}: {
  readonly state: ShellState;
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
  typedLength,
  width,
}: {
  readonly reason: string;
  readonly typedLength: number;
  readonly width: number;
}) => (
  <Box flexDirection="column" marginTop={1}>
    <SegmentLine left={[{ text: ` ${printable(reason)}`, role: 'strong' }]} width={width} />
    <Text> </Text>
    <SegmentLine
      left={[
        { text: ' Key: ', role: 'accent' },
        plain('*'.repeat(Math.min(typedLength, Math.max(0, width - 10)))),
        { text: ' ', role: 'cursor' },
      ]}
      width={width}
    />
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

/** Lines of the help that are not its list: title and a blank one. The palette has as many. */
export const OVERLAY_TITLE_LINES = 2;

/** The help page: every key that works behind it, by group. */
export const Help = ({
  bindings,
  top,
  width,
  height,
}: {
  readonly bindings: readonly Binding[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const rows = helpRows(bindings);
  const visible = rows.slice(top, top + height - OVERLAY_TITLE_LINES);
  const below = rows.length - top - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Keys that work here', role: 'strong' }]}
        right={[dim(`${moreLinesBelow(below)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((row, index) => (
        <SegmentLine key={index} left={helpSegments(row, keysWidth(rows))} width={width} />
      ))}
    </Box>
  );
};

/** The palette: what was typed, and the bindings that fit it, with the reason where one is refused now. */
export const Palette = ({
  bindings,
  line,
  cursor,
  width,
  height,
}: {
  readonly bindings: readonly Binding[];
  readonly line: Line;
  readonly cursor: Cursor;
  readonly width: number;
  readonly height: number;
}) => {
  const rows = paletteRows(bindings, line.text);
  const visible = rows.slice(cursor.top, cursor.top + height - OVERLAY_TITLE_LINES);
  const labelWidth = Math.max(0, ...rows.map(({ group, label }) => group.length + label.length + 2));
  return (
    <Box flexDirection="column" height={height}>
      <Box height={1}>
        <SegmentLine left={[{ text: ' : ', role: 'accent' }]} width={3} />
        <EditedLine line={line} isEditing width={width - 4} />
      </Box>
      <Text> </Text>
      {visible.map((binding, index) => {
        const isChosen = cursor.top + index === cursor.row;
        const refusal = binding.refusal?.();
        const text = padCell(`${binding.group}: ${binding.label}`, labelWidth);
        return (
          <SegmentLine
            key={binding.id}
            left={[
              plain(isChosen ? ' > ' : '   '),
              { text, role: refusal !== undefined ? 'dim' : isChosen ? 'strong' : 'plain' },
              dim(`   ${shownKeys(binding)}${refusal === undefined ? '' : `   ${refusal}`}`),
            ]}
            width={width}
          />
        );
      })}
      {rows.length === 0 ? <SegmentLine left={[dim('   Nothing fits. Esc goes back.')]} width={width} /> : null}
    </Box>
  );
};
