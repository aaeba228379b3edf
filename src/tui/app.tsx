/** The React root: the only keyboard listener, the frame around the open pane, and what lies over it. */
import { Box, Text, useFocusManager, useInput, usePaste, useWindowSize } from 'ink';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { F1_CHARACTER } from '../terminal/key-source.ts';
import type { Deck } from './deck/compose.ts';
import { Footer, Header } from './frame/bars.tsx';
import type { DeckState } from './frame/deck-state.ts';
import { Help, KeyPrompt, Palette, ResumeQuestion, TextPage, ThemesPage } from './frame/pages.tsx';
import { paletteRows } from './frame/palette.ts';
import { Preview } from './frame/preview.tsx';
import { roomOf } from './frame/preview-room.ts';
import { isTooSmall, layoutOf, SMALLEST, themeLookedAt } from './frame/state.ts';

import { type Press, pasteOf, pressOf, reachableBindings } from './keys/binding.ts';

import { PANES, type PaneStates } from './panes/index.ts';
import type { PaneName } from './panes/names.ts';
import type { Place } from './panes/pane.ts';
import { MessagePage } from './ui/message-page.tsx';
import { CutColumn } from './ui/segment-line.tsx';
import type { Size } from './ui/segments.ts';
import { LookContext, type LookOfTerminal } from './ui/theme.tsx';

/** The press that {@link F1_CHARACTER} stands for. */
const F1: Press = { name: 'f1', text: '' };

/** The whole screen. */
export const App = ({ deck, look }: { readonly deck: Deck; readonly look: LookOfTerminal }) => {
  const size = useWindowSize();
  const state = useStore(deck.store);
  useInput((input, key) => deck.press(input === F1_CHARACTER ? F1 : pressOf(input, key)));
  usePaste((text) => deck.press(pasteOf(text)));
  const { disableFocus } = useFocusManager();
  // Nothing here takes part in Ink's focus, and while that is on, React keeps something of every Esc for ever.
  useLayoutEffect(disableFocus, [disableFocus]);
  useLayoutEffect(() => deck.resize(size), [deck, size]);

  const { isLinkSlow, isLinkQuick } = state.frame;
  const isSparse = look.isSparse || isLinkSlow;
  const theme = themeLookedAt(state.frame);
  const lookNow = useMemo(
    () => ({
      ...look,
      isSparse,
      isQuick: isLinkQuick,
      named: deck.named,
      ...(look.coloursOf !== undefined && { colours: look.coloursOf({ isQuick: isLinkQuick, theme }) }),
    }),
    [look, isSparse, isLinkQuick, deck, theme],
  );

  const { columns, rows } = size;
  if (isTooSmall(size)) return <TooSmall columns={columns} rows={rows} quitKey={deck.keyFor('frame.quit')} />;
  const { bodyHeight } = layoutOf(size);
  const { overlay, pane } = state.frame;
  const { timeZone } = deck;
  const face = faceOf(pane, state);
  return (
    <LookContext value={lookNow}>
      <Box flexDirection="column" width={columns} height={rows}>
        <Header
          state={state.frame}
          money={deck.shown().money}
          timeZone={timeZone}
          keyFor={deck.keyFor}
          width={columns}
        />
        <CutColumn height={bodyHeight}>
          {overlay?.kind === 'help' ? (
            <Help {...overlay} lines={deck.helpLines(lookNow)} width={columns} height={bodyHeight} />
          ) : overlay?.kind === 'palette' ? (
            <Palette
              rows={paletteRows(deck.paletteEntries(), overlay.line.text)}
              line={overlay.line}
              cursor={overlay.cursor}
              width={columns}
              height={bodyHeight}
            />
          ) : overlay?.kind === 'themes' ? (
            <ThemesPage
              row={overlay.row}
              {...(look.coloursOf && { coloursOf: look.coloursOf })}
              width={columns}
              height={bodyHeight}
            />
          ) : overlay?.kind === 'text' ? (
            <TextPage {...overlay} width={columns} height={bodyHeight} />
          ) : overlay?.kind === 'key' ? (
            <KeyPrompt reason={overlay.reason} typed={overlay.typed} width={columns} />
          ) : state.frame.sessions?.isAsked ? (
            <ResumeQuestion sessions={state.frame.sessions} width={columns} height={bodyHeight} />
          ) : state.frame.service.stage === 'failed' ? (
            <MessagePage lines={['The service cannot be used.', state.frame.service.reason ?? '']} width={columns} />
          ) : (
            <PaneAndPreview
              state={state}
              page={(size) => face.page({ ...deck.shown(), timeZone, ...size })}
              timeZone={timeZone}
            />
          )}
        </CutColumn>
        <Footer
          state={state.frame}
          bindings={reachableBindings(deck.layers())}
          footnote={overlay === undefined ? face.footnote(columns) : []}
          status={face.status(timeZone)}
          width={columns}
        />
      </Box>
    </LookContext>
  );
};

type PaneAndPreviewProps = {
  readonly state: DeckState;
  readonly page: (size: Size) => ReactNode;
  readonly timeZone: string;
};

/** The open pane, and beside it or below it the preview of what is under its cursor, where there is one. */
const PaneAndPreview = ({ state, page, timeZone }: PaneAndPreviewProps) => {
  const { pane: name } = state.frame;
  const { pane, preview } = roomOf(state, name);
  if (preview === undefined) return page(pane);
  const { isBeside, ...size } = preview;
  return (
    <Box flexDirection={isBeside ? 'row' : 'column'} justifyContent="space-between" flexGrow={1}>
      <Box flexDirection="column" width={pane.width} height={pane.height}>
        <CutColumn height={pane.height}>{page(pane)}</CutColumn>
      </Box>
      <Preview name={name} rested={state.rested} timeZone={timeZone} {...size} />
    </Box>
  );
};

/** What the open pane shows: its page, the end of the footer, and what it is waiting for. */
const faceOf = <Name extends PaneName>(name: Name, state: PaneStates) => {
  const { page, footnote, status } = PANES[name].face;
  return {
    page: (place: Place) => page(state[name], place),
    footnote: (width: number) => footnote(state[name], width),
    status: (timeZone: string) => status(state[name], timeZone),
  };
};

/** What a screen shows on which nothing else would fit. */
const TooSmall = ({
  columns,
  rows,
  quitKey,
}: {
  readonly columns: number;
  readonly rows: number;
  readonly quitKey: string;
}) => (
  <CutColumn height={rows}>
    <Text wrap="truncate">{`This terminal is ${columns}x${rows}.`}</Text>
    <Text wrap="truncate">{`gpudeck needs ${SMALLEST.columns}x${SMALLEST.rows}.`}</Text>
    <Text wrap="truncate">{`${quitKey} quits`}</Text>
  </CutColumn>
);
