/** The views as tabs in one line above the table: the open one, whether it was changed, and what the others had last. Pure. */

import { grouped } from '../../../../base/figures.ts';
import { printableStart } from '../../../../base/printable.ts';
import { clockTimeAndDay } from '../../../../base/time.ts';
import type { Segment } from '../../../ui/segments.ts';
import { dim, segmentsWidth } from '../../../ui/segments.ts';
import type { ViewsState } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { changedParts, openableViews } from './views.ts';

/** Cells that a name has at the most. */
const NAME_WIDTH = 40;

/**
 * The tabs in at most `room` cells: with the counts of the views that are not open and when those were asked for; else without
 * them; else the open one alone; else nothing. What the open one has stands in the line of the filter.
 */
export const viewTabs = (state: OffersState, room: number, timeZone: string): readonly Segment[] => {
  const { views } = state;
  const all = openableViews(views);
  const { open } = views;
  if (all.length === 0 && open === undefined) return [];
  const isChanged = changedParts(state).length > 0;
  const openTab: Segment | undefined = open && {
    text: ` [${printableStart(open.name, NAME_WIDTH)}${isChanged ? '*' : ''}${fateOf(state.views, open.name)}]`,
    role: 'accent',
  };
  const place = all.findIndex(({ name }) => name === open?.name) + 1;
  const tabs = (withCounts: boolean): readonly Segment[] => [
    ...all.map(({ name }) =>
      name === open?.name && openTab !== undefined
        ? openTab
        : dim(`  ${printableStart(name, NAME_WIDTH)}${withCounts ? countText(views, name, timeZone) : ''} `),
    ),
    ...(place > 0 || openTab === undefined ? [] : [openTab]),
  ];
  const alone =
    openTab === undefined ? [] : [...(place === 0 ? [] : [dim(` view ${place} of ${all.length}:`)]), openTab];
  return [tabs(true), tabs(false), alone].find((line) => segmentsWidth(line) <= room) ?? [];
};

/** What has become of the file of the open view, where that is not what it was. */
const fateOf = ({ kept }: ViewsState, name: string): string => {
  const found = kept.find((view) => view.name === name);
  if (found === undefined) return ', no longer kept';
  return 'problem' in found ? ', cannot be read' : '';
};

const countText = (views: ViewsState, name: string, timeZone: string): string => {
  const words = countWords(views, name, timeZone);
  return words === '' ? '' : ` ${words}`;
};

/** How many offers a view had, with a sign where there may be more, and when; empty where that is not known. */
export const countWords = ({ counts, readAtEpochMs }: ViewsState, name: string, timeZone: string): string => {
  const count = counts[name];
  if (count === undefined) return '';
  const { shown, isCut, atEpochMs } = count;
  const when = clockTimeAndDay(atEpochMs, Math.max(atEpochMs, readAtEpochMs ?? 0), timeZone);
  return `${grouped(shown)}${isCut ? '+' : ''} at ${when}`;
};
