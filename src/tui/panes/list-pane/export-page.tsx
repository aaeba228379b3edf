/** Draws the form of the file that rows are written to. */
import { Box, Text } from 'ink';
import { printable } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { Exporting } from '../../state/over-list.ts';
import { Field } from '../../ui/field.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import type { Segment } from '../../ui/segments.ts';

/** Cells before what is said of the name. */
const MARGIN = 3;

/** The page in `width` by `height` cells; `what` names the rows. */
export const ExportPage = ({
  what,
  chosen,
  exporting,
  width,
  height,
}: {
  readonly what: string;
  /** Names of what CSV holds, where that is not every field. */
  readonly chosen: readonly string[] | undefined;
  readonly exporting: Exporting;
  readonly width: number;
  readonly height: number;
}) => {
  const { text, role } = said(exporting, chosen);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine left={[{ text: ` Export ${printable(what)}`, role: 'strong' }]} width={width} />
      <Text> </Text>
      <Field label=" File" line={exporting.line} isOpen width={width} />
      <Text> </Text>
      {wrappedLines(printable(text), width - 2 * MARGIN).map((line, index) => (
        <SegmentLine key={index} left={[{ text: ' '.repeat(MARGIN) + line, role }]} width={width} />
      ))}
    </Box>
  );
};

/** What is to be known of the name as it stands. */
const said = ({ problem, replaces, isWriting }: Exporting, chosen: readonly string[] | undefined): Segment => {
  if (problem !== undefined) return { text: problem, role: 'danger' };
  if (replaces !== undefined)
    return {
      text: `${replaces} exists: Enter replaces it, Esc cancels. Type another name to keep it.`,
      role: 'warning',
    };
  if (isWriting) return { text: 'Writing it ...', role: 'accent' };
  const which =
    chosen === undefined
      ? ''
      : ` CSV holds the columns chosen with c, which are ${chosen.length}; JSON holds every field.`;
  return { text: `The ending is the format: .csv, .json or .ndjson.${which}`, role: 'dim' };
};
