/** Draws the page that tells what the line of a list can say: what is looked for, the entries that have it, and all of the chosen one. */
import { Box, Text } from 'ink';
import { useContext } from 'react';
import { entryCount, type LanguageHelp, languageLines, languageTop } from '../state/language-help.ts';
import { FilterLine } from './filter-line.tsx';
import {
  LANGUAGE_DETAIL_LINES,
  LANGUAGE_EDGE,
  type LanguageText,
  languageRoom,
  languageSegments,
  meaningLines,
} from './language-lines.ts';
import { SegmentLine } from './segment-line.tsx';
import { dim, plain } from './segments.ts';
import { LookContext } from './theme.tsx';

/** The page in `width` by `height` cells. */
export const LanguagePage = ({
  help,
  text: { sections, values, detail = meaningLines },
  width,
  height,
}: {
  readonly help: LanguageHelp;
  readonly text: LanguageText;
  readonly width: number;
  readonly height: number;
}) => {
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
        facts={[plain(countWords(entryCount(lines), all, width))]}
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

const countWords = (found: number, all: number, width: number): string =>
  `${width < 72 ? '' : 'what a filter can say: type to search, '}${found === all ? `${all} entries ` : `${found} of ${all} entries `}`;
