/** What hosts want more for the instances, until that is answered. Pure. */
import { fixed } from '../base/figures.ts';
import { HOURS_A_MONTH, weekdayTime } from '../base/time.ts';
import { dim, piece, plain } from '../drawing/segments.ts';
import { increaseOf } from '../money/increase.ts';
import type { OverviewFacts } from './facts.ts';
import { instanceName } from './instances.ts';
import { type Door, type FewColumn, figureColumn, type Part, type PartPlace, partBand, rowLines } from './part.ts';

type Row = ReturnType<typeof increaseOf>;

const DOOR: Door = { to: 'increases' };

/** Present where there is one. */
export const increasesPart = ({ increases, instances }: OverviewFacts, place: PartPlace): Part | undefined => {
  const rows = (increases?.value ?? []).map((increase) => increaseOf(increase, instances?.value ?? []));
  if (rows.length === 0) return undefined;
  return {
    name: 'increases',
    lines: [
      partBand(
        'Price increases',
        [[piece(`${increases?.isPartial ? 'at least ' : ''}${rows.length} to answer`, 'warning')]],
        place.width,
      ),
      ...rowLines(rows, columnsOf(place), place, ({ increase: { id } }) => ({ ...DOOR, key: id ?? undefined }), DOOR),
    ],
  };
};

const columnsOf = ({ timeZone }: PartPlace): readonly FewColumn<Row>[] => [
  {
    heading: 'instance',
    rank: 0,
    most: 14,
    cell: ({ increase, instance }) => [plain(instanceName(instance ?? { id: increase.contract_id ?? null }))],
  },
  figureColumn('$/h', 3, 4, ({ now }) => now),
  figureColumn('then', 4, 4, ({ after }) => after),
  {
    heading: 'more $/month',
    rank: 1,
    isRight: true,
    cell: ({ more }) => [more === undefined ? dim('?') : piece(fixed(more * HOURS_A_MONTH, 2), 'warning')],
  },
  {
    heading: 'from',
    rank: 2,
    cell: ({ increase: { contract_end_date: from } }) =>
      typeof from === 'number' ? [plain(weekdayTime(Math.floor(from * 1000), timeZone))] : [],
  },
];
