/** Draws the question which of the sessions that earlier runs have left is to be resumed. */
import { Box, Text } from 'ink';
import { padCell, printable } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, plain } from '../ui/segments.ts';
import type { ResumableSessions } from './state.ts';

const CALM =
  'Resuming sends nothing: waiting announcements stay on hold. If you start fresh, it stays in the palette (:) until you quit.';

/** The question in `width` cells. */
export const ResumeQuestion = ({
  sessions: { listed, row },
  width,
}: {
  readonly sessions: ResumableSessions;
  readonly width: number;
}) => {
  const whenWidth = Math.max(...listed.map(({ when }) => when.length));
  return (
    <Box flexDirection="column">
      <SegmentLine
        left={[{ text: ` Resume the session of ${printable(listed[row]?.when ?? '')}?`, role: 'strong' }]}
        width={width}
      />
      <Text> </Text>
      {listed.map(({ id, when, words }, place) => (
        <SegmentLine
          key={id}
          left={[
            plain(place === row ? ' > ' : '   '),
            { text: padCell(printable(when), whenWidth), role: place === row ? 'strong' : 'plain' },
            plain(`   ${printable(words)}`),
          ]}
          width={width}
        />
      ))}
      <Text> </Text>
      {wrappedLines(CALM, width - 2).map((text) => (
        <SegmentLine key={text} left={[dim(` ${text}`)]} width={width} />
      ))}
    </Box>
  );
};
