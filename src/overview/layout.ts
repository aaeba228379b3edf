/** The overview put together: one column, or two side by side where there is room. Pure: the screen and the command draw the same lines. */
import { plain } from '../drawing/segments.ts';
import { alertsPart, changesPart } from './alerts.ts';
import { bestPart } from './best.ts';
import { newestAt, type OverviewFacts } from './facts.ts';
import { figuresPart } from './figures.ts';
import { fortnightPart } from './fortnight.ts';
import { increasesPart } from './increases.ts';
import { instancesPart } from './instances.ts';
import { machinesPart } from './machines.ts';
import { marketPart } from './market.ts';
import { type Door, inWidth, type Line, type Part, type PartName, type PartPlace } from './part.ts';

/** A row that can be chosen: the line it stands in, the cell at which it begins, the part that it belongs to, and where it leads. */
type OverviewRow = { readonly at: number; readonly from: number; readonly part: PartName; readonly door: Door };

export type Overview = { readonly lines: readonly Line[]; readonly rows: readonly OverviewRow[] };

/** Where it stands; `height`: lines that are seen at once. */
type OverviewPlace = Omit<PartPlace, 'most' | 'nowEpochMs'> & {
  readonly height: number;
  /** Absent: when the newest of it was told. */
  readonly nowEpochMs?: number;
};

/** Cells from which on there are two columns, those of the right one, and between them. */
const TWO_FROM = 150;
const RIGHT = 62;
const GAP = 2;

/** Rows of a list, at the least and at the most. */
const ROWS = { least: 3, most: 14 } as const;

/** All that there is to see, with as many rows of each list as are seen together. */
export const overviewOf = (facts: OverviewFacts, place: OverviewPlace): Overview => {
  const lowered = (most: number): Overview => {
    const overview = laidOut(facts, place, most);
    const over = overview.lines.length - place.height;
    return over <= 0 || most === ROWS.least ? overview : lowered(Math.max(ROWS.least, most - Math.ceil(over / LISTS)));
  };
  return lowered(ROWS.most);
};

/** Lists in one column, about. */
const LISTS = 4;

const laidOut = (facts: OverviewFacts, { height: _, ...place }: OverviewPlace, most: number): Overview => {
  const { width } = place;
  const isTwo = width >= TWO_FROM;
  const at = { ...place, nowEpochMs: place.nowEpochMs ?? newestAt(facts) ?? 0, most };
  const left: PartPlace = { ...at, width: isTwo ? width - RIGHT - GAP : width };
  const right: PartPlace = { ...at, width: isTwo ? RIGHT : width };
  const machines = machinesPart(facts, left);
  const instances = { ...left, most: isTwo ? most : 2 * most };
  const own = partsOf([
    instancesPart(facts, instances),
    increasesPart(facts, left),
    ...(isTwo ? [machines] : []),
    alertsPart(facts, left),
    changesPart(facts, left),
    ...(isTwo ? [] : [machines]),
  ]);
  const market = partsOf([marketPart(facts, right), bestPart(facts, right)]);
  const isBeside = isTwo && own.length > 0 && market.length > 0;
  return joined(
    stacked(partsOf([figuresPart(facts, at), fortnightPart(facts, at)])),
    isBeside ? beside(stacked(own), stacked(market), left.width) : stacked([...own, ...market]),
  );
};

const partsOf = (parts: readonly (Part | undefined)[]): readonly Part[] => parts.filter((part) => part !== undefined);

/** The parts one below the other, a blank line before each. */
const stacked = (parts: readonly Part[]): Overview => {
  const lines: Line[] = [];
  const rows: OverviewRow[] = [];
  for (const { name, lines: own } of parts) {
    lines.push([]);
    for (const { line, door } of own) {
      if (door !== undefined) rows.push({ at: lines.length, from: 0, part: name, door });
      lines.push(line);
    }
  }
  return { lines, rows };
};

const joined = (top: Overview, below: Overview): Overview => ({
  lines: [...top.lines, ...below.lines],
  rows: [...top.rows, ...below.rows.map((row) => ({ ...row, at: row.at + top.lines.length }))],
});

/** Two columns; the left one has `width` cells. */
const beside = (left: Overview, right: Overview, width: number): Overview => ({
  lines: Array.from({ length: Math.max(left.lines.length, right.lines.length) }, (_, at) => [
    ...inWidth(left.lines[at] ?? [], width),
    plain(' '.repeat(GAP)),
    ...inWidth(right.lines[at] ?? [], RIGHT),
  ]),
  rows: [...left.rows, ...right.rows.map((row) => ({ ...row, from: row.from + width + GAP }))],
});
