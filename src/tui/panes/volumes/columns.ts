/** The columns of the volumes table, and those of them that are in view. Ages count up to the newest answer. */
import { columnSequence, columnsInView } from '../../../catalogue/column-window.ts';
import type { Column } from '../../../catalogue/columns.ts';
import { volumeColumns } from '../../../catalogue/volume-columns.ts';
import { lastArrived } from '../../state/remote.ts';
import { tableRoom } from '../../ui/table.tsx';
import type { VolumesState } from './state.ts';

/** Every column in the order in which the column cursor meets them on a screen of `width` cells. */
export const volumeColumnSequence = (state: VolumesState, width: number): readonly Column[] =>
  columnSequence(columnsOf(state), tableRoom(width));

/** The columns in view on a screen of `width` cells. */
export const volumeColumnsInView = (state: VolumesState, width: number): readonly Column[] =>
  columnsInView(columnsOf(state), tableRoom(width), state.list.column);

const columnsOf = ({ answer }: VolumesState) => volumeColumns(lastArrived(answer)?.atEpochMs ?? 0);
