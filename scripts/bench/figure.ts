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
  /** The same done the plain way, where it is not; for a command Node with nothing to do. */
  readonly plain?: number;
  /** The build that `--before` names. */
  readonly before?: number;
  readonly unit: 'ms' | 'CPU ms' | 'MB' | 'bytes' | 'paints';
};

/** One JSON object a line: `{name, rows, ours, bare, plain, before, unit, ceiling}`, null where there is none. */
export const printLines = (figures: readonly Figure[]): string =>
  figures
    .map((figure) => {
      const { name, rows, ours, bare = null, plain = null, before = null, unit } = figure;
      return JSON.stringify({ name, rows, ours, bare, plain, before, unit, ceiling: ceilingOf(figure) ?? null });
    })
    .join('\n');

/** A table for reading, with what each figure may be at most, and the ratio of ours to what stands beside it. */
export const printTable = (figures: readonly Figure[]): string => {
  const lines = figures.map((figure) => {
    const { name, rows, ours, bare, plain, before, unit } = figure;
    const beside = bare ?? plain;
    const ceiling = ceilingOf(figure);
    return [
      name,
      rows === 0 ? '' : rows.toLocaleString('en-US'),
      shortened(ours),
      ceiling === undefined ? '' : shortened(ceiling),
      ceiling !== undefined && ours > ceiling ? 'OVER' : '',
      unit,
      bare === undefined ? '' : shortened(bare),
      plain === undefined ? '' : shortened(plain),
      beside ? (ours / beside).toFixed(2) : '',
      before === undefined ? '' : shortened(before),
      before ? (ours / before).toFixed(2) : '',
    ];
  });
  return aligned([
    ['', 'offers', 'ours', 'at most', '', '', 'bare Ink', 'plain way', 'ratio', 'before', 'ratio'],
    ...lines,
  ]);
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
