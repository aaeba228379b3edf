/**
 * The tables of README and filter line are printed from the rows that the program runs on. `npm run readme` writes them; as a test this only
 * compares, so that a stale table fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import type { FieldFilter } from '../src/catalogue/field.ts';
import { unitOf } from '../src/catalogue/format.ts';
import { FILTER_FIELDS } from '../src/catalogue/lookup.ts';
import {
  type ColumnKind,
  MONEY_DIGITS,
  MONEY_PRECISION,
  TABLES,
  type TableColumn,
} from '../src/history/parquet/columns.ts';
import { compose } from '../src/tui/deck/compose.ts';
import { groupsOf, shownKeys } from '../src/tui/frame/help.ts';
import { PANE_NAMES, type PaneName } from '../src/tui/panes/names.ts';
import { USUAL_START } from '../src/tui/panes/offers/state.ts';

/** Which document has which table. */
const PLACES = { keys: 'docs/keys.md', filters: 'docs/filter-line.md', tables: 'docs/history.md' } as const;

/** A code block of aligned columns. */
const block = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['```', ...lines, '```'].join('\n');
};

const keysOf = (pane: PaneName): ReturnType<typeof groupsOf> => {
  const nothing = () => undefined;
  const deck = compose({
    pane,
    search: USUAL_START,
    serviceName: '',
    clock: systemClock,
    random: () => 0.5,
    timeZone: 'UTC',
    size: { columns: 100, rows: 30 },
    services: { others: [], switchTo: nothing, useKey: undefined },
    terminal: { quit: nothing, suspend: nothing, repaint: nothing, copy: async () => undefined },
  });
  return groupsOf(deck.bindingsBehind().filter(({ keys }) => keys.length > 0));
};

/** The first pane with all that works there, each other one that has more with what it has besides. */
const keysOfPanes = (): string => {
  const told = new Set<string>();
  return PANE_NAMES.flatMap(({ name, title }) => {
    const rows = keysOf(name).flatMap(([group, members]) =>
      members
        .map((row): readonly [string, string, string] => [group, shownKeys(row), row.label])
        .filter((row) => !told.has(row.join(' '))),
    );
    for (const row of rows) told.add(row.join(' '));
    const cells = rows.map(([group, keys, label], index) => [group === rows[index - 1]?.[0] ? '' : group, keys, label]);
    return cells.length === 0 ? [] : [`## ${title}\n\n${block(cells)}\n`];
  }).join('\n');
};

const defaultOf = ({ initial }: FieldFilter): string => (initial === undefined ? '' : `default: ${initial.value}`);

/** A column of an exported table. */
const rowOf = ({ name, kind, meaning, isAlways }: TableColumn) => [
  name,
  TYPES[kind],
  isAlways === true ? '' : 'or null',
  meaning.replaceAll('`', ''),
];

const TYPES: Readonly<Record<ColumnKind, string>> = {
  ...{ moment: 'TIMESTAMP', money: `DECIMAL(${MONEY_PRECISION}, ${MONEY_DIGITS})`, figure: 'DOUBLE' },
  ...{ id: 'INT64', count: 'INT64', text: 'STRING', truth: 'BOOLEAN' },
};

const BLOCKS: Record<keyof typeof PLACES, string> = {
  keys: keysOfPanes(),
  filters: block([
    ['field', 'kind', 'shown in', 'meaning', ''],
    ...FILTER_FIELDS.map((field) => [
      field.name,
      field.filter.kind,
      unitOf(field),
      field.label,
      [defaultOf(field.filter), field.aliases === undefined ? '' : `also ${field.aliases.join(', ')}`]
        .filter(Boolean)
        .join('; '),
    ]),
  ]),
  tables: Object.entries(TABLES)
    .map(([name, columns]) => `\`${name}\`:\n\n${block(columns.map(rowOf))}`)
    .join('\n\n'),
};

const written = (text: string, name: keyof typeof PLACES): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`),
    (_, before: string, after: string) => `${before}${BLOCKS[name]}\n${after}`,
  );

test.each(['keys', 'filters', 'tables'] as const)(
  'the table of %s in the documents is the one that the program runs on',
  (name) => {
    const path = PLACES[name];
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(`<!-- ${name} -->`);
    if (process.env.GPUDECK_WRITE_README === '1') writeFileSync(path, written(text, name));
    expect(readFileSync(path, 'utf8'), `${path} is out of date: npm run readme`).toBe(written(text, name));
  },
);
