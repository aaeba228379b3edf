/** The journal's subject of filter lines that were kept, so that up and down find them in later runs too. */
import { readOr, type Statements, written } from './journal.ts';

/** The lines of one list. */
export type FilterLines = {
  /** The newest last, none twice. */
  readonly list: () => readonly string[];
  /** Puts a line last. What the journal cannot take is not remembered. */
  readonly keep: (line: string) => void;
};

/** The table; a step of the journal. */
export const FILTER_LINES_TABLE = `
  CREATE TABLE filter_lines (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    list TEXT NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (profile, list, line)
  ) STRICT`;

/** Lines that a list keeps at the most, and the longest one that is kept, in characters. */
const KEPT_LINES = 200;
const LINE_MAXIMUM = 2000;

/** Lines that end with the program, where no journal can be had. */
export const filterLinesInMemory = (): FilterLines => {
  let kept: readonly string[] = [];
  return {
    list: () => kept,
    keep: (line) => {
      if (line !== '') kept = [...kept.filter((other) => other !== line), line].slice(-KEPT_LINES);
    },
  };
};

/** The lines of the list called `list` in `profile`. */
export const createFilterLines = (journal: Statements, profile: string, list: string): FilterLines => {
  const all = journal.prepare(
    `SELECT line FROM filter_lines WHERE profile = ? AND list = ? AND length(line) <= ${LINE_MAXIMUM} ORDER BY place`,
  );
  const put = journal.prepare('INSERT OR REPLACE INTO filter_lines (profile, list, line) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM filter_lines WHERE profile = ? AND list = ? AND place NOT IN (
      SELECT place FROM filter_lines WHERE profile = ? AND list = ? ORDER BY place DESC LIMIT ${KEPT_LINES})`);
  return {
    list: () => readOr([], () => all.all(profile, list).map(({ line }) => String(line))),
    keep: (line) => {
      if (line === '' || line.length > LINE_MAXIMUM) return;
      written(() => put.run(profile, list, line));
      written(() => trim.run(profile, list, profile, list));
    },
  };
};
