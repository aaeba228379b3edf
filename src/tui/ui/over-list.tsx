/**
 * Draws what lies over a list: one record that is looked at closely, several side by side, and for its filter line what it can
 * say, the search of earlier lines, or the whole of a long one.
 */

import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { plural } from '../../base/figures.ts';
import { keyName } from '../../base/named-keys.ts';
import { CUT_MARK, cellWidth, printable, printableStart } from '../../base/text.ts';
import { type HistorySearch, partsFound } from '../state/filter-history.ts';
import { entryCount, type LanguageHelp, languageLines, languageTop, WORD_LANGUAGE } from '../state/language-help.ts';
import { lineOf } from '../state/line.ts';
import type { List } from '../state/list.ts';
import { type Comparing, comparedPlace } from '../state/over-list.ts';
import { editedLineSegments, type LinePiece, type PiecesOf, type Span } from './field.tsx';
import { FilterLine } from './filter-line.tsx';
import { type BarLook, barLook } from './gauge.ts';
import { MessagePage } from './message-page.tsx';
import {
  COMPARISON_TITLE_LINES,
  type Comparison,
  comparisonLength,
  comparisonLines,
  comparisonWindow,
  headingSegments,
  LANGUAGE_DETAIL_LINES,
  LANGUAGE_EDGE,
  type LanguageText,
  languageRoom,
  languageSegments,
  lineWidth,
  meaningLines,
  WHOLE_MARGIN,
  WHOLE_TITLE_LINES,
  wholeLines,
  widestOf,
} from './over-list-lines.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES, type RecordLine, spacedIn } from './record-lines.ts';
import { PageTitle, SegmentLine, SegmentLines } from './segment-line.tsx';
import {
  dim,
  isBand,
  linesBelowBeside,
  moreAboveAndBelow,
  moreLinesBelow,
  piece,
  plain,
  type Segment,
  type Size,
  segmentsWidth,
} from './segments.ts';
import { LookContext, type Role } from './theme.tsx';

/** Lines above those that were found. */
const TITLE_LINES = 2;

/** Cells before each line. */
const GUTTER = 3;

/** Cells of a line that stand before a part that was found further behind than the screen is wide. */
const CELLS_BEFORE = 12;

type FilterHistoryPageProps = {
  readonly search: HistorySearch;
} & Size;

/** The page in `width` by `height` cells. */
const FilterHistoryPage = ({ search, width, height }: FilterHistoryPageProps) => {
  const { lines, line, found, chosen } = search;
  const room = Math.max(1, height - TITLE_LINES);
  const top = Math.max(0, chosen - room + 1);
  const facts = [plain(historyCountWords(found.length, lines.length))];
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

const historyCountWords = (found: number, all: number): string =>
  found === all ? `${all} earlier ${plural(all, 'filter')} ` : `${found} of ${all} earlier filters `;

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

/** The page in `width` by `height` cells. */
const LanguagePage = ({
  help,
  text: { sections, values, detail = meaningLines },
  width,
  height,
}: {
  readonly help: LanguageHelp;
  readonly text: LanguageText;
} & Size) => {
  const lines = languageLines(sections, help.line.text);
  const room = languageRoom(height);
  const top = languageTop(help, lines, room);
  const chosen = lines[help.cursor.row];
  const all = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  const seen = lines.slice(top, top + room);
  const told = chosen?.kind === 'entry' ? detail(chosen.entry, width - LANGUAGE_EDGE) : [];
  // Where lines are appended, what stands right under the line that is typed into is read with it.
  const { isPlain = false } = useContext(LookContext);
  const about = Array.from({ length: LANGUAGE_DETAIL_LINES }, (_, index) => (
    <SegmentLine key={index} left={told[index] ?? []} width={width} />
  ));
  return (
    <Box flexDirection="column" height={height}>
      <FilterLine
        line={help.line}
        isEditing
        example=""
        facts={[plain(languageCountWords(entryCount(lines), all, width))]}
        width={width}
        sign=" ? "
      />
      {isPlain ? about : null}
      <Text> </Text>
      {seen.map((line, index) => (
        <SegmentLine
          key={index}
          left={languageSegments(line, top + index === help.cursor.row, values, width)}
          width={width}
        />
      ))}
      {lines.length === 0 ? (
        <SegmentLine left={[dim('   Nothing has this. Esc goes back to the line as it was.')]} width={width} />
      ) : null}
      {Array.from({ length: room - Math.max(1, seen.length) + (isPlain ? 0 : 1) }, (_, index) => (
        <Text key={index}> </Text>
      ))}
      {isPlain ? null : about}
    </Box>
  );
};

const languageCountWords = (found: number, all: number, width: number): string =>
  `${width < 72 ? '' : 'what a filter can say: type to search, '}${found === all ? `${all} entries ` : `${found} of ${all} entries `}`;

type WholeFilterPageProps = {
  readonly text: string;
  readonly pieces: readonly LinePiece[];
  readonly problems: readonly Span[];
  readonly top: number;
} & Size;

/** The page in `width` by `height` cells, scrolled down by `top` lines. */
const WholeFilterPage = ({ text, pieces, problems, top, width, height }: WholeFilterPageProps) => {
  const lines = wholeLines(text, pieces, lineWidth(width));
  const seen = Math.max(1, height - WHOLE_TITLE_LINES);
  // The screen may have become larger since it was scrolled.
  const first = Math.max(0, Math.min(top, lines.length - seen));
  const visible = lines.slice(first, first + seen);
  const below = lines.length - first - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Filter', role: 'strong' }, dim(countWords(pieces))]}
        right={[dim(`${moreAboveAndBelow(first, below)} `)]}
        width={width}
      />
      <Text> </Text>
      {visible.map((line) => (
        <SegmentLine
          key={line.from}
          left={[plain(' '.repeat(WHOLE_MARGIN)), ...stretchSegments(text, line, pieces, problems, width)]}
          width={width}
        />
      ))}
    </Box>
  );
};

const countWords = (pieces: readonly LinePiece[]): string => {
  const count = (kind: LinePiece['kind']) => {
    const some = pieces.filter((piece) => piece.kind === kind).length;
    return some === 0 ? [] : [`${some} ${plural(some, kind)}`];
  };
  return `   ${[...count('clause'), ...count('word')].join(', ')}`;
};

const stretchSegments = (
  text: string,
  { from, to }: Span,
  pieces: readonly LinePiece[],
  problems: readonly Span[],
  width: number,
): readonly Segment[] => {
  const moved = <Some extends Span>(span: Some): Some => ({ ...span, from: span.from - from, to: span.to - from });
  const here = pieces
    .filter((piece) => piece.to > from && piece.from < to)
    .map((piece) => ({ ...moved(piece), parts: piece.parts.map(moved) }));
  return editedLineSegments(lineOf(text.slice(from, to)), problems.map(moved), here, false, width);
};

const WORDS: LanguageText = { sections: WORD_LANGUAGE };

/** The page in `width` by `height` cells; undefined while the list itself is seen. Without `languageOf` the line takes words. */
export const filterPage = (
  { editing, whole, filter, language }: Pick<List<unknown>, 'editing' | 'whole' | 'filter' | 'language'>,
  piecesOf: PiecesOf,
  problems: readonly Span[],
  size: Size,
  languageOf: () => LanguageText = () => WORDS,
): ReactNode | undefined => {
  if (language !== undefined) return <LanguagePage help={language} text={languageOf()} {...size} />;
  if (editing?.history !== undefined) return <FilterHistoryPage search={editing.history} {...size} />;
  if (whole === undefined || editing !== undefined) return undefined;
  const { text } = filter;
  return <WholeFilterPage text={text} pieces={piecesOf(text)} problems={problems} top={whole.top} {...size} />;
};

type ComparisonPageProps = {
  readonly comparing: Comparing;
  readonly comparison: Comparison;
  readonly noun: string;
} & Size;

/** The page in `width` by `height` cells; `noun` is what a record is called. */
export const ComparisonPage = ({ comparing, comparison, noun, width, height }: ComparisonPageProps) => {
  const { keys, headings, sections } = comparison;
  const current = comparedPlace(comparing, keys);
  const window = comparisonWindow(keys.length, current, width, widestOf(comparison));
  const room = Math.max(1, height - COMPARISON_TITLE_LINES);
  const length = comparisonLength(sections);
  const top = Math.max(0, Math.min(comparing.top, length - room));
  const gone = comparing.isAwaited ? [] : comparing.keys.filter((key) => !keys.includes(key));
  const names = headings.map(([name]) => name);
  const whats = headings.map(([, what]) => what);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[
          piece(` ${comparing.isAwaited ? comparing.keys.length : keys.length} ${noun}s side by side`, 'strong'),
          ...(comparing.isDifferingOnly
            ? [dim('   differences')]
            : ([plain('   '), { text: '* the best', role: 'good' }, dim(comparison.bestNote ?? '')] as const)),
        ]}
        right={[dim(`${moreLinesBelow(length - top - room)} `)]}
        width={width}
      />
      <SegmentLine left={[{ text: goneWords(gone, noun), role: 'warning' }]} width={width} />
      <SegmentLine left={headingSegments(names, current, window, true)} width={width} />
      <SegmentLine left={headingSegments(whats, current, window, false)} width={width} />
      {keys.length === 0 || sections.length === 0 ? (
        <MessagePage lines={[emptyWords(comparing, keys.length, noun)]} width={width} />
      ) : (
        <SegmentLines lines={comparisonLines(sections, window).slice(top, top + room)} width={width} />
      )}
    </Box>
  );
};

const goneWords = (gone: readonly (string | number)[], noun: string): string => {
  if (gone.length === 0) return '';
  return gone.length === 1
    ? ` The ${noun} ${gone[0]} is no longer in the list.`
    : ` No longer in the list: ${gone.join(', ')}.`;
};

const emptyWords = ({ isAwaited }: Comparing, count: number, noun: string): string => {
  if (count > 0) return `They do not differ in any field. ${keyName('compare-differing')} shows every field.`;
  return isAwaited
    ? `The ${noun}s that you compared have not come yet. Esc goes back to the list.`
    : `None of these ${noun}s is in the list now. Esc goes back.`;
};

type RecordPageProps = {
  readonly title: string;
  readonly beside?: readonly Segment[] | undefined;
  readonly answer?: readonly Segment[] | undefined;
  /** Those of pages with bars ask how these look. */
  readonly lines: readonly RecordLine[] | ((drawn: Drawing) => readonly RecordLine[]);
  readonly top: number;
} & Size;

/** How bars look, and whether figures are told instead. */
export type Drawing = { readonly bars: BarLook; readonly isInWords: boolean };

/**
 * The page in `width` by `height` cells, scrolled down by `top` lines. Its title is a band over them, or a line over the sections that
 * they begin with; `beside` stands behind it, `answer` at its right. Where all is in sight, a blank line stands above each section.
 */
export const RecordPage = ({ title, beside = [], answer = [], lines: told, top, width, height }: RecordPageProps) => {
  const room = height - RECORD_TITLE_LINES;
  const look = useContext(LookContext);
  const { isAscii = false, isPlain = false } = look;
  const lines = typeof told === 'function' ? told({ bars: barLook(look), isInWords: isAscii || isPlain }) : told;
  const visible = spacedIn(room, lines).slice(top, top + room);
  const text = printableStart(title);
  const below = linesBelowBeside(
    lines.length - top - visible.length,
    cellWidth(text) + 1 + segmentsWidth([...beside, ...answer]),
    width,
  );
  const aside = [...answer, ...(below === '' ? [] : [dim(`   ${below}`)])];
  return (
    <Box flexDirection="column" height={height}>
      {isBand(lines[0] ?? []) ? (
        <>
          <SegmentLine
            left={[{ text: ` ${text}`, role: 'strong' }, ...beside]}
            right={[...aside, plain(' ')]}
            width={width}
          />
          <Text> </Text>
        </>
      ) : (
        <PageTitle title={text} answer={aside} beside={beside} width={width} />
      )}
      <SegmentLines lines={visible} margin={RECORD_MARGIN} width={width} />
    </Box>
  );
};
