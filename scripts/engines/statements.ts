/** The statements of docs/history.md, Asked with other engines: what is run here is what stands there. */
import { readFileSync } from 'node:fs';

/** Whose SQL it is. */
export type Dialect = 'DuckDB' | 'ClickHouse';

/** What a question is called in the document. */
export const QUESTIONS = ['percentiles', 'rented share', 'price changes', 'offers at noon', 'hours and price'] as const;

/** One of them. */
export type Question = (typeof QUESTIONS)[number];

/** The folder of the data set, as the document writes it. */
const FOLDER = /'market\//g;

/** The block that begins with `-- DIALECT: name`, its statements one by one, over the data set in `folder`. */
export const statementsOf = (dialect: Dialect, name: string, folder: string): readonly string[] => {
  const blocks = readFileSync('docs/history.md', 'utf8').matchAll(/^```sql\n-- (\w+: .+)\n([^`]+)```$/gm);
  for (const [, title, text = ''] of blocks)
    if (title === `${dialect}: ${name}`)
      return text
        .replace(FOLDER, `'${folder}/`)
        .split(/;\n/)
        .map((statement) => statement.trim())
        .filter((statement) => statement !== '');
  throw new Error(`no statements are documented as "-- ${dialect}: ${name}"`);
};
