/** The benchmark's figures, and how they are printed. */

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

/** One JSON object a line: `{name, rows, ours, bare, unit}`, `bare` null where there is none. */
export const printLines = (figures: readonly Figure[]): string =>
  figures
    .map(({ name, rows, ours, bare, unit }) => JSON.stringify({ name, rows, ours, bare: bare ?? null, unit }))
    .join('\n');

/** A table for reading, with the ratio of ours to Ink's own writer. */
export const printTable = (figures: readonly Figure[]): string => {
  const lines = figures.map(({ name, rows, ours, bare, unit }) => [
    name,
    rows === 0 ? '' : rows.toLocaleString('en-US'),
    shortened(ours),
    bare === undefined ? '' : shortened(bare),
    bare ? (ours / bare).toFixed(2) : '',
    unit,
  ]);
  const table = [['', 'offers', 'ours', 'bare Ink', 'ratio', ''], ...lines];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map(([name = '', ...rest]) => {
      const figuresOf = rest.map((text, column) => text.padStart(widths[column + 1] ?? 0));
      return `${name.padEnd(widths[0] ?? 0)}  ${figuresOf.join('  ')}`.trimEnd();
    })
    .join('\n');
};

/** The middle one of `values`; 0 when there is none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const shortened = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });
