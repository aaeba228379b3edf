/** Draws the question for an API key. */
import { Box, Text } from 'ink';
import { printable } from '../../base/text.ts';
import { Field } from '../ui/field.tsx';
import { SegmentLine } from '../ui/segment-line.tsx';
import { dim } from '../ui/segments.ts';
import type { KeyTyped } from './state.ts';

/** The question for a key: why, and a mark for each character typed. */
export const KeyPrompt = ({
  reason,
  typed,
  width,
}: {
  readonly reason: string;
  readonly typed: KeyTyped;
  readonly width: number;
}) => (
  <Box flexDirection="column" marginTop={1}>
    <SegmentLine left={[{ text: ` ${printable(reason)}`, role: 'strong' }]} width={width} />
    <Text> </Text>
    <Field label=" Key:" line={{ text: '*'.repeat(typed.length), at: typed.at }} isOpen width={width} />
    <Text> </Text>
    <SegmentLine left={[dim(' It is kept in memory only. Filters, forms and marks stay as they are.')]} width={width} />
  </Box>
);
