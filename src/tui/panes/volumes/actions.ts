/** The volumes pane's keys, and what they do. The only effects of the pane: asking for the volumes, and copying them. */
import { CALLS } from '../../../api/calls.ts';
import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import type { Volume } from '../../../catalogue/values.ts';
import type { AnswerCache } from '../../../storage/files/kept-answer.ts';
import type { FilterLines } from '../../../storage/journal/filter-lines.ts';
import { bind, type Layer } from '../../keys/binding.ts';
import { fetchedListLayers } from '../../keys/fetched-list.ts';
import { listForgotten, notedIn } from '../../state/fetched-list.ts';
import { chosenRows, heightChanged, listSlice } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { visibleRows } from '../../ui/fetched-list-page.tsx';
import { RECORD_TITLE_LINES } from '../../ui/record-page.tsx';
import { volumeColumnSequence } from './columns.ts';
import { volumeLines } from './detail.ts';
import { machinesOf, readVolumes, VOLUME_LIST, type VolumesState } from './state.ts';

/** What the pane needs from outside. */
type VolumesNeeds = QuestionParts & {
  readonly slice: Slice<VolumesState>;
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly cache: AnswerCache<ListReply<Volume>> | undefined;
  /** Words that were kept before. */
  readonly lines: FilterLines;
  /** Cells and lines that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** Hands a text to the user's clipboard; `what` says what it is. */
  readonly copy: (text: string, what: string) => void;
  /** Plans maintenance for these machines. */
  readonly planMaintenance: (machineIds: readonly number[]) => void;
};

/** The pane's actions, as the root may call them. */
type VolumesActions = {
  /** The key layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The pane was opened: asks for the volumes unless they were asked for before. */
  readonly open: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
  /** The screen has another size. */
  readonly resize: () => void;
};

/** Builds the pane's keys and actions. */
export const createVolumesActions = (needs: VolumesNeeds): VolumesActions => {
  const { slice, screen, copy } = needs;
  const height = () => visibleRows(slice.get(), screen().height, 'long');
  const arrangement = () => ({ ...VOLUME_LIST, height: height() });

  const list = listSlice(slice);
  const chosenMachines = () => machinesOf(chosenRows(list.get(), VOLUME_LIST));

  const maintain = bind(
    'volumes.maintain',
    ['m'],
    'maintenance',
    'Mark',
    () => needs.planMaintenance(chosenMachines()),
    {
      isInFooter: true,
      refusal: () => (chosenMachines().length === 0 ? 'No machine is known for what is chosen.' : undefined),
    },
  );
  const layers = fetchedListLayers({
    owner: 'volumes',
    noun: 'volume',
    slice,
    own: [maintain],
    arrangement,
    lines: needs.lines,
    columns: () => volumeColumnSequence(slice.get(), screen().width),
    openedExtent: (row) => ({
      length: volumeLines(row, screen().width).length,
      height: screen().height - RECORD_TITLE_LINES,
    }),
    ask: () => question.ask(),
    giveUp: () => question.giveUp(),
    copy: (rows) =>
      copy(rows.map(({ text }) => text).join('\n'), rows.length === 1 ? 'the volume' : `${rows.length} volumes`),
  });

  const question = createQuestion({
    ...needs,
    read: 'volumes',
    ask: (service, _ticket, options) => service.list(CALLS.volumes, options),
    ...notedIn(slice, readVolumes, arrangement, needs.cache),
  });

  return {
    layers,
    open: () => {
      question.comeBack();
      if (slice.get().answer.stage === 'idle') question.ask();
    },
    leave: question.leave,
    serviceChanged: () => {
      question.drop();
      slice.change(listForgotten);
    },
    resize: () => list.change((listing) => heightChanged(listing, height())),
  };
};
