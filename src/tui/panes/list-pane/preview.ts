/** The preview of a list: the title of the row under the cursor, and below it what the list says of the row, or else its page. Pure. */

import { CUT_MARK } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { rowInFront } from '../../state/list.ts';
import type { ListRow } from '../../state/row-words.ts';
import { besideLines, columnsIn, spacedIn } from '../../ui/record-lines.ts';
import { band, dim } from '../../ui/segments.ts';
import type { PreviewLines } from '../pane.ts';
import { type ListDescription, type ListPaneState, placeOf } from './description.ts';

/** Lines of a place from which on there is room for blank ones; with fewer a page goes on in a second column. */
const ROOMY = 20;
const COLUMNS = 2;

/** Of a body the first lines: those of another one are painted anew at each rest of the cursor. */
const BODY_LINES = 10;

/** Undefined while no row is seen. */
export const listPreview = <Row extends ListRow, Item>(
  { itemOf, title, beside = () => [], lines, preview }: ListDescription<Row, Item>,
  state: ListPaneState<Row>,
): PreviewLines | undefined => {
  const row = rowInFront(state.list);
  if (row === undefined) return undefined;
  return ({ timeZone, width, height, isAscii }) => {
    const item = itemOf(row);
    const titles = wrappedLines(title(item), width).map((text, line) => band(text, [], line === 0 ? beside(item) : []));
    const isLow = height < ROOMY;
    const { count, cells } = columnsIn(width, isLow && preview === undefined ? COLUMNS : 1);
    const bars = isAscii ? 'ascii' : 'blocks';
    const place = { ...placeOf(state, cells, timeZone), bars, isInWords: isAscii } as const;
    const said =
      preview?.(row, { ...place, width, height, isAscii }) ?? lines(row, { ...place, bodyLines: BODY_LINES });
    // On its ground the band of a section does not set that apart.
    const below = isLow ? said : [[], ...spacedIn(Number.POSITIVE_INFINITY, said)];
    const room = height - titles.length;
    const shown = below.length <= count * room ? below : [...below.slice(0, count * room - 1), [dim(CUT_MARK)]];
    const columns = Array.from({ length: count }, (_, column) => shown.slice(column * room, (column + 1) * room));
    return [...titles, ...besideLines(columns, cells)];
  };
};
