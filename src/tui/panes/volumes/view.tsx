/** Draws the volumes pane: the list, or one volume with all that is known of it. */
import { formatValue } from '../../../catalogue/format.ts';
import { VOLUME_FIELDS } from '../../../catalogue/volume-fields.ts';
import { lastArrived } from '../../state/remote.ts';
import { FetchedListPage } from '../../ui/fetched-list-page.tsx';
import { listFootnote } from '../../ui/list-footnote.ts';
import { markedColumns } from '../../ui/list-page.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { dim, type Segment } from '../../ui/segments.ts';
import { volumeColumnsInView } from './columns.ts';
import { volumeLines } from './detail.ts';
import { totalCost, type VolumesState } from './state.ts';

const EMPTY_WORDS = [
  'You rent no volume.',
  'A volume is disk space that stays when an instance goes. Those that you rent would be listed here, with what each costs.',
  'R asks again.',
];

const COST_FIELD = VOLUME_FIELDS.find(({ name }) => name === 'storage_total_cost');

/** The pane in `width` by `height` cells. */
export const VolumesView = ({
  state,
  width,
  height,
  timeZone,
}: {
  readonly state: VolumesState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => {
  const { opened } = state.list;
  if (opened !== undefined) {
    const { id, status } = opened.row.volume;
    return (
      <RecordPage
        title={`Volume ${id ?? '?'}   ${status ?? ''}`}
        lines={volumeLines(opened.row, width)}
        top={opened.top}
        width={width}
        height={height}
      />
    );
  }
  const columns = volumeColumnsInView(state, width);
  return (
    <FetchedListPage
      state={state}
      columns={markedColumns(columns, state.list)}
      cellsOf={({ volume }) => columns.map(({ cell }) => cell(volume))}
      kind="long"
      noun="volume"
      emptyWords={EMPTY_WORDS}
      width={width}
      height={height}
      timeZone={timeZone}
    />
  );
};

/** What the footer says of the list: marks, losses, and what all volumes cost. */
export const volumesFootnote = ({ answer, list }: VolumesState): readonly Segment[] => {
  const cost = COST_FIELD === undefined ? '' : formatValue(COST_FIELD, totalCost(list.rows));
  return [
    ...listFootnote(list, lastArrived(answer)?.value),
    ...(list.rows.length === 0 ? [] : [dim(`all: ${cost} $/h`)]),
  ];
};
