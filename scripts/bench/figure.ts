/** The benchmark's figures, and how they are printed. */
import { ceilingOf } from './ceilings.ts';

/** What was measured over how many rows: by this program, and by the same app drawn by Ink's own writer. */
export type Figure = {
  readonly name: string;
  /** Offers that were asked for; 0 where there are none. */
  readonly rows: number;
  readonly ours: number;
  /** Undefined where the writer has no part in it. */
  readonly bare?: number;
  readonly unit: 'ms' | 'MB' | 'bytes' | 'paints';
};

/** One JSON object a line: `{name, rows, ours, bare, unit, ceiling}`, `bare` and `ceiling` null where there is none. */
export const printLines = (figures: readonly Figure[]): string =>
  figures
    .map((figure) => {
      const { name, rows, ours, bare, unit } = figure;
      return JSON.stringify({ name, rows, ours, bare: bare ?? null, unit, ceiling: ceilingOf(figure) ?? null });
    })
    .join('\n');

/** A table for reading, with what each figure may be at most, and the ratio of ours to Ink's own writer. */
export const printTable = (figures: readonly Figure[]): string => {
  const lines = figures.map((figure) => {
    const { name, rows, ours, bare, unit } = figure;
    const ceiling = ceilingOf(figure);
    return [
      name,
      rows === 0 ? '' : rows.toLocaleString('en-US'),
      shortened(ours),
      ceiling === undefined ? '' : shortened(ceiling),
      ceiling !== undefined && ours > ceiling ? 'OVER' : '',
      unit,
      bare === undefined ? '' : shortened(bare),
      bare ? (ours / bare).toFixed(2) : '',
    ];
  });
  return aligned([['', 'offers', 'ours', 'at most', '', '', 'bare Ink', 'ratio'], ...lines]);
};

/** Lines of cells as text: the first column flush left, the others flush right. */
export const aligned = (lines: readonly (readonly string[])[]): string => {
  const [first = []] = lines;
  const widths = first.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(([name = '', ...rest]) => {
      const cells = rest.map((text, column) => text.padStart(widths[column + 1] ?? 0));
      return `${name.padEnd(widths[0] ?? 0)}  ${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
};

/** The middle one of `values`; 0 when there is none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A figure with as many digits as mean something. */
export const shortened = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });
