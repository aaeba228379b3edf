/** What a list pane knows: its rows, and, where the service is asked for them, how that goes. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { naturalTextOrder } from '../../../filter/text-order.ts';
import type { List, ListKind } from '../../state/list.ts';
import { lastArrived, type Remote } from '../../state/remote.ts';
import { type ListRow, wordListKind } from '../../state/row-words.ts';
import type { Beside, ListDescription, ListPlace } from './description.ts';

/** The state of a list pane; `answer` and `waitS` are those of a fetched list (`state/fetched-list.ts`). */
export type ListPaneState<Row extends ListRow> = {
  readonly list: List<Row>;
  readonly answer?: Remote<unknown, Explanation>;
  readonly waitS?: number | undefined;
  readonly beside?: Beside | undefined;
};

/** What columns and lines depend on, on a screen of `width` cells. */
export const placeOf = <Row extends ListRow>(
  { answer, beside }: ListPaneState<Row>,
  width: number,
  timeZone: string,
): ListPlace => ({
  width,
  timeZone,
  answeredAtEpochMs: (answer && lastArrived(answer)?.atEpochMs) ?? 0,
  beside,
});

/** How the rows of a list are told apart, narrowed and compared; texts compare as people sort them. */
export const kindOf = <Row extends ListRow, Item>({ itemOf, orderValue }: ListDescription<Row, Item>): ListKind<Row> =>
  wordListKind({ valueOf: (row, field) => orderValue(itemOf(row), field), compareTexts: naturalTextOrder });
