/** Draws the preferences tab: the grid of types by channel, and the review of a replacement. */
import { Box } from 'ink';
import { Field } from '../../../ui/field.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { RecordPage } from '../../../ui/record-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { Table, type TableColumn, type TableRow } from '../../../ui/table.tsx';
import { printable } from '../../../ui/text.ts';
import { gridHeight, pageHeight } from '../measures.ts';
import { headLines, reviewLines, settingWords } from './lines.ts';
import type { Channel, Difference, GridRow, Setting } from './settings.ts';
import { changesOf, confirmationWord, type PreferencesState, rowsOf, type TypedLine } from './state.ts';

/** What the tab is drawn from. */
type Props = {
  readonly state: PreferencesState;
  readonly offered: readonly string[];
  readonly timeZone: string;
  readonly width: number;
  readonly height: number;
};

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
          lines={['The preferences are being replaced.', 'The call was sent once; its answer is awaited.']}
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
        'The call names the user whom the API key belongs to, and nothing here says who that is.',
        'Enter types the user id. GPUDECK_USER_ID or the profile can name it for good; a webhook created here tells it too.',
      ]}
      width={width}
    />
    <SegmentLine left={[plain(' ')]} width={width} />
    <Entry line="userId" label="   User id" state={state} width={width} />
  </>
);

const Grid = ({ state, offered, timeZone, width, height }: Props) => {
  const head = headLines(state, timeZone, width);
  const rows = rowsOf(state, offered);
  const { cursor } = state;
  const visible = gridHeight(height, head.length);
  const top = Math.min(cursor.top, Math.max(0, rows.length - visible));
  const shown = rows.slice(top, top + visible);
  return (
    <>
      {head.map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
      <Table
        columns={columnsOf(state, width)}
        rows={shown.map((row, index) => rowCells(row, state, top + index === cursor.row))}
        cursorRow={cursor.row - top}
      />
      <Box flexGrow={1} />
      {state.typing === 'type' ? (
        <Entry line="type" label=" Add a type" state={state} width={width} />
      ) : (
        <SegmentLine left={footSegments(state)} right={[dim(`${cursor.row + 1} of ${rows.length} `)]} width={width} />
      )}
    </>
  );
};

const Review = ({ state, width, height }: Props) => {
  const word = confirmationWord(state);
  return (
    <>
      <RecordPage
        title={`Replace all preferences of user ${state.userId ?? ''}?`}
        lines={reviewLines(state, width - 4)}
        top={state.top}
        width={width}
        height={pageHeight(height)}
      />
      <SegmentLine left={[plain(' ')]} width={width} />
      {state.typing === 'confirmation' ? (
        <Entry line="confirmation" label={` Type ${word} to send it:`} state={state} width={width} />
      ) : (
        <SegmentLine
          left={[{ text: ` Enter, then ${word}, sends it. Esc goes back.`, role: 'strong' }]}
          width={width}
        />
      )}
    </>
  );
};

/** A line that can be typed, and below it why it was not taken. */
const Entry = ({
  line,
  label,
  state,
  width,
}: Pick<Props, 'state' | 'width'> & { readonly line: TypedLine; readonly label: string }) => {
  const isTyping = state.typing === line;
  const problem = isTyping ? state.problem : undefined;
  return (
    <>
      <Field
        label={label}
        line={state.lines[line]}
        isOpen={isTyping}
        example="Enter types it"
        opener="Enter edits it"
        width={width}
      />
      <SegmentLine
        left={[problem === undefined ? plain(' ') : { text: ` ${printable(problem)}`, role: 'danger' }]}
        width={width}
      />
    </>
  );
};

/** Cells of all columns but the one of what is known, of the gaps, and of the gutter. */
const FIXED_CELLS = 8 + 22 + 6 + 8 + 10 + 10 + 3;

const columnsOf = ({ channel, confirmed }: PreferencesState, width: number): readonly TableColumn[] =>
  (
    [
      ['group', 'Group', 8],
      ['event', 'Event', 22],
      ['email', 'Email', 6],
      ['webhooks', 'Webhooks', 8],
      ['change', 'Change', 10],
      ['known', confirmed === undefined ? 'Known' : 'Confirmed', Math.max(9, Math.min(18, width - FIXED_CELLS))],
    ] as const
  ).map(([id, heading, cells]) => ({
    id,
    heading,
    width: cells,
    align: 'left',
    isCurrent: id === channel,
  }));

const CHANGE_WORDS: Readonly<Record<Difference, string>> = {
  same: '',
  new: '+ new',
  changed: '~ changed',
  vanishing: '- vanishes',
};

const rowCells = (row: GridRow, { channel, confirmed }: PreferencesState, isCurrent: boolean): TableRow => {
  const cell = (of: Channel) => `${isCurrent && of === channel ? '>' : ' '}${box(row.yours, of)}`;
  const known = row.known === undefined && confirmed === undefined ? 'not known' : settingWords(row.known);
  return {
    key: row.type,
    cells: [row.group, row.event, cell('email'), cell('webhooks'), CHANGE_WORDS[row.difference], known],
    isMarked: row.difference !== 'same',
  };
};

const box = (setting: Setting | undefined, channel: Channel): string =>
  setting === undefined ? ' - ' : setting[channel] ? '[x]' : '[ ]';

const footSegments = (state: PreferencesState): readonly Segment[] => {
  if (state.note !== undefined) return [{ text: ` ${state.note}`, role: 'good' }];
  const count = changesOf(state).length;
  const words = count === 0 ? ' Nothing is changed.' : ` ${count} ${count === 1 ? 'type' : 'types'} would change.`;
  return [dim(`${words}   -  not set: it is not sent`)];
};
