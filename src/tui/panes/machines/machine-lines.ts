/** The page of a machine beside its fields. Pure. */
import { plural } from '../../../base/figures.ts';
import { displayText } from '../../../catalogue/format.ts';
import { occupancyWords } from '../../../catalogue/machine-fields.ts';
import { windowWords } from '../../../maintenance/standing-windows.ts';
import { paragraph, type RecordLine } from '../../ui/record-lines.ts';
import type { ListPlace } from '../list-pane/description.ts';
import type { OwnMachine } from './state.ts';

/** In `room` cells. */
export const machineLines = (
  machine: OwnMachine,
  room: number,
  { timeZone }: Pick<ListPlace, 'timeZone'>,
): readonly RecordLine[] => [...occupancyLines(machine, room), ...windowLines(machine, room, timeZone)];

/** The letters of the GPUs in words. */
const occupancyLines = ({ gpu_occupancy: letters }: OwnMachine, room: number): readonly RecordLine[] => {
  const words = occupancyWords(letters);
  return words === undefined || words === '' ? [] : paragraph(displayText(`In use: ${words}.`), room);
};

/** The windows announced for it. */
const windowLines = ({ told }: OwnMachine, room: number, timeZone: string): readonly RecordLine[] => {
  const windows = told?.windows?.map((window) => windowWords(window, timeZone));
  const words =
    windows === undefined
      ? 'Windows announced: not known. The service has not listed any in this run.'
      : windows.length === 0
        ? 'Windows announced: none.'
        : `${plural(windows.length, 'Window')} announced: ${windows.join('; ')}.`;
  return paragraph(words, room);
};
