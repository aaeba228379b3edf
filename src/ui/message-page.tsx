/** A page that says something instead of a list: what is empty or broken here, and what to do. */
import { Box, Text } from 'ink';
import { printableStart } from './text.ts';
import { Tone } from './theme.tsx';

/** The sentences, one below the other, the first one strongest; long ones are broken between words. */
export const MessagePage = ({ lines, width }: { readonly lines: readonly string[]; readonly width: number }) => (
  <Box flexDirection="column" marginLeft={3} marginTop={1} width={Math.max(10, width - 6)}>
    {lines.map((line, index) => (
      <Text key={index} wrap="wrap">
        {index === 0 ? <Tone of="strong">{printableStart(line)}</Tone> : printableStart(line)}
      </Text>
    ))}
  </Box>
);
