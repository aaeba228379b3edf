/** The keys that work in every pane, the help and the palette. Its effects: ending, suspending and repainting the program. */
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { readlineBindings } from '../../keys/readline.ts';
import { cursorMoved } from '../../state/cursor.ts';
import { inserted, type LineEdit } from '../../state/line.ts';
import type { Slice } from '../../state/slice.ts';
import { helpRows, paletteRows } from './key-list.ts';
import {
  helpOpened,
  helpScrolled,
  noticeGiven,
  noticeSeen,
  overlayClosed,
  PANES,
  type PaneName,
  paletteEdited,
  paletteMoved,
  paletteOpened,
  paneOpened,
  type ShellState,
} from './state.ts';

/** What the frame needs from outside. */
export type ShellNeeds = {
  readonly slice: Slice<ShellState>;
  /** Rows that help or palette have for their list. */
  readonly listHeight: () => number;
  /** The bindings that can be reached when nothing lies over the pane. */
  readonly bindingsBehind: () => readonly Binding[];
  /** Runs a binding, or shows why it is refused. */
  readonly perform: (binding: Binding) => void;
  /** Told when another pane is open. */
  readonly onPaneOpened: (pane: PaneName) => void;
  readonly terminal: {
    readonly quit: () => void;
    readonly suspend: () => void;
    readonly repaint: () => void;
  };
};

/** The frame's doings. */
export type ShellActions = {
  /** The layers in front of the pane's own, innermost first: none while nothing lies over it. */
  readonly overlayLayers: () => readonly Layer[];
  /** The layer behind every pane. */
  readonly globalLayer: Layer;
  /** Says one line to the user. */
  readonly notify: (text: string) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Brings a pane to the front. */
  readonly openPane: (pane: PaneName) => void;
  /** A key was pressed. */
  readonly keyPressed: () => void;
};

/** Builds the frame's keys and actions. */
export const createShellActions = (needs: ShellNeeds): ShellActions => {
  const { slice, listHeight, bindingsBehind, perform, onPaneOpened, terminal } = needs;
  const change = (transition: (state: ShellState) => ShellState) => slice.change(transition);

  const global: readonly Binding[] = [
    ...PANES.map(({ name, title }, index) =>
      bind(`shell.${name}`, [String(index + 1)], title.toLowerCase(), 'Panes', () => openPane(name)),
    ),
    bind('shell.palette', [':'], 'palette', 'Program', () => change(paletteOpened)),
    bind('shell.repaint', ['ctrl-l'], 'repaint', 'Program', () => terminal.repaint()),
    bind('shell.suspend', ['ctrl-z'], 'suspend', 'Program', () => terminal.suspend()),
    bind('shell.quit', ['q', 'ctrl-c'], 'quit', 'Program', () => terminal.quit()),
    bind('shell.help', ['?'], 'help', 'Program', () => change(helpOpened), inFooter),
  ];

  const help: readonly Binding[] = [
    bind('help.down', ['down', 'j'], 'down', 'Help', () => scrollHelp(1), inFooter),
    bind('help.up', ['up', 'k'], 'up', 'Help', () => scrollHelp(-1)),
    bind('help.page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Help', () =>
      scrollHelp(listHeight()),
    ),
    bind('help.page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Help', () => scrollHelp(-listHeight())),
    bind('help.quit', ['ctrl-c'], 'quit', 'Help', () => terminal.quit()),
    bind('help.close', ['escape', 'q', '?', 'enter'], 'back', 'Help', () => change(overlayClosed), inFooter),
  ];

  const palette: readonly Binding[] = [
    bind('palette.run', ['enter'], 'run', 'Palette', () => runChosen(), inFooter),
    bind('palette.down', ['down', 'ctrl-n', 'tab'], 'down', 'Palette', () => movePalette(1), inFooter),
    bind('palette.up', ['up', 'ctrl-p', 'shift-tab'], 'up', 'Palette', () => movePalette(-1)),
    ...readlineBindings('palette', (edit) => editPalette(edit)),
    bind('palette.close', ['escape', 'ctrl-c'], 'back', 'Palette', () => change(overlayClosed), inFooter),
  ];

  const openPane = (pane: PaneName) => {
    change((state) => paneOpened(state, pane));
    onPaneOpened(pane);
  };

  const scrollHelp = (rows: number) =>
    change((state) => helpScrolled(state, rows, Math.max(0, helpRows(bindingsBehind()).length - listHeight())));

  const paletteBindings = () => {
    const { overlay } = slice.get();
    return overlay?.kind === 'palette' ? paletteRows(bindingsBehind(), overlay.line.text) : [];
  };

  const editPalette = (edit: LineEdit) =>
    change((state) => (state.overlay?.kind === 'palette' ? paletteEdited(state, edit(state.overlay.line)) : state));

  const movePalette = (rows: number) => {
    const extent = { count: paletteBindings().length, height: listHeight() };
    change((state) =>
      state.overlay?.kind === 'palette' ? paletteMoved(state, cursorMoved(state.overlay.cursor, rows, extent)) : state,
    );
  };

  const runChosen = () => {
    const { overlay } = slice.get();
    const chosen = overlay?.kind === 'palette' ? paletteBindings()[overlay.cursor.row] : undefined;
    change(overlayClosed);
    if (chosen !== undefined) perform(chosen);
  };

  return {
    globalLayer: { bindings: global },
    overlayLayers: () => {
      switch (slice.get().overlay?.kind) {
        case 'help':
          return [{ bindings: help, isModal: true }];
        case 'palette':
          return [{ bindings: palette, type: (text) => editPalette(inserted(text)), isModal: true }];
        case undefined:
          return [];
      }
    },
    notify: (text) => change((state) => noticeGiven(state, text, 'plain')),
    refuse: (reason) => change((state) => noticeGiven(state, reason, 'warning')),
    openPane,
    keyPressed: () => change(noticeSeen),
  };
};
