/** Asks which of the sessions that earlier runs have left is to be resumed: its keys, and how it is drawn. */
import { Box, Text } from 'ink';
import { padCell, printable } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { bind, inFooter, type Layer } from '../keys/binding.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim, plain } from '../ui/segments.ts';
import type { ResumableSessions } from './state.ts';

/** What the keys do. */
type QuestionNeeds = {
  readonly resume: () => void;
  readonly startAnew: () => void;
  /** Ends the program; the sessions stay for the next start. */
  readonly quit: () => void;
  /** Chooses another session, so many rows further down. */
  readonly move: (rows: number) => void;
};

/** The question's layer of keys; another one must shut off what lies behind. */
export const createResumeQuestion = ({ resume, startAnew, quit, move }: QuestionNeeds): Layer => ({
  bindings: [
    bind('session.resume', ['enter'], 'resume it', 'Session', resume, inFooter),
    bind('session.anew', ['escape'], 'start anew', 'Session', startAnew, inFooter),
    bind('session.quit', ['q', 'ctrl-c'], 'quit, ask later', 'Session', quit, inFooter),
    bind('session.down', ['down', 'j'], 'older one', 'Session', () => move(1)),
    bind('session.up', ['up', 'k'], 'newer one', 'Session', () => move(-1)),
  ],
});

const CALM =
  'Resuming sends nothing: announcements that were waiting wait for you. If you start anew, it stays in the palette (:) until you quit.';

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
