/** Reads the tables that the market's facts are written down in: one row a line, cells between bars, headed by names. */

/**
 * The rows of `text` as records by heading. Cells are trimmed; a missing one is empty. Columns whose heading is listed
 * in `numbers` become numbers; throws an Error when such a cell is none.
 */
export const readTable = <Text extends string, Figure extends string>(
  text: string,
  texts: readonly Text[],
  numbers: readonly Figure[],
): readonly (Readonly<Record<Text, string>> & Readonly<Record<Figure, number>>)[] => {
  const [heading = '', ...lines] = text.trim().split('\n');
  const names = splitCells(heading);
  return lines.map((line) => {
    const cells = splitCells(line);
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    // Both parts hold exactly the listed names, which TypeScript cannot conclude from Object.fromEntries.
    return {
      ...(Object.fromEntries(texts.map((name) => [name, cell(name)])) as Record<Text, string>),
      ...(Object.fromEntries(numbers.map((name) => [name, readNumber(cell(name), line)])) as Record<Figure, number>),
    };
  });
};

const splitCells = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim());

const readNumber = (cell: string, line: string): number => {
  const value = Number(cell);
  if (cell === '' || !Number.isFinite(value)) throw new Error(`"${cell}" is no number in the row "${line.trim()}"`);
  return value;
};
