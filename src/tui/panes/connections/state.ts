/** What the connections pane knows: the caller's cloud connections as rows of a list, and how they compare. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { ListReply, Losses } from '../../../api/records/replies.ts';
import { CONNECTION_FIELDS } from '../../../catalogue/connection-fields.ts';
import { textsOf } from '../../../catalogue/sections.ts';
import type { Connection } from '../../../catalogue/values.ts';
import { CONNECTION_COLUMNS } from '../../../catalogue/volume-columns.ts';
import { naturalTextOrder } from '../../../filter/text-order.ts';
import { type FetchedList, neverAsked } from '../../state/fetched-list.ts';
import type { ListKind } from '../../state/list.ts';
import { type ListRow, wordListKind } from '../../state/word-list.ts';
import { wordsOf } from '../../state/words.ts';

/** One cloud connection, with its JSON text exactly as received. */
export type ConnectionRow = ListRow & { readonly connection: Connection; readonly text: string };

/** The state of the connections pane. */
export type ConnectionsState = FetchedList<ConnectionRow, Losses, Explanation>;

/** The pane before anything was asked. */
export const initialConnections: ConnectionsState = neverAsked('id');

/** The rows of an answer, and what had to be left out of it. A connection without an id is known by its place. */
export const readConnections = ({ records, texts, ...facts }: ListReply<Connection>) => ({
  facts,
  rows: records.map(
    (connection, place): ConnectionRow => ({
      key: typeof connection.id === 'number' ? String(connection.id) : `place ${place}`,
      words: wordsOf(
        CONNECTION_COLUMNS.map(({ cell }) => cell(connection)),
        textsOf(connection, CONNECTION_FIELDS),
      ),
      connection,
      text: texts[place] ?? '',
    }),
  ),
});

/** How connections compare. */
export const CONNECTION_LIST: ListKind<ConnectionRow> = wordListKind({
  valueOf: ({ connection }, field) => connection[field],
  compareTexts: naturalTextOrder,
});
