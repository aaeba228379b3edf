/** The columns of the grid in the width that there is: what identifies a type and what changes of it never leave. Pure. */
import { isNarrow } from '../../../ui/segments.ts';
import { GUTTER, type TableColumn, tableRoom } from '../../../ui/table.tsx';
import type { Difference } from './differences.ts';
import { isShown } from './reading.ts';
import { channelsOf, type PreferencesState } from './state.ts';
import { channelHeading } from './words.ts';

/** What the grid shows beside group and event. */
export type GridColumns = {
  readonly columns: readonly TableColumn[];
  /** The channels in view, and how many there are to their left and to their right. */
  readonly channels: readonly string[];
  readonly hidden: { readonly left: number; readonly right: number };
  readonly hasKnown: boolean;
  readonly isChangeInWords: boolean;
};

const GROUP = 7;
/** Cells of an event, and on a narrow screen, where the whole name stands under the list. */
const EVENT = { usual: 21, narrow: 16 };
/** Cells of a change in words, and of its sign alone. */
const CHANGE = { words: 10, sign: 1 };
/** Cells of what is known: fewer say nothing, more are never needed. */
const KNOWN_MINIMUM = 12;
const KNOWN_MAXIMUM = 36;
/** Cells of a box with the cursor before it, and at most of a heading. */
const BOX = 4;
const HEADING_MAXIMUM = 10;

/** Lays the grid out in `width` cells. */
export const gridColumns = (state: PreferencesState, width: number): GridColumns => {
  const { gap } = tableRoom(width);
  const all = channelsOf(state);
  const event = isNarrow(width) ? EVENT.narrow : EVENT.usual;
  const room = width - GUTTER - GROUP - gap - event;
  const cells = (channel: string) => Math.min(HEADING_MAXIMUM, Math.max(BOX, channelHeading(channel).length)) + gap;
  const wanted = all.reduce((sum, channel) => sum + cells(channel), 0);
  const isChangeInWords = wanted + gap + CHANGE.words <= room;
  const change = isChangeInWords ? CHANGE.words : CHANGE.sign;
  const { channels, left } = inView(all, state.channel, cells, room - gap - change);
  const known = room - wanted - gap - change - gap;
  const hasKnown = known >= KNOWN_MINIMUM;
  return {
    channels,
    hidden: { left, right: all.length - left - channels.length },
    hasKnown,
    isChangeInWords,
    columns: [
      column('group', 'Group', GROUP, state),
      column('event', 'Event', event, state),
      ...channels.map((channel) => column(channel, channelHeading(channel), cells(channel) - gap, state)),
      column('change', isChangeInWords ? 'Change' : '', change, state),
      ...(hasKnown ? [column('known', knownHeading(state), Math.min(KNOWN_MAXIMUM, known), state)] : []),
    ],
  };
};

const knownHeading = ({ confirmed, reading }: PreferencesState): string =>
  isShown(reading) ? 'At the service' : confirmed === undefined ? 'Known' : 'Last known';

const column = (id: string, heading: string, cells: number, { channel }: PreferencesState): TableColumn => ({
  id,
  heading,
  width: cells,
  align: 'left',
  isCurrent: id === channel,
});

/** As many channels as `room` holds, one at least, with the one under the cursor among them. */
const inView = (
  all: readonly string[],
  current: string,
  cells: (channel: string) => number,
  room: number,
): { readonly channels: readonly string[]; readonly left: number } => {
  const target = Math.max(0, all.indexOf(current));
  for (let left = 0; ; left++) {
    let used = 0;
    const channels = all.slice(left).filter((channel) => {
      used += cells(channel);
      return used <= room;
    });
    if (left + channels.length > target || left >= target)
      return { channels: channels.length > 0 ? channels : [current], left };
  }
};

/** What a change is called, and its sign. */
export const CHANGE_WORDS: Readonly<Record<Difference, string>> = {
  same: '',
  new: '+ new',
  changed: '~ changed',
  vanishing: '- dropped',
};
