/** Rows as the text of a file, and the name that such a file is given. Pure, but for loading what writes the text. */
import type { Layout } from '../../../formats/layout.ts';
import type { CopySubject } from './copy-menu.ts';

/** The formats, by the ending of the file. */
const FORMATS = ['csv', 'json', 'ndjson'] as const;
type Format = (typeof FORMATS)[number];

/** Rows that are written at once: few enough that no key waits for them. */
const PORTION = 200;

/** The format that the ending of `file` names; undefined when it names none. */
export const formatOf = (file: string): Format | undefined =>
  FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`));

/** The name that is offered: `~/offers-2026-11-22.csv`, the day in `timeZone` (an IANA name) at `nowEpochMs` (Unix epoch). */
export const suggestedExport = (
  name: string,
  nowEpochMs: number,
  { timeZone, homeFolder }: { readonly timeZone: string; readonly homeFolder: string | undefined },
): string => {
  const day = Temporal.Instant.fromEpochMilliseconds(nowEpochMs).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${homeFolder === undefined ? '' : '~/'}${name}-${day.toString()}.csv`;
};

/** The text of the file, piece by piece. */
export const exportPieces = async <Row>(subject: CopySubject<Row>, format: Format): Promise<Iterable<string>> =>
  piecesOf(subject, await layoutOf(subject, format));

const layoutOf = async <Row>({ fields, chosen }: CopySubject<Row>, format: Format): Promise<Layout> => {
  if (format === 'csv') {
    const { csvColumns, csvLayout } = await import('../../../formats/csv.ts');
    return csvLayout(chosen ?? csvColumns(fields));
  }
  const { jsonLayout, ndjsonLayout } = await import('../../../formats/json.ts');
  return format === 'json' ? jsonLayout() : ndjsonLayout();
};

function* piecesOf<Row>({ rows, recordOf, jsonOf }: CopySubject<Row>, layout: Layout): Generator<string> {
  yield layout.head;
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION).map((row) => ({ record: recordOf(row), text: jsonOf(row) }));
    yield (at === 0 ? '' : layout.between) + layout.rows(portion);
  }
  yield layout.tail;
}
