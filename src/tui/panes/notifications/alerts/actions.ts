/** The keys of the alerts tab, and what they do. Its effects: alerts.json is read and written, and the history is asked. */
import { readSentence } from '../../../../alerts/read-sentence.ts';
import { type Binding, bind, destructive, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/cursor.ts';
import { acceptKey, cancelKey, FILTER_MAXIMUM, fieldLayer } from '../../../keys/field.ts';
import { knownRows } from '../measures.ts';
import { pageKeys } from '../page-keys.ts';
import { createAlertsInFile } from './file.ts';
import { pageLines } from './lines.ts';
import { createLooking } from './looking.ts';
import { ALERT_HEAD_LINES, ALERT_MARGIN } from './measures.ts';
import type { AlertsNeeds } from './needs.ts';
import {
  type AlertsState,
  alertBegun,
  alertClosed,
  alertOpened,
  alertScrolled,
  firingsCame,
  sentenceCancelled,
  sentenceEdited,
  sentenceOpened,
} from './state.ts';

/** Firings that are listed. */
const MOST_FIRINGS = 200;

/** The tab's actions. */
type AlertsActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the file and what has fired anew. */
  readonly read: () => void;
};

/** Builds the keys and actions of the tab. */
export const createAlertsActions = (needs: AlertsNeeds): AlertsActions => {
  const { slice, alerts, timeZone, screen, run } = needs;
  const change = (transition: (state: AlertsState) => AlertsState) => slice.change(transition);
  const file = createAlertsInFile(needs);
  const look = createLooking(needs);

  const read = (): void => {
    file.read();
    if (alerts === undefined) return;
    // A sentence of an earlier run.
    if (slice.get().open?.isTyping) look.now();
    run(async () => {
      const fired = await alerts.firings(MOST_FIRINGS);
      if ('value' in fired) change((state) => firingsCame(state, fired.value));
    });
  };

  const none = () => (file.chosen() === undefined ? 'There is no alert under the cursor.' : undefined);
  const notToArm = (): string | undefined => {
    const row = file.chosen();
    return none() ?? (typeof row?.written.armed === 'string' ? undefined : row?.problem);
  };
  const open = () => {
    change(alertOpened);
    look.now();
  };
  const edit = () => {
    if (slice.get().open === undefined) open();
    change(sentenceOpened);
  };
  const write: Binding = bind('notifications.alert-new', ['n'], 'new alert', ALERTS, () => change(alertBegun), {
    ...inFooter,
    refusal: () => (alerts === undefined ? 'No history is kept here.' : undefined),
  });
  const again = bind('notifications.alert-refresh', ['R'], 'read alerts.json', 'Look', () => read());
  const ofOne: readonly Binding[] = [
    bind('notifications.alert-edit', ['e'], 'change the sentence', ALERTS, edit, { ...inFooter, refusal: none }),
    bind('notifications.alert-arm', ['a'], 'arm or disarm', ALERTS, file.arm, { ...inFooter, refusal: notToArm }),
    bind('notifications.alert-remove', ['D'], 'remove', ALERTS, file.remove, { ...destructive, refusal: none }),
  ];
  const list: readonly Binding[] = [
    bind('notifications.alert-open', ['enter'], 'open', ALERTS, open, { ...inFooter, refusal: none }),
    write,
    ...ofOne,
    again,
    ...listBindings('notifications', (to) =>
      change((state) => {
        const extent = { count: state.rows?.length ?? 0, height: knownRows(screen().height) };
        return { ...state, cursor: to(state.cursor, extent) };
      }),
    ),
  ];

  const scroll = (lines: number) =>
    change((state) => {
      const { width, height } = screen();
      const count = pageLines(state, { timeZone, width: width - 2 * ALERT_MARGIN }).length;
      return alertScrolled(state, lines, Math.max(0, count - Math.max(1, height - ALERT_HEAD_LINES)));
    });
  const page: readonly Binding[] = [
    bind('notifications.alert-close', ['escape'], 'back to the list', ALERTS, () => change(alertClosed), inFooter),
    ...ofOne,
    again,
    ...pageKeys('notifications', () => screen().height, scroll),
  ];

  const refusalToKeep = (): string | undefined => {
    const { open: opened, sets } = slice.get();
    const reading = readSentence(opened?.line.text ?? '', sets);
    return 'problems' in reading ? reading.problems[0]?.message : undefined;
  };
  const typing = (): Layer =>
    fieldLayer({
      owner: 'notifications',
      line: () => slice.get().open?.line,
      change: (edited) => {
        change((state) => sentenceEdited(state, edited));
        look.soon();
      },
      maximum: FILTER_MAXIMUM,
      isLong: true,
      accept: acceptKey(
        'notifications.field-enter',
        'keep it',
        () => {
          file.keep();
          look.now();
        },
        refusalToKeep,
      ),
      cancel: cancelKey('notifications.field-leave', () => change(sentenceCancelled)),
    });

  return {
    read,
    layers: () => {
      const { open: opened } = slice.get();
      if (opened?.isTyping) return [typing()];
      return [{ bindings: footerOfAllowed(opened === undefined ? list : page) }];
    },
  };
};

/** The heading of the rows in the help. */
const ALERTS = 'Alerts';
