/** What a piece of text is, and how that looks. Colours are named by role only; no role is told by colour alone. */
import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import type { ColouredRole } from '../../base/roles.ts';
import { type Colours, coloursOn } from './colours.ts';

/** What a piece of text is to the reader. */
export type Role = 'plain' | ColouredRole | 'cursor';

/**
 * What the terminal can show, and what is worth its bytes: with `isSparse` what only makes a screen look better is left out,
 * which are colours, dimming and the frames of tables. With `isQuick` a little more may be spent.
 */
export type Look = {
  readonly hasColour: boolean;
  readonly isSparse: boolean;
  /** Lines are appended instead of painted: nothing is shown that changes with each move. */
  readonly isPlain?: boolean;
  /** The terminal shows ASCII only: what is drawn by other characters is told in words. */
  readonly isAscii?: boolean;
  /** The line to the terminal has shown itself to be quick. */
  readonly isQuick?: boolean;
  /** A message, which names usual keys, with those that the user has given; absent: as it is. */
  readonly named?: (message: string) => string;
  /** The colours that the roles have here; without them those for a dark background. */
  readonly colours?: Colours;
};

/** The look in force below its provider. */
export const LookContext = createContext<Look>({ hasColour: true, isSparse: false });

/** The same for what draws a message. */
export const useNamed = (): ((message: string) => string) => useContext(LookContext).named ?? asItIs;

const asItIs = (message: string): string => message;

type Style = { bold?: boolean; dimColor?: boolean; underline?: boolean; inverse?: boolean; color?: string };

const ATTRIBUTES: Readonly<Record<Role, Style>> = {
  plain: {},
  strong: { bold: true },
  dim: { dimColor: true },
  accent: { bold: true },
  good: {},
  warning: {},
  danger: { bold: true },
  field: {},
  value: {},
  problem: { underline: true },
  match: { bold: true, underline: true },
  cursor: { inverse: true },
};

const USUAL_COLOURS = coloursOn('dark', 1);

/** Text drawn as its role; it never wraps, what does not fit is cut. */
export const Tone = ({ of: role, children }: { readonly of: Role; readonly children: ReactNode }) => {
  const { hasColour, isSparse, colours = USUAL_COLOURS } = useContext(LookContext);
  const color = hasColour && !isSparse ? colours[role] : undefined;
  // Text that is dim by its colour would be too dim with both.
  const isOwnDim = role === 'dim' && (isSparse || color !== undefined);
  const attributes = isOwnDim ? ATTRIBUTES.plain : ATTRIBUTES[role];
  return (
    <Text wrap="truncate" {...attributes} {...(color === undefined ? {} : { color })}>
      {children}
    </Text>
  );
};
