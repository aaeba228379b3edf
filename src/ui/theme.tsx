/** What a piece of text is, and how that looks. Colours are named by role only; no role is told by colour alone. */
import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

/** What a piece of text is to the reader. */
export type Role = 'plain' | 'strong' | 'dim' | 'accent' | 'good' | 'warning' | 'danger' | 'mistake' | 'cursor';

/** What the terminal can show. */
export type Look = { readonly hasColour: boolean; readonly isAscii: boolean };

/** The look in force below its provider. */
export const LookContext = createContext<Look>({ hasColour: true, isAscii: false });

type Style = { bold?: boolean; dimColor?: boolean; underline?: boolean; inverse?: boolean; color?: string };

const ATTRIBUTES: Readonly<Record<Role, Style>> = {
  plain: {},
  strong: { bold: true },
  dim: { dimColor: true },
  accent: { bold: true },
  good: {},
  warning: {},
  danger: { bold: true },
  mistake: { underline: true },
  cursor: { inverse: true },
};

const COLOURS: Readonly<Partial<Record<Role, string>>> = {
  accent: 'cyan',
  good: 'green',
  warning: 'yellow',
  danger: 'red',
  mistake: 'red',
};

/** Text drawn as its role; it never wraps, what does not fit is cut. */
export const Tone = ({ of: role, children }: { readonly of: Role; readonly children: ReactNode }) => {
  const { hasColour } = useContext(LookContext);
  const color = hasColour ? COLOURS[role] : undefined;
  return (
    <Text wrap="truncate" {...ATTRIBUTES[role]} {...(color === undefined ? {} : { color })}>
      {children}
    </Text>
  );
};
