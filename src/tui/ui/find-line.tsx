/** The line of a text that is looked for in a list, or of a column's name, with where the cursor is among what has it. Exactly one row. */
import type { ColumnJump, List, ListKind } from '../state/list.ts';
import { matchPlaces, soughtText } from '../state/list-find.ts';

import { FilterLine } from './filter-line.tsx';
import { dim, plain, type Segment } from './segments.ts';

/** True while the line has something to show: a text is typed or looked for, and nothing else is typed. */
export const isFinding = ({ find, jump, editing }: Pick<List<unknown>, 'find' | 'jump' | 'editing'>): boolean =>
  editing === undefined && (jump !== undefined || (find !== undefined && find.stage !== 'ended'));

/** Cells from which on the order stands before the matches. */
const ORDER_FROM = 70;

/** The line in `width` cells. */
export const FindLine = <Row,>({
  list,
  finding,
  order = [],
  width,
}: {
  readonly list: Pick<List<Row>, 'find' | 'jump' | 'shown' | 'columns' | 'cursor'>;
  readonly finding: ListKind<Row>['finding'];
  /** What the list is ordered by, in words, where it is said in no other line; it leaves a narrow screen first. */
  readonly order?: readonly Segment[];
  readonly width: number;
}) =>
  list.jump !== undefined ? (
    <FilterLine line={list.jump.line} isEditing example="" facts={columnSegments(list.jump)} width={width} sign=" C " />
  ) : list.find === undefined ? null : (
    <FilterLine
      line={list.find.line}
      isEditing={list.find.stage === 'typed'}
      example=""
      facts={[
        ...(width < ORDER_FROM || order.length === 0 ? [] : [...order, plain('   ')]),
        ...matchSegments(list, finding),
      ]}
      width={width}
      sign=" f "
    />
  );

const columnSegments = ({ line, found }: ColumnJump): readonly Segment[] => {
  if (line.text.trim() === '') return [dim('part of a heading or a field name ')];
  if (found === undefined) return [{ text: 'no such column ', role: 'warning' }];
  return [plain(`${found.heading}   column ${found.place + 1} of ${found.count} `)];
};

const matchSegments = <Row,>(
  list: Pick<List<Row>, 'find' | 'jump' | 'shown' | 'columns' | 'cursor'>,
  finding: ListKind<Row>['finding'],
): readonly Segment[] => {
  const text = soughtText(list);
  if (text === undefined) return [];
  const places = matchPlaces(list, text, { finding });
  const at = places.indexOf(list.cursor.row);
  if (places.length === 0) return [{ text: 'no match ', role: 'warning' }];
  if (at >= 0) return [plain(`match ${grouped(at + 1)} of ${grouped(places.length)} `)];
  return [plain(places.length === 1 ? '1 match ' : `${grouped(places.length)} matches `)];
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');
