/** What frames every pane, at work: its keys, what lies over the pane, and what is said to the user. */
import { bind, footerOfAllowed, inFooter, type Layer } from '../keys/binding.ts';
import type { PaneName } from '../panes/names.ts';
import {
  createGlobalLayers,
  createHelpFind,
  createKeyPrompt,
  createLinkKeys,
  createPaletteLayer,
  createReadingLayers,
  createThemesLayer,
  type FrameNeeds,
} from './keys.ts';

import { previewRefusal } from './preview-room.ts';
import {
  beginningTurned,
  type FrameState,
  firingsAnnounced,
  keyAsked,
  noticeAnnounced,
  noticeGiven,
  noticePressed,
  noticeSeen,
  overlayClosed,
  paneOpened,
  previewTurned,
  sessionChosen,
  sessionsFound,
  sessionsPutOff,
  textShown,
} from './state.ts';
import { createTips } from './tip-keys.ts';

/** Builds the frame's keys and actions. */
export const createFrameActions = (needs: FrameNeeds) => {
  const { slice, onPaneOpened, services, sessions, terminal } = needs;
  const change = (transition: (state: FrameState) => FrameState) => slice.change(transition);

  /** Asks for an API key, saying why. Nothing happens where no other key could be used. */
  const askForKey = (reason: string) => {
    if (services.useKey !== undefined) change((state) => keyAsked(state, reason));
  };

  /** Brings a pane to the front. */
  const openPane = (pane: PaneName) => {
    change((state) => paneOpened(state, pane));
    onPaneOpened(pane);
  };

  /** Looks for sessions that earlier runs have left, and with `isAsked` asks which is to be resumed. */
  const offerSessions = (isAsked: boolean) => {
    const listed = sessions.lost();
    change((state) => sessionsFound(state, listed, isAsked));
  };

  const link = createLinkKeys(slice, terminal.link);
  const tips = createTips(slice, needs.inForce);
  const begin = () => {
    change(beginningTurned);
    const { beginsWith } = slice.get();
    const words = beginsWith === undefined ? 'the overview where you have something to see' : `the ${beginsWith}`;
    change((state) => noticeGiven(state, `From now on a start begins with ${words}.`, 'plain'));
  };
  const beginning = bind('frame.begin', [], 'begin with the overview or the offers', 'Program', begin, {
    words: ['first pane', 'home', 'opens first', 'start with'],
  });
  const own = [...link.bindings, ...tips.bindings, beginning];
  const { global, unseen, whileTyping } = createGlobalLayers(needs, openPane, askForKey, own);
  const { text, help } = createReadingLayers(needs);
  const helpFind = createHelpFind(needs);
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
  const themes = createThemesLayer(needs);
  const keyPrompt = createKeyPrompt(needs, (apiKey) => services.useKey?.(apiKey));
  const resume = () => {
    const chosen = slice.get().sessions;
    const id = chosen?.listed[chosen.row]?.id;
    change(sessionsPutOff);
    if (id !== undefined) sessions.resume(id);
    offerSessions(false);
  };
  const startAnew = () => {
    change(sessionsPutOff);
    sessions.onPutOff();
  };
  const chooseSession = (rows: number) => change((state) => sessionChosen(state, rows));
  /** The keys that answer which session is to be resumed; another layer must shut off what lies behind. */
  const resumeQuestion: Layer = {
    bindings: [
      bind('session.resume', ['enter'], 'resume it', 'Session', resume, inFooter),
      bind('session.anew', ['escape'], 'start fresh', 'Session', startAnew, inFooter),
      bind('session.quit', ['q', 'ctrl-c'], 'quit, ask later', 'Session', terminal.quit, inFooter),
      bind('session.down', ['down', 'j'], 'older one', 'Session', () => chooseSession(1)),
      bind('session.up', ['up', 'k'], 'newer one', 'Session', () => chooseSession(-1)),
    ],
    // What was typed before the question was seen is left out, and said: later it might begin something else than was meant.
    unheard: 'This is asked first: Enter resumes it, Esc starts fresh.',
  };
  const resuming: Layer = {
    bindings: [bind('frame.resume', [], 'resume an earlier session', 'Program', () => offerSessions(true))],
  };

  /** In front of a list alone; the footer has it where there is a preview, or could be. */
  const previewing = (): Layer => ({
    bindings: footerOfAllowed([
      bind('frame.preview', ['tab'], 'preview', 'Look', () => change(previewTurned), {
        isInFooter: 'early',
        help: 'show or hide what is under the cursor',
        words: ['side', 'pane', 'panel', 'split', 'below', 'beside'],
        refusal: () => previewRefusal(slice.get()),
      }),
    ]),
  });

  return {
    /** The layer in front of the pane's own while something is typed there, which takes all other keys. */
    typingLayer: whileTyping,
    /** The layer behind every pane. */
    globalLayer: global,
    /** The layer of a list that is in front. */
    previewLayers: (): readonly Layer[] => (needs.isListInFront() ? [previewing()] : []),
    /** The way back to the sessions of earlier runs, while there are any. It stands behind the layer of every pane. */
    sessionLayers: (): readonly Layer[] => (slice.get().sessions === undefined ? [] : [resuming]),
    /** The only keys while the terminal is too small for anything to be shown. */
    unseenLayer: unseen,
    /** The layers in front of the pane's own, innermost first: none while nothing lies over it. */
    overlayLayers: (): readonly Layer[] => {
      switch (slice.get().overlay?.kind) {
        case 'help':
          return [...helpFind(), explaining(), help];
        case 'text':
          return [text];
        case 'palette':
          return [palette];
        case 'themes':
          return [themes];
        case 'key':
          return [keyPrompt];
        case undefined:
          return slice.get().sessions?.isAsked ? [resumeQuestion, unseen] : [];
      }
    },
    /** Says one line to the user. */
    notify: (words: string) => change((state) => noticeGiven(state, words, 'plain')),
    /** Says something that no key has led to; several wait for each other. */
    announce: (words: string) => change((state) => noticeAnnounced(state, words)),
    /** The same, in front of what the last key led to. */
    announcePressing: (words: string) => change((state) => noticePressed(state, words)),
    /** Says that alerts have fired, with those that were not seen before. */
    announceFirings: (count: number, wordsOf: (count: number) => string) =>
      change((state) => firingsAnnounced(state, count, wordsOf)),
    /** Says why something could not be done. */
    refuse: (reason: string) => change((state) => noticeGiven(state, reason, 'warning')),
    /** Puts a text in front of the pane, to be read or copied by hand. */
    showText: (title: string, body: string) => change((state) => textShown(state, title, body)),
    tips,
    openPane,
    askForKey,
    offerSessions,
    /** Takes up what is known of the line to the terminal by now. */
    judgeLink: link.judge,
    keyPressed: () => {
      change(noticeSeen);
      link.keyPressed();
    },
  };
};

export type FrameActions = ReturnType<typeof createFrameActions>;
