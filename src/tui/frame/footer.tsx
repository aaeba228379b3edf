/** Draws the two bottom lines: what is to be said, and the keys. */
import { Box } from 'ink';
import { printable } from '../../base/text.ts';
import type { Binding } from '../keys/binding.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';
import { useNamed } from '../ui/theme.tsx';
import { footerSegments } from './key-list.ts';
import { type FrameState, type LinkFigures, noticeShown } from './state.ts';

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
  const { link } = state;
  const notice = noticeShown(state);
  const named = useNamed();
  return (
    <Box flexDirection="column">
      <SegmentLine
        left={
          notice === undefined
            ? [plain(' '), ...status.map((segment) => ({ ...segment, text: named(segment.text) }))]
            : [{ text: ` ${printable(named(notice.text))}`, role: notice.role }]
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
