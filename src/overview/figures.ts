/** What there is, what it costs, how long that lasts, what comes in, and what is left of both. Pure. */

import { counted, fixed } from '../base/figures.ts';
import type { Role } from '../base/roles.ts';
import { cutCell } from '../base/text.ts';
import { clockTimeAndDay, weekdayTime } from '../base/time.ts';
import { dim, piece, plain, segmentsWidth } from '../drawing/segments.ts';
import { type Burn, burnOf } from '../money/burn.ts';
import { urgencyOf } from '../money/urgency.ts';
import { tenths } from '../pricing/time-left.ts';
import type { OverviewFacts } from './facts.ts';
import { earningsOf } from './machines.ts';
import { type Door, doorLine, GUTTER, type Line, type Part, type PartLine, type PartPlace, quietLine } from './part.ts';

/** One figure: what it is, in words and with its unit, and what is to be known of it, the first thing first. */
type Figure = {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly role: Role;
  readonly notes: readonly string[];
  readonly door: Door;
};

/** Cells of the column of a figure, where there is room for one for each of them. */
const COLUMN = 31;

const MONEY: Door = { to: 'money' };

const HOURS_A_DAY = 24;

/** Present where one of them is known. */
export const figuresPart = (facts: OverviewFacts, place: PartPlace): Part | undefined => {
  const figures = figuresOf(facts, place);
  const [first] = figures;
  if (first === undefined) return undefined;
  const { width } = place;
  return {
    name: 'figures',
    lines: GUTTER.length + COLUMN * figures.length <= width ? inColumns(figures, first.door) : flowing(figures, width),
  };
};

const figuresOf = (facts: OverviewFacts, place: PartPlace): readonly Figure[] =>
  [standing(facts, place), burning(facts), lasting(facts, place), earned(facts), net(facts)].filter(
    (figure) => figure !== undefined,
  );

const standing = ({ money }: OverviewFacts, { timeZone, nowEpochMs }: PartPlace): Figure | undefined => {
  if (money?.standing === undefined) return undefined;
  const { atEpochMs } = money;
  const { what, dollars, isHost } = money.standing;
  const isBelow = dollars < 0;
  const said = isBelow ? ['below zero'] : isHost === true ? ['owed to you'] : [];
  return {
    name: what === 'credit' ? 'Credit' : 'Balance',
    ...{ value: fixed(dollars, 2), unit: '$', role: isBelow ? 'danger' : 'strong', door: MONEY },
    notes: [...said, ...(atEpochMs === undefined ? [] : [`as of ${clockTimeAndDay(atEpochMs, nowEpochMs, timeZone)}`])],
  };
};

/** As the service tells it, else added up from the instances alone. */
export const burnIn = ({ money, instances }: OverviewFacts): Burn | undefined =>
  money?.burn ?? (instances === undefined ? undefined : burnOf(instances.value, undefined));

const burning = (facts: OverviewFacts): Figure | undefined => {
  const burn = burnIn(facts);
  if (burn === undefined) return undefined;
  const { total, isWhole } = burn;
  return {
    name: 'Burn',
    ...{ value: `${isWhole ? '' : 'at least '}${fixed(total, 4)}`, unit: '$/h', role: 'strong', door: MONEY },
    notes: [`${fixed(24 * total, 2)} $ a day`, 'without traffic'],
  };
};

const lasting = ({ money }: OverviewFacts, { timeZone, nowEpochMs }: PartPlace): Figure | undefined => {
  if (money?.standing === undefined || money.runway === undefined) return undefined;
  const { hours, untilMs, isShorter } = money.runway;
  // What was to end by now says nothing of how it is.
  if (hours > 0 && untilMs !== undefined && untilMs <= nowEpochMs) return undefined;
  if (untilMs === undefined || !Number.isFinite(hours))
    return { name: 'Runway', value: 'no end', unit: '', role: 'strong', notes: ['at what burns now'], door: MONEY };
  const isLong = hours >= 2 * HOURS_A_DAY;
  const urgency = urgencyOf(money.standing, money.runway);
  return {
    name: 'Runway',
    value: `${isShorter ? 'at most ' : ''}${tenths(isLong ? hours / HOURS_A_DAY : hours)}`,
    unit: `${isLong ? 'days' : 'h'}${urgency === undefined ? '' : `, ${urgency.word}`}`,
    ...{ role: urgency?.role ?? 'strong', door: MONEY },
    notes: [`until ${weekdayTime(Math.floor(untilMs), timeZone)}`, thenWords(money.standing.hasCard)],
  };
};

/** What happens when nothing is left. */
const thenWords = (hasCard: boolean | undefined): string =>
  hasCard === true ? 'then the card is charged' : `then GPUs stop${hasCard === false ? '' : ', unless a card pays'}`;

const earned = ({ machines }: OverviewFacts): Figure | undefined => {
  if (machines === undefined || machines.value.length === 0) return undefined;
  const { dayDollars, isWhole, gpus, letGpus } = earningsOf(machines);
  if (dayDollars === undefined) return undefined;
  return {
    name: 'Earned',
    ...{ value: `${isWhole ? '' : 'at least '}${fixed(dayDollars, 2)}`, unit: '$ in a day', role: 'strong' },
    notes: gpus === 0 ? [] : [`${letGpus} of ${counted(gpus, 'GPU')} rented`],
    door: { to: 'machines' },
  };
};

/** What comes in less what is spent, $ a day; undefined unless all of both sides is known. */
export const netDayDollars = ({ machines, money }: OverviewFacts): number | undefined => {
  const { dayDollars, isWhole } = machines === undefined ? {} : earningsOf(machines);
  return money?.burn?.isWhole !== true || dayDollars === undefined || !isWhole
    ? undefined
    : dayDollars - 24 * money.burn.total;
};

const net = (facts: OverviewFacts): Figure | undefined => {
  const dollars = netDayDollars(facts);
  if (dollars === undefined) return undefined;
  return {
    name: 'Net',
    ...{ value: fixed(dollars, 2), unit: '$ a day', role: dollars < 0 ? 'danger' : 'good', door: MONEY },
    notes: ['earned less burned'],
  };
};

const inColumns = (figures: readonly Figure[], door: Door): readonly PartLine[] => {
  const line = (of: (figure: Figure) => Line): Line =>
    figures.flatMap((figure) => {
      const said = of(figure);
      return [...said, plain(' '.repeat(Math.max(1, COLUMN - segmentsWidth(said))))];
    });
  return [
    quietLine(line(({ name }) => [dim(name)])),
    doorLine(
      line(({ value, unit, role }) => [piece(value, role), dim(` ${unit}`)]),
      door,
    ),
    ...NOTES.filter((place) => figures.some(({ notes }) => notes[place] !== undefined)).map((place) =>
      quietLine(line(({ notes }) => [dim(cutCell(notes[place] ?? '', COLUMN - 1))])),
    ),
  ];
};

/** Lines of them below a figure. */
const NOTES = [0, 1] as const;

/** One behind the other, as many in a line as it has room for. */
const flowing = (figures: readonly Figure[], width: number): readonly PartLine[] => {
  const lines: { pieces: Line; door: Door }[] = [];
  for (const { name, value, unit, role, notes, door } of figures) {
    const short = [dim(`${name} `), piece(value, role), dim(` ${unit}`)];
    const said = [notes, notes.slice(0, 1)]
      .map((told) => [...short, dim(told.map((note) => `, ${note}`).join(''))])
      .find((line) => segmentsWidth(line) + GUTTER.length < width);
    const pieces = said ?? short;
    const last = lines.at(-1);
    if (last !== undefined && segmentsWidth(last.pieces) + 3 + segmentsWidth(pieces) + GUTTER.length < width)
      last.pieces = [...last.pieces, plain('   '), ...pieces];
    else lines.push({ pieces, door });
  }
  return lines.map(({ pieces, door }) => doorLine(pieces, door));
};
