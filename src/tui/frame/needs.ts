/** What the frame needs from outside: the services, the sessions, the terminal, and what the palette and the help list. */
import type { PaneName } from '../panes/names.ts';
import type { Slice } from '../state/slice.ts';
import type { PaletteEntry } from './palette.ts';
import type { FrameState } from './state.ts';

/** The services that there are besides the one in use, and the ways to them. */
type ServiceChoice = {
  /** Services to choose from: the name of each, and where it leads. */
  readonly others: readonly { readonly name: string; readonly detail: string }[];
  /** Goes on with another service. */
  readonly switchTo: (name: string) => void;
  /** Goes on with another key for the service in use; undefined when that is the program's own. */
  readonly useKey: ((apiKey: string) => void) | undefined;
  /** Goes on with what the key file holds by now; false when that is no other key than before. Absent without a key file. */
  readonly readKeyFileAgain?: () => boolean;
};

/** The sessions that earlier runs have left. */
type SessionChoice = {
  readonly lost: () => NonNullable<FrameState['sessions']>['listed'];
  readonly resume: (id: string) => void;
  /** Told that the user wants none of them. */
  readonly onPutOff: () => void;
};

/** What the frame needs from outside. */
export type FrameNeeds = {
  readonly slice: Slice<FrameState>;
  /** Rows that help, palette or a text have for their list, and the cells of the screen. */
  readonly listHeight: () => number;
  readonly width: () => number;
  /** What the palette can run: what can be reached when nothing lies over the pane, then what other panes offer. */
  readonly entries: () => readonly PaletteEntry[];
  /** The lines of the help page. */
  readonly helpLines: () => readonly unknown[];
  /** Runs an entry, in its pane, or shows why it is refused. */
  readonly perform: (entry: PaletteEntry) => void;
  /** Told when another pane is open. */
  readonly onPaneOpened: (pane: PaneName) => void;
  readonly services: ServiceChoice;
  readonly sessions: SessionChoice;
  readonly terminal: {
    readonly quit: () => void;
    readonly suspend: () => void;
    readonly repaint: () => void;
    /** What is known of the line to the terminal; absent where nothing is. */
    readonly link?: () => TerminalLink;
  };
};

/**
 * The line to the terminal: the latest round trip in milliseconds, whether that is slow or quick (neither while it is not known), and all bytes sent so far. `through` is
 * a program on the way that answers in the terminal's place, so that the line behind it remains unknown.
 */
export type TerminalLink = {
  readonly roundTripMs: number | undefined;
  readonly through?: string | undefined;
  readonly isSlow: boolean;
  readonly isQuick?: boolean;
  readonly sentBytes: number;
};
