/** The preview of a list: the title of the row under the cursor, and below it what the list says of the row, or else its page. Pure. */
import { rowInFront } from '../../state/list.ts';
import type { ListRow } from '../../state/row-words.ts';
import { paragraph, RECORD_MARGIN } from '../../ui/record-lines.ts';
import { firstLines } from '../../ui/segments.ts';
import type { PreviewLines } from '../pane.ts';
import { type ListDescription, type ListPaneState, placeOf } from './description.ts';

/** Undefined while no row is seen. */
export const listPreview = <Row extends ListRow, Item>(
  { itemOf, title, lines, preview }: ListDescription<Row, Item>,
  state: ListPaneState<Row>,
): PreviewLines | undefined => {
  const row = rowInFront(state.list);
  if (row === undefined) return undefined;
  return ({ timeZone, width, height, isAscii }) => {
    // A page keeps a margin that is none of its lines.
    const place = placeOf(state, width + RECORD_MARGIN, timeZone);
    const below = preview?.(row, { ...place, width, height, isAscii }) ?? lines(row, place);
    return firstLines([...paragraph(title(itemOf(row)), width, 'strong'), [], ...below], height);
  };
};
