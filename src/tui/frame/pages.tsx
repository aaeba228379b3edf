/**
 * Draws what lies over the pane: a text that is to be copied by hand, the help, the palette, the question for an API key, and
 * which of the sessions that earlier runs have left is to be resumed.
 */

import { Box, Text } from 'ink';
import { useContext } from 'react';
import { keyName } from '../../base/named-keys.ts';
import { THEME_NAMES } from '../../base/roles.ts';
import { cellWidth, padCell, printable } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { digitOf } from '../panes/names.ts';
import type { Cursor } from '../state/cursor.ts';
import type { Line } from '../state/line.ts';
import { bodyLines } from '../ui/body-lines.ts';
import { EditedLine, Field } from '../ui/field.tsx';
import { FilterLine, matchFacts } from '../ui/filter-line.tsx';
import { RecordPage } from '../ui/over-list.tsx';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import { PageTitle, SegmentLine, SegmentLines } from '../ui/segment-line.tsx';
import {
  dim,
  foundSegments,
  joinedSegments,
  moreLinesBelow,
  piece,
  plain,
  type Segment,
  type Size,
  segmentsWidth,
} from '../ui/segments.ts';
import { LookContext, type LookOfTerminal } from '../ui/theme.tsx';
import { shownKeys } from './help.ts';
import { helpMatches } from './help-find.ts';
import { type PaletteRow, paletteText } from './palette.ts';
import { type HelpOverlay, type KeyTyped, OVERLAY_TITLE_LINES, type ResumableSessions } from './state.ts';

type TextPageProps = {
  readonly title: string;
  readonly text: string;
  readonly top: number;
} & Size;

/** A text in front of the pane, under a title. */
export const TextPage = ({ title, text, top, width, height }: TextPageProps) => {
  const lines = bodyLines(text, width - RECORD_MARGIN).map((line) => [plain(line)]);
  return <RecordPage title={title} lines={lines} top={top} width={width} height={height} />;
};

type HelpProps = {
  readonly lines: readonly (readonly Segment[])[];
} & Pick<HelpOverlay, 'top' | 'find'> &
  Size;

/** The help page: every key that works behind it, and what the words on the screen mean. */
export const Help = ({ lines, top, find, width, height }: HelpProps) => {
  const visible = lines.slice(top, top + height - OVERLAY_TITLE_LINES);
  const sought = find?.line.text.trim() ?? '';
  const below = lines.length - top - visible.length;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ' Keys that work here', role: 'strong' }]}
        right={[dim(`${moreLinesBelow(below)} `)]}
        width={width}
      />
      {find === undefined ? (
        <Text> </Text>
      ) : (
        <FilterLine
          line={find.line}
          isEditing={find.isTyped}
          example=""
          facts={matchFacts(helpMatches(lines, sought), find.at, sought)}
          width={width}
        />
      )}
      <SegmentLines
        lines={
          find === undefined ? visible : visible.map((line, row) => foundLine(line, sought, top + row === find.at))
        }
        width={width}
      />
    </Box>
  );
};

/** A line with what is looked for in it marked, and a mark before the one that was gone to. */
const foundLine = (line: readonly Segment[], sought: string, isCurrent: boolean): readonly Segment[] => {
  const [first = plain(' '), ...others] = line.flatMap(({ text, role }) => foundSegments(text, sought, role));
  return isCurrent
    ? [{ text: '>', role: 'accent' }, { ...first, text: first.text.slice(1) }, ...others]
    : [first, ...others];
};

type PaletteProps = {
  readonly rows: readonly PaletteRow[];
  readonly line: Line;
  readonly cursor: Cursor;
} & Size;

/** The palette: what was typed, and what fits it with the letters that matched, with the reason where one is refused now, and the keys. */
export const Palette = ({ rows, line, cursor, width, height }: PaletteProps) => {
  const visible = rows.slice(cursor.top, cursor.top + height - OVERLAY_TITLE_LINES);
  const textWidth = Math.max(0, ...visible.map((row) => cellWidth(printable(paletteText(row)))));
  return (
    <Box flexDirection="column" height={height}>
      <Box height={1}>
        <SegmentLine left={[{ text: ' : ', role: 'accent' }]} width={3} />
        <EditedLine line={line} isEditing width={width - 4} />
      </Box>
      <Text> </Text>
      {visible.map((row, index) => (
        <SegmentLine
          key={row.pane === undefined ? row.binding.id : `${row.pane} ${row.binding.id}`}
          left={paletteSegments(row, cursor.top + index === cursor.row, textWidth)}
          right={[dim(`${paletteKeys(row)} `)]}
          width={Math.min(width, KEYS_END)}
        />
      ))}
      {rows.length === 0 ? <SegmentLine left={[dim('   No action matches. Esc goes back.')]} width={width} /> : null}
    </Box>
  );
};

/** Cells within which the keys stand at the right: farther off they are beside no row. */
const KEYS_END = 120;

/** Its keys; from elsewhere the digit of its pane comes first. */
const paletteKeys = ({ binding, pane }: PaletteRow): string => {
  const keys = shownKeys(binding);
  return pane === undefined || keys === '' ? keys : `${digitOf(pane)}  ${keys}`;
};

const paletteSegments = (row: PaletteRow, isChosen: boolean, textWidth: number): readonly Segment[] => {
  const { binding, marks, intent } = row;
  const refusal = binding.refusal?.();
  const text = paletteText(row);
  const isMarked = new Set(marks);
  const role = refusal !== undefined ? 'dim' : isChosen ? 'strong' : 'plain';
  const pieces: Segment[] = Array.from(text, (letter, place) => piece(letter, isMarked.has(place) ? 'match' : role));
  const facts = [marks.length === 0 && intent !== undefined ? `"${intent}"` : '', binding.detail ?? '', refusal ?? ''];
  return [
    plain(isChosen ? ' > ' : '   '),
    ...joinedSegments(pieces).map(({ text: some, role: own }) => ({ text: printable(some), role: own })),
    plain(' '.repeat(Math.max(0, textWidth - cellWidth(printable(text))))),
    dim(facts.map((fact) => (fact === '' ? '' : `   ${printable(fact)}`)).join('')),
  ];
};

/** Pieces that show what a theme does. */
const SAMPLE: readonly Segment[] = [
  { text: 'title', role: 'strong' },
  dim('  label  '),
  { text: '1 key', role: 'accent' },
  { text: '  -33%', role: 'cheap-far' },
  { text: '  -12%', role: 'cheap' },
  { text: '  +12%', role: 'dear' },
  { text: '  +44%', role: 'dear-far' },
  { text: '  + running', role: 'good' },
  { text: '  ! ends soon', role: 'warning' },
  { text: '  ! exited', role: 'danger' },
  { text: '  * marked', role: 'mark' },
];

type ThemesPageProps = Size & { readonly row: number } & Pick<LookOfTerminal, 'coloursOf'>;

/** The themes with pieces in the colours of each; the one at `row` is in force on the whole screen. */
export const ThemesPage = ({ row, coloursOf, width, height }: ThemesPageProps) => {
  const look = useContext(LookContext);
  return (
    <Box flexDirection="column" height={height}>
      <PageTitle title="Themes" answer={[dim('the screen shows the one under the cursor')]} width={width} />
      {THEME_NAMES.map((name, place) => {
        const title: readonly Segment[] = [
          plain(place === row ? ' > ' : '   '),
          { text: padCell(name, THEME_WIDTH), role: place === row ? 'strong' : 'plain' },
        ];
        const colours = coloursOf?.({ isQuick: look.isQuick ?? false, theme: name });
        return (
          <LookContext key={name} value={{ ...look, ...(colours && { colours }) }}>
            <SegmentLine left={[...title, ...fitting(SAMPLE, width - segmentsWidth(title))]} width={width} />
          </LookContext>
        );
      })}
    </Box>
  );
};

/** Those of `pieces` that have room, one after the other, in `width` cells. */
const fitting = (pieces: readonly Segment[], width: number): readonly Segment[] => {
  const kept: Segment[] = [];
  for (const next of pieces) if (segmentsWidth([...kept, next]) <= width) kept.push(next);
  return kept;
};

const THEME_WIDTH = Math.max(...THEME_NAMES.map(({ length }) => length)) + 2;

type KeyPromptProps = {
  readonly reason: string;
  readonly typed: KeyTyped;
  readonly width: number;
};

/** The question for a key: why, and a mark for each character typed. */
export const KeyPrompt = ({ reason, typed, width }: KeyPromptProps) => (
  <Box flexDirection="column">
    <PageTitle title={printable(reason)} width={width} />
    <Text> </Text>
    <Field label=" Key:" line={{ text: '*'.repeat(typed.length), at: typed.at }} isOpen width={width} />
    <Text> </Text>
    <SegmentLine left={[dim(' It is kept in memory only. Filters, forms and marks stay as they are.')]} width={width} />
  </Box>
);

const CALM = `Resuming sends nothing: waiting announcements stay on hold. If you start fresh, it stays in the palette (${keyName('frame.palette')}) until you quit.`;

type ResumeQuestionProps = Size & { readonly sessions: ResumableSessions };

/** The question in `width` by `height` cells: what each session holds, whole where all have room, else that of the one chosen as far as it has. */
export const ResumeQuestion = ({ sessions: { listed, row }, width, height }: ResumeQuestionProps) => {
  const whenWidth = Math.max(...listed.map(({ when }) => when.length));
  const calm = wrappedLines(CALM, width - 2);
  const wrapped = listed.map(({ words }) => wrappedLines(printable(words), Math.max(10, width - whenWidth - 7)));
  const room = height - calm.length - 3;
  const hasRoom = wrapped.flat().length <= room;
  /** The lines of one, of which the last is cut at the edge where it holds all the others. */
  const linesOf = (place: number): readonly string[] => {
    const lines = wrapped[place] ?? [];
    const whole = hasRoom ? lines.length : place === row ? Math.max(1, room - listed.length + 1) : 1;
    return lines.length <= whole ? lines : [...lines.slice(0, whole - 1), lines.slice(whole - 1).join(' ')];
  };
  return (
    <Box flexDirection="column">
      <PageTitle title={`Resume the session of ${printable(listed[row]?.when ?? '')}?`} width={width} />
      <SegmentLines
        lines={listed.flatMap(({ when }, place) =>
          linesOf(place).map((text, line): readonly Segment[] => [
            plain(line === 0 && place === row ? ' > ' : '   '),
            piece(padCell(line === 0 ? printable(when) : '', whenWidth), place === row ? 'strong' : 'plain'),
            plain(`   ${text}`),
          ]),
        )}
        width={width}
      />
      <Text> </Text>
      <SegmentLines lines={calm.map((text) => [dim(text)])} margin={1} width={width} />
    </Box>
  );
};
