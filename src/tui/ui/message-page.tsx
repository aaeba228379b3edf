/** A page that says something instead of a list: what is empty or broken here, and what to do. */
import { Box, Text } from 'ink';
import { printableStart } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
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
