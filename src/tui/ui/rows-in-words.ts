/**
 * Rows of tables as they are said in plain lines: each figure behind what it is. A painter of lines sees pictures of rows alone; here stands
 * what each picture says.
 */

/** Takes down what the `headings` are of the `cells` of a row, as both are shown. */
export type NoteRow = (headings: readonly string[], cells: readonly string[]) => void;

/** More rows than stand on any screen, on every pane. */
const MOST_ROWS = 2000;

/** Rows by their pictures, none at first. */
export const createRowsInWords = (): {
  readonly note: NoteRow;
  readonly of: (picture: string) => readonly string[] | undefined;
} => {
  const words = new Map<string, readonly string[]>();
  return {
    note: (headings, cells) => {
      const picture = squeezed(cells.join(' '));
      words.delete(picture);
      words.set(
        picture,
        headings.flatMap((heading, place) => named(heading, cells[place] ?? '')),
      );
      const [oldest = ''] = words.keys();
      if (words.size > MOST_ROWS) words.delete(oldest);
    },
    of: (picture) => words.get(squeezed(picture)),
  };
};

const named = (heading: string, cell: string): readonly string[] =>
  cell.trim() === '' ? [] : [`${heading} ${cell.trim()}`.trim()];

/** Without what only sets the cells apart. */
const squeezed = (picture: string): string => picture.trim().replace(/ +/g, ' ');
