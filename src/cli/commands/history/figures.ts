/** The figures that `gpudeck market` prints, as fields: how they are headed, and in which unit they are shown. */
import { type Column, columnOf } from '../../../catalogue/columns.ts';
import { findComputedField } from '../../../catalogue/computed-fields.ts';
import type { Field } from '../../../catalogue/field.ts';
import { JOB_FIELDS, type Workload } from '../../../pricing/job-cost.ts';
import { PERCENTILES_FROM } from '../../../pricing/spread.ts';
import type { Subject } from '../../print.ts';

const rate = (name: string, label: string, heading: string): Field => ({
  name,
  wire: 'number',
  quantity: 'rate',
  group: 'price',
  label,
  heading,
  width: 8,
});

/** Figures of a cohort, prices in $/hour for one GPU. */
export const SPREAD_FIGURES: readonly Field[] = [
  { name: 'n', wire: 'integer', quantity: 'count', group: 'price', label: 'Offers', heading: 'Offers', width: 6 },
  rate('min', 'Cheapest', 'min'),
  rate('p10', '10th percentile', 'p10'),
  rate('p25', '25th percentile', 'p25'),
  rate('median', 'Median', 'median'),
  rate('p75', '75th percentile', 'p75'),
  rate('p90', '90th percentile', 'p90'),
  rate('max', 'Most expensive', 'max'),
];

/** True of a bucket that is not known from its beginning to its end. */
export const PARTIAL = 'partial';

/** What a narrow table leaves out first. */
const LEFT_OUT_FIRST = ['to', 'p10', 'p90', 'p25', 'p75', 'max'];

/** How records are printed that have `leading` fields, the figures behind them, and `others` at their end. */
export const spreadSubject = (leading: readonly Field[], others: readonly Field[] = []): Subject => {
  const fields = [...leading, ...SPREAD_FIGURES, ...others];
  const columns: readonly Column[] = fields.map(columnOf).map(ofEnough);
  const ids = columns.map(({ id }) => id);
  const last = LEFT_OUT_FIRST.filter((id) => ids.includes(id));
  const keptLongest = [...ids.filter((id) => !last.includes(id)), ...last.toReversed()];
  return { fields, columns, keptLongest, findColumn: (name) => columns.find(({ id }) => id === name) };
};

const PERCENTILES: readonly string[] = ['p10', 'p25', 'p75', 'p90'];

/** In a table a percentile of few prices, which is none of them, is not shown. */
const ofEnough = (column: Column): Column =>
  PERCENTILES.includes(column.id)
    ? { ...column, cell: (record) => (Number(Reflect.get(record, 'n')) < PERCENTILES_FROM ? '-' : column.cell(record)) }
    : column;

const POSITION_FIGURES: readonly Field[] = [
  {
    name: 'id',
    wire: 'integer',
    quantity: 'identifier',
    group: 'identity',
    label: 'Offer',
    heading: 'Offer',
    width: 9,
  },
  rate('dph_gpu', 'Total per GPU', '=$/GPU/h'),
  { name: 'rank', wire: 'integer', quantity: 'count', group: 'price', label: 'Rank', heading: 'Rank', width: 6 },
];

/** What is said of one offer of a machine; where a job is known, what that costs too. */
export const positionFigures = (workload: Workload | undefined): readonly Field[] => [
  ...POSITION_FIGURES,
  ...(workload === undefined ? [] : JOB_FIELDS.flatMap((name) => findComputedField(name) ?? [])),
];

/** All of them. */
export const figuresOf = (workload: Workload | undefined): readonly Field[] => [
  ...positionFigures(workload),
  ...SPREAD_FIGURES,
];
