/** Draws the preferences tab: the grid of types by channel, and the review of a replacement. */

import { Box } from 'ink';
import { useContext } from 'react';
import { keyName } from '../../../../base/named-keys.ts';
import { printable } from '../../../../base/text.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { Field } from '../../../ui/field.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { dim, isNarrow, plain, type Segment } from '../../../ui/segments.ts';
import { GUTTER, Table, type TableColumn, type TableRow, tableRoom } from '../../../ui/table.tsx';
import { LookContext, type Role } from '../../../ui/theme.tsx';
import { FOOT_LINES } from '../../write-page/lines.ts';
import { ConfirmingPage } from '../../write-page/view.tsx';
import { toldOf } from '../event-types.ts';
import { gridHeight, pageHeight } from '../measures.ts';
import type { ShowingTypes } from '../tab.ts';
import { headLines, reviewLines } from './lines.ts';
import {
  channelHeading,
  channelOf,
  channelWords,
  type Difference,
  type GridRow,
  newSetting,
  type Setting,
  settingWords,
} from './settings.ts';
import {
  changesOf,
  channelsOf,
  confirmationWord,
  isShown,
  type PreferencesState,
  rowsOf,
  type TypedLine,
  undecidedOf,
} from './state.ts';

/** What the grid shows beside group and event. */
type GridColumns = {
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
const gridColumns = (state: PreferencesState, width: number): GridColumns => {
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
const CHANGE_WORDS: Readonly<Record<Difference, string>> = {
  same: '',
  new: '+ new',
  changed: '~ changed',
  vanishing: '- dropped',
};

const CHANGE_ROLES: Readonly<Record<Difference, Role>> = {
  same: 'plain',
  new: 'good',
  changed: 'warning',
  vanishing: 'danger',
};

/** What the tab is drawn from. */
type Props = ShowingTypes<PreferencesState>;

/** The tab in `width` by `height` cells. */
export const PreferencesView = (props: Props) => {
  const { state, width } = props;
  if (state.userId === undefined) return <UserQuestion {...props} />;
  switch (state.stage) {
    case 'grid':
      return <Grid {...props} />;
    case 'review':
      return <Review {...props} />;
    case 'sending':
      return (
        <MessagePage
          lines={['The preferences are being replaced.', 'The call is sent once; waiting for its answer.']}
          width={width}
        />
      );
  }
};

const UserQuestion = ({ state, width }: Props) => (
  <>
    <MessagePage
      lines={[
        'Whose preferences?',
        'The call needs the id of the user that the API key belongs to, and it is not known here.',
        'Enter to type the user id. GPUDECK_USER_ID or the profile can set it for good; creating a webhook here shows it too.',
      ]}
      width={width}
    />
    <SegmentLine left={[plain(' ')]} width={width} />
    <Entry line="userId" label="   User id" state={state} width={width} />
  </>
);

const Grid = ({ state, offered, types, timeZone, width, height }: Props) => {
  const { isPlain = false } = useContext(LookContext);
  const head = headLines(state, timeZone, width);
  const rows = rowsOf(state, offered);
  const { cursor } = state;
  const visible = gridHeight(height, head.length);
  const { top } = cursorInView(cursor, { count: rows.length, height: visible });
  const shown = rows.slice(top, top + visible);
  const grid = gridColumns(state, width);
  return (
    <>
      <SegmentLines lines={head} width={width} />
      <Table
        columns={grid.columns}
        rows={shown.map((row, index) =>
          rowCells(row, state, grid, {
            isCurrent: top + index === cursor.row,
            isGroupTold: isPlain || top + index === cursor.row || row.group !== shown[index - 1]?.group,
          }),
        )}
        cursorRow={cursor.row - top}
      />
      <Box flexGrow={1} />
      {state.typing === 'type' || state.typing === 'find' ? (
        <Entry
          line={state.typing}
          label={state.typing === 'type' ? ' Add a type' : ' Find a type'}
          state={state}
          width={width}
        />
      ) : (
        <>
          <SegmentLine left={rowSegments(rows[cursor.row], { types }, state)} width={width} />
          <SegmentLine left={footSegments(state)} right={[dim(placeWords(grid, state, rows.length))]} width={width} />
        </>
      )}
    </>
  );
};

const Review = ({ state, types, width, height }: Props) => {
  const { userId = '', typing, lines, top } = state;
  const label = ` Type ${confirmationWord(state)} to send it:`;
  return (
    <>
      <ConfirmingPage
        title={`Replace all preferences of user ${userId}?`}
        lines={reviewLines(state, types, width - 4)}
        top={top}
        isRead={false}
        field={typing === 'confirmation' ? { label, line: lines.confirmation } : undefined}
        foot={askedWords(state)}
        width={width}
        height={pageHeight(height) + FOOT_LINES}
      />
      <ProblemLine state={state} width={width} />
    </>
  );
};

/** What the review asks for next: a channel at a time, and then the word that sends. */
const askedWords = (state: PreferencesState): string => {
  const [next, ...others] = undecidedOf(state);
  if (next === undefined) return `Enter, then ${confirmationWord(state)}, sends it. Esc goes back.`;
  const more = others.length === 0 ? '' : ` (${others.length} more)`;
  return `${printable(next.type)} by ${channelWords(next.channel)}? ${keyName('notifications.decide-on')} on, ${keyName('notifications.decide-off')} off${more}`;
};

/** Why what is typed was not taken. */
const ProblemLine = ({ state: { typing, problem }, width }: Pick<Props, 'state' | 'width'>) => {
  const words = typing === undefined ? undefined : problem;
  return (
    <SegmentLine
      left={[words === undefined ? plain(' ') : { text: ` ${printable(words)}`, role: 'danger' }]}
      width={width}
    />
  );
};

type EntryProps = Pick<Props, 'state' | 'width'> & { readonly line: TypedLine; readonly label: string };

/** A line that can be typed, and what is wrong with it below. */
const Entry = ({ line, label, state, width }: EntryProps) => (
  <>
    <Field
      label={label}
      line={state.lines[line]}
      isOpen={state.typing === line}
      example="Enter to type it"
      opener="Enter to edit it"
      width={width}
    />
    <ProblemLine state={state} width={width} />
  </>
);

/** `isGroupTold`: the row says what group it is of, which the ones below it leave out. */
type RowPlace = { readonly isCurrent: boolean; readonly isGroupTold: boolean };

const rowCells = (
  row: GridRow,
  state: PreferencesState,
  grid: GridColumns,
  { isCurrent, isGroupTold }: RowPlace,
): TableRow => {
  const { channel, confirmed } = state;
  const known = row.known === undefined && confirmed === undefined ? 'not known' : settingWords(row.known, '?');
  const change = CHANGE_WORDS[row.difference];
  return {
    key: row.type,
    cells: [
      isGroupTold ? [{ text: row.group, role: 'strong' }] : '',
      row.event,
      ...grid.channels.map((of) => `${isCurrent && of === channel ? '>' : ' '}${box(row.yours, of)}`),
      [{ text: grid.isChangeInWords ? change : change.slice(0, 1), role: CHANGE_ROLES[row.difference] }],
      ...(grid.hasKnown ? [known] : []),
    ],
    isMarked: row.difference !== 'same',
  };
};

const box = (setting: Setting | undefined, channel: string): string => {
  switch (channelOf(setting, channel)) {
    case undefined:
      return ' - ';
    case 'on':
      return '[x]';
    case 'off':
      return '[ ]';
    case 'unknown':
      return '[?]';
  }
};

/** What is known of the row under the cursor, for which a narrow grid has no room. */
const rowSegments = (
  row: GridRow | undefined,
  { types }: Pick<Props, 'types'>,
  state: PreferencesState,
): readonly Segment[] => {
  if (row === undefined) return [plain(' ')];
  const told = toldOf(types, row.type);
  const words = [
    told?.displayName === undefined ? row.type : `${row.type}, ${told.displayName}`,
    row.difference === 'same' || state.confirmed === undefined ? undefined : `was ${settingWords(row.known)}`,
    told?.isEmailMandatory === true ? 'email cannot be switched off' : undefined,
    told?.defaults && `default ${settingWords(newSetting(row.type, told.defaults))}`,
  ].filter((part) => part !== undefined);
  return [dim(` ${printable(words.join('; '))}`)];
};

const footSegments = (state: PreferencesState): readonly Segment[] => {
  if (state.note !== undefined) return [{ text: ` ${state.note}`, role: 'good' }];
  const count = changesOf(state).length;
  const unknown = undecidedOf(state).length;
  const changed = count === 0 ? ' Nothing is changed' : ` ${count} would change`;
  return unknown === 0
    ? [dim(`${changed}   -  not set: it is not sent`)]
    : [dim(changed), { text: `, ${unknown} not known [?]`, role: 'warning' }];
};

const placeWords = ({ hidden, channels }: GridColumns, { cursor }: PreferencesState, rowCount: number): string => {
  const all = hidden.left + channels.length + hidden.right;
  const shown = `channels ${hidden.left + 1}-${hidden.left + channels.length} of ${all}   `;
  return `${channels.length === all ? '' : shown}${cursor.row + 1} of ${rowCount} `;
};
