/** What can be copied of rows of a list, and the text of each. Pure, but for loading what writes CSV. */
import { plural } from '../../../base/figures.ts';
import { withoutFormulas } from '../../../base/other-programs.ts';
import { printable } from '../../../base/printable.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import type { Field } from '../../../catalogue/field.ts';
import { chosenRows, type List, type ListKind } from '../../state/list.ts';
import { presentOf } from '../../state/list-places.ts';

/** The rows that are copied, at least one, and how they are read. */
export type CopySubject<Row> = {
  readonly rows: readonly Row[];
  /** What so many rows are said to be: `the volume`, `2 volumes`. */
  readonly named: (count: number) => string;
  readonly fields: readonly Field[];
  /** Names of what CSV holds, in their order, where the user has chosen the columns; absent: every field. */
  readonly chosen?: readonly string[] | undefined;
  readonly recordOf: (row: Row) => ServiceRecord;
  /** The row's JSON on one line. */
  readonly jsonOf: (row: Row) => string;
  /** Every column in the order on screen; the column cursor is on the one of the id `column`. */
  readonly columns: readonly {
    readonly id: string;
    readonly heading: string;
    readonly cell: (row: Row) => string;
  }[];
  readonly column: string;
  /** What is to be known of the values, behind their name; empty as a rule. */
  readonly note?: string;
  /** What else a row can be copied as, where the list has such a thing; undefined for a row that it cannot be made of. */
  readonly own?: { readonly label: string; readonly textOf: (row: Row) => string | undefined };
  /** The search that brought the rows, where it can be made elsewhere. */
  readonly search?: CopiedSearch;
};

/** A search as a command of this program, and as one of curl, which is unknown until there is a service. */
type CopiedSearch = { readonly command: string; readonly request: string | undefined };

/** One line of the menu. */
export type CopyItem = {
  readonly id: 'json' | 'id' | 'machine' | 'cell' | 'text' | 'csv' | 'own' | 'command' | 'request';
  /** The letter that takes it. */
  readonly key: string;
  readonly label: string;
  /** What will be copied, or a few words about it. */
  readonly preview: string;
};

/** Rows whose values the menu shows. */
const PREVIEWED = 20;

/** The lines of the menu; the first is what Enter takes. */
export const copyItems = <Row>(subject: CopySubject<Row>): readonly CopyItem[] => {
  const { rows, fields, own, search } = subject;
  const first = { ...subject, rows: rows.slice(0, PREVIEWED) };
  const row = plural(rows.length, 'row');
  const has = (field: string): boolean => fields.some(({ name }) => name === field);
  const machine: CopyItem = { id: 'machine', key: 'm', label: 'machine id', preview: valuesOf(first, 'machine_id') };
  return [
    { id: 'json', key: 'y', label: 'JSON', preview: rows.length === 1 ? 'all that came' : 'all that came, one a line' },
    ...(has('id') ? [{ id: 'id', key: 'i', label: 'id', preview: valuesOf(first, 'id') } as const] : []),
    ...(has('machine_id') ? [machine] : []),
    { id: 'cell', key: 'c', label: 'cell', preview: cellPreview(first) },
    { id: 'text', key: 't', label: `${row} as text`, preview: 'the columns, tab-separated' },
    { id: 'csv', key: 'v', label: 'CSV', preview: csvPreview(subject) },
    ...(own === undefined
      ? []
      : [{ id: 'own', key: 's', label: own.label, preview: ownTexts(first).join('  ') } as const]),
    ...(search === undefined
      ? []
      : ([
          { id: 'command', key: 's', label: 'search command', preview: search.command },
          { id: 'request', key: 'r', label: 'request as curl', preview: 'takes the key from GPUDECK_API_KEY' },
        ] as const)),
  ];
};

const csvPreview = ({ chosen }: Pick<CopySubject<never>, 'chosen'>): string =>
  chosen === undefined ? 'every field, with a header' : `${columnsCounted(chosen)} chosen, with a header`;

/** What is said of a text as CSV that does not hold every field; else nothing. */
export const columnsWritten = ({ chosen }: Pick<CopySubject<never>, 'chosen'>): string =>
  chosen === undefined ? '' : `, ${columnsCounted(chosen)}`;

const columnsCounted = ({ length }: readonly string[]): string => `${length} ${plural(length, 'column')}`;

/** What the text of the line `id` is, for the message that it was copied. */
export const copiedAs = <Row>(subject: CopySubject<Row>, id: CopyItem['id']): string => {
  const { rows, named, note = '' } = subject;
  const what = named(rows.length);
  switch (id) {
    case 'json':
      return what + note;
    case 'id':
      return `the ${plural(rows.length, 'id')} of ${what}`;
    case 'machine':
      return `the machine ${plural(rows.length, 'id')} of ${what}`;
    case 'cell':
      return `${columnOf(subject)?.heading ?? 'the cell'} of ${what}${note}`;
    case 'text':
      return `${what} as text${note}`;
    case 'csv':
      return `${what} as CSV${columnsWritten(subject)}${note}`;
    case 'own':
      return `the ${subject.own?.label ?? ''} of ${what}`;
    case 'command':
      return 'the command of this search';
    case 'request':
      return 'the request of this search as curl';
  }
};

/** The text of the line `id`; empty where there is nothing to copy. No text of a service acts on a terminal or a spreadsheet. */
export const copyText = async <Row>(subject: CopySubject<Row>, id: CopyItem['id']): Promise<string> => {
  const { rows, columns, fields, chosen, recordOf, jsonOf, search } = subject;
  switch (id) {
    case 'json':
      return rows.map(jsonOf).join('\n');
    case 'id':
      return valuesOf(subject, 'id');
    case 'machine':
      return valuesOf(subject, 'machine_id');
    case 'cell':
      return cellsOf(subject).join('\n');
    case 'text':
      return rows.map((row) => columns.map(({ cell }) => cellText(cell(row))).join('\t')).join('\n');
    case 'csv': {
      const { csvColumns, csvLayout } = await import('../../../formats/csv.ts');
      const { head, rows: lines } = csvLayout(chosen ?? csvColumns(fields));
      return head + lines(rows.map((row) => ({ record: recordOf(row), text: '' })));
    }
    case 'own':
      return ownTexts(subject).join('\n');
    case 'command':
      return search?.command ?? '';
    case 'request':
      return search?.request ?? '';
  }
};

/** The values of `field`, each once, as filters and `--machine` take several. */
const valuesOf = <Row>({ rows, recordOf }: CopySubject<Row>, field: string): string => {
  const values = rows.flatMap((row) => {
    const value = recordOf(row)[field];
    return typeof value === 'number' || typeof value === 'string' ? cellText(String(value)) : [];
  });
  return [...new Set(values)].join(',');
};

const ownTexts = <Row>({ rows, own }: CopySubject<Row>): readonly string[] =>
  rows.flatMap((row) => own?.textOf(row) ?? []);

const columnOf = <Row>({ columns, column }: CopySubject<Row>) => columns.find(({ id }) => id === column);

const cellsOf = <Row>(subject: CopySubject<Row>): readonly string[] => {
  const cell = columnOf(subject)?.cell;
  return cell === undefined ? [] : subject.rows.map((row) => cellText(cell(row)));
};

const cellPreview = <Row>(subject: CopySubject<Row>): string =>
  `${columnOf(subject)?.heading ?? ''}   ${cellsOf(subject).join('  ')}`.trim();

/** A figure as it is, which a spreadsheet does not take for a formula; any other text made harmless. */
const cellText = (text: string): string => {
  const shown = printable(text);
  return /^[-+]?[\d.,]*$/.test(shown) ? shown : withoutFormulas(shown);
};

/** What of a list is written into a file: the open row, or the marked rows that are shown, or else all that are shown. */
export const exportedRows = <Row, Query>(
  list: List<Row, Query>,
  kind: Pick<ListKind<Row, Query>, 'keyOf'>,
): readonly Row[] =>
  list.marked.length === 0 && list.opened === undefined ? presentOf(list, list.shown) : chosenRows(list, kind);

/** Names of what CSV holds of a list whose columns the user has chosen: of `columns` those that it can hold; undefined for all. */
export const chosenNames = <Own extends { readonly id: string }>(
  { columns: choice }: Pick<List<unknown>, 'columns'>,
  columns: readonly Own[],
  canHold: (column: Own) => boolean,
): readonly string[] | undefined => {
  const names = choice?.shown === undefined ? [] : columns.filter(canHold).map(({ id }) => id);
  return names.length === 0 ? undefined : names;
};
