/** Draws the money pane: the titles of its pages, and the one that is open. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { MoneyRows, Told } from '../../../money/charges.ts';
import type { Money } from '../../state/money.ts';
import { type Asked, lastArrived } from '../../state/remote.ts';
import { barLook } from '../../ui/gauge.ts';
import { RECORD_MARGIN } from '../../ui/record-lines.ts';
import { CutColumn, SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import { dim, linesBelowBeside, pageTabSegments, pageTabsHint, type Size } from '../../ui/segments.ts';
import { LookContext } from '../../ui/theme.tsx';
import { listPage } from '../list-pane/view.tsx';
import type { Place } from '../pane.ts';
import { COSTS, PAYMENTS, WASTE } from './lists.ts';
import { pageLines } from './page-lines.ts';
import { isWhole, type MoneyState, TAB_LINES, TAB_NAMES, TITLES } from './state.ts';

/** The pane in its place. */
export const MoneyView = ({ state, place }: { readonly state: MoneyState; readonly place: Place }) => {
  const { width, height, timeZone, money } = place;
  const titles = pageTabSegments(
    TAB_NAMES.map((name) => TITLES[name]),
    TAB_NAMES.indexOf(state.tab),
  );
  const room = { width, height: height - TAB_LINES, timeZone };
  const list = listIn(state, room);
  return (
    <CutColumn height={height}>
      <SegmentLine left={titles} right={pageTabsHint(titles, width)} width={width} />
      {list === undefined ? <LinesPage state={state} money={money} {...room} /> : <Text> </Text>}
      {list}
    </CutColumn>
  );
};

/** Of waste while nobody knows what there is. */
const UNREAD = ['Not known: the lists of instances and volumes have not come whole.'];

type Room = Size & { readonly timeZone: string };

/** The open page where it is a list. */
const listIn = (state: MoneyState, room: Room): ReactNode => {
  const { costs, payments, waste } = state;
  switch (state.tab) {
    case 'costs':
      return listPage(withReason(COSTS, costs, 'what has been charged'), costs, room);
    case 'payments':
      return listPage(withReason(PAYMENTS, payments, 'what was paid'), payments, room);
    case 'waste':
      return listPage(waste.isWhole ? WASTE : { ...WASTE, emptyWords: UNREAD }, waste, room);
    default:
      return undefined;
  }
};

/** Where the service does not tell it, or not all of it, an empty list says so. */
const withReason = <List extends { readonly emptyWords: readonly string[] }>(
  list: List,
  asked: Asked<Told<MoneyRows<unknown>>, unknown>,
  what: string,
): List => {
  const kind = lastArrived(asked.answer)?.value.kind;
  if (!isWhole(asked)) return { ...list, emptyWords: [`The service did not tell all of ${what}.`] };
  if (kind === 'host') return { ...list, emptyWords: [`The service tells hosts nothing of ${what}.`] };
  return kind === 'missing' ? { ...list, emptyWords: [`This service does not tell ${what}.`] } : list;
};

/** A page without rows: the line below the titles says how much of it is out of sight. */
const LinesPage = ({
  state,
  money,
  width,
  height,
  timeZone,
}: Room & { readonly state: MoneyState; readonly money: Money }) => {
  const look = useContext(LookContext);
  const { isAscii = false, isPlain = false } = look;
  const lines = pageLines(state, money, {
    ...{ width: width - 2 * RECORD_MARGIN, timeZone },
    ...{ bars: barLook(look), isInWords: isAscii || isPlain },
  });
  const top = Math.max(0, Math.min(state.top, lines.length - height));
  const below = linesBelowBeside(lines.length - top - height, 0, width);
  return (
    <>
      <SegmentLine left={[]} right={[dim(below === '' ? ' ' : `${below} `)]} width={width} />
      <SegmentLines lines={lines.slice(top, top + height)} width={width} margin={RECORD_MARGIN} />
    </>
  );
};
