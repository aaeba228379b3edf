/** What became of a machine, as a row of cells, shares of the time and the last turns. Pure. */
import type { MachineState } from '../../../../history/machine-timeline.ts';
import type { OfferPast } from '../../../../history/offer-past.ts';
import { inCells } from '../../../ui/chart.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { lengthWords, momentWords } from './moments.ts';

type Line = readonly Segment[];

/** The cell of each state, its words in the order in which they are told, and what it is to the reader. */
const LOOKS: Readonly<
  Record<MachineState, { readonly cell: string; readonly words: string; readonly role: Segment['role'] }>
> = {
  listed: { cell: '█', words: 'for rent', role: 'good' },
  rented: { cell: '▄', words: 'rented', role: 'accent' },
  gone: { cell: '▁', words: 'not listed', role: 'warning' },
  away: { cell: '·', words: 'not for rent', role: 'dim' },
};

const STATES = Object.keys(LOOKS) as readonly MachineState[];

/** Where they are drawn; `bar` is where the row of cells lies. */
type MachinePlace = {
  readonly bar: { readonly left: number; readonly columns: number };
  readonly timeZone: string;
  readonly isInWords: boolean;
};

/** The lines of one machine over so long. */
export const machineLines = (
  { figures, isSeen }: OfferPast['machine'],
  machineId: number | undefined,
  length: string,
  { bar, timeZone, isInWords }: MachinePlace,
): readonly Line[] => {
  const { parts, lengths, turns } = figures;
  if (machineId === undefined) return [[dim('Which machine it is on is not known.')]];
  const title: Line = [{ text: `Machine ${machineId} over ${length}`, role: 'accent' }];
  const known = STATES.reduce((sum, state) => sum + lengths[state], 0);
  if (known < MINUTE_MS)
    return [title, [dim(isSeen || known > 0 ? JUST_BEGUN : '  Nothing that was recorded tells what became of it.')]];
  const shares = STATES.flatMap((state): Line => {
    if (lengths[state] === 0) return [];
    const { cell, words, role } = LOOKS[state];
    return [{ text: isInWords ? '' : `${cell} `, role }, plain(`${words} ${percent(lengths[state] / known)} %   `)];
  });
  return [
    title,
    ...(isInWords ? [] : [[plain(' '.repeat(bar.left)), ...inCells(parts, bar.columns).map(cellOf)]]),
    [plain('  '), ...shares, dim(`of the ${lengthWords(known)} known`)],
    ...turns
      .toReversed()
      .map(
        ({ atEpochMs, state }): Line => [
          dim(`  ${momentWords(atEpochMs, timeZone).padEnd(18)}`),
          state === undefined ? dim('not known any more') : { text: LOOKS[state].words, role: LOOKS[state].role },
        ],
      ),
    ...(lengths.away > 0 ? [[dim('  "not for rent" is rented, off, or not verified: more was not asked for.')]] : []),
  ];
};

const MINUTE_MS = 60_000;

const JUST_BEGUN = '  Recording it has just begun: the next answer tells more.';

const cellOf = (state: MachineState | undefined): Segment =>
  state === undefined ? plain(' ') : { text: LOOKS[state].cell, role: LOOKS[state].role };

/** A share that is not all and not nothing is told as such. */
const percent = (share: number): string =>
  share > 0.99 && share < 1 ? '>99' : share < 0.01 ? '<1' : String(Math.round(share * 100));
