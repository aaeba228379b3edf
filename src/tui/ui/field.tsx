/**
 * A text field on one row: its label, and its text. Closed it is drawn by ink-text-input, which is given no focus and so listens to
 * nothing, with the key that opens it; open it is the line being edited (see `edited-line.tsx`).
 */
import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { cellWidth, cutCell, printable } from '../../base/text.ts';
import type { Line } from '../state/line.ts';
import { EditedLine } from './edited-line.tsx';
import type { Span } from './line-pieces.ts';
import { SegmentLine } from './segment-line.tsx';
import { segmentsWidth } from './segments.ts';
import { Tone, useNamed } from './theme.tsx';

/** Cells that an open field keeps however long its label is. */
const ROOM_MINIMUM = 10;

/**
 * The field. While it is closed, `example` says how an empty one is filled, and `opener` which key opens one that is filled; a
 * field that is only there while it is open has neither.
 */
export const Field = ({
  label,
  line,
  problems = [],
  isOpen,
  example = '',
  opener = '',
  width,
}: {
  readonly label: string;
  readonly line: Line;
  readonly problems?: readonly Span[];
  readonly isOpen: boolean;
  readonly example?: string;
  readonly opener?: string;
  readonly width: number;
}) => {
  const named = useNamed();
  const name = [{ text: `${label} `, role: isOpen ? 'accent' : 'plain' } as const];
  const nameWidth = Math.min(segmentsWidth(name), Math.max(1, width - ROOM_MINIMUM - 1));
  const room = Math.max(ROOM_MINIMUM, width - nameWidth - 1);
  return (
    <Box height={1} width={width} overflow="hidden">
      <Box flexShrink={0}>
        <SegmentLine left={name} width={nameWidth} />
      </Box>
      {isOpen ? (
        <EditedLine line={line} problems={problems} isEditing width={room} />
      ) : (
        <ClosedField
          text={printable(line.text)}
          note={named(line.text === '' ? example : `   ${opener}`)}
          room={room}
        />
      )}
    </Box>
  );
};

const ClosedField = ({ text, note, room }: { readonly text: string; readonly note: string; readonly room: number }) => (
  <Tone of="plain">
    <TextInput value={cutCell(text, room - cellWidth(note))} focus={false} onChange={leaveAsItIs} />
    <Tone of="dim">{cutCell(note, room)}</Tone>
  </Tone>
);

/** Never called: a field without focus hears no key. */
const leaveAsItIs = () => undefined;
