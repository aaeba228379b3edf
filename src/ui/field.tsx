/**
 * A form field: ink-text-input with its label. It listens to the keyboard by itself, the only part besides the root that
 * does; the key source keeps control, Alt and paste events from it while it has the focus.
 */
import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { Tone } from './theme.tsx';

/** The field in one line; of a text that is too long the end is shown while it has the focus. `mask` hides what is typed. */
export const Field = ({
  label,
  value,
  hasFocus,
  mask,
  placeholder,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly hasFocus: boolean;
  readonly mask?: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}) => (
  <Box height={1} overflow="hidden">
    <Box flexShrink={0}>
      <Tone of={hasFocus ? 'accent' : 'dim'}>{`${label} `}</Tone>
    </Box>
    <Text wrap={hasFocus ? 'truncate-start' : 'truncate'}>
      <TextInput
        value={value}
        focus={hasFocus}
        onChange={onChange}
        {...(mask === undefined ? {} : { mask })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Text>
  </Box>
);
