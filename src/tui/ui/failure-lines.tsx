/** A failed call over the rows that are still good: three lines, one sentence each. */

import { printable } from '../../base/text.ts';
import { SegmentLine } from './segment-line.tsx';
import { plain } from './segments.ts';
import { useNamed } from './theme.tsx';

/** What is said of a failed call: what was tried, what came back, what to do next. */
export type FailureWords = { readonly tried: string; readonly whatCameBack: string; readonly whatToDo: string };

/** The three lines; what does not fit into `width` cells is cut. */
export const FailureLines = ({ failure, width }: { readonly failure: FailureWords; readonly width: number }) => {
  const named = useNamed();
  return (
    <>
      <SegmentLine left={[plain(printable(`   ${failure.tried}`))]} width={width} />
      <SegmentLine left={[{ text: printable(`   ${failure.whatCameBack}`), role: 'danger' }]} width={width} />
      <SegmentLine left={[{ text: printable(`   ${named(failure.whatToDo)}`), role: 'strong' }]} width={width} />
    </>
  );
};
