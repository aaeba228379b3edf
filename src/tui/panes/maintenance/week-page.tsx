/** Draws the week of windows: days as cells, by day from 6 to 22 on a ground, and below what is away together and the window in full. */
import { useContext } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { cellWidth, cutCell, padCell, printable } from '../../../base/text.ts';
import { clockTime } from '../../../base/time.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { displayText } from '../../../catalogue/format.ts';
import { outcomeWords } from '../../../maintenance/announcement.ts';
import { distanceWords, shortWords, stampWords, startWarnings } from '../../../maintenance/moment-words.ts';
import { rentalsBy, rentalWords } from '../../../maintenance/renters.ts';
import { windowCount } from '../../../maintenance/standing-windows.ts';
import { cursorInView } from '../../state/cursor.ts';
import { BARS } from '../../ui/chart.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { SegmentLines } from '../../ui/segment-line.tsx';
import { band, dim, joinedSegments, plain, type Segment } from '../../ui/segments.ts';
import { LookContext, type Role } from '../../ui/theme.tsx';
import { weekRoom } from './measures.ts';
import { areWindowsKnown, windowsWords } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';
import {
  currentLine,
  dayWords,
  gpusInAll,
  mostAway,
  overlapping,
  type WeekLine,
  weekLines,
  weekStart,
  weekWords,
} from './week.ts';

type Line = readonly Segment[];

/** Cells of a day, each of them whole or half hours: as many as there is room for. */
const DAY_CELLS = [24, 16, 12, 8, 6, 4] as const;

/** Cells of what stands before the days, with the blanks behind each. */
const MACHINE = 11;
const MODEL = 15;
const LETTERS = 10;

type Measures = {
  readonly left: number;
  readonly day: number;
  readonly hasModel: boolean;
  readonly hasLetters: boolean;
};

const measuresOf = (width: number): Measures => {
  const hasModel = width >= 100;
  const hasLetters = width >= 60;
  const left = MACHINE + (hasModel ? MODEL : 0) + (hasLetters ? LETTERS : 0);
  return { left, day: DAY_CELLS.find((cells) => left + 7 * cells <= width) ?? 4, hasModel, hasLetters };
};

/** The page in `width` by `height` cells. */
export const WeekPage = ({
  state,
  width,
  height,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
}) => {
  const { isAscii = false } = useContext(LookContext);
  if (!areWindowsKnown(state)) {
    const words = [
      'The windows of the week are not known.',
      `The service has not listed any in this run: ${keyName('maintenance.refresh')} asks.`,
    ];
    return <MessagePage lines={words} width={width} />;
  }
  const lines = weekLines(state);
  const { rows, isSpaced, hasTogether, hasDetail } = weekRoom(state, height);
  const { row, top } = cursorInView(state.weekCursor, { count: lines.length, height: rows });
  const measures = measuresOf(width);
  const now = nowCell(state, measures);
  const seen = lines.slice(top, top + rows);
  const blank: Line = now === undefined ? [] : [plain(' '.repeat(measures.left + now)), NOW];
  const drawn = [
    headLine(state, width),
    ...rulerLines(state, measures, now),
    ...seen.flatMap((line, place) => [
      weekRow(line, lines, top + place === row, state, measures, now),
      ...(isSpaced ? [blank] : []),
    ]),
    ...(hasTogether ? togetherLines(state, lines, measures, isAscii) : []),
    ...(hasDetail ? [[], ...detailLines(state, lines, width)] : []),
  ];
  return <SegmentLines lines={drawn.slice(0, height - 1)} width={width} />;
};

const NOW: Segment = { text: '│', role: 'accent' };

const headLine = (state: MaintenanceState, width: number): Line => {
  const end = { text: `times in ${state.timeZone} `, role: 'dim', isAtEnd: true } as const;
  const words = ` ${weekWords(weekStart(state))}`;
  return [{ text: words, role: 'strong' }, ...(words.length + end.text.length + 2 <= width ? [end] : [])];
};

/** The days and, under them, the hours 6, 12 and 18 as far as there is room. */
const rulerLines = (
  state: MaintenanceState,
  { left, day, hasModel, hasLetters }: Measures,
  now: number | undefined,
): readonly Line[] => {
  const today = now === undefined ? -1 : Math.floor(now / day);
  const named = dayWords(weekStart(state)).map(
    (words, place): Segment => ({
      text: padCell(cutCell(day < 7 ? words.slice(0, 3) : words, day - 1, ''), day),
      role: place === today ? 'strong' : 'dim',
    }),
  );
  const hours = Array.from({ length: day }, (_, cell) => (cell * 24) / day);
  const marks = day < 8 ? [12] : day < 12 ? [6, 18] : [6, 12, 18];
  const ruler = hours.reduce((text, hour, cell) => {
    const mark = marks.find((one) => one === hour);
    return mark === undefined || text.length > cell ? text.padEnd(cell + 1) : text.padEnd(cell) + mark;
  }, '');
  const titles = `   ${padCell('machine', MACHINE - 3)}${hasModel ? padCell('GPU', MODEL) : ''}${hasLetters ? 'rented' : ''}`;
  return [
    [plain(' '.repeat(left)), ...named],
    [dim(padCell(titles, left)), ...hourSegments(ruler.slice(0, day).padEnd(day).repeat(7), now)],
  ];
};

/** The hours, with the word for what the line through the rows is. */
const hourSegments = (hours: string, now: number | undefined): Line => {
  if (now === undefined) return [dim(hours)];
  const at = Math.max(0, Math.min(hours.length - NOW_WORD.length, now - 1));
  return [dim(hours.slice(0, at)), { text: NOW_WORD, role: 'accent' }, dim(hours.slice(at + NOW_WORD.length))];
};

const NOW_WORD = 'now';

/** The cell of a moment (Unix epoch seconds), from 0, as the clock of the pane's zone has it; outside of the week below 0, or beyond its cells. */
const cellOf = (state: MaintenanceState, { day }: Measures, atS: number): number => {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.round(atS * 1000)).toZonedDateTimeISO(state.timeZone);
  const days = weekStart(state).toPlainDate().until(at.toPlainDate()).days;
  return Math.floor((days + (at.hour + at.minute / 60) / 24) * day);
};

const nowCell = (state: MaintenanceState, measures: Measures): number | undefined => {
  const cell = cellOf(state, measures, state.nowEpochMs / 1000);
  return cell >= 0 && cell < 7 * measures.day ? cell : undefined;
};

const weekRow = (
  line: WeekLine,
  lines: readonly WeekLine[],
  isCursor: boolean,
  state: MaintenanceState,
  measures: Measures,
  now: number | undefined,
): Line => {
  const { machineId, machine, shown, isFurther } = line;
  const { left, day, hasModel, hasLetters } = measures;
  const id = padCell(`${isCursor ? ' > ' : '   '}${isFurther ? '' : machineId}`, MACHINE);
  const model = machine === undefined ? '?' : `${machine.num_gpus ?? '?'}× ${displayText(machine.gpu_name ?? '?')}`;
  const head: Line = [
    { text: id, role: isCursor ? 'strong' : 'plain', ...(isCursor && { ground: 'selection' as const }) },
    ...(hasModel ? [plain(padCell(isFurther ? '' : cutCell(model, MODEL - 1), MODEL))] : []),
    ...(hasLetters ? letters(isFurther ? '' : (machine?.gpu_occupancy ?? '')) : []),
  ];
  const cells = Array.from({ length: 7 * day }, (_, cell): Segment => {
    const hour = ((cell % day) * 24) / day;
    if (cell === now) return NOW;
    return hour >= 6 && hour < 22 ? { text: ' ', role: 'plain', ground: 'band' } : plain(' ');
  });
  if (shown !== undefined)
    putWindow(cells, line, overlapping(lines, line).length > 0 ? 'warning' : 'accent', state, measures);
  const blanks = plain(' '.repeat(Math.max(0, left - head.reduce((sum, { text }) => sum + cellWidth(text), 0))));
  return joinedSegments([...head, blanks, ...cells]);
};

/** The block of a window in `cells`, and its words on that side where more of them fit. */
const putWindow = (
  cells: Segment[],
  { shown }: WeekLine,
  role: Role,
  state: MaintenanceState,
  measures: Measures,
): void => {
  if (shown === undefined) return;
  const { window, fromS, toS } = shown;
  const from = Math.max(0, cellOf(state, measures, fromS));
  const end = Math.min(cells.length, Math.max(from + 1, cellOf(state, measures, toS)));
  cells.fill({ text: '█', role }, from, end);
  const hours = Number(((toS - fromS) / 3600).toFixed(1));
  const words =
    `${clockTime(fromS * 1000, state.timeZone)} ${hours} h ${printable(window.maintenance_reason ?? '')}`.trim();
  const isBehind = cells.length - end >= Math.min(from, cellWidth(words) + 2);
  const room = (isBehind ? cells.length - end : from) - 1;
  const text = cutCell(words, room);
  const width = cellWidth(text);
  const at = isBehind ? end : from - width - 1;
  cells.splice(
    at,
    width + 1,
    plain(isBehind ? ` ${text}` : `${text} `),
    ...Array.from({ length: width }, () => plain('')),
  );
};

const LETTER_ROLES: Readonly<Record<string, Role>> = { D: 'good', R: 'accent', I: 'warning', '·': 'dim' };

/** How each GPU is let, a free one as a dot. */
const letters = (occupancy: string): Line => {
  const shown = padCell(
    cutCell(
      displayText(occupancy).replaceAll(/[x ]/g, (letter) => (letter === 'x' ? '·' : '')),
      LETTERS - 1,
    ),
    LETTERS,
  );
  return [...shown].map((letter) => ({ text: letter, role: LETTER_ROLES[letter] ?? 'plain' }));
};

const togetherLines = (
  state: MaintenanceState,
  lines: readonly WeekLine[],
  measures: Measures,
  isAscii: boolean,
): readonly Line[] => {
  const { left, day } = measures;
  const start = weekStart(state);
  const all = gpusInAll(state);
  const days = Array.from({ length: 9 }, (_, place) => start.add({ days: place }).epochMilliseconds / 1000);
  const momentS = (cell: number) => {
    const [from = 0, to = 0] = days.slice(Math.floor(cell / day));
    return from + ((cell % day) * (to - from)) / day;
  };
  const most = mostAway(lines, momentS(0), momentS(7 * day));
  const bars = Array.from({ length: 7 * day }, (_, cell): Segment => {
    const { gpus } = mostAway(lines, momentS(cell), momentS(cell + 1));
    const level = Math.ceil((gpus / Math.max(1, most.gpus)) * BARS.length) - 1;
    return { text: gpus === 0 ? ' ' : isAscii ? '#' : (BARS[level] ?? '█'), role: 'chart' };
  });
  const said = `${most.isLeast ? 'at least ' : ''}${most.gpus} of ${all}`;
  const key: Line = [dim('D on demand  R reserved  I interruptible  · free')];
  return [
    [],
    band('Together', measures.hasModel ? key : [], [
      dim(measures.hasLetters ? '  most GPUs away at once' : '  GPUs away'),
    ]),
    joinedSegments([{ text: padCell(cutCell(`   ${said}`, left - 1), left), role: 'strong' }, ...bars]),
  ];
};

const LABEL = 10;

/** The window under the cursor in full, or what is known of its machine. */
const detailLines = (state: MaintenanceState, lines: readonly WeekLine[], width: number): readonly Line[] => {
  const line = currentLine(state);
  if (line === undefined) return [];
  const { machine, machineId, shown } = line;
  const place = [`machine ${machineId}`, machine?.hostname, machine?.geolocation].flatMap((text) =>
    text ? [displayText(text)] : [],
  );
  const standing = windowsWords(state, machineId);
  if (shown === undefined) {
    const next = standing === '' ? 'no window stands' : `no window this week; ${standing}`;
    return [band(`Machine ${machineId}`, [], [dim(`  ${place.slice(1).join(', ')}`)]), ...said('window', next, width)];
  }
  const { window, fromS, toS } = shown;
  const { timeZone, nowEpochMs, history } = state;
  const own = lines.filter((other) => other.machineId === machineId && other.shown !== undefined);
  const key = keyName('maintenance.withdraw');
  const withdraw = own.length === 1 ? `${key} withdraws it` : `${key} withdraws all ${windowCount(own)} of the machine`;
  const until = shortWords(toS, timeZone);
  const from = shortWords(fromS, timeZone);
  const isOneDay = until.slice(0, DAY) === from.slice(0, DAY);
  const rentals = machine && rentalsBy({ records: [machine] }).get(machineId);
  const sent = history.find((one) => one.machineId === machineId && one.startsAtEpochS === fromS);
  const told =
    typeof window.created_at === 'number' ? `announced ${stampWords(window.created_at * 1000, timeZone)}` : undefined;
  const minds = [overlapWords(state, lines, line), ...startWarnings(fromS, (window.created_at ?? fromS) * 1000)].filter(
    Boolean,
  );
  return [
    band(`Window ${window.id ?? '?'}`, toS * 1000 > nowEpochMs ? [{ text: withdraw, role: 'accent' }] : [], [
      dim(`  ${place.join(', ')}`),
    ]),
    ...said(
      'from',
      `${from} to ${isOneDay ? until.slice(DAY) : until}  ${distanceWords(fromS, nowEpochMs)}`,
      width,
      'strong',
    ),
    ...said(
      'work',
      [window.maintenance_category, printable(window.maintenance_reason ?? '')].filter(Boolean).join(': '),
      width,
    ),
    ...said('hits', rentals === undefined ? 'not known' : rentalWords(rentals), width),
    ...said('told', [told, sent && outcomeWords(sent)].filter(Boolean).join('; ') || 'not known when', width),
    ...(minds.length === 0 ? [] : said('mind', `! ${minds.join(' ')}`, width, 'warning')),
  ];
};

const DAY = 'Tue 2026-12-01 '.length;

const said = (label: string, text: string, width: number, role: Role = 'plain'): readonly Line[] =>
  wrappedLines(text, width - LABEL - 1).map((line, place) => [
    dim(padCell(place === 0 ? `   ${label}` : '', LABEL)),
    { text: line, role },
  ]);

const overlapWords = (state: MaintenanceState, lines: readonly WeekLine[], line: WeekLine): string => {
  const others = overlapping(lines, line);
  const { shown } = line;
  if (shown === undefined || others.length === 0) return '';
  const { gpus, isLeast } = mostAway(lines, shown.fromS, shown.toS);
  const ids = [...new Set(others.map(({ machineId }) => machineId))];
  const which = ids.length === 1 ? `a window of machine ${ids[0]}` : `windows of ${ids.length} machines`;
  return `Overlaps with ${which}: ${isLeast ? 'at least ' : ''}${gpus} of your ${gpusInAll(state)} GPUs away at once.`;
};
