/** The plan as far as it was typed and picked: what each part says, what is still lacking, and the plan that it makes. Pure. */
import type { MaintenanceCategory } from '../../../catalogue/window-fields.ts';
import { type LengthReading, type Plan, readLength, readMachineIds } from '../../../maintenance/plan.ts';
import { readStart, type StartContext, type StartReading } from '../../../maintenance/start.ts';
import { type Line, lineOf } from '../../state/line.ts';

/** What was typed and picked. */
export type Draft = {
  /** Machine ids as typed. */
  readonly typed: Line;
  readonly picked: readonly number[];
  readonly start: Line;
  /** The typed start, read when it was typed, so that `+36h` stays the moment that was shown. */
  readonly startReading: StartReading;
  /** What it was when its field was opened; present while that is open. */
  readonly readingBefore?: StartReading | undefined;
  readonly length: Line;
  readonly category?: MaintenanceCategory | undefined;
  readonly reason: Line;
};

/** Something that the draft lacks before it is a plan, and the part where it belongs. */
type DraftProblem = { readonly part: 'machines' | 'start' | 'length' | 'reason'; readonly message: string };

/** Nothing typed, nothing picked. */
export const EMPTY_DRAFT: Draft = {
  typed: lineOf(''),
  picked: [],
  start: lineOf(''),
  startReading: { kind: 'empty' },
  length: lineOf(''),
  reason: lineOf(''),
};

/** True while nothing of the draft was typed or picked. */
export const isDraftEmpty = ({ typed, picked, start, length, category, reason }: Draft): boolean =>
  picked.length === 0 && category === undefined && [typed, start, length, reason].every(({ text }) => text === '');

/** The machines of the draft, each once: those typed, then those picked. */
export const machinesOf = ({ typed, picked }: Pick<Draft, 'typed' | 'picked'>): readonly number[] =>
  chosenMachines(readMachineIds(typed.text).ids, picked);

/** The machines that a plan is for: those typed, then those picked, each once. */
export const chosenMachines = (typed: readonly number[], picked: readonly number[]): readonly number[] => [
  ...new Set([...typed, ...picked]),
];

/** The start as it stands at `nowEpochMs`: one that has passed since it was typed is a problem. */
export const startOf = ({ startReading }: Draft, nowEpochMs: number): StartReading =>
  startReading.kind === 'moment' && startReading.epochS * 1000 <= nowEpochMs
    ? { kind: 'problem', message: 'That time has passed.' }
    : startReading;

/** The zone in which the start at `epochS` was typed; undefined where none was, or the start is another one. */
export const typedZoneOf = ({ startReading }: Draft, epochS: number): string | undefined =>
  startReading.kind === 'moment' && startReading.epochS === epochS ? startReading.typedZone : undefined;

/** The typed length, read. */
export const lengthOf = ({ length }: Draft): LengthReading => readLength(length.text);

/** What the draft lacks at `nowEpochMs`, in the order of its parts; nothing when it is a plan. */
export const problemsOf = (draft: Draft, nowEpochMs: number): readonly DraftProblem[] => {
  const [problem] = readMachineIds(draft.typed.text).problems;
  const start = startOf(draft, nowEpochMs);
  const length = lengthOf(draft);
  const problems: DraftProblem[] = [];
  if (problem !== undefined) problems.push({ part: 'machines', message: problem.message });
  else if (machinesOf(draft).length === 0) problems.push({ part: 'machines', message: 'No machine is chosen.' });
  if (start.kind !== 'moment') problems.push({ part: 'start', message: messageOf(start) ?? 'No start is given.' });
  if (length.kind !== 'length') problems.push({ part: 'length', message: messageOf(length) ?? 'No length is given.' });
  if (draft.category === undefined) problems.push({ part: 'reason', message: 'No category is picked.' });
  return problems;
};

/** The plan that the draft makes at `nowEpochMs`, or undefined while it lacks something. */
export const planOf = (draft: Draft, nowEpochMs: number): Plan | undefined => {
  const { category } = draft;
  const start = startOf(draft, nowEpochMs);
  const length = lengthOf(draft);
  if (problemsOf(draft, nowEpochMs).length > 0) return undefined;
  if (start.kind !== 'moment' || length.kind !== 'length' || category === undefined) return undefined;
  return {
    machineIds: machinesOf(draft),
    startsAtEpochS: start.epochS,
    durationHours: length.hours,
    category,
    reason: draft.reason.text.trim(),
  };
};

/** The text of the start changed, or only the place in it. */
export const startTyped = (draft: Draft, start: Line, context: StartContext): Draft =>
  start.text === draft.start.text
    ? { ...draft, start }
    : { ...draft, start, startReading: readStart(start.text, context) };

/** Machines were picked beside those that are. */
export const machinesPicked = (draft: Draft, machineIds: readonly number[]): Draft => ({
  ...draft,
  picked: chosenMachines(draft.picked, machineIds),
});

/** A machine was picked, or put back. */
export const machineToggled = (draft: Draft, machineId: number): Draft => ({
  ...draft,
  picked: draft.picked.includes(machineId)
    ? draft.picked.filter((other) => other !== machineId)
    : [...draft.picked, machineId],
});

/** Machines were taken out of the draft, typed or picked. */
export const machinesLeftOut = (draft: Draft, machineIds: readonly number[]): Draft => {
  const isKept = (id: number) => !machineIds.includes(id);
  const typed = readMachineIds(draft.typed.text).ids.filter(isKept);
  return { ...draft, typed: lineOf(typed.join(', ')), picked: draft.picked.filter(isKept) };
};

const messageOf = (reading: StartReading | LengthReading): string | undefined =>
  reading.kind === 'problem' ? reading.message : undefined;
