/**
 * A form field: ink-text-input with its label. It listens to the keyboard by itself, the only part besides the root that
 * does; the key source keeps control, Alt and paste events from it while it has the focus.
 */
import { Text } from 'ink';
import TextInput from 'ink-text-input';
import { Tone } from './theme.tsx';

/** The field. `mask` hides what is typed, one mark a character; `width` cuts nothing while the field has the focus. */
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
  <Text wrap="truncate">
    <Tone of={hasFocus ? 'accent' : 'dim'}>{label}</Tone>{' '}
    <TextInput
      value={value}
      focus={hasFocus}
      onChange={onChange}
      {...(mask === undefined ? {} : { mask })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  </Text>
);
