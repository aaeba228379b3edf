/** The steps of the plan up to the review, in rows: what is typed or picked, and at once what it means. */

import type { ComponentProps, ReactElement } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/printable.ts';
import { cellWidth, padCell } from '../../../base/text.ts';
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/window-fields.ts';
import { foreignAmong } from '../../../maintenance/machine-hosts.ts';
import { distanceWords, startWarnings, zonesWords } from '../../../maintenance/moment-words.ts';
import { endOf, LENGTH_EXAMPLES, lengthWarnings, lengthWords, readMachineIds } from '../../../maintenance/plan.ts';
import { START_EXAMPLES } from '../../../maintenance/start.ts';
import { confirmationPrompt } from '../../../writes/confirmation.ts';
import { lineOf } from '../../state/line.ts';
import { Field } from '../../ui/field.tsx';
import { spacedIn } from '../../ui/record-lines.ts';
import { dim, isNarrow, moreLinesBelow, plain, type Size } from '../../ui/segments.ts';
import type { DescribeMachine } from '../pane.ts';
import { lengthOf, machinesOf, planOf, startOf } from './draft.ts';
import { BLANK, line, machineCount, paragraph, type Row, type TextLine, warned } from './lines.tsx';
import { foreignOf } from './machines.ts';
import { reviewRows, shownOf } from './measures.ts';
import { areWindowsKnown, windowsWords } from './own-lists.ts';
import { reviewLines } from './review-lines.ts';
import { type Candidate, type MaintenanceState, type Source, stepLine } from './state.ts';

/** The field of the step at hand. */
const stepField = (
  state: MaintenanceState,
  label: string,
  example: string,
  width: number,
  {
    opener = 'Enter to edit it',
    problems = [],
  }: Partial<Pick<ComponentProps<typeof Field>, 'opener' | 'problems'>> = {},
): ReactElement => (
  <Field
    key="field"
    label={`   ${label}`}
    line={stepLine(state) ?? lineOf('')}
    problems={problems}
    isOpen={state.isEditing}
    example={example}
    opener={opener}
    width={width}
  />
);

/** The start: the text typed, and at once the moment that it means. */
export const startRows = (state: MaintenanceState, width: number): readonly Row[] => [
  stepField(state, 'Start:', 'Enter to type it, such as tomorrow 02:00', width),
  BLANK,
  ...startLines(state, width),
  BLANK,
  ...paragraph(`Examples: ${START_EXAMPLES}.`, width, 'dim'),
  ...paragraph(`A time without a zone is taken as ${state.timeZone}.`, width, 'dim'),
];

const startLines = ({ draft, timeZone, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => {
  const start = startOf(draft, nowEpochMs);
  switch (start.kind) {
    case 'empty':
      return [line('No start is given yet.', 'dim')];
    case 'problem':
      return paragraph(start.message, width, 'danger');
    case 'moment': {
      const { epochS, typedZone, clockNote } = start;
      return [
        ...zonesWords(epochS, timeZone, typedZone).map((words, index) => line(words, index === 0 ? 'strong' : 'plain')),
        line(distanceWords(epochS, nowEpochMs)),
        ...warned([...(clockNote === undefined ? [] : [clockNote]), ...startWarnings(epochS, nowEpochMs)], width),
      ];
    }
  }
};

/** The length: the text typed, and at once when the window ends. */
export const lengthRows = (state: MaintenanceState, width: number): readonly Row[] => [
  stepField(state, 'Length:', 'Enter to type it, such as 2 or 90m', width),
  BLANK,
  ...lengthLines(state, width),
  BLANK,
  line(`Examples: ${LENGTH_EXAMPLES}. A number alone means hours.`, 'dim'),
];

const lengthLines = ({ draft, timeZone, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => {
  const length = lengthOf(draft);
  const start = startOf(draft, nowEpochMs);
  switch (length.kind) {
    case 'empty':
      return [line('No length is given yet.', 'dim')];
    case 'problem':
      return paragraph(length.message, width, 'danger');
    case 'length': {
      const words = line(`${lengthWords(length.hours)}, sent as ${length.hours} hours`, 'strong');
      const warnings = warned(lengthWarnings(length.hours), width);
      if (start.kind !== 'moment') return [words, line('The end is known once the start is.', 'dim'), ...warnings];
      const endS = endOf({ startsAtEpochS: start.epochS, durationHours: length.hours });
      const until = zonesWords(endS, timeZone, start.typedZone);
      return [words, ...until.map((text, index) => line(`${index === 0 ? 'until' : '     '} ${text}`)), ...warnings];
    }
  }
};

/** Category and reason: the six categories (docs/interface.md, Schedule maintenance), and one line of text. */
export const reasonRows = (state: MaintenanceState, width: number): readonly Row[] => {
  const { draft, isEditing } = state;
  const characters = [...draft.reason.text.trim()].length;
  return [
    [
      ...line('Category:', isEditing ? 'plain' : 'accent'),
      dim(isEditing ? '' : `  ${keyName('maintenance.pick')} picks, Enter picks and opens the reason`),
    ],
    ...categoryLines(state),
    BLANK,
    stepField(state, 'Reason:', 'type a line that renters may read', width, { opener: 'type on' }),
    // While the reason is typed the keys of the categories are text.
    ...(isEditing ? paragraph('Renters may read what you type. Enter accepts it, Esc cancels.', width) : []),
    line(characters === 0 ? 'It may be left empty.' : `${characters} characters`, 'dim'),
  ];
};

/** The categories in two columns, so that all of them are in sight on the smallest screen. */
const categoryLines = ({ draft, categoryRow, isEditing }: MaintenanceState): readonly TextLine[] => {
  const half = Math.ceil(MAINTENANCE_CATEGORIES.length / 2);
  const choice = (row: number): TextLine => {
    const category = MAINTENANCE_CATEGORIES[row];
    if (category === undefined) return [];
    const isCurrent = row === categoryRow && !isEditing;
    const text = `${isCurrent ? ' > ' : '   '}(${category === draft.category ? 'x' : ' '}) ${category}`;
    return [{ text: padCell(text, CHOICE_WIDTH), role: isCurrent ? 'strong' : 'plain' }];
  };
  return Array.from({ length: half }, (_, row) => [...choice(row), ...choice(row + half)]);
};

/** Cells of one choice: the longest category and what stands before it. */
const CHOICE_WIDTH = 20;

/** The review: what is announced, and under it the line that confirms it. */
export const reviewStep = ({ state, width, height, describe }: Described): readonly Row[] => {
  const plan = planOf(state.draft, state.nowEpochMs);
  const rows = reviewRows(height);
  const all = spacedIn(rows, reviewLines(state, describe, width));
  const top = Math.max(0, Math.min(state.reviewTop, all.length - rows));
  const visible = all.slice(top, top + rows);
  const below = all.length - top - visible.length;
  const { confirmationProblem } = state;
  const prompt = (ids: readonly number[]) =>
    confirmationPrompt({ ids, noun: 'machine', verb: 'announce' }, isNarrow(width));
  const problem = confirmationProblem === undefined ? [] : [line(confirmationProblem, 'danger')];
  const read = visible.slice(0, rows - problem.length);
  return [
    ...read,
    ...Array.from({ length: rows - problem.length - read.length }, () => BLANK),
    ...problem,
    // What is to be typed is asked for once all is read.
    below > 0 && !state.isEditing
      ? line(`${moreLinesBelow(below)} (${keyName('maintenance.page-down', 'space')})`, 'accent')
      : plan === undefined
        ? BLANK
        : stepField(state, prompt(plan.machineIds), 'Enter, then type it', width),
  ];
};

/** What the pane, and a step of it, is drawn from. */
export type Described = Size & {
  readonly state: MaintenanceState;
  /** Tells what a machine is, where that is known. */
  readonly describe: DescribeMachine;
};

const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  chosen: 'chosen in a list',
  held: 'holds a volume of yours',
  remembered: 'announced before',
  own: 'your own',
};

/** The machines: the ids typed, what they come to, and the machines that can be picked. */
export const machineRows = ({ state, width, height, describe }: Described): readonly Row[] => {
  const { draft, candidates } = state;
  const { problems } = readMachineIds(draft.typed.text);
  const { top, row, rows } = shownOf(state, 'candidateCursor', height);
  const known = (id: number): string => printable(describe(id) ?? '');
  const seen = candidates.slice(top, top + rows);
  const knownWidth = Math.max(0, ...seen.map(({ machineId }) => cellWidth(known(machineId))));
  const candidateLine = ({ machineId, sources }: Candidate, index: number): TextLine => {
    const isCurrent = top + index === row && !state.isEditing;
    const isForeign = foreignAmong([machineId], state.hosts, state.userId).length > 0;
    const windows = windowsWords(state, machineId);
    const mark = `${isCurrent ? ' > ' : '   '}[${draft.picked.includes(machineId) ? 'x' : ' '}]`;
    return [
      { text: `${mark} ${String(machineId).padEnd(9)}`, role: isCurrent ? 'strong' : 'plain' },
      plain(knownWidth === 0 ? '' : `${padCell(known(machineId), knownWidth)}   `),
      { text: windows === '' ? '' : `${windows}   `, role: 'warning' },
      { text: isForeign ? "another host's   " : '', role: 'warning' },
      dim(sources.map((source) => SOURCE_WORDS[source]).join(', ')),
    ];
  };
  /** How many machines are chosen, and what they are as far as there is room and knowledge. */
  const countLine = (): TextLine => {
    const ids = machinesOf(draft);
    if (ids.length === 0) return line('No machine is chosen yet.', 'dim');
    const count = ids.length === 1 ? 'One machine' : machineCount(ids);
    return [...line(`${count}: `), dim(ids.map((id) => `${id}${known(id) && ` (${known(id)})`}`).join(', '))];
  };
  return [
    stepField(state, 'Machine ids:', 'Enter to type them, such as 8207, 8208', width, { problems }),
    problems[0] === undefined ? countLine() : line(printable(problems[0].message), 'danger'),
    foreignLine(foreignOf(state)),
    ...(candidates.length === 0
      ? paragraph(NO_CANDIDATES, width, 'dim')
      : [
          line(
            `Pick with ${keyName('maintenance.pick')}${areWindowsKnown(state) ? '' : '; windows announced for them are not known'}:`,
            'dim',
          ),
        ]),
    ...seen.map(candidateLine),
  ];
};

const NO_CANDIDATES =
  'Your own machines, once the service has listed them, those marked among the offers and those announced before can be picked here.';

/** Says which of the chosen machines the user cannot announce for. */
const foreignLine = (machineIds: readonly number[]): TextLine => {
  if (machineIds.length === 0) return BLANK;
  const whose =
    machineIds.length === 1
      ? `${machineIds[0]} is another host's: it would be refused (${keyName('maintenance.leave-out-foreign')} leaves it out)`
      : `${machineIds.length} are other hosts', ${keyName('maintenance.leave-out-foreign')} leaves them out: ${machineIds.join(', ')}`;
  return line(`! ${whose}`, 'warning');
};
