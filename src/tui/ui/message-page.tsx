/**
 * What is said in sentences: a page instead of a list (what is empty or broken here, and what to do), and a failed call over rows
 * that are still good.
 */
import { Box } from 'ink';
import { useContext } from 'react';
import { cellWidth, printable, printableStart } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { SegmentLine } from './segment-line.tsx';
import { band, plain, type Segment } from './segments.ts';
import { LookContext, useNamed } from './theme.tsx';

type MessageProps = { readonly lines: readonly (string | Segment)[]; readonly width: number };

/** The sentences in the middle of the page, the first one strongest; long ones are broken between words. */
export const MessagePage = ({ lines, width }: MessageProps) => {
  const { isPlain = false } = useContext(LookContext);
  const named = useNamed();
  const room = Math.max(10, Math.min(WIDEST, width - 2 * MARGIN));
  const marginOf = (text: string) => (isPlain ? MARGIN : Math.max(0, Math.floor((width - cellWidth(named(text))) / 2)));
  return (
    <Box flexDirection="column" flexGrow={isPlain ? 0 : 1} flexShrink={0} justifyContent="center">
      {lines.flatMap((line, index) => {
        const said =
          typeof line === 'string' ? ({ text: line, role: index === 0 ? 'strong' : 'plain' } as const) : line;
        return evenLines(printableStart(said.text), room).map((text, row) => (
          <SegmentLine
            key={`${index} ${row}`}
            left={[plain(' '.repeat(marginOf(text))), { ...said, text }]}
            width={width}
          />
        ));
      })}
    </Box>
  );
};

/** `text` in as few lines as fit into `width` cells, none much shorter than the others. */
const evenLines = (text: string, width: number): readonly string[] => {
  const fewest = wrappedLines(text, width);
  const narrower = (cells: number): readonly string[] => {
    const lines = wrappedLines(text, cells);
    return cells >= width || lines.length <= fewest.length ? lines : narrower(cells + 1);
  };
  return narrower(Math.ceil(width / 2));
};

/** Cells at both sides of sentences at least, and of a line of them at most. */
const MARGIN = 3;
const WIDEST = 100;

/** What is said of a failed call: what was tried, what came back, what to do next. */
export type FailureWords = { readonly tried: string; readonly whatCameBack: string; readonly whatToDo: string };

/** The same for a page that has nothing else. */
export const failureSentences = ({ tried, whatCameBack, whatToDo }: FailureWords): MessageProps['lines'] => [
  tried,
  { text: `! ${whatCameBack}`, role: 'danger' },
  whatToDo,
];

/** The three lines, the first one a band; what does not fit into `width` cells is cut. */
export const FailureLines = ({ failure, width }: { readonly failure: FailureWords; readonly width: number }) => (
  <>
    <SegmentLine left={band(printable(failure.tried))} width={width} />
    <SegmentLine left={[{ text: printable(` ! ${failure.whatCameBack}`), role: 'danger' }]} width={width} />
    <SegmentLine left={[plain(printable(`   ${failure.whatToDo}`))]} width={width} />
  </>
);
