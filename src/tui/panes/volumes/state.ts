/** What the volumes pane knows: the caller's volumes as rows of a list, and how they compare. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { ListReply, Losses } from '../../../api/records/replies.ts';
import { unaskedColumns } from '../../../catalogue/column-window.ts';
import { textsOf } from '../../../catalogue/sections.ts';
import type { Volume } from '../../../catalogue/values.ts';
import { VOLUME_AGE, volumeColumns } from '../../../catalogue/volume-columns.ts';
import { VOLUME_FIELDS } from '../../../catalogue/volume-fields.ts';
import { naturalTextOrder } from '../../../filter/text-order.ts';
import { type FetchedList, neverAsked } from '../../state/fetched-list.ts';
import type { ListKind } from '../../state/list.ts';
import { type ListRow, wordListKind } from '../../state/word-list.ts';
import { wordsOf } from '../../state/words.ts';

/** One volume, with its JSON text exactly as received. */
export type VolumeRow = ListRow & { readonly volume: Volume; readonly text: string };

/** The state of the volumes pane. */
export type VolumesState = FetchedList<VolumeRow, Losses, Explanation>;

/** The pane before anything was asked. */
export const initialVolumes: VolumesState = neverAsked('id');

/** The rows of an answer that came at `atEpochMs`, and what had to be left out of it. A volume without an id is known by its place. */
export const readVolumes = ({ records, texts, ...facts }: ListReply<Volume>, atEpochMs: number) => {
  const columns = unaskedColumns(volumeColumns(atEpochMs));
  return {
    facts,
    rows: records.map(
      (volume, place): VolumeRow => ({
        key: typeof volume.id === 'number' ? String(volume.id) : `place ${place}`,
        words: wordsOf(
          columns.map(({ cell }) => cell(volume)),
          textsOf(volume, VOLUME_FIELDS),
        ),
        volume,
        text: texts[place] ?? '',
      }),
    ),
  };
};

/** How volumes compare. An age grows as the start lies further back. */
export const VOLUME_LIST: ListKind<VolumeRow> = wordListKind({
  valueOf: ({ volume }, field) => {
    if (field !== VOLUME_AGE) return volume[field];
    return typeof volume.start_date === 'number' ? -volume.start_date : undefined;
  },
  compareTexts: naturalTextOrder,
});

/** The machines that volumes lie on, each once. */
export const machinesOf = (rows: readonly VolumeRow[]): readonly number[] => [
  ...new Set(rows.flatMap(({ volume }) => volume.machine_id ?? [])),
];

/** What all volumes together cost, $/hour. */
export const totalCost = (rows: readonly VolumeRow[]): number =>
  rows.reduce((sum, { volume }) => sum + (volume.storage_total_cost ?? 0), 0);
