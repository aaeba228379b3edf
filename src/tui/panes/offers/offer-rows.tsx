/** The offers in view, or why there are none: a search that failed, or nothing that matches. */
import { memo, type ReactNode } from 'react';
import type { Column } from '../../../catalogue/columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { AwaitedRows, ListRows, markedColumns, noMarkedLines } from '../../ui/list-page.tsx';

import { MessagePage } from '../../ui/message-page.tsx';
import { tableRoom } from '../../ui/table.tsx';
import { offerColumnsInView } from './columns.ts';
import { OFFERS_LIST } from './list.ts';
import { noRowsLines } from './no-rows.ts';
import { awaitedPricing } from './pricing.ts';
import type { OffersState } from './state.ts';
import { changeColumn, changeWidth, changeWords } from './watch/words.ts';
import { awaitedTarget } from './workload/awaited-target.ts';

/** The table in `width` by `height` cells, its headings among them. */
export const OfferRows = ({
  state,
  width,
  height,
  timeZone,
}: {
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}): ReactNode => {
  const { answer, list } = state;
  if (list.shown.length === 0 && answer.stage === 'failed' && list.rows.length === 0) {
    const { tried, whatCameBack, whatToDo } = answer.failure;
    return <MessagePage lines={[tried, whatCameBack, whatToDo]} width={width} />;
  }
  if (list.shown.length === 0 && list.rows.length > 0 && list.isMarkedOnly) {
    return <MessagePage lines={noMarkedLines(list, 'offer')} width={width} />;
  }
  if (list.shown.length === 0 && (answer.stage === 'loaded' || list.rows.length > 0))
    return <NoRows state={state} width={width} timeZone={timeZone} />;
  const changeHere = changeWords(state, width);
  const { gap } = tableRoom(width);
  const taken = changeHere === undefined ? 0 : changeWidth(width) + gap;
  const { inView, beyond } = offerColumnsInView(width, list, taken);
  const shownColumns = inView.map(({ id }) => id).join();
  const drawn = {
    columns: [...(changeHere === undefined ? [] : [changeColumn(width)]), ...markedColumns(inView, list)],
    kind: 'long',
    count: height - 1,
    long: { beyond, isStale: awaitedPricing(state) !== undefined || awaitedTarget(state) !== undefined },
  } as const;
  if (list.rows.length === 0) return <AwaitedRows {...drawn} />;
  return (
    <ListRows
      {...drawn}
      list={list}
      keyOf={OFFERS_LIST.keyOf}
      finding={OFFERS_LIST.finding}
      cellsOf={(offer) => cellsOf(offer, inView, shownColumns, changeHere?.(offer))}
    />
  );
};

/** The cells of an offer, and the columns that they are of. */
type Cells = { readonly shown: string; readonly cells: readonly string[] };

/** Kept while an offer is on the screen: an offer that has changed is another object. */
const keptCells = new WeakMap<Offer, Cells>();

const cellsOf = (
  offer: Offer,
  columns: readonly Column[],
  ids: string,
  change: string | undefined,
): readonly string[] => {
  const shown = change === undefined ? ids : `${ids} ${change}`;
  const kept = keptCells.get(offer);
  if (kept?.shown === shown) return kept.cells;
  const cells = [...(change === undefined ? [] : [change]), ...columns.map(({ cell }) => cell(offer))];
  keptCells.set(offer, { shown, cells });
  return cells;
};

/** All offers are gone through for it: when the answer or the filter is another one, and not at every key. */
const NoRows = memo(
  ({ state, width, timeZone }: { readonly state: OffersState; readonly width: number; readonly timeZone: string }) => (
    <MessagePage lines={noRowsLines(state, timeZone)} width={width} />
  ),
  (before, now) =>
    before.width === now.width &&
    before.state.list.rows === now.state.list.rows &&
    before.state.list.query.applied === now.state.list.query.applied &&
    before.state.list.editing === now.state.list.editing &&
    before.state.base?.answer === now.state.base?.answer &&
    before.state.answer === now.state.answer,
);
