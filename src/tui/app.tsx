/** The React root: the only keyboard listener, the frame around the open pane, and what lies over it. */
import { Box, Text, useFocusManager, useInput, usePaste, useWindowSize } from 'ink';
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { Deck, DeckState } from './deck.ts';
import { Header } from './frame/header.tsx';
import { paletteRows } from './frame/palette.ts';
import { ResumeQuestion } from './frame/resume-question.tsx';
import { Footer, Help, KeyPrompt, Palette, TextPage } from './frame/view.tsx';
import { reachableBindings } from './keys/binding.ts';
import { pasteOf, pressOf } from './keys/press.ts';
import { isTooSmall, layoutOf, SMALLEST } from './layout.ts';
import { ConnectionsView, connectionsFootnote } from './panes/connections/view.tsx';
import { LedgerView, ledgerFootnote } from './panes/ledger/view.tsx';
import { MaintenanceView, maintenanceFootnote } from './panes/maintenance/view.tsx';
import { NotificationsView, notificationsFootnote, notificationsStatus } from './panes/notifications/view.tsx';
import { OffersView, offersFootnote, offersStatus } from './panes/offers/view.tsx';
import { VolumesView, volumesFootnote } from './panes/volumes/view.tsx';
import { retryOf } from './state/remote.ts';
import { waitSegments } from './ui/age.ts';
import { CutColumn } from './ui/cut-column.tsx';
import { MessagePage } from './ui/message-page.tsx';
import type { Segment } from './ui/segments.ts';
import { type Look, LookContext } from './ui/theme.tsx';

/** The whole screen. */
export const App = ({ deck, look }: { readonly deck: Deck; readonly look: Look }) => {
  const size = useWindowSize();
  const state = useStore(deck.store);
  useInput((input, key) => deck.press(pressOf(input, key)));
  usePaste((text) => deck.press(pasteOf(text)));
  const { disableFocus } = useFocusManager();
  // Nothing here takes part in Ink's focus, and while that is on, React keeps something of every Esc for ever.
  useLayoutEffect(disableFocus, [disableFocus]);
  useLayoutEffect(() => deck.resize(size), [deck, size]);

  const { columns, rows } = size;
  if (isTooSmall(size)) return <TooSmall columns={columns} rows={rows} />;
  const { bodyHeight } = layoutOf(size);
  const { overlay } = state.frame;
  return (
    <LookContext
      value={{ ...look, isSparse: look.isSparse || state.frame.isLinkSlow, isQuick: state.frame.isLinkQuick }}
    >
      <Box flexDirection="column" width={columns} height={rows}>
        <Header state={state.frame} width={columns} />
        <CutColumn height={bodyHeight}>
          {overlay?.kind === 'help' ? (
            <Help lines={deck.helpLines()} top={overlay.top} width={columns} height={bodyHeight} />
          ) : overlay?.kind === 'palette' ? (
            <Palette
              rows={paletteRows(deck.paletteEntries(), overlay.line.text)}
              line={overlay.line}
              cursor={overlay.cursor}
              width={columns}
              height={bodyHeight}
            />
          ) : overlay?.kind === 'text' ? (
            <TextPage {...overlay} width={columns} height={bodyHeight} />
          ) : overlay?.kind === 'key' ? (
            <KeyPrompt reason={overlay.reason} typed={overlay.typed} width={columns} />
          ) : state.frame.sessions?.isAsked ? (
            <ResumeQuestion sessions={state.frame.sessions} width={columns} />
          ) : state.frame.service.stage === 'failed' ? (
            <MessagePage lines={['The service cannot be used.', state.frame.service.reason ?? '']} width={columns} />
          ) : (
            <OpenPane deck={deck} state={state} width={columns} height={bodyHeight} />
          )}
        </CutColumn>
        <Footer
          state={state.frame}
          bindings={reachableBindings(deck.layers())}
          footnote={footnoteOf(state, columns)}
          status={statusOf(state, deck.timeZone)}
          width={columns}
        />
      </Box>
    </LookContext>
  );
};

/** The pane that is open. */
const OpenPane = ({
  deck,
  state,
  width,
  height,
}: {
  readonly deck: Deck;
  readonly state: DeckState;
  readonly width: number;
  readonly height: number;
}) => {
  switch (state.frame.pane) {
    case 'offers':
      return <OffersView state={state.offers} width={width} height={height} timeZone={deck.timeZone} />;
    case 'volumes':
      return <VolumesView state={state.volumes} width={width} height={height} timeZone={deck.timeZone} />;
    case 'connections':
      return <ConnectionsView state={state.connections} width={width} height={height} timeZone={deck.timeZone} />;
    case 'requests':
      return <LedgerView state={state.requests} width={width} height={height} timeZone={deck.timeZone} />;
    case 'maintenance':
      return (
        <MaintenanceView
          state={state.maintenance}
          width={width}
          height={height}
          describe={deck.describeMachine}
          refusal={deck.announcementRefusal}
        />
      );
    case 'notifications':
      return (
        <NotificationsView
          state={state.notifications}
          timeZone={deck.timeZone}
          revealedSecret={deck.notifications.revealedSecret()}
          refusal={deck.readOnlyReason}
          width={width}
          height={height}
        />
      );
  }
};

/** What the footer says of the open pane. */
const footnoteOf = (state: DeckState, width: number): readonly Segment[] => {
  switch (state.frame.pane) {
    case 'offers':
      return offersFootnote(state.offers, width);
    case 'volumes':
      return volumesFootnote(state.volumes);
    case 'connections':
      return connectionsFootnote(state.connections);
    case 'maintenance':
      return maintenanceFootnote(state.maintenance);
    case 'notifications':
      return notificationsFootnote(state.notifications);
    case 'requests':
      return ledgerFootnote(state.requests);
  }
};

/** What the open pane is waiting for. */
const statusOf = (
  { frame, offers, volumes, connections, notifications, requests }: DeckState,
  timeZone: string,
): readonly Segment[] => {
  switch (frame.pane) {
    case 'offers':
      return offersStatus(offers, timeZone);
    case 'volumes':
      return waitSegments(volumes.waitS, retryOf(volumes.answer));
    case 'connections':
      return waitSegments(connections.waitS, retryOf(connections.answer));
    case 'requests':
      return waitSegments(requests.repetition?.waitS);
    case 'notifications':
      return notificationsStatus(notifications);
    case 'maintenance':
      return [];
  }
};

/** What a screen shows on which nothing else would fit. */
const TooSmall = ({ columns, rows }: { readonly columns: number; readonly rows: number }) => (
  <CutColumn height={rows}>
    <Text wrap="truncate">{`This terminal is ${columns}x${rows}.`}</Text>
    <Text wrap="truncate">{`gpudeck needs ${SMALLEST.columns}x${SMALLEST.rows}.`}</Text>
    <Text wrap="truncate">q quits</Text>
  </CutColumn>
);
