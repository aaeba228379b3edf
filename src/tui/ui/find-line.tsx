/** The line of a text that is looked for in a list, with where the cursor is among the rows that show it. Exactly one row. */
import type { List, ListKind } from '../state/list.ts';
import { matchPlaces, soughtText } from '../state/list-find.ts';
import { FilterLine } from './filter-line.tsx';
import { plain, type Segment } from './segments.ts';

/** True while the line has something to show: a text is typed or looked for, and nothing else is typed. */
export const isFinding = ({ find, editing }: Pick<List<unknown>, 'find' | 'editing'>): boolean =>
  find !== undefined && find.stage !== 'ended' && editing === undefined;

/** The line in `width` cells. */
export const FindLine = <Row,>({
  list,
  finding,
  width,
}: {
  readonly list: Pick<List<Row>, 'find' | 'shown' | 'cursor'>;
  readonly finding: ListKind<Row>['finding'];
  readonly width: number;
}) =>
  list.find === undefined ? null : (
    <FilterLine
      line={list.find.line}
      isEditing={list.find.stage === 'typed'}
      example=""
      facts={matchSegments(list, finding)}
      width={width}
      sign=" f "
    />
  );

const matchSegments = <Row,>(
  list: Pick<List<Row>, 'find' | 'shown' | 'cursor'>,
  finding: ListKind<Row>['finding'],
): readonly Segment[] => {
  const text = soughtText(list);
  if (text === undefined) return [];
  const places = matchPlaces(list.shown, text, { finding });
  const at = places.indexOf(list.cursor.row);
  if (places.length === 0) return [{ text: 'no match ', role: 'warning' }];
  if (at >= 0) return [plain(`match ${grouped(at + 1)} of ${grouped(places.length)} `)];
  return [plain(places.length === 1 ? '1 match ' : `${grouped(places.length)} matches `)];
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');
