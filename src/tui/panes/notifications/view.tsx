/** Draws the notifications pane: its pages. Slice and rectangle in, lines out. */
import { Text } from 'ink';
import { retryOf } from '../../state/remote.ts';
import { waitSegments } from '../../ui/list-words.ts';
import { CutColumn, SegmentLine } from '../../ui/segment-line.tsx';
import { dim, pageTabSegments, pageTabsHint, type Segment } from '../../ui/segments.ts';
import type { Place } from '../pane.ts';
import { TAB_LINES } from './measures.ts';
import type { NotificationsState } from './state.ts';
import { TABS } from './tabs.tsx';

/** The pane in its place. */
export const NotificationsView = ({ state, place }: { readonly state: NotificationsState; readonly place: Place }) => {
  const { width, height, readOnlyReason } = place;
  const open = TABS.findIndex(({ name }) => name === state.tab);
  const tab = TABS[open];
  const titles = pageTabSegments(
    TABS.map(({ title }) => title),
    open,
  );
  return (
    <CutColumn height={height}>
      <SegmentLine
        left={titles}
        right={
          readOnlyReason === undefined || tab?.isLocal
            ? pageTabsHint(titles, width)
            : [{ text: `${readOnlyReason} `, role: 'warning' }]
        }
        width={width}
      />
      {tab?.note === undefined ? <Text> </Text> : <SegmentLine left={[dim(` ${tab.note(state)}`)]} width={width} />}
      {tab?.draw(state, { ...place, height: height - TAB_LINES })}
    </CutColumn>
  );
};

/** What the footer says of the pane: what of it must not be forgotten. */
export const notificationsFootnote = (state: NotificationsState): readonly Segment[] => {
  const tab = TABS.find(({ name }) => name === state.tab);
  if (tab?.footnote !== undefined) return tab.footnote(state);
  const { webhooks, preferences } = state;
  if (webhooks.known.some(({ outcome }) => outcome.kind === 'unknown')) return [dim('a webhook: outcome unknown')];
  return preferences.openSinceEpochMs === undefined ? [] : [dim('preferences: outcome unknown')];
};

/** What the pane is waiting for. */
export const notificationsStatus = (state: NotificationsState): readonly Segment[] => {
  const status = TABS.find(({ name }) => name === state.tab)?.status;
  const { reading } = state.preferences;
  return status === undefined ? waitSegments(reading.waitS, retryOf(reading.answer), 'ask') : status(state);
};
