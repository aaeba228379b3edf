/** How the program looks on this terminal: the user's theme in the colours that there are, on the background as far as that is known. */
import { basename } from 'node:path';
import { messageOf } from '../base/message.ts';
import { type Background, type Theme, type ThemeName, USUAL_THEME } from '../base/roles.ts';
import { keepTheme } from '../storage/files/kept-theme.ts';
import type { Places } from '../storage/files/places.ts';
import type { NoteRow } from './ui/rows-in-words.ts';
import { coloursOn, type LookOfTerminal } from './ui/theme.tsx';

/** What the terminal has, and what is left out by the user's wish. */
type Means = {
  readonly colourLevel: 0 | 1 | 2 | 3;
  readonly hasColour: boolean;
  readonly isAscii: boolean;
  readonly isPlain: boolean;
  /** There where rows are said with what each figure is. */
  readonly noteRow?: NoteRow | undefined;
};

/** Where a theme is kept. With `problem`, what is wrong with the file, of which a later run would use nothing. */
type Keeping = {
  readonly places: Pick<Places, 'configFolder'>;
  readonly problem?: string | undefined;
  readonly redraw: () => void;
};

/** The look in force; `redraw` is told when what was drawn looks otherwise. */
export const createLooks = (
  chosen: Theme,
  { colourLevel, hasColour, isAscii, isPlain, noteRow }: Means,
  { places, problem, redraw }: Keeping,
) => {
  let theme = chosen;
  let background = chosen.background;
  const lookNow = (): LookOfTerminal => {
    const [usual, ground] = [theme, background];
    return {
      hasColour: hasColour && colourLevel > 0,
      isSparse: isPlain,
      isPlain,
      ...(noteRow && { noteRow }),
      isAscii,
      coloursOf: ({ isQuick, theme: other }) =>
        coloursOn(ground, colourLevel === 3 && !isQuick ? 2 : colourLevel, {
          ...usual,
          ...(other !== undefined && { theme: other }),
        }),
    };
  };
  let look = lookNow();
  return {
    look: () => look,
    /** The terminal has told of its background, or the environment has. */
    backgroundTold: (told: Background | undefined) => {
      if (chosen.background !== undefined || told === background) return;
      background = told;
      look = lookNow();
      redraw();
    },
    /** What chooses another theme; absent where no colour is shown. */
    ...(look.hasColour &&
      !isPlain && {
        themes: {
          inUse: () => theme.theme ?? USUAL_THEME,
          keep: (name: ThemeName) => {
            theme = { ...theme, theme: name };
            look = lookNow();
            redraw();
            return kept(name, places, problem);
          },
        },
      }),
  };
};

/** Writes `name` into the file of the theme, and says where it stands now, or why it does not. */
const kept = (name: ThemeName, places: Pick<Places, 'configFolder'>, problem: string | undefined): string => {
  try {
    if (problem !== undefined) throw new Error(problem);
    return `The theme is ${name}. ${basename(keepTheme(places, name))} keeps it for later runs.`;
  } catch (error) {
    return `The theme is ${name} until you quit. It could not be kept: ${messageOf(error)}`;
  }
};
