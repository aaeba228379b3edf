/** Draws the week of windows: days as cells, by day from 6 to 22 on a ground, and below what is away together and the window in full. */

import { useContext } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { cellWidth, cutCell, padCell, printable } from '../../../base/text.ts';
import { clockTime, zonedTime } from '../../../base/time.ts';
import { displayText } from '../../../catalogue/format.ts';
import { occupancyMarks } from '../../../catalogue/machine-fields.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import { windowWords } from '../../../maintenance/standing-windows.ts';
import { cursorInView } from '../../state/cursor.ts';
import { type BarLook, barLook, standingBars } from '../../ui/gauge.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { SegmentLines } from '../../ui/segment-line.tsx';
import {
  band,
  dim,
  firstLines,
  joinedSegments,
  piece,
  plain,
  type Segment,
  type Size,
  segmentsWidth,
} from '../../ui/segments.ts';
import { LookContext, type Role } from '../../ui/theme.tsx';
import { weekRoom } from './measures.ts';
import { areWindowsKnown } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';
import {
  awayWords,
  currentLine,
  dayWords,
  mostAway,
  overlapping,
  type WeekLine,
  weekLines,
  weekStart,
  weekWords,
} from './week.ts';
import { weekLineInFull } from './window-lines.ts';

type Line = readonly Segment[];

/** Cells of a day, each of them whole or half hours: as many as there is room for. */
const DAY_CELLS = [24, 16, 12, 8, 6, 4] as const;

/** Cells of what stands before the days, with the blanks behind each. */
const MACHINE = 11;
const MODEL = 15;
const LETTERS = 10;

/** Cells from which on the count and the model have room, and the letters. */
const MODEL_FROM = 100;
const LETTERS_FROM = 60;

/** What is drawn, and where: cells before the days and of a day, and the cell of the present where that is in the week. */
type Grid = {
  readonly state: MaintenanceState;
  readonly lines: readonly WeekLine[];
  readonly width: number;
  readonly left: number;
  readonly day: number;
  readonly now: number | undefined;
};

const gridOf = (state: MaintenanceState, width: number): Grid => {
  const left = MACHINE + (width < MODEL_FROM ? 0 : MODEL) + (width < LETTERS_FROM ? 0 : LETTERS);
  const day = DAY_CELLS.find((cells) => left + 7 * cells <= width) ?? 4;
  const now = cellAt(state, day, state.nowEpochMs / 1000);
  return { state, lines: weekLines(state), width, left, day, now: now >= 0 && now < 7 * day ? now : undefined };
};

/** The cell of a moment (Unix epoch seconds), from 0, as the clock of the pane's zone has it; outside of the week below 0, or beyond its cells. */
const cellAt = (state: MaintenanceState, day: number, atS: number): number => {
  const at = zonedTime(Math.round(atS * 1000), state.timeZone);
  const days = weekStart(state).toPlainDate().until(at.toPlainDate()).days;
  return Math.floor((days + (at.hour + at.minute / 60) / 24) * day);
};

/** The page in `width` by `height` cells. */
export const WeekPage = ({ state, width, height }: Size & { readonly state: MaintenanceState }) => {
  const look = useContext(LookContext);
  const { isPlain = false } = look;
  if (!areWindowsKnown(state)) {
    const why = `The service has not listed any in this run: ${keyName('maintenance.refresh')} asks.`;
    return <MessagePage lines={['The windows of the week are not known.', why]} width={width} />;
  }
  const grid = gridOf(state, width);
  const { lines, left, now } = grid;
  const { rows, isSpaced, hasTogether, hasDetail } = weekRoom(state, height);
  const { row, top } = cursorInView(state.weekCursor, { count: lines.length, height: rows });
  const between: Line = now === undefined ? [] : [plain(' '.repeat(left + now)), NOW];
  const current = currentLine(state);
  const drawn = [
    // What is read aloud has no places: there each window says its day.
    ...headLines(grid).slice(0, isPlain ? 1 : undefined),
    ...lines
      .slice(top, top + rows)
      .flatMap((line, place) => [weekRow(line, top + place === row, grid, isPlain), ...(isSpaced ? [between] : [])]),
    ...(hasTogether ? togetherLines(grid, isPlain ? 'blank' : barLook({ ...look, isSparse: false })) : []),
    ...(hasDetail && current !== undefined ? [[], ...weekLineInFull(state, lines, current, width)] : []),
  ];
  return <SegmentLines lines={firstLines(drawn, height - 1)} width={width} />;
};

const NOW: Segment = { text: '│', role: 'accent' };
const NOW_WORD = 'now';

/** The week, its days and, under these, the hours 6, 12 and 18 as far as there is room, with the word for the line of the present. */
const headLines = ({ state, width, left, day, now }: Grid): readonly Line[] => {
  const week = ` ${weekWords(weekStart(state))}`;
  const zone = { text: `times in ${state.timeZone} `, role: 'dim', isAtEnd: true } as const;
  const today = now === undefined ? -1 : Math.floor(now / day);
  const days = dayWords(weekStart(state)).map((words, place): Segment => {
    const short = day < 7 ? words.slice(0, 3) : words;
    return { text: padCell(short, day), role: place === today ? 'strong' : 'dim' };
  });
  const model = width < MODEL_FROM ? '' : padCell('GPU', MODEL);
  const titles = `   ${padCell('machine', MACHINE - 3)}${model}${width < LETTERS_FROM ? '' : 'rented'}`;
  const marks = day < 8 ? [12] : day < 12 ? [6, 18] : [6, 12, 18];
  const hours = marks
    .reduce((text, hour) => text.padEnd((hour * day) / 24) + hour, '')
    .padEnd(day)
    .repeat(7);
  const word = Math.max(0, Math.min(hours.length - NOW_WORD.length, (now ?? 0) - 1));
  const [before, behind] =
    now === undefined
      ? [hours, '']
      : [
          hours.slice(0, word).replace(/\d{1,2}$/, blanked),
          hours.slice(word + NOW_WORD.length).replace(/^\d{1,2}/, blanked),
        ];
  return [
    [{ text: week, role: 'strong' }, ...(cellWidth(week + zone.text) + 2 <= width ? [zone] : [])],
    [plain(' '.repeat(left)), ...days],
    [dim(padCell(titles, left) + before), { text: now === undefined ? '' : NOW_WORD, role: 'accent' }, dim(behind)],
  ];
};

/** An hour that the word for the present touches. */
const blanked = (hour: string): string => ' '.repeat(hour.length);

const weekRow = (line: WeekLine, isCursor: boolean, grid: Grid, isPlain: boolean): Line => {
  const { machineId, machine, isFurther, shown } = line;
  const { left, day, now, width } = grid;
  const id = `${isCursor ? ' > ' : '   '}${isFurther ? '' : machineId} `;
  const model = isFurther ? '' : machine === undefined ? '?' : gpusText(machine.num_gpus, machine.gpu_name);
  const head: Line = [
    { text: id, role: isCursor ? 'strong' : 'plain', ...(isCursor && { ground: 'selection' as const }) },
    plain(' '.repeat(Math.max(0, MACHINE - id.length))),
    plain(width < MODEL_FROM ? '' : padCell(cutCell(model, MODEL - 1), MODEL)),
    ...(isFurther || width < LETTERS_FROM ? [] : letters(machine?.gpu_occupancy ?? '')),
  ];
  if (isPlain) {
    const said =
      shown && `${windowWords(shown.window, grid.state.timeZone)} ${printable(shown.window.maintenance_reason ?? '')}`;
    return [...head, plain(`  ${said ?? 'no window'}`)];
  }
  const cells = Array.from({ length: 7 * day }, (_, cell): Segment => {
    const hour = ((cell % day) * 24) / day;
    if (cell === now) return NOW;
    return hour >= 6 && hour < 22 ? { text: ' ', role: 'plain', ground: 'band' } : plain(' ');
  });
  const blanks = plain(' '.repeat(Math.max(0, left - segmentsWidth(head))));
  return joinedSegments([...head, blanks, ...withWindow(cells, line, grid)]);
};

/** `cells` with the block of the window, and its words on that side where they have room. */
const withWindow = (cells: readonly Segment[], line: WeekLine, { state, lines, day }: Grid): readonly Segment[] => {
  const { shown } = line;
  if (shown === undefined) return cells;
  const { window, fromS, toS } = shown;
  const from = Math.max(0, cellAt(state, day, fromS));
  const end = Math.min(cells.length, Math.max(from + 1, cellAt(state, day, toS)));
  const block: Segment = piece('█'.repeat(end - from), overlapping(lines, line).length > 0 ? 'warning' : 'accent');
  const reason = printable(window.maintenance_reason ?? '');
  const hours = Number(((toS - fromS) / 3600).toFixed(1));
  const words = `${clockTime(fromS * 1000, state.timeZone)} ${hours} h ${reason}`.trim();
  const behind = cells.length - end;
  if (behind >= Math.min(from, cellWidth(words) + 1)) {
    const text = cutCell(` ${words}`, behind);
    return [...cells.slice(0, from), block, ...written(text, cells.slice(end)), ...cells.slice(end + cellWidth(text))];
  }
  const text = `${cutCell(words, from - 1)} `;
  const start = from - cellWidth(text);
  return [...cells.slice(0, start), ...written(text, cells.slice(start)), block, ...cells.slice(end)];
};

/** `text` on the grounds of the cells that it takes. */
const written = (text: string, cells: readonly Segment[]): readonly Segment[] => {
  let at = 0;
  return [...text].map((character): Segment => {
    const { ground } = cells[at] ?? {};
    at += cellWidth(character);
    return { text: character, role: 'plain', ...(ground && { ground }) };
  });
};

const LETTER_ROLES: Readonly<Record<string, Role>> = { D: 'good', R: 'accent', I: 'warning', '·': 'dim' };

/** How each GPU is let, a free one as a dot. */
const letters = (occupancy: string): Line => {
  const shown = cutCell(occupancyMarks(displayText(occupancy)), LETTERS - 1);
  return [...shown].map((text) => ({ text, role: LETTER_ROLES[text] ?? 'plain' }));
};

const togetherLines = ({ state, lines, width, left, day }: Grid, look: BarLook): readonly Line[] => {
  const start = weekStart(state);
  const days = Array.from({ length: 9 }, (_, place) => start.add({ days: place }).epochMilliseconds / 1000);
  const momentS = (cell: number) => {
    const [from = 0, to = 0] = days.slice(Math.floor(cell / day));
    return from + ((cell % day) * (to - from)) / day;
  };
  const most = mostAway(lines, momentS(0), momentS(7 * day));
  const shares = Array.from({ length: 7 * day }, (_, cell) => {
    const here = mostAway(lines, momentS(cell), momentS(cell + 1));
    return here.gpus / Math.max(1, most.gpus);
  });
  const [bars = ''] = look === 'blank' ? [] : standingBars(shares, 1, look);
  const key = width < MODEL_FROM ? [] : [dim('D on demand  R reserved  I interruptible  · free')];
  return [
    [],
    band('Together', key, [dim(width < LETTERS_FROM ? '  GPUs away' : '  most GPUs away at once')]),
    [
      { text: padCell(cutCell(`   ${awayWords(state, most)}`, left - 1), left), role: 'strong' },
      { text: bars.trimEnd(), role: 'chart' },
    ],
  ];
};
