/** The connections pane's keys, and what they do. The only effects of the pane: asking for the connections, and copying them. */
import { CALLS } from '../../../api/calls.ts';
import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import type { Connection } from '../../../catalogue/values.ts';
import { CONNECTION_COLUMNS } from '../../../catalogue/volume-columns.ts';
import type { AnswerCache } from '../../../storage/files/kept-answer.ts';
import type { FilterLines } from '../../../storage/journal/filter-lines.ts';
import type { Layer } from '../../keys/binding.ts';
import { fetchedListLayers } from '../../keys/fetched-list.ts';
import { listForgotten, notedIn } from '../../state/fetched-list.ts';
import { heightChanged, listSlice } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { visibleRows } from '../../ui/fetched-list-page.tsx';
import { RECORD_TITLE_LINES } from '../../ui/record-page.tsx';
import { connectionLines } from './detail.ts';
import { CONNECTION_LIST, type ConnectionsState, readConnections } from './state.ts';

/** What the pane needs from outside. */
type ConnectionsNeeds = QuestionParts & {
  readonly slice: Slice<ConnectionsState>;
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly cache: AnswerCache<ListReply<Connection>> | undefined;
  /** Words that were kept before. */
  readonly lines: FilterLines;
  /** Cells and lines that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** Hands a text to the user's clipboard; `what` says what it is. */
  readonly copy: (text: string, what: string) => void;
};

/** The pane's actions, as the root may call them. */
type ConnectionsActions = {
  /** The key layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The pane was opened: asks for the connections unless they were asked for before. */
  readonly open: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
  /** The screen has another size. */
  readonly resize: () => void;
};

/** Builds the pane's keys and actions. */
export const createConnectionsActions = (needs: ConnectionsNeeds): ConnectionsActions => {
  const { slice, screen, copy } = needs;
  const height = () => visibleRows(slice.get(), screen().height, 'small');
  const arrangement = () => ({ ...CONNECTION_LIST, height: height() });

  const layers = fetchedListLayers({
    owner: 'connections',
    noun: 'connection',
    slice,
    arrangement,
    lines: needs.lines,
    columns: () => CONNECTION_COLUMNS,
    openedExtent: (row) => ({
      length: connectionLines(row, screen().width).length,
      height: screen().height - RECORD_TITLE_LINES,
    }),
    ask: () => question.ask(),
    giveUp: () => question.giveUp(),
    copy: (rows) =>
      copy(
        rows.map(({ text }) => text).join('\n'),
        rows.length === 1 ? 'the connection' : `${rows.length} connections`,
      ),
  });

  const question = createQuestion({
    ...needs,
    read: 'connections',
    ask: (service, _ticket, options) => service.list(CALLS.connections, options),
    ...notedIn(slice, readConnections, arrangement, needs.cache),
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
    resize: () => listSlice(slice).change((list) => heightChanged(list, height())),
  };
};
