/** The keys that work in every pane, the help and the palette. Its effects: ending, suspending and repainting the program. */
import { type Binding, bind, inFooter, type Layer } from '../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../keys/field.ts';
import { EDITING } from '../keys/readline.ts';
import { digitOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import { cursorMoved } from '../state/cursor.ts';
import type { LineEdit } from '../state/line.ts';
import type { Slice } from '../state/slice.ts';
import { bodyLines } from '../ui/body-lines.ts';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import { createKeyPrompt } from './key-prompt.ts';
import { type PaletteEntry, paletteRows } from './palette.ts';
import { createResumeQuestion } from './resume-question.tsx';
import {
  type FrameState,
  helpOpened,
  helpScrolled,
  keyAsked,
  keyTyped,
  type LinkFigures,
  linkJudged,
  linkMeasured,
  linkToggled,
  noticeGiven,
  noticeSeen,
  overlayClosed,
  paletteCancelled,
  paletteEdited,
  paletteMoved,
  paletteOpened,
  paneOpened,
  sessionChosen,
  sessionsFound,
  sessionsPutOff,
  textScrolled,
  textShown,
} from './state.ts';

/** Most characters that the palette takes: no command has more. */
const COMMAND_MAXIMUM = 200;

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
type TerminalLink = {
  readonly roundTripMs: number | undefined;
  readonly through?: string | undefined;
  readonly isSlow: boolean;
  readonly isQuick?: boolean;
  readonly sentBytes: number;
};

/** The frame's actions. */
export type FrameActions = {
  /** The layers in front of the pane's own, innermost first: none while nothing lies over it. */
  readonly overlayLayers: () => readonly Layer[];
  /** The layer behind every pane. */
  readonly globalLayer: Layer;
  /** The way back to the sessions of earlier runs, while there are any. It stands behind the layer of every pane. */
  readonly sessionLayers: () => readonly Layer[];
  /** The only keys while the terminal is too small for anything to be shown. */
  readonly unseenLayer: Layer;
  /** Says one line to the user. */
  readonly notify: (text: string) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Puts a text in front of the pane, to be read or copied by hand. */
  readonly showText: (title: string, text: string) => void;
  /** Brings a pane to the front. */
  readonly openPane: (pane: PaneName) => void;
  /** Asks for an API key, saying why. Nothing happens where no other key could be used. */
  readonly askForKey: (reason: string) => void;
  /** Looks for sessions that earlier runs have left, and with `isAsked` asks which is to be resumed. */
  readonly offerSessions: (isAsked: boolean) => void;
  /** A key was pressed. */
  readonly keyPressed: () => void;
};

/** Builds the frame's keys and actions. */
export const createFrameActions = (needs: FrameNeeds): FrameActions => {
  const { slice, listHeight, width, entries, perform, onPaneOpened, services, sessions, terminal } = needs;
  const change = (transition: (state: FrameState) => FrameState) => slice.change(transition);

  let sentBytes = 0;
  /** The figures now; the bytes are those since the last time. */
  const measured = (link: () => TerminalLink): LinkFigures => {
    const now = link();
    const bytesOfKey = now.sentBytes - sentBytes;
    sentBytes = now.sentBytes;
    return { roundTripMs: now.roundTripMs, through: now.through, bytesOfKey };
  };

  const linkBindings = (): readonly Binding[] => {
    const { link } = terminal;
    if (link === undefined) return [];
    const toggle = () => change((state) => linkToggled(state, measured(link)));
    return [bind('frame.link', [], 'show or hide the line to this terminal', 'Program', toggle)];
  };

  const unseen: readonly Binding[] = [
    bind('frame.repaint', ['ctrl-l'], 'repaint', 'Program', () => terminal.repaint(), {
      help: 'draw the screen again',
    }),
    bind('frame.suspend', ['ctrl-z'], 'suspend', 'Program', () => terminal.suspend(), {
      help: 'suspend (fg comes back)',
    }),
    bind('frame.quit', ['q', 'ctrl-c'], 'quit', 'Program', () => terminal.quit(), { isDeparture: true }),
  ];
  const global: readonly Binding[] = [
    ...PANE_NAMES.map(({ name, title }) =>
      bind(`frame.${name}`, [digitOf(name)], title.toLowerCase(), 'Panes', () => openPane(name)),
    ),
    ...services.others.map(({ name, detail }) =>
      bind(`frame.switch-to-${name}`, [], `switch to profile ${name}`, 'Services', () => services.switchTo(name), {
        detail,
        isDeparture: true,
      }),
    ),
    ...(services.useKey === undefined
      ? []
      : [bind('frame.key', [], 'enter another key', 'Services', () => askForKey('Another key for this service.'))]),
    bind('frame.palette', [':'], 'palette', 'Program', () => change(paletteOpened), {
      help: 'find an action by its name',
    }),
    ...unseen,
    ...linkBindings(),
    bind('frame.help', ['?'], 'help', 'Program', () => change(helpOpened), inFooter),
  ];

  const scrolling = (owner: string, group: string, scroll: (rows: number) => void): readonly Binding[] => [
    bind(`${owner}.down`, ['down', 'j'], 'scroll', group, () => scroll(1), inFooter),
    bind(`${owner}.up`, ['up', 'k'], 'scroll up', group, () => scroll(-1)),
    bind(`${owner}.page-down`, ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', group, () =>
      scroll(listHeight()),
    ),
    bind(`${owner}.page-up`, ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', group, () => scroll(-listHeight())),
  ];

  const text: readonly Binding[] = [
    ...scrolling('text', 'Text', (rows) => scrollText(rows)),
    bind('text.quit', ['ctrl-c'], 'quit', 'Text', () => terminal.quit()),
    bind('text.close', ['escape', 'q', 'enter'], 'back', 'Text', () => change(overlayClosed), inFooter),
  ];

  const help: readonly Binding[] = [
    ...scrolling('help', 'Help', (rows) => scrollHelp(rows)),
    bind('help.quit', ['ctrl-c'], 'quit', 'Help', () => terminal.quit()),
    bind('help.close', ['escape', 'q', '?', 'enter'], 'back', 'Help', () => change(overlayClosed), inFooter),
  ];

  const palette = fieldLayer({
    owner: 'palette',
    line: () => {
      const { overlay } = slice.get();
      return overlay?.kind === 'palette' ? overlay.line : undefined;
    },
    change: (edit) => editPalette(edit),
    maximum: COMMAND_MAXIMUM,
    accept: acceptKey('palette.run', 'run', () => runChosen()),
    cancel: cancelKey('palette.close', () => change(paletteCancelled)),
    own: [
      bind('palette.down', ['down', 'ctrl-n', 'tab'], 'next', EDITING, () => movePalette(1), inFooter),
      bind('palette.up', ['up', 'ctrl-p', 'shift-tab'], 'previous', EDITING, () => movePalette(-1)),
    ],
  });

  const keyPrompt = createKeyPrompt({
    onTyped: (typed) => change((state) => keyTyped(state, typed)),
    onKey: (apiKey) => {
      change(overlayClosed);
      services.useKey?.(apiKey);
    },
    onGivenUp: () => {
      change(overlayClosed);
      const wayBack = 'To be asked again, press : and type "another key".';
      const fromFile = services.readKeyFileAgain === undefined ? '' : ' R reads the key file again.';
      change((state) => noticeGiven(state, wayBack + fromFile, 'plain'));
    },
  });

  const offerSessions = (isAsked: boolean) => {
    const listed = sessions.lost();
    change((state) => sessionsFound(state, listed, isAsked));
  };

  const resumeQuestion = createResumeQuestion({
    resume: () => {
      const chosen = slice.get().sessions;
      const id = chosen?.listed[chosen.row]?.id;
      change(sessionsPutOff);
      if (id !== undefined) sessions.resume(id);
      offerSessions(false);
    },
    startAnew: () => {
      change(sessionsPutOff);
      sessions.onPutOff();
    },
    quit: terminal.quit,
    move: (rows) => change((state) => sessionChosen(state, rows)),
  });

  const askForKey = (reason: string) => {
    if (services.useKey !== undefined) change((state) => keyAsked(state, reason));
  };

  const openPane = (pane: PaneName) => {
    change((state) => paneOpened(state, pane));
    onPaneOpened(pane);
  };

  const resuming: readonly Binding[] = [
    bind('frame.resume', [], 'resume an earlier session', 'Program', () => offerSessions(true)),
  ];

  const scrollHelp = (rows: number) =>
    change((state) => helpScrolled(state, rows, Math.max(0, needs.helpLines().length - listHeight())));

  const scrollText = (rows: number) => {
    const { overlay } = slice.get();
    if (overlay?.kind !== 'text') return;
    const length = bodyLines(overlay.text, width() - RECORD_MARGIN).length;
    change((state) => textScrolled(state, rows, Math.max(0, length - listHeight())));
  };

  const rows = () => {
    const { overlay } = slice.get();
    return overlay?.kind === 'palette' ? paletteRows(entries(), overlay.line.text) : [];
  };

  const editPalette = (edit: LineEdit) =>
    change((state) => (state.overlay?.kind === 'palette' ? paletteEdited(state, edit(state.overlay.line)) : state));

  const movePalette = (by: number) => {
    const extent = { count: rows().length, height: listHeight() };
    change((state) =>
      state.overlay?.kind === 'palette' ? paletteMoved(state, cursorMoved(state.overlay.cursor, by, extent)) : state,
    );
  };

  const runChosen = () => {
    const { overlay } = slice.get();
    if (overlay?.kind !== 'palette') return;
    const chosen = rows()[overlay.cursor.row];
    if (chosen === undefined) {
      change((state) => noticeGiven(state, `No action matches "${overlay.line.text.trim()}".`, 'warning'));
      return;
    }
    change(overlayClosed);
    perform(chosen);
  };

  return {
    globalLayer: { bindings: global },
    sessionLayers: () => (slice.get().sessions === undefined ? [] : [{ bindings: resuming }]),
    unseenLayer: { bindings: unseen, isModal: true },
    overlayLayers: () => {
      switch (slice.get().overlay?.kind) {
        case 'help':
          return [{ bindings: help, isModal: true }];
        case 'text':
          return [{ bindings: text, isModal: true }];
        case 'palette':
          return [palette];
        case 'key':
          return [keyPrompt];
        case undefined:
          return slice.get().sessions?.isAsked ? [resumeQuestion, { bindings: unseen, isModal: true }] : [];
      }
    },
    notify: (text) => change((state) => noticeGiven(state, text, 'plain')),
    refuse: (reason) => change((state) => noticeGiven(state, reason, 'warning')),
    showText: (title, body) => change((state) => textShown(state, title, body)),
    openPane,
    askForKey,
    offerSessions,
    keyPressed: () => {
      change(noticeSeen);
      const { link } = terminal;
      if (link === undefined) return;
      // Painted with whatever this key changes, so that nothing is sent for it alone: so are the figures of the key before.
      change((state) => linkJudged(state, link()));
      if (slice.get().link === undefined) return;
      const figures = measured(link);
      change((state) => linkMeasured(state, figures));
    },
  };
};
