/** What of the alerts tab reads and changes alerts.json, which others write too. */
import { freeId, type WrittenAlert } from '../../../../alerts/alerts-file.ts';
import { readSentence } from '../../../../alerts/read-sentence.ts';
import { printSentence } from '../../../../alerts/sentence.ts';
import type { AlertsNeeds } from './needs.ts';
import { type AlertRow, alertClosed, alertsRead, currentRow, openRow, sentenceKept } from './state.ts';

/** What is done with the file. */
type AlertsInFile = {
  readonly read: () => void;
  /** The alert that the page shows, or the cursor is on. */
  readonly chosen: () => AlertRow | undefined;
  /** Keeps the sentence of the open page; a new alert waits from then on. */
  readonly keep: () => void;
  /** Lets the chosen alert wait, or wait no more. */
  readonly arm: () => void;
  readonly remove: () => void;
};

/** Builds it. */
export const createAlertsInFile = ({ slice, alerts, clock, notify, refuse }: AlertsNeeds): AlertsInFile => {
  const read = (): void => {
    if (alerts === undefined) return;
    const now = { service: alerts.service, sets: alerts.sets(), ...alerts.read() };
    slice.change((state) => alertsRead(state, now));
  };

  /** Changes the alerts as the file has them by now; true where it could. */
  const change = (edit: (rows: readonly WrittenAlert[]) => readonly WrittenAlert[]): boolean => {
    if (alerts === undefined) return false;
    const problem = alerts.change(edit);
    if (problem !== undefined) refuse(problem);
    read();
    return problem === undefined;
  };

  /** The same of one alert, unless another program has removed it. */
  const changeOne = (id: string, edit: (row: WrittenAlert) => readonly WrittenAlert[]): boolean => {
    let isThere = false;
    const isChanged = change((rows) => {
      isThere = rows.some((row) => row.id === id);
      return rows.flatMap((row) => (row.id === id ? edit(row) : [row]));
    });
    if (isChanged && !isThere) refuse(`There is no alert ${id} any more: another program has removed it.`);
    return isChanged && isThere;
  };

  const chosen = () => (slice.get().open === undefined ? currentRow(slice.get()) : openRow(slice.get()));
  const armedNow = (): string => new Date(clock.now()).toISOString();

  return {
    read,
    chosen,
    keep: () => {
      const { open, sets, service } = slice.get();
      if (open === undefined) return;
      const reading = readSentence(open.line.text, sets);
      if ('problems' in reading) return;
      const sentence = printSentence(reading.sentence);
      let id = open.id;
      // Another program may have removed the alert that was open.
      let isNew = false;
      const isKept = change((written) => {
        const own = id ?? freeId(written);
        id = own;
        isNew = written.every((row) => row.id !== own);
        return isNew
          ? [...written, { id: own, sentence, service, armed: armedNow() }]
          : written.map((row) => (row.id === own ? { ...row, sentence } : row));
      });
      if (!isKept || id === undefined) return;
      const kept = id;
      slice.change((state) => sentenceKept(state, kept, sentence));
      if (isNew) notify(`Alert ${kept} waits from now on.`);
    },
    arm: () => {
      const row = chosen();
      if (row === undefined) return;
      const { id } = row.written;
      const isArmed = typeof row.written.armed === 'string';
      const armed = isArmed ? (false as const) : armedNow();
      if (!changeOne(id, (other) => [{ ...other, armed }])) return;
      notify(`Alert ${id} ${isArmed ? 'waits no more' : 'waits from now on'}.`);
    },
    remove: () => {
      const row = chosen();
      if (row === undefined) return;
      const { id, sentence } = row.written;
      if (!changeOne(id, () => [])) return;
      slice.change(alertClosed);
      notify(`Alert ${id} is removed: ${sentence}`);
    },
  };
};
