/** The next 14 days on one axis: how long the credit lasts, when what is rented ends, and when own machines are away. Pure. */

import type { Role } from '../base/roles.ts';
import { printableStart } from '../base/text.ts';
import { WEEKDAYS, weekdayTime, zonedTime } from '../base/time.ts';
import { standingOf } from '../catalogue/instance-columns.ts';
import { SPAN_TONES, toneOf } from '../catalogue/tones.ts';
import { band, dim, plain, type Segment } from '../drawing/segments.ts';
import { isOpen } from '../leases/lease.ts';
import { isMoment, standingByMachine } from '../maintenance/standing-windows.ts';
import type { OverviewFacts } from './facts.ts';
import { instanceName } from './instances.ts';
import { type Door, GUTTER, type Line, type Part, type PartLine, type PartPlace } from './part.ts';

/** Days on the axis; the first one is today. */
const DAYS = 14;

/** Cells of the names of the rows. */
const LABEL = 'Rents end'.length + 2;

/** Cells of a screen from which on there is room for it. */
const FROM = 100;

/** Cells of a day from which on its weekday is named, and cells that a band leaves at its end. */
const WEEKDAY_FROM = 8;
const EDGE = 3;

/** Something at a moment, or from one to another, ms. */
type Mark = { readonly fromMs: number; readonly toMs?: number; readonly text: string; readonly role: Role };

type Axis = { readonly startMs: number; readonly endMs: number; readonly cells: number };

/** Present where there is room, and something to be seen within these days. */
export const fortnightPart = (facts: OverviewFacts, place: PartPlace): Part | undefined => {
  const { width, timeZone, nowEpochMs } = place;
  const today = zonedTime(nowEpochMs, timeZone).startOfDay();
  const days = Array.from({ length: DAYS }, (_, day) => today.add({ days: day }));
  const axis: Axis = {
    startMs: today.epochMilliseconds,
    endMs: today.add({ days: DAYS }).epochMilliseconds,
    cells: width - GUTTER.length - LABEL,
  };
  const rows = [
    row('Credit', creditMarks(facts, place), { to: 'money' }),
    row('Rents end', endMarks(facts, place), { to: 'instances' }),
    row('Leases', leaseMarks(facts), { to: 'instances' }),
    row('Windows', windowMarks(facts, place), { to: 'windows' }),
  ].flatMap(({ marks, ...rest }) => {
    const seen = marks.filter(({ fromMs, toMs = fromMs }) => toMs >= nowEpochMs && fromMs < axis.endMs);
    return seen.length === 0 ? [] : [{ ...rest, marks: seen }];
  });
  if (width < FROM || rows.length === 0) return undefined;
  const heading = days.reduce((line, day) => {
    const number = String(day.day).padStart(2, '0');
    const words = axis.cells / DAYS < WEEKDAY_FROM ? number : `${WEEKDAYS[day.dayOfWeek - 1]} ${number}`;
    const at = line.padEnd(cellOf(day.epochMilliseconds, axis));
    return at.length + words.length > axis.cells - EDGE ? line : at + words;
  }, '');
  return {
    name: 'fortnight',
    lines: [
      { line: band('14 days', [], [plain(' '.repeat(GUTTER.length + LABEL - ' 14 days'.length)), dim(heading)]) },
      ...rows.map(
        ({ label, marks, door }): PartLine => ({
          line: [plain(GUTTER), dim(label.padEnd(LABEL)), ...track(marks, axis, place)],
          door,
        }),
      ),
    ],
  };
};

const row = (label: string, marks: readonly Mark[], door: Door) => ({ label, marks, door });

const creditMarks = ({ money }: OverviewFacts, { nowEpochMs, timeZone }: PartPlace): readonly Mark[] => {
  const untilMs = money?.runway?.untilMs;
  if (untilMs === undefined) return [];
  const leftS = (untilMs - nowEpochMs) / 1000;
  return [
    {
      fromMs: nowEpochMs,
      toMs: untilMs,
      text: `ends ${weekdayTime(Math.floor(untilMs), timeZone)}`,
      role: money?.standing?.hasCard === true ? 'dim' : (toneOf(SPAN_TONES, leftS) ?? 'warning'),
    },
  ];
};

const endMarks = ({ instances }: OverviewFacts, { nowEpochMs }: PartPlace): readonly Mark[] =>
  (instances?.value ?? []).flatMap((instance) => {
    const { end_date: endS } = instance;
    if (!isMoment(endS)) return [];
    const role = toneOf(SPAN_TONES, endS - nowEpochMs / 1000) ?? 'plain';
    return [
      { fromMs: endS * 1000, text: instanceName(instance), role: standingOf(instance).role === 'good' ? role : 'dim' },
    ];
  });

/** Of instances that are there: what is done at the end of a lease, where something is still to come of it. */
const leaseMarks = ({ leases = [], instances }: OverviewFacts): readonly Mark[] =>
  leases.filter(isOpen).flatMap(({ instanceId, untilMs, end }): readonly Mark[] => {
    const instance = instances?.value.find(({ id }) => id === instanceId);
    if (instance === undefined) return [];
    return [{ fromMs: untilMs, text: `${end} ${instanceName(instance)}`, role: end === 'tell' ? 'plain' : 'warning' }];
  });

const windowMarks = ({ windows }: OverviewFacts, { nowEpochMs }: PartPlace): readonly Mark[] =>
  [...standingByMachine(windows?.value ?? [], nowEpochMs)].flatMap(([machine, those]) =>
    those.flatMap(({ start_time: startS, end_time: endS }) =>
      isMoment(startS) && isMoment(endS)
        ? [
            {
              fromMs: startS * 1000,
              toMs: endS * 1000,
              text: printableStart(String(machine ?? '?')),
              role: 'plain' as const,
            },
          ]
        : [],
    ),
  );

const cellOf = (ms: number, { startMs, endMs, cells }: Axis): number =>
  Math.max(0, Math.min(cells - 1, Math.floor(((ms - startMs) / (endMs - startMs)) * cells)));

/** The marks on a track, those of one cell as one with the words of all; words that have no room before the next mark are left out, not cut. */
const track = (marks: readonly Mark[], axis: Axis, { bars }: PartPlace): Line => {
  const placed = [...Map.groupBy(marks, ({ fromMs }) => cellOf(fromMs, axis))]
    .sort(([one], [other]) => one - other)
    .map(([from, those]) => {
      const [first] = those;
      return {
        from,
        to: Math.max(...those.map(({ fromMs, toMs = fromMs }) => cellOf(toMs, axis))),
        text: those.map(({ text }) => text).join(', '),
        role: first?.role ?? 'plain',
        isSpan: first?.toMs !== undefined,
      };
    });
  const [bar, point] = bars === 'blocks' ? ['█', '◆'] : ['#', '@'];
  const pieces: Segment[] = [];
  let at = 0;
  const put = (from: number, text: string, role: Role): void => {
    pieces.push({ text: ' '.repeat(from - at), role: 'plain', ground: 'band' }, { text, role, ground: 'band' });
    at = from + text.length;
  };
  for (const [place, { from, to, text, role, isSpan }] of placed.entries()) {
    if (from < at) continue;
    const mark = isSpan ? bar.repeat(to - from + 1) : point;
    const words = role === 'plain' ? 'dim' : role;
    const next = placed[place + 1]?.from ?? axis.cells;
    const end = from + mark.length;
    const isBehind = end + text.length + 2 <= next;
    // At the right edge the words stand before their mark.
    const before = from - text.length - 1;
    if (!isBehind && next === axis.cells && before >= at) put(before, `${text} `, words);
    put(from, mark, isSpan ? 'accent-bar' : role);
    if (isBehind) put(end, ` ${text}`, words);
  }
  put(axis.cells, '', 'plain');
  return pieces;
};
