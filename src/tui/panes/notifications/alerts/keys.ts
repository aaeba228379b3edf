/** The alerts page at work: alerts.json, which others write too, is read and changed, and the history is asked what a sentence would have found. */
import { freeId, type WrittenAlert } from '../../../../alerts/alerts-file.ts';
import { readSentence } from '../../../../alerts/read-sentence.ts';
import { printSentence } from '../../../../alerts/sentence.ts';
import { type Binding, bind, destructive, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { FILTER_MAXIMUM } from '../../../keys/field.ts';
import { listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { pageKeys, typingLayer } from '../keys.ts';
import { knownRows } from '../measures.ts';
import type { NotificationsNeeds, RunningTab } from '../tab.ts';
import { ALERT_HEAD_LINES, ALERT_MARGIN, LOOKED_BACK_DAYS, pageLines } from './lines.ts';
import {
  type AlertsState,
  alertBegun,
  alertClosed,
  alertOpened,
  alertScrolled,
  alertsRead,
  currentRow,
  firingsCame,
  openRow,
  sentenceCancelled,
  sentenceEdited,
  sentenceKept,
  sentenceLooked,
  sentenceOpened,
} from './state.ts';

/** Firings that are listed. */
const MOST_FIRINGS = 200;

/** Silence after the last key before the history is asked, ms. */
const TYPING_PAUSE_MS = 300;

const DAY_MS = 86_400_000;

/** The heading of the rows in the help. */
const ALERTS = 'Alerts';

/** Builds the keys and effects. */
export const createAlerts = (
  slice: Slice<AlertsState>,
  { alerts, clock, later, timeZone, screen, run, notify, refuse }: NotificationsNeeds,
): RunningTab => {
  const { change } = slice;
  let cancelPause = (): void => {};

  /** Asks what the sentence would have found. */
  const look = (): void => {
    cancelPause();
    const state = slice.get();
    if (alerts === undefined || state.open === undefined) return;
    const { text } = state.open.line;
    if (state.open.looked?.sentence === text || 'problems' in readSentence(text, state.sets)) return;
    const asked = { ...(openRow(state)?.written ?? { id: 'new', service: state.service }), sentence: text };
    change((before) => sentenceLooked(before, text, { kind: 'asked' }));
    run(async () => {
      const test = await alerts.wouldHaveFired(asked, { nowMs: clock.now(), backMs: LOOKED_BACK_DAYS * DAY_MS });
      const outcome =
        'value' in test ? ({ kind: 'found', test: test.value } as const) : { kind: 'unknown' as const, ...test };
      change((before) => sentenceLooked(before, text, outcome));
    });
  };

  // The file.
  const readFile = (): void => {
    if (alerts === undefined) return;
    const now = {
      service: alerts.service,
      keepsAsked: alerts.keepsAsked,
      sets: alerts.sets(),
      ...alerts.read(),
    };
    change((state) => alertsRead(state, now));
  };
  /** Changes the alerts as the file has them by now; true where it could. */
  const changeFile = (edit: (rows: readonly WrittenAlert[]) => readonly WrittenAlert[]): boolean => {
    if (alerts === undefined) return false;
    const problem = alerts.change(edit);
    if (problem !== undefined) refuse(problem);
    readFile();
    return problem === undefined;
  };
  /** The same of one alert, unless another program has removed it. */
  const changeOne = (id: string, edit: (row: WrittenAlert) => readonly WrittenAlert[]): boolean => {
    let isThere = false;
    const isChanged = changeFile((rows) => {
      isThere = rows.some((row) => row.id === id);
      return rows.flatMap((row) => (row.id === id ? edit(row) : [row]));
    });
    if (isChanged && !isThere) refuse(`There is no alert ${id} any more: another program has removed it.`);
    return isChanged && isThere;
  };
  /** The alert that the page shows, or the cursor is on. */
  const chosen = () => (slice.get().open === undefined ? currentRow(slice.get()) : openRow(slice.get()));
  const armedNow = (): string => new Date(clock.now()).toISOString();
  const waitsWords = (id: string): string =>
    `Alert ${id} waits from now on${slice.get().keepsAsked ? '.' : ': gpudeck record alone looks at it.'}`;
  /** Keeps the sentence of the open page; a new alert waits from then on. */
  const keep = () => {
    const { open: opened, sets, service } = slice.get();
    if (opened === undefined) return;
    const reading = readSentence(opened.line.text, sets);
    if ('problems' in reading) return;
    const sentence = printSentence(reading.sentence);
    let id = opened.id;
    // Another program may have removed the alert that was open.
    let isNew = false;
    const isKept = changeFile((written) => {
      const own = id ?? freeId(written);
      id = own;
      isNew = written.every((row) => row.id !== own);
      return isNew
        ? [...written, { id: own, sentence, service, armed: armedNow() }]
        : written.map((row) => (row.id === own ? { ...row, sentence } : row));
    });
    if (!isKept || id === undefined) return;
    const kept = id;
    change((state) => sentenceKept(state, kept, sentence));
    if (isNew) notify(waitsWords(kept));
  };
  /** Lets the chosen alert wait, or wait no more. */
  const arm = () => {
    const row = chosen();
    if (row === undefined) return;
    const { id } = row.written;
    const isArmed = typeof row.written.armed === 'string';
    const armed = isArmed ? (false as const) : armedNow();
    if (!changeOne(id, (other) => [{ ...other, armed }])) return;
    notify(isArmed ? `Alert ${id} waits no more.` : waitsWords(id));
  };
  const remove = () => {
    const row = chosen();
    if (row === undefined) return;
    const { id, sentence } = row.written;
    if (!changeOne(id, () => [])) return;
    change(alertClosed);
    notify(`Alert ${id} is removed: ${sentence}`);
  };
  /** Reads the file and what has fired anew. */
  const read = (): void => {
    readFile();
    if (alerts === undefined) return;
    // A sentence of an earlier run.
    if (slice.get().open?.isTyping) look();
    run(async () => {
      const fired = await alerts.firings(MOST_FIRINGS);
      if ('value' in fired) change((state) => firingsCame(state, fired.value));
    });
  };

  // Keys.
  const none = () => (chosen() === undefined ? 'There is no alert under the cursor.' : undefined);
  const notToArm = (): string | undefined => {
    const row = chosen();
    return none() ?? (typeof row?.written.armed === 'string' ? undefined : row?.problem);
  };
  const open = () => {
    change(alertOpened);
    look();
  };
  const edit = () => {
    if (slice.get().open === undefined) open();
    change(sentenceOpened);
  };
  const ofOne: readonly Binding[] = [
    bind('notifications.alert-edit', ['e'], 'change the sentence', ALERTS, edit, { ...inFooter, refusal: none }),
    bind('notifications.alert-arm', ['a'], 'arm or disarm', ALERTS, arm, { ...inFooter, refusal: notToArm }),
    bind('notifications.alert-remove', ['D'], 'remove', ALERTS, remove, { ...destructive, refusal: none }),
    bind('notifications.alert-refresh', ['R'], 'read alerts.json', 'Look', read),
  ];
  const list: readonly Binding[] = [
    bind('notifications.alert-open', ['enter'], 'open', ALERTS, open, { ...inFooter, refusal: none }),
    bind('notifications.alert-new', ['n'], 'new alert', ALERTS, () => change(alertBegun), {
      ...inFooter,
      refusal: () => (alerts === undefined ? 'No history is kept here.' : undefined),
    }),
    ...ofOne,
    ...listBindings('notifications', (to) =>
      change((state) => {
        const extent = { count: state.rows?.length ?? 0, height: knownRows(screen().height) };
        return { ...state, cursor: to(state.cursor, extent) };
      }),
    ),
  ];
  const seen = () => {
    const { width, height } = screen();
    const { length } = pageLines(slice.get(), { timeZone, width: width - 2 * ALERT_MARGIN });
    return { length, rows: height - ALERT_HEAD_LINES };
  };
  const page: readonly Binding[] = [
    bind('notifications.alert-close', ['escape', 'q'], 'back to the list', ALERTS, () => change(alertClosed), inFooter),
    ...ofOne,
    ...pageKeys(seen, (move) => change((state) => alertScrolled(state, move))),
  ];
  const typing = (): Layer =>
    typingLayer({
      line: () => slice.get().open?.line,
      change: (edited) => {
        change((state) => sentenceEdited(state, edited));
        cancelPause();
        cancelPause = later(TYPING_PAUSE_MS, look);
      },
      maximum: FILTER_MAXIMUM,
      isLong: true,
      label: 'keep it',
      keep: () => {
        keep();
        look();
      },
      refusal: () => {
        const { open: opened, sets } = slice.get();
        const reading = readSentence(opened?.line.text ?? '', sets);
        return 'problems' in reading ? reading.problems[0]?.message : undefined;
      },
      cancel: () => change(sentenceCancelled),
    });

  return {
    open: read,
    alertsFired: read,
    layers: () => {
      const { open: opened } = slice.get();
      if (opened?.isTyping) return [typing()];
      return [{ bindings: footerOfAllowed(opened === undefined ? list : page) }];
    },
  };
};
