/** Machines that were chosen in another pane while a plan for others stands here: the user says what is to become of both. */
import { plural } from '../../../../base/figures.ts';
import { printable } from '../../../../base/text.ts';
import { zonesOnOneLine } from '../../../../maintenance/moment-words.ts';
import { lengthWords } from '../../../../maintenance/plan.ts';
import { type Binding, bind, destructive, inFooter } from '../../../keys/binding.ts';
import { lengthOf, machinesOf, startOf } from '../draft.ts';
import { BLANK, line, paragraph, type TextLine } from '../lines.tsx';
import type { Arriving, MaintenanceState } from '../state.ts';
import { chosenMachines } from './candidates.ts';
import { arrivingAdded, arrivingLeft, arrivingPlanned } from './handed-over.ts';

/** The keys that answer. */
export const arrivingBindings = (
  change: (transition: (state: MaintenanceState) => MaintenanceState) => void,
): readonly Binding[] => [
  bind('maintenance.replace', ['r'], 'new plan', 'Plan', () => change(arrivingPlanned), destructive),
  bind('maintenance.add', ['a'], 'add to the plan', 'Plan', () => change(arrivingAdded), inFooter),
  bind('maintenance.keep-plan', ['escape'], 'leave the plan', 'Plan', () => change(arrivingLeft), inFooter),
];

/** The question in `width` cells: what is there, and what each answer makes of it. */
export const arrivingLines = (
  { draft, nowEpochMs, timeZone }: MaintenanceState,
  { machineIds }: Arriving,
  width: number,
): readonly TextLine[] => {
  const planned = machinesOf(draft);
  const start = startOf(draft, nowEpochMs);
  const length = lengthOf(draft);
  const parts = [
    machineWords(planned),
    start.kind === 'moment' ? zonesOnOneLine(start.epochS, timeZone, start.typedZone) : '',
    length.kind === 'length' ? lengthWords(length.hours) : '',
    draft.category ?? '',
    printable(draft.reason.text.trim()),
  ];
  return [
    line('There is already a plan that was not sent:', 'strong'),
    ...paragraph(parts.filter((part) => part !== '').join('; '), width),
    ...paragraph(`You have now chosen ${machineWords(machineIds)}`, width, 'strong'),
    BLANK,
    ...paragraph(`r    a new plan for ${countWords(machineIds)}; the old one is dropped`, width),
    ...paragraph(`a    one plan for ${countWords(chosenMachines(planned, machineIds))}, otherwise unchanged`, width),
    ...paragraph('Esc  neither: the plan stays as it is', width),
  ];
};

const machineWords = (machineIds: readonly number[]): string => `${countWords(machineIds)}: ${machineIds.join(', ')}`;

const countWords = ({ length }: readonly number[]): string => `${length} ${plural(length, 'machine')}`;
