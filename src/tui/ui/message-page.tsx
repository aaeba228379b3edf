/**
 * What is said in sentences: a page instead of a list (what is empty or broken here, and what to do), and a failed call over rows
 * that are still good.
 */
import { Box, Text } from 'ink';
import { printable, printableStart } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { SegmentLine } from './segment-line.tsx';
import { plain } from './segments.ts';
import { Tone, useNamed } from './theme.tsx';

/** The sentences, one below the other, the first one strongest; long ones are broken between words. */
export const MessagePage = ({ lines, width }: { readonly lines: readonly string[]; readonly width: number }) => {
  const room = Math.max(10, width - 6);
  const named = useNamed();
  return (
    <Box flexDirection="column" marginLeft={3} marginTop={1} width={room}>
      {lines.flatMap((line, index) =>
        wrappedLines(printableStart(named(line)), room).map((text, row) => (
          <Text key={`${index} ${row}`}>{index === 0 ? <Tone of="strong">{text}</Tone> : text}</Text>
        )),
      )}
    </Box>
  );
};

/** What is said of a failed call: what was tried, what came back, what to do next. */
export type FailureWords = { readonly tried: string; readonly whatCameBack: string; readonly whatToDo: string };

/** The three lines; what does not fit into `width` cells is cut. */
export const FailureLines = ({ failure, width }: { readonly failure: FailureWords; readonly width: number }) => {
  return (
    <>
      <SegmentLine left={[plain(printable(`   ${failure.tried}`))]} width={width} />
      <SegmentLine left={[{ text: printable(`   ${failure.whatCameBack}`), role: 'danger' }]} width={width} />
      <SegmentLine left={[{ text: printable(`   ${failure.whatToDo}`), role: 'strong' }]} width={width} />
    </>
  );
};
