/** The page of earlier filter lines that are searched: what is looked for, and the lines that have it, the newest first. */
import { Box, Text } from 'ink';
import { CUT_MARK, cellWidth, printable } from '../../base/text.ts';
import { type HistorySearch, partsFound } from '../state/filter-history.ts';
import { FilterLine } from './filter-line.tsx';
import type { Span } from './line-pieces.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim, plain, type Segment } from './segments.ts';
import type { Role } from './theme.tsx';

/** Lines above those that were found. */
const TITLE_LINES = 2;

/** Cells before each line. */
const GUTTER = 3;

/** Cells of a line that stand before a part that was found further behind than the screen is wide. */
const CELLS_BEFORE = 12;

/** The page in `width` by `height` cells. */
export const FilterHistoryPage = ({
  search,
  width,
  height,
}: {
  readonly search: HistorySearch;
  readonly width: number;
  readonly height: number;
}) => {
  const { lines, line, found, chosen } = search;
  const room = Math.max(1, height - TITLE_LINES);
  const top = Math.max(0, chosen - room + 1);
  const facts = [plain(countWords(found.length, lines.length))];
  return (
    <Box flexDirection="column" height={height}>
      <FilterLine line={line} isEditing example="" facts={facts} width={width} sign=" R " />
      <Text> </Text>
      {found.slice(top, top + room).map((place, index) => (
        <SegmentLine
          key={place}
          left={earlierSegments(lines[place] ?? '', line.text, top + index === chosen, width)}
          width={width}
        />
      ))}
      {found.length === 0 ? (
        <SegmentLine
          left={[dim('   No earlier filter has this. Esc goes back to the line as it was.')]}
          width={width}
        />
      ) : null}
    </Box>
  );
};

const countWords = (found: number, all: number): string =>
  found === all ? `${all} earlier ${all === 1 ? 'filter' : 'filters'} ` : `${found} of ${all} earlier filters `;

/** A line with the parts that were found; of a long one, from shortly before the first of them. */
const earlierSegments = (text: string, sought: string, isChosen: boolean, width: number): readonly Segment[] => {
  const parts = partsFound(text, sought) ?? [];
  const from = startOf(text, parts, width - GUTTER - 1);
  const to = endOf(text, from, width - GUTTER - 1);
  const role = isChosen ? 'strong' : 'plain';
  const segments: Segment[] = [plain(isChosen ? ' > ' : '   ')];
  if (from > 0) segments.push(dim(CUT_MARK));
  const put = (start: number, end: number, as: Role) => {
    if (start < end) segments.push({ text: printable(text.slice(start, end)), role: as });
  };
  let place = from;
  for (const part of parts) {
    put(place, Math.min(part.from, to), role);
    put(Math.max(place, part.from), Math.min(part.to, to), 'match');
    place = Math.max(place, part.to);
  }
  put(place, to, role);
  return to < text.length ? [...segments, dim(` ${CUT_MARK}`)] : segments;
};

const startOf = (text: string, [first]: readonly Span[], room: number): number => {
  if (first === undefined || cellWidth(printable(text.slice(0, first.to))) <= room) return 0;
  const behindBlank = text.lastIndexOf(' ', Math.max(0, first.from - CELLS_BEFORE)) + 1;
  return behindBlank > 0 && first.from - behindBlank < room / 2 ? behindBlank : first.from;
};

/** Where the line ends on screen: behind the last word that fits. */
const endOf = (text: string, from: number, room: number): number => {
  if (cellWidth(printable(text.slice(from))) <= room - (from > 0 ? 1 : 0)) return text.length;
  let end = text.length;
  do end = text.lastIndexOf(' ', end - 1);
  while (end > from && cellWidth(printable(text.slice(from, end))) > room - 3);
  return end > from ? end : text.length;
};
