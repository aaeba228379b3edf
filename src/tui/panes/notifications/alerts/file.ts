/** What of the alerts tab reads and writes alerts.json. It is read again before each change: others write it too. */
import { newAlertProblem, type WrittenAlert } from '../../../../alerts/alerts-file.ts';
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

  /** Writes what `edit` makes of the alerts as the file has them now; true where it could. */
  const write = (edit: (rows: readonly WrittenAlert[]) => readonly WrittenAlert[]): boolean => {
    if (alerts === undefined) return false;
    read();
    const { rows = [], problems } = slice.get();
    const [wrong] = problems;
    const next = edit(rows.map(({ written }) => written));
    // A file that cannot be read is its owner's work: it is not written over.
    const problem = wrong ?? newAlertProblem(next) ?? alerts.write(next);
    if (problem !== undefined) refuse(problem);
    read();
    return problem === undefined;
  };

  const chosen = () => (slice.get().open === undefined ? currentRow(slice.get()) : openRow(slice.get()));
  const armedNow = (): string => new Date(clock.now()).toISOString();

  return {
    read,
    chosen,
    keep: () => {
      const { open, sets, service, rows = [] } = slice.get();
      if (open === undefined) return;
      const reading = readSentence(open.line.text, sets);
      if ('problems' in reading) return;
      const sentence = printSentence(reading.sentence);
      const id = open.id ?? freeId(rows);
      // Another program may have removed the alert that was open.
      const isNew = rows.every((row) => row.written.id !== id);
      const isKept = write((written) =>
        written.some((row) => row.id === id)
          ? written.map((row) => (row.id === id ? { ...row, sentence } : row))
          : [...written, { id, sentence, service, armed: armedNow() }],
      );
      if (!isKept) return;
      slice.change((state) => sentenceKept(state, id, sentence));
      if (isNew) notify(`Alert ${id} waits from now on.`);
    },
    arm: () => {
      const row = chosen();
      if (row === undefined) return;
      const { id } = row.written;
      const isArmed = typeof row.written.armed === 'string';
      const armed = isArmed ? (false as const) : armedNow();
      if (!write((written) => written.map((other) => (other.id === id ? { ...other, armed } : other)))) return;
      notify(`Alert ${id} ${isArmed ? 'waits no more' : 'waits from now on'}.`);
    },
    remove: () => {
      const row = chosen();
      if (row === undefined) return;
      const { id, sentence } = row.written;
      if (!write((written) => written.filter((other) => other.id !== id))) return;
      slice.change(alertClosed);
      notify(`Alert ${id} is removed: ${sentence}`);
    },
  };
};

const freeId = (rows: readonly AlertRow[]): string => {
  let number = 1;
  while (rows.some(({ written }) => written.id === String(number))) number++;
  return String(number);
};
