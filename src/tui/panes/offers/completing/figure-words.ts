/** What the offers at hand have in a field, in words and as a tiny histogram. Pure. */
import { counted, grouped } from '../../../../base/figures.ts';

import { formatValue, unitOf } from '../../../../catalogue/format.ts';
import type { FilterField } from '../../../../catalogue/lookup.ts';
import type { Seen, SeenFigures } from '../../../../filter/seen.ts';
import { BARS } from '../../../ui/chart.ts';

/** `0.1012 ▁▅█▃▂ 12.4000 $/h`; where few figures reach far beyond the others, these are one bar behind the figure that it begins at. */
export const picture = (field: FilterField, { smallest, largest, histogram }: SeenFigures): string => {
  const { counts, tailFrom } = histogram;
  const bars = barsOf(counts);
  const drawn =
    tailFrom === undefined ? bars : `${bars.slice(0, -1)} ${formatValue(field, tailFrom)} ${bars.slice(-1)}`;
  return `${formatValue(field, smallest)} ${drawn} ${withUnit(field, formatValue(field, largest))}`;
};

/** One character for each count, the largest one as high as a line; nothing at all is a dot. */
const barsOf = (counts: readonly number[]): string => {
  const most = Math.max(...counts);
  return counts
    .map((count) => (count === 0 ? '·' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? BARS[0])))
    .join('');
};

/** `0.1012 to 12.4000 $/h`. */
export const rangeWords = (field: FilterField, { smallest, largest }: SeenFigures): string => {
  const low = formatValue(field, smallest);
  const high = formatValue(field, largest);
  return low === high ? withUnit(field, low) : `${low} to ${withUnit(field, high)}`;
};

/** What was seen, in a few words; `offers` names what it was seen in. */
export const seenWords = (field: FilterField, seen: Seen, offers: string): string => {
  if (seen.kind === 'figures') return `${rangeWords(field, seen)} in ${offers}`;
  if (field.filter.kind === 'boolean') {
    const yes = seen.values.find(([value]) => value === 'true')?.[1] ?? 0;
    return `yes in ${grouped(yes)} of ${offers}`;
  }
  const { length } = seen.values;
  return `${counted(length, 'value')} in ${offers}`;
};

/** The figure with its unit, as a line may have it. */
export const withUnit = (field: FilterField, figure: string): string => {
  const unit = unitOf(field);
  return unit === '' ? figure : unit === '%' ? `${figure}%` : `${figure} ${unit}`;
};
