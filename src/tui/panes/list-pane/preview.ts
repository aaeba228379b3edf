/** The preview of a list: the title of the row under the cursor, and below it what the list says of the row, or else its page. Pure. */

import { CUT_MARK } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { rowInFront } from '../../state/list.ts';
import type { ListRow } from '../../state/row-words.ts';
import { RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import { band, dim, isBand } from '../../ui/segments.ts';
import type { PreviewLines } from '../pane.ts';
import { type ListDescription, type ListPaneState, placeOf } from './description.ts';

/** Lines of a place from which on there is room for blank ones. */
const ROOMY = 20;

/** A blank line before a section that follows other lines: here the ground of its band does not set it apart. */
const setApart = (line: RecordLine, place: number, lines: readonly RecordLine[]): readonly RecordLine[] =>
  isBand(line) && (lines[place - 1]?.length ?? 0) > 0 ? [[], line] : [line];

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
    const titles = wrappedLines(title(itemOf(row)), width).map((text) => band(text));
    const all = [...titles, [], ...(height < ROOMY ? below : below.flatMap(setApart))];
    return all.length <= height ? all : [...all.slice(0, height - 1), [dim(CUT_MARK)]];
  };
};
