/** Draws the notifications pane: its pages. Slice and rectangle in, lines out. */
import { Text } from 'ink';
import { retryOf } from '../../state/remote.ts';
import { waitSegments } from '../../ui/list-words.ts';
import { CutColumn, SegmentLine } from '../../ui/segment-line.tsx';
import { dim, pageTabSegments, pageTabsHint, type Segment } from '../../ui/segments.ts';

import { listFooter, listPage } from '../list-pane/view.tsx';
import { AlertsView } from './alerts/view.tsx';
import { EVENTS_LIST, emptyWordsOf, missingWords } from './events/list.ts';
import { TAB_LINES } from './measures.ts';
import { PreferencesView } from './preferences/view.tsx';
import { isTypeOnBy, type NotificationsState, TABS } from './state.ts';
import { retryIn, waitIn } from './webhooks/state.ts';
import { WebhooksView } from './webhooks/view.tsx';

/** The pane in `width` by `height` cells. */
export const NotificationsView = ({
  state,
  timeZone,
  revealedSecret,
  refusal,
  width,
  height,
}: {
  readonly state: NotificationsState;
  readonly timeZone: string;
  /** The secret in the clear while the user has it revealed. */
  readonly revealedSecret: string | undefined;
  /** Why nothing may be sent. */
  readonly refusal: string | undefined;
  readonly width: number;
  readonly height: number;
}) => {
  const part = {
    offered: state.offered,
    types: state.types ?? [],
    timeZone,
    width,
    height: height - TAB_LINES,
  };
  const titles = pageTabSegments(['Webhooks', 'Preferences', 'Events', 'Alerts'], TABS.indexOf(state.tab));
  return (
    <CutColumn height={height}>
      <SegmentLine
        left={titles}
        right={
          refusal === undefined || state.tab === 'alerts'
            ? pageTabsHint(titles, width)
            : [{ text: `${refusal} `, role: 'warning' }]
        }
        width={width}
      />
      {state.tab === 'events' ? (
        <SegmentLine left={[dim(` ${missingWords(state.events)}`)]} width={width} />
      ) : (
        <Text> </Text>
      )}
      {state.tab === 'webhooks' && (
        <WebhooksView
          {...part}
          state={state.webhooks}
          isTypeOn={isTypeOnBy(state)}
          revealedSecret={revealedSecret}
          refusal={refusal}
        />
      )}
      {state.tab === 'preferences' && <PreferencesView {...part} state={state.preferences} />}
      {state.tab === 'events' &&
        listPage({ ...EVENTS_LIST, emptyWords: emptyWordsOf(state.events) }, state.events, part)}
      {state.tab === 'alerts' && <AlertsView {...part} state={state.alerts} />}
    </CutColumn>
  );
};

/** What the footer says of the pane: what of it must not be forgotten. */
export const notificationsFootnote = ({
  tab,
  webhooks,
  preferences,
  events,
}: NotificationsState): readonly Segment[] => {
  if (tab === 'events') return listFooter(EVENTS_LIST, events.list, undefined);
  if (webhooks.known.some(({ outcome }) => outcome.kind === 'unknown')) return [dim('a webhook: outcome unknown')];
  return preferences.openSinceEpochMs === undefined ? [] : [dim('preferences: outcome unknown')];
};

/** What the pane is waiting for. */
export const notificationsStatus = ({ tab, webhooks, preferences }: NotificationsState): readonly Segment[] => {
  if (tab === 'webhooks') return waitSegments(waitIn(webhooks), retryIn(webhooks));
  return waitSegments(preferences.reading.waitS, retryOf(preferences.reading.answer));
};
