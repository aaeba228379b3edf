/** Draws the step of the machines: the ids typed, what they come to, and the machines that can be picked. */

import { printable } from '../../../../base/text.ts';
import { foreignAmong } from '../../../../maintenance/machine-hosts.ts';
import { readMachineIds } from '../../../../maintenance/plan.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { Field } from '../../../ui/field.tsx';
import { machinesOf } from '../draft.ts';
import { BLANK, Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { candidateRows } from '../measures.ts';
import { areWindowsKnown, windowsWords } from '../own/windows-beside.ts';
import type { MaintenanceState } from '../state.ts';
import type { Candidate, Source } from './candidates.ts';
import { foreignOf } from './state.ts';

const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  chosen: 'chosen in a list',
  held: 'holds a volume of yours',
  remembered: 'announced before',
  own: 'your own',
};

/** The step in `width` cells of a pane of `height` rows; `describe` tells what a machine is, where that is known. */
export const MachinesStep = ({
  state,
  width,
  height,
  describe,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
  readonly describe: (machineId: number) => string | undefined;
}) => {
  const { draft, candidates } = state;
  const rowCount = candidateRows(height);
  const cursor = cursorInView(state.candidateCursor, { count: candidates.length, height: rowCount });
  const { problems } = readMachineIds(draft.typed.text);
  const shown = candidates.slice(cursor.top, cursor.top + rowCount);
  const rows = shown.map((candidate, index) =>
    candidateLine(candidate, {
      isPicked: draft.picked.includes(candidate.machineId),
      isCurrent: cursor.top + index === cursor.row && !state.isEditing,
      isForeign: foreignAmong([candidate.machineId], state.hosts, state.userId).length > 0,
      what: describe(candidate.machineId),
      windows: windowsWords(state, candidate.machineId),
    }),
  );
  return (
    <>
      <Field
        label="   Machine ids:"
        line={draft.typed}
        problems={problems}
        isOpen={state.isEditing}
        example="Enter to type them, such as 8207, 8208"
        opener="Enter to edit it"
        width={width}
      />
      <Lines
        lines={[
          problems[0] === undefined ? countLine(state, describe) : line(printable(problems[0].message), 'danger'),
        ]}
        width={width}
      />
      <Lines lines={[foreignLine(foreignOf(state))]} width={width} />
      <Lines lines={[...candidatesHeading(state, width), ...rows]} width={width} />
    </>
  );
};

/** How many machines are chosen, and what they are as far as there is room and knowledge. */
const countLine = ({ draft }: MaintenanceState, describe: (machineId: number) => string | undefined): TextLine => {
  const machineIds = machinesOf(draft);
  if (machineIds.length === 0) return line('No machine is chosen yet.', 'dim');
  const count = machineIds.length === 1 ? 'One machine' : `${machineIds.length} machines`;
  const known = machineIds.map((id) => `${id}${wordsIn(describe(id))}`).join(', ');
  return [...line(`${count}: `), { text: known, role: 'dim' }];
};

/** Says which of the chosen machines the user cannot announce for. */
const foreignLine = (machineIds: readonly number[]): TextLine => {
  if (machineIds.length === 0) return BLANK;
  const whose =
    machineIds.length === 1
      ? `${machineIds[0]} is another host's: it would be refused (o leaves it out)`
      : `${machineIds.length} are other hosts', o leaves them out: ${machineIds.join(', ')}`;
  return line(`! ${whose}`, 'warning');
};

const wordsIn = (what: string | undefined): string => (what === undefined ? '' : ` (${printable(what)})`);

const candidatesHeading = (state: MaintenanceState, width: number): readonly TextLine[] =>
  state.candidates.length === 0
    ? paragraph(
        'Your own machines, once the page Machines (]) has read them, those marked among the offers and those announced before can be picked here.',
        width,
        'dim',
      )
    : [line(`Pick with Space${areWindowsKnown(state) ? '' : '; windows announced for them are not known'}:`, 'dim')];

const candidateLine = (
  { machineId, sources }: Candidate,
  {
    isPicked,
    isCurrent,
    isForeign,
    what,
    windows,
  }: {
    readonly isPicked: boolean;
    readonly isCurrent: boolean;
    readonly isForeign: boolean;
    readonly what: string | undefined;
    /** Those announced for it; empty where there are none. */
    readonly windows: string;
  },
): TextLine => [
  {
    text: `${isCurrent ? ' > ' : '   '}[${isPicked ? 'x' : ' '}] ${String(machineId).padEnd(9)}`,
    role: isCurrent ? 'strong' : 'plain',
  },
  { text: what === undefined ? '' : `${printable(what)}   `, role: 'plain' },
  { text: windows === '' ? '' : `${windows}   `, role: 'warning' },
  { text: isForeign ? "another host's   " : '', role: 'warning' },
  { text: sources.map((source) => SOURCE_WORDS[source]).join(', '), role: 'dim' },
];
