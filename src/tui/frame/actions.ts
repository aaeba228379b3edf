/** What frames every pane, at work: its keys, what lies over the pane, and what is said to the user. */
import { bind, inFooter, type Layer } from '../keys/binding.ts';
import type { PaneName } from '../panes/names.ts';
import {
  createGlobalLayers,
  createKeyPrompt,
  createLinkKeys,
  createPaletteLayer,
  createReadingLayers,
  createResumeQuestion,
  type FrameNeeds,
} from './keys.ts';

import {
  type FrameState,
  firingsAnnounced,
  keyAsked,
  keyTyped,
  noticeAnnounced,
  noticeGiven,
  noticeSeen,
  overlayClosed,
  paneOpened,
  sessionChosen,
  sessionsFound,
  sessionsPutOff,
  textShown,
} from './state.ts';

/** The frame's actions. */
export type FrameActions = {
  /** The layers in front of the pane's own, innermost first: none while nothing lies over it. */
  readonly overlayLayers: () => readonly Layer[];
  /** The layer in front of the pane's own while something is typed there, which takes all other keys. */
  readonly typingLayer: Layer;
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
  /** Says something that no key has led to; several wait for each other. */
  readonly announce: (text: string) => void;
  /** Says that alerts have fired, with those that were not seen before. */
  readonly announceFirings: (count: number, wordsOf: (count: number) => string) => void;
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
  const { slice, onPaneOpened, services, sessions, terminal } = needs;
  const change = (transition: (state: FrameState) => FrameState) => slice.change(transition);

  const askForKey = (reason: string) => {
    if (services.useKey !== undefined) change((state) => keyAsked(state, reason));
  };

  const openPane = (pane: PaneName) => {
    change((state) => paneOpened(state, pane));
    onPaneOpened(pane);
  };

  const offerSessions = (isAsked: boolean) => {
    const listed = sessions.lost();
    change((state) => sessionsFound(state, listed, isAsked));
  };

  const link = createLinkKeys(slice, terminal.link);
  const { global, unseen, whileTyping } = createGlobalLayers({ ...needs, openPane, askForKey, link: link.bindings });
  const { text, help } = createReadingLayers({ ...needs, quit: () => terminal.quit() });
  /** Pages behind the help that explain more than it does: their keys lead there. */
  const explaining = (): Layer => ({
    bindings: needs
      .entries()
      .filter(({ pane, binding }) => pane === undefined && binding.isExplaining)
      .map((entry) => {
        const run = () => {
          change(overlayClosed);
          needs.perform(entry);
        };
        return { ...entry.binding, ...inFooter, run };
      }),
  });
  const palette = createPaletteLayer(needs);
  const keyPrompt = createKeyPrompt({
    onTyped: (typed) => change((state) => keyTyped(state, typed)),
    onKey: (apiKey) => {
      change(overlayClosed);
      services.useKey?.(apiKey);
    },
    onGivenUp: () => {
      change(overlayClosed);
      const wayBack = 'To enter a key, press : and type "another key".';
      const fromFile = services.readKeyFileAgain === undefined ? '' : ' R reads the key file again.';
      change((state) => noticeGiven(state, wayBack + fromFile, 'plain'));
    },
  });
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
  const resuming: Layer = {
    bindings: [bind('frame.resume', [], 'resume an earlier session', 'Program', () => offerSessions(true))],
  };

  return {
    typingLayer: whileTyping,
    globalLayer: global,
    sessionLayers: () => (slice.get().sessions === undefined ? [] : [resuming]),
    unseenLayer: unseen,
    overlayLayers: () => {
      switch (slice.get().overlay?.kind) {
        case 'help':
          return [explaining(), help];
        case 'text':
          return [text];
        case 'palette':
          return [palette];
        case 'key':
          return [keyPrompt];
        case undefined:
          return slice.get().sessions?.isAsked ? [resumeQuestion, unseen] : [];
      }
    },
    notify: (words) => change((state) => noticeGiven(state, words, 'plain')),
    announce: (words) => change((state) => noticeAnnounced(state, words)),
    announceFirings: (count, wordsOf) => change((state) => firingsAnnounced(state, count, wordsOf)),
    refuse: (reason) => change((state) => noticeGiven(state, reason, 'warning')),
    showText: (title, body) => change((state) => textShown(state, title, body)),
    openPane,
    askForKey,
    offerSessions,
    keyPressed: () => {
      change(noticeSeen);
      link.keyPressed();
    },
  };
};
