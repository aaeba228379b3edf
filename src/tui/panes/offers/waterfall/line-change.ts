/** What is done to the filter on the page that counts: the line above the table says it at once. Pure. */
import { partTyped, type SwitchedLine, switchedText } from '../../../../filter/switched-line.ts';
import { lineReplaced } from '../../../state/line.ts';
import { filterEdited, filterOpened } from '../../../state/list-filter.ts';
import { offersArranged } from '../list.ts';
import { pageClosed, pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { type WaterfallPage, waterfallPage } from './page.ts';

/** The parts of the open page are those of `line` now, and the filter says so. */
export const partsChanged = (
  state: OffersState,
  { at, why }: WaterfallPage,
  line: SwitchedLine,
  height: number,
): OffersState => {
  const { list } = state;
  const text = switchedText(line);
  const edited =
    text === list.filter.text ? list : filterEdited(list, lineReplaced(text)(list.filter), offersArranged(height));
  const next = { ...state, list: edited };
  return pageShown(next, waterfallPage(next, line, { at, asked: why?.asked }));
};

/** The page was left for the filter itself, which is open with its cursor behind the part at the page's. */
export const partOpened = (state: OffersState, page: WaterfallPage, height: number): OffersState => {
  const { line, end } = partTyped(page.line, page.at);
  const { list } = pageClosed(partsChanged(state, page, line, height));
  const opened = filterOpened(list, offersArranged(height));
  return pageClosed({ ...state, list: { ...opened, filter: { ...opened.filter, at: end } } });
};
