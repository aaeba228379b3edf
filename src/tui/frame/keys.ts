/**
 * The keys of the frame, and what it needs for them from outside: those that work in every pane, and those of what lies over it:
 * the help, a text that is to be copied by hand, the palette, the themes, the question for an API key, and the one which session is to be
 * resumed.
 */

import { keyName } from '../../base/named-keys.ts';
import type { ThemeName } from '../../base/roles.ts';
import { type Binding, bind, inFooter, type Layer } from '../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../keys/field.ts';
import { scrollKeys } from '../keys/moving.ts';
import { digitOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import { cursorMoved } from '../state/cursor.ts';
import { type Line, type LineEdit, lineOf } from '../state/line.ts';
import type { Slice } from '../state/slice.ts';
import { bodyLines } from '../ui/body-lines.ts';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import type { Segment } from '../ui/segments.ts';
import {
  helpFindCancelled,
  helpFindEdited,
  helpFindEnded,
  helpFindKept,
  helpFindOpened,
  helpMatches,
  helpMatchStepped,
} from './help-find.ts';
import { type PaletteEntry, paletteRows } from './palette.ts';
import {
  type FrameState,
  helpOpened,
  helpScrolled,
  keyTyped,
  type LinkFigures,
  linkJudged,
  linkMeasured,
  linkToggled,
  noticeGiven,
  overlayClosed,
  paletteCancelled,
  paletteEdited,
  paletteMoved,
  paletteOpened,
  textScrolled,
  themeLookedAt,
  themesMoved,
  themesOpened,
} from './state.ts';

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
  /** The rows that can be reached now. */
  readonly inForce: () => readonly Binding[];
  /** What the palette can run: what can be reached when nothing lies over the pane, then what other panes offer. */
  readonly entries: () => readonly PaletteEntry[];
  /** The lines of the help page. */
  readonly helpLines: () => readonly (readonly Segment[])[];
  /** True while the open pane shows a list, of which a preview may tell. */
  readonly isListInFront: () => boolean;
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
    /** The theme in use, and what keeps another one, which says how that went; absent where there are no colours. */
    readonly themes?: { readonly inUse: () => ThemeName | undefined; readonly keep: (theme: ThemeName) => string };
    /** True where something may be said unasked, in the message line. */
    readonly hasTips?: boolean;
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

/** The keys that work in every pane, those that work while something is typed there, and those where nothing can be shown. */
export const createGlobalLayers = (
  { slice, services, terminal }: FrameNeeds,
  openPane: (pane: PaneName) => void,
  askForKey: (reason: string) => void,
  link: readonly Binding[],
): { readonly global: Layer; readonly unseen: Layer; readonly whileTyping: Layer } => {
  const openHelp = () => slice.change(helpOpened);
  const openThemes = () => slice.change((state) => themesOpened(state, terminal.themes?.inUse()));
  const unseen: readonly Binding[] = [
    bind('frame.repaint', ['ctrl-l'], 'repaint', 'Program', () => terminal.repaint(), {
      help: 'draw the screen again',
    }),
    bind('frame.suspend', ['ctrl-z'], 'suspend', 'Program', () => terminal.suspend(), {
      help: 'suspend (return with fg)',
    }),
    bind('frame.quit', ['q', 'ctrl-c'], 'quit', 'Program', () => terminal.quit(), {
      isDeparture: true,
      words: ['exit', 'leave'],
    }),
  ];
  const panes = PANE_NAMES.map((pane) =>
    bind(`frame.${pane.name}`, [digitOf(pane.name)], pane.title.toLowerCase(), 'Panes', () => openPane(pane.name), {
      ...('words' in pane && { words: pane.words }),
    }),
  );
  const switches = services.others.map(({ name, detail }) =>
    bind(`frame.switch-to-${name}`, [], `switch to profile ${name}`, 'Services', () => services.switchTo(name), {
      detail,
      isDeparture: true,
    }),
  );
  const themes =
    terminal.themes === undefined
      ? []
      : [
          bind('frame.themes', [], 'choose a theme', 'Program', openThemes, {
            words: ['colours', 'colors', 'dark', 'light'],
          }),
        ];
  const askForAnother = () => askForKey('Another key for this service.');
  const anotherKey =
    services.useKey === undefined ? [] : [bind('frame.key', [], 'enter another key', 'Services', askForAnother)];
  return {
    unseen: { bindings: unseen, isModal: true },
    whileTyping: { bindings: [bind('frame.help-typing', ['f1'], 'help', EDITING, openHelp, inFooter)] },
    global: {
      bindings: [
        ...panes,
        ...switches,
        ...anotherKey,
        bind('frame.palette', [':'], 'palette', 'Program', () => slice.change(paletteOpened), {
          tip: 'finds any action',
          ...inFooter,
          help: 'find an action by its name',
        }),
        ...unseen,
        ...link,
        ...themes,
        bind('frame.help', ['?', 'f1'], 'help', 'Program', openHelp, inFooter),
      ],
    },
  };
};

/** Its key, and what every key does to it; neither where nothing is known of the line. */
export const createLinkKeys = (
  slice: Slice<FrameState>,
  link: FrameNeeds['terminal']['link'],
): { readonly bindings: readonly Binding[]; readonly judge: () => void; readonly keyPressed: () => void } => {
  if (link === undefined) return { bindings: [], judge: () => {}, keyPressed: () => {} };
  let sentBytes = 0;
  /** The bytes are those since the last time. */
  const figuresOf = (now: TerminalLink): LinkFigures => {
    const bytesOfKey = now.sentBytes - sentBytes;
    sentBytes = now.sentBytes;
    return { roundTripMs: now.roundTripMs, through: now.through, bytesOfKey };
  };
  const toggle = () => slice.change((state) => linkToggled(state, figuresOf(link())));
  const judge = () => slice.change((state) => linkJudged(state, link()));
  return {
    bindings: [bind('frame.link', [], 'show or hide the link to this terminal', 'Program', toggle)],
    judge,
    // Painted with whatever this key changes, so that nothing is sent for it alone: so are the figures of the key before.
    keyPressed: () => {
      judge();
      if (slice.get().link === undefined) return;
      const figures = figuresOf(link());
      slice.change((state) => linkMeasured(state, figures));
    },
  };
};

/** The keys of the help, and of a text that is to be copied by hand; they shut off what lies behind. */
export const createReadingLayers = ({
  slice,
  listHeight,
  width,
  helpLines,
}: FrameNeeds): { readonly text: Layer; readonly help: Layer } => {
  const scrollHelp = (rows: number) => {
    const highest = Math.max(0, helpLines().length - listHeight());
    slice.change((state) => helpScrolled(state, rows, highest));
  };

  const scrollText = (rows: number) => {
    const { overlay } = slice.get();
    if (overlay?.kind !== 'text') return;
    const length = bodyLines(overlay.text, width() - RECORD_MARGIN).length;
    slice.change((state) => textScrolled(state, rows, Math.max(0, length - listHeight())));
  };

  const layerOf = (
    owner: string,
    group: string,
    closeKeys: readonly string[],
    scroll: (rows: number) => void,
  ): Layer => {
    const bindings: readonly Binding[] = [
      ...scrollKeys(`${owner}.`, group, (pages, rows) => scroll(pages * listHeight() + rows), { hasEnds: true }),
      bind(`${owner}.close`, closeKeys, 'back', group, () => slice.change(overlayClosed), inFooter),
    ];
    return { bindings, isModal: true };
  };

  return {
    text: layerOf('text', 'Text', ['escape', 'q', 'enter'], scrollText),
    help: layerOf('help', 'Help', ['escape', 'q', '?', 'f1', 'enter'], scrollHelp),
  };
};

/** Most characters of a text that is looked for in the help. */
const SOUGHT_MAXIMUM = 200;

/** The layers that find a text in the help, in front of that which scrolls it. */
export const createHelpFind = ({ slice, listHeight, helpLines }: FrameNeeds): (() => readonly Layer[]) => {
  const found = () => {
    const { overlay } = slice.get();
    return overlay?.kind === 'help' ? overlay.find : undefined;
  };
  const room = () => ({ lines: helpLines(), height: listHeight() });
  const step = (direction: 1 | -1) => () => slice.change((state) => helpMatchStepped(state, direction, room()));
  const refusal = () => {
    const text = found()?.line.text;
    if (text === undefined) return `Nothing to go to yet: press ${keyName('help.find')} and type a text to find.`;
    return helpMatches(helpLines(), text).length === 0
      ? `No line has "${text}": ${keyName('help.find')} finds another text.`
      : undefined;
  };
  const typing = fieldLayer({
    owner: 'help',
    line: () => found()?.line,
    change: (edit) => slice.change((state) => helpFindEdited(state, edit, room())),
    maximum: SOUGHT_MAXIMUM,
    accept: acceptKey('help.find-keep', 'accept', () => slice.change(helpFindKept)),
    cancel: cancelKey('help.find-cancel', () => slice.change(helpFindCancelled)),
  });
  const end = bind(
    'help.find-end',
    ['escape', 'ctrl-c'],
    'end the find',
    'Help',
    () => slice.change(helpFindEnded),
    inFooter,
  );
  const keys: readonly Binding[] = [
    bind('help.find', ['/'], 'find', 'Help', () => slice.change(helpFindOpened), inFooter),
    bind('help.find-next', ['n'], 'next match', 'Help', step(1), { refusal }),
    bind('help.find-before', ['N'], 'previous match', 'Help', step(-1), { refusal }),
  ];
  return () => (found()?.isTyped ? [typing] : [{ bindings: [...(found() === undefined ? [] : [end]), ...keys] }]);
};

/** Most characters that the palette takes: no command has more. */
const COMMAND_MAXIMUM = 200;

export const createPaletteLayer = ({ slice, listHeight, entries, perform }: FrameNeeds): Layer => {
  const shown = () => {
    const { overlay } = slice.get();
    return overlay?.kind === 'palette' ? overlay : undefined;
  };
  const rows = () => {
    const overlay = shown();
    return overlay === undefined ? [] : paletteRows(entries(), overlay.line.text);
  };

  const edit = (to: LineEdit) => {
    const overlay = shown();
    if (overlay !== undefined) slice.change((state) => paletteEdited(state, to(overlay.line)));
  };

  const move = (by: number) => {
    const overlay = shown();
    if (overlay === undefined) return;
    const extent = { count: rows().length, height: listHeight() };
    slice.change((state) => paletteMoved(state, cursorMoved(overlay.cursor, by, extent)));
  };

  const run = () => {
    const overlay = shown();
    if (overlay === undefined) return;
    const chosen = rows()[overlay.cursor.row];
    if (chosen === undefined) {
      slice.change((state) => noticeGiven(state, `No action matches "${overlay.line.text.trim()}".`, 'warning'));
      return;
    }
    slice.change(overlayClosed);
    perform(chosen);
  };

  return fieldLayer({
    owner: 'palette',
    line: () => shown()?.line,
    change: edit,
    maximum: COMMAND_MAXIMUM,
    accept: acceptKey('palette.run', 'run', run),
    cancel: cancelKey('palette.close', () => slice.change(paletteCancelled)),
    own: [
      bind('palette.down', ['down', 'ctrl-n', 'tab'], 'next', EDITING, () => move(1), inFooter),
      bind('palette.up', ['up', 'ctrl-p', 'shift-tab'], 'previous', EDITING, () => move(-1)),
    ],
  });
};

/** The keys of the themes: the screen has the colours of the one that is looked at, and Enter keeps them. */
export const createThemesLayer = ({ slice, terminal }: FrameNeeds): Layer => {
  const move = (rows: number) => slice.change((state) => themesMoved(state, rows));
  const keep = () => {
    const theme = themeLookedAt(slice.get());
    slice.change(overlayClosed);
    if (theme === undefined || terminal.themes === undefined) return;
    const words = terminal.themes.keep(theme);
    slice.change((state) => noticeGiven(state, words, 'plain'));
  };
  return {
    bindings: [
      bind('themes.keep', ['enter'], 'keep it', 'Themes', keep, inFooter),
      bind('themes.down', ['down', 'j'], 'next', 'Themes', () => move(1), inFooter),
      bind('themes.up', ['up', 'k'], 'previous', 'Themes', () => move(-1)),
      bind('themes.close', ['escape', 'q'], 'back', 'Themes', () => slice.change(overlayClosed), inFooter),
    ],
    isModal: true,
  };
};

/** Most characters of a key: servers take no longer header. */
const KEY_MAXIMUM = 16_000;

/**
 * The keys of the question for an API key. What is typed lives here and nowhere else, and is forgotten as soon as it was handed over or
 * cancelled; `onKey` takes the finished key. Blanks and line breaks, as a paste brings them, are no part of a key.
 */
export const createKeyPrompt = ({ slice, services }: FrameNeeds, onKey: (apiKey: string) => void): Layer => {
  let line: Line = lineOf('');
  const submit = () => {
    const apiKey = line.text;
    if (apiKey === '') return;
    line = lineOf('');
    slice.change(overlayClosed);
    onKey(apiKey);
  };
  const giveUp = () => {
    line = lineOf('');
    slice.change(overlayClosed);
    const wayBack = `To enter a key, press ${keyName('frame.palette')} and type "another key".`;
    const fromFile = services.readKeyFileAgain === undefined ? '' : ` ${keyName('refresh')} reads the key file again.`;
    slice.change((state) => noticeGiven(state, wayBack + fromFile, 'plain'));
  };
  const field = fieldLayer({
    owner: 'key',
    line: () => line,
    change: (edit) => {
      line = edit(line);
      slice.change((state) => keyTyped(state, { length: line.text.length, at: line.at }));
    },
    maximum: KEY_MAXIMUM,
    accept: acceptKey('key.submit', 'use it', submit),
    cancel: cancelKey('key.give-up', giveUp),
  });
  // What was cancelled is forgotten: there is nothing to be brought back.
  const bindings = field.bindings.filter(({ id }) => id !== 'key.line-bring-back');
  return { ...field, bindings, type: (text) => field.type?.(text.replace(/[^\x21-\x7e]+/g, '')) };
};
