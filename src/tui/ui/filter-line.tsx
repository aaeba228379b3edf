/**
 * The line over a list, exactly one row: what narrows it, or a text or a column's name that is looked for in it, on the left, and
 * what is known of that on the right.
 */
import { Box } from 'ink';
import { memo } from 'react';
import { counted, grouped } from '../../base/figures.ts';
import { cellWidth, printable } from '../../base/text.ts';
import { placeAt } from '../state/groups.ts';
import type { Line } from '../state/line.ts';
import type { ColumnJump, List, ListKind } from '../state/list.ts';
import { matchPlaces, soughtText } from '../state/list-find.ts';
import { EditedLine, KeptLine, type LinePiece, type PiecesOf, type Span } from './field.tsx';
import { SegmentLine } from './segment-line.tsx';
import { dim, isNarrow, plain, type Segment, segmentsWidth } from './segments.ts';
import { useNamed } from './theme.tsx';

/** Cells of the mark that stands before the line. */
const MARK_WIDTH = 3;

/** Cells that the line keeps however long the facts are; on a narrow screen fewer do, but while it is typed. */
const ROOM_MINIMUM = 20;
const NARROW_ROOM_MINIMUM = 9;

/** Below so many cells, an empty line shows no example of what may be typed. */
const EXAMPLE_WIDTH = 60;

const roomBeside = (facts: readonly Segment[], width: number, isTyped = false): number =>
  Math.max(leastRoom(width, isTyped), width - MARK_WIDTH - 1 - segmentsWidth(facts) - 2);

const leastRoom = (width: number, isTyped: boolean): number =>
  isNarrow(width) && !isTyped ? NARROW_ROOM_MINIMUM : ROOM_MINIMUM;

/** The first of `facts` that fit whole beside the room of the line: half a time or a count would be another one. */
const fittingFacts = (facts: readonly Segment[], width: number, isTyped: boolean): readonly Segment[] => {
  const room = width - MARK_WIDTH - 1 - leastRoom(width, isTyped);
  const count = facts.findIndex((_, place) => segmentsWidth(facts.slice(0, place + 1)) > room);
  return count < 0 ? facts : facts.slice(0, count);
};

/** True when all of `line`, and a cursor behind it, can be seen beside all of `facts` on a screen of `width` cells. */
export const fitsBeside = ({ text }: Line, facts: readonly Segment[], width: number): boolean =>
  cellWidth(printable(text)) < roomBeside(facts, width) &&
  roomBeside(facts, width) + segmentsWidth(facts) < width - MARK_WIDTH;

const NO_PROBLEMS: readonly Span[] = [];
const NO_PIECES: readonly LinePiece[] = [];
const withoutPieces: PiecesOf = () => NO_PIECES;

type LineTextProps = {
  readonly line: Line;
  readonly problems: readonly Span[];
  readonly piecesOf: PiecesOf;
  readonly isEditing: boolean;
  readonly width: number;
};

/** The text of the line; taken apart only where it has changed. */
const LineText = memo(({ line, problems, piecesOf, isEditing, width }: LineTextProps) => {
  const pieces = piecesOf(line.text);
  return isEditing ? (
    <EditedLine line={line} problems={problems} pieces={pieces} isEditing width={width} />
  ) : (
    <KeptLine text={line.text} problems={problems} pieces={pieces} width={width} />
  );
});

/** The line; `example` says how an empty one is filled. */
export const FilterLine = ({
  line,
  problems = NO_PROBLEMS,
  piecesOf = withoutPieces,
  isEditing,
  example,
  facts: all,
  width,
  sign = ' / ',
}: {
  readonly line: Line;
  readonly problems?: readonly Span[];
  /** Absent for a line without parts of its own, which is cut at the edge. */
  readonly piecesOf?: PiecesOf;
  readonly isEditing: boolean;
  readonly example: string;
  readonly facts: readonly Segment[];
  readonly width: number;
  /** What stands before it, in three cells. */
  readonly sign?: string;
}) => {
  const facts = fittingFacts(all, width, isEditing);
  const room = roomBeside(facts, width, isEditing);
  const named = useNamed();
  return (
    <Box justifyContent="space-between" width={width} height={1} overflow="hidden">
      <Box flexShrink={0} width={room + MARK_WIDTH}>
        <SegmentLine left={[{ text: sign, role: isEditing ? 'accent' : 'dim' }]} width={MARK_WIDTH} />
        <Box width={room}>
          {isEditing || line.text !== '' ? (
            <LineText line={line} problems={problems} piecesOf={piecesOf} isEditing={isEditing} width={room} />
          ) : (
            <SegmentLine
              left={[dim(room < EXAMPLE_WIDTH ? 'no filter' : `no filter: ${named(example)}`)]}
              width={room}
            />
          )}
        </Box>
      </Box>
      <SegmentLine left={facts} width={Math.max(0, width - room - MARK_WIDTH - 1)} />
    </Box>
  );
};

/** True while the line has something to show: a text is typed or looked for, and nothing else is typed. */
export const isFinding = ({ find, jump, editing }: Pick<List<unknown>, 'find' | 'jump' | 'editing'>): boolean =>
  editing === undefined && (jump !== undefined || (find !== undefined && find.stage !== 'ended'));

/** Cells from which on the order stands before the matches. */
const ORDER_FROM = 70;

type FindLineProps<Row> = {
  readonly list: Pick<List<Row>, 'find' | 'jump' | 'shown' | 'columns' | 'cursor'>;
  readonly finding: ListKind<Row>['finding'];
  /** What the list is ordered by, in words, where it is said in no other line; it leaves a narrow screen first. */
  readonly order?: readonly Segment[];
  readonly width: number;
};

/** The line in `width` cells. */
export const FindLine = <Row,>({ list, finding, order = [], width }: FindLineProps<Row>) =>
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
  list: Pick<List<Row>, 'find' | 'jump' | 'shown' | 'columns' | 'cursor' | 'groups'>,
  finding: ListKind<Row>['finding'],
): readonly Segment[] => {
  const text = soughtText(list);
  if (text === undefined) return [];
  const places = matchPlaces(list, text, { finding });
  return matchFacts(places, placeAt(list, list.cursor.row), text);
};

/** How many `places` have the text that is looked for, and the how manieth `current` is; nothing while no text is. */
export const matchFacts = (
  places: readonly number[],
  current: number | undefined,
  text: string,
): readonly Segment[] => {
  if (text.trim() === '') return [];
  const at = current === undefined ? -1 : places.indexOf(current);
  if (places.length === 0) return [{ text: 'no match ', role: 'warning' }];
  if (at >= 0) return [plain(`match ${grouped(at + 1)} of ${grouped(places.length)} `)];
  return [plain(`${counted(places.length, 'match', 'matches')} `)];
};
