/** The page of a list that the service is asked for: its age, and what stands there before, without and instead of rows. */
import { useContext } from 'react';
import { retryOf } from '../state/remote.ts';
import type { ListRow } from '../state/row-words.ts';
import { ageSegment, keptSegments } from './age.ts';
import { countSegment } from './counts.ts';
import { ListPage } from './list-page.tsx';
import { AwaitedRows, type TableKind } from './list-rows.tsx';
import { MessagePage } from './message-page.tsx';
import { plain, type Segment } from './segments.ts';
import type { TableColumn } from './table.tsx';
import { LookContext } from './theme.tsx';
import { failureOver, rowsOnPage, type ShownList } from './visible-rows.ts';

/** The page in `width` by `height` cells. `noun` is what a row is called; `emptyWords` say why there is none. */
export const FetchedListPage = <Row extends ListRow>({
  state,
  columns,
  kind,
  height,
  emptyWords,
  timeZone,
  ...rest
}: {
  readonly state: ShownList<Row>;
  readonly columns: readonly TableColumn[];
  readonly cellsOf: (row: Row) => readonly string[];
  readonly kind: TableKind;
  readonly noun: string;
  readonly emptyWords: readonly string[];
  readonly ordering: Parameters<typeof ListPage>[0]['ordering'];
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => (
  <ListPage
    {...rest}
    list={state.list}
    columns={columns}
    kind={kind}
    height={height}
    facts={factSegments(state, timeZone, useContext(LookContext).isPlain ?? false)}
    note={state.answer && keptSegments(state.answer, timeZone)}
    failure={failureOver(state)}
    absence={
      <Absence
        state={state}
        columns={columns}
        kind={kind}
        emptyWords={emptyWords}
        width={rest.width}
        count={rowsOnPage(height, false)}
      />
    }
  />
);

const factSegments = <Row extends ListRow>(
  { answer, waitS, list }: ShownList<Row>,
  timeZone: string,
  isPlain: boolean,
): readonly Segment[] => [
  ...(list.rows.length === 0
    ? []
    : [
        countSegment(
          {
            row: list.cursor.row,
            shown: list.shown.length,
            came: list.rows.length,
            isMarkedOnly: list.isMarkedOnly,
          },
          isPlain,
        ),
      ]),
  answer === undefined
    ? plain(' ')
    : waitS === undefined || retryOf(answer) !== undefined
      ? ageSegment(answer, timeZone)
      : { text: '   waiting its turn ', role: 'accent' },
];

/** Why there is no row: none came, none could be had, or they are still awaited and their places stand there. */
const Absence = ({
  state: { answer },
  columns,
  kind,
  emptyWords,
  width,
  count,
}: {
  readonly state: ShownList<ListRow>;
  readonly columns: readonly TableColumn[];
  readonly kind: TableKind;
  readonly emptyWords: readonly string[];
  readonly width: number;
  readonly count: number;
}) => {
  switch (answer?.stage) {
    case 'failed': {
      const { tried, whatCameBack, whatToDo } = answer.failure;
      return <MessagePage lines={[tried, whatCameBack, whatToDo]} width={width} />;
    }
    case undefined:
    case 'loaded':
      return <MessagePage lines={emptyWords} width={width} />;
    case 'idle':
    case 'loading':
      return <AwaitedRows columns={columns} kind={kind} count={count} />;
  }
};
