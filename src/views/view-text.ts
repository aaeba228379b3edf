/**
 * A view as text that people read and edit: one line for each of its parts, `part: value`, and comments, which begin with #.
 * A part that is not named has its usual value (docs/views.md, The file).
 */
import { LARGEST_LIMIT, SEARCH_TYPES, USUAL_SEARCH } from '../api/requests.ts';
import { nearestWords } from '../base/nearest-words.ts';
import { printable } from '../base/printable.ts';
import { COMPUTED_FIELDS } from '../catalogue/computed-fields.ts';
import { OFFER_COLUMNS, SCALAR_OFFER_COLUMNS } from '../catalogue/offer-columns.ts';
import { LONGEST_LINE } from '../filter/line.ts';
import { readStorageGb } from '../filter/storage-size.ts';
import { orderText, readOrder } from './order-text.ts';
import { plainView, type View, type ViewColumns } from './view.ts';

/** The version of the format that is written here. */
const VERSION = 1;

/** The parts in the order in which they are written. */
const PARTS = ['version', 'filter', 'order', 'type', 'disk', 'limit', 'columns', 'pinned', 'wide'] as const;

type Part = (typeof PARTS)[number];

/** What the text says; or what is wrong with it in which line, the first being 1. */
export type ViewReading = { readonly view: View } | { readonly line: number; readonly problem: string };

/** What becomes of the value of one part: members of the view, or what is wrong. */
type PartReading = { readonly part: Partial<View> } | { readonly problem: string };

const USUAL_VIEW: View = {
  filter: '',
  order: USUAL_SEARCH.order,
  type: USUAL_SEARCH.type,
  storageGb: USUAL_SEARCH.allocatedStorageGb,
  limit: USUAL_SEARCH.limit,
};

/** The line in which the filter stands, the first being 1; undefined where none does. */
export const filterLineNumber = (text: string): number | undefined => {
  const place = linesOf(text).findIndex((line) => partOf(line)?.part === 'filter');
  return place < 0 ? undefined : place + 1;
};

/** The text of `view`. Of a `former` text, which must be readable, every comment and the order of the lines stay. */
export const viewText = (view: View, former = ''): string => {
  const values = valuesOf(plainView(view));
  const kept = former === '' ? [] : linesOf(former.trimEnd());
  const written = new Set<Part>();
  const lines = kept.flatMap((line) => {
    const part = partOf(line)?.part;
    if (part === undefined) return [line];
    written.add(part);
    return lineOf(part, values[part]);
  });
  const missing = PARTS.filter((part) => !written.has(part)).flatMap((part) => lineOf(part, values[part]));
  return `${[...lines, ...missing].join('\n')}\n`;
};

/** No line where there is nothing to be said. */
const lineOf = (part: Part, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [value === '' ? `${part}:` : `${part}: ${value}`];

const valuesOf = ({
  filter,
  order,
  type,
  storageGb,
  limit,
  columns,
}: View): Readonly<Record<Part, string | undefined>> => ({
  version: String(VERSION),
  filter,
  order: orderText(order),
  type,
  disk: `${storageGb}GB`,
  limit: String(limit),
  columns: columns?.shown?.join(', '),
  pinned: columns?.pinned === undefined ? undefined : String(columns.pinned),
  wide: columns?.widened?.join(', '),
});

/** Reads the text of a view. Of several problems the first is told, and that the text is of a newer version before all others. */
export const readViewText = (text: string): ViewReading => {
  const lines = linesOf(text);
  const found = lines.map(partOf);
  const versionAt = found.findIndex((line) => line?.part === 'version');
  const versionProblem = versionAt < 0 ? undefined : problemOfVersion(found[versionAt]?.value ?? '');
  if (versionProblem !== undefined) return { line: versionAt + 1, problem: versionProblem };
  const seen = new Set<Part>();
  let view = USUAL_VIEW;
  for (const [place, text] of lines.entries()) {
    const line = place + 1;
    if (isRemark(text)) continue;
    const { part, value = '' } = found[place] ?? {};
    if (part === undefined) return { line, problem: unknownPart(text) };
    if (seen.has(part)) return { line, problem: `"${part}" stands here a second time: remove one of the two` };
    seen.add(part);
    const reading = readPart(part, value);
    if ('problem' in reading) return { line, problem: reading.problem };
    const columns = { ...view.columns, ...reading.part.columns };
    view = { ...view, ...reading.part, ...(Object.keys(columns).length > 0 && { columns }) };
  }
  return { view };
};

/** Without the mark that some editors put before a text, and without the ends of lines of other systems. */
const linesOf = (text: string): readonly string[] =>
  text
    .replace('\ufeff', '')
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

const isRemark = (line: string): boolean => line.trim() === '' || line.trimStart().startsWith('#');

/** The part that a line names, and its value; undefined for a comment, and for what is no part. */
const partOf = (line: string): { readonly part: Part; readonly value: string } | undefined => {
  if (isRemark(line)) return undefined;
  const word = wordOf(line);
  const part = PARTS.find((name) => name === word);
  return part === undefined ? undefined : { part, value: line.slice(line.indexOf(':') + 1).trim() };
};

/** What stands before the colon, in lower case; empty where there is no colon. */
const wordOf = (line: string): string =>
  line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase();

const unknownPart = (line: string): string => {
  const word = wordOf(line);
  if (!line.includes(':'))
    return 'this line is no comment and has no colon: write a part such as "limit: 1000", or # before it';
  const [near] = nearestWords(word, PARTS);
  const help = near === undefined ? ` A view has ${PARTS.slice(1).join(', ')}.` : ` Did you mean ${near}?`;
  return `a view has no part "${word}".${help}`;
};

const problemOfVersion = (value: string): string | undefined => {
  const version = wholeNumber(value);
  if (version === undefined || version < 1) return `"${value}" is no version: write 1`;
  return version === VERSION
    ? undefined
    : `a newer gpudeck has written this view (version ${version}, and this gpudeck reads version ${VERSION})`;
};

const readPart = (part: Part, value: string): PartReading => {
  switch (part) {
    case 'version':
      return { part: {} };
    case 'filter':
      return readFilterValue(value);
    case 'order': {
      const reading = readOrder(value);
      return 'problem' in reading ? reading : { part: reading };
    }
    case 'type': {
      const type = SEARCH_TYPES.find((name) => name === value);
      return type === undefined
        ? { problem: `"${value}" is no type: write ${SEARCH_TYPES.join(', ')}` }
        : { part: { type } };
    }
    case 'disk': {
      const storageGb = readStorageGb(value);
      return storageGb === undefined
        ? { problem: `"${value}" is no size: write one above 0, such as 200GB` }
        : { part: { storageGb } };
    }
    case 'limit': {
      const limit = wholeNumber(value);
      return limit === undefined || limit < 1 || limit > LARGEST_LIMIT
        ? { problem: `"${value}" is no limit: write a whole number from 1 to ${LARGEST_LIMIT}` }
        : { part: { limit } };
    }
    case 'columns':
      return readColumns(value, (shown) => ({ shown }));
    case 'wide':
      return readColumns(value, (widened) => ({ widened }));
    case 'pinned': {
      const pinned = wholeNumber(value);
      return pinned === undefined || pinned < 0 || pinned > MOST_PINNED
        ? { problem: `"${value}" is no number of columns: write a whole number from 0 to ${MOST_PINNED}` }
        : { part: { columns: { pinned } } };
    }
  }
};

/** As many columns as a list can have, and more than a screen has room for. */
const MOST_PINNED = 300;

const readColumns = (value: string, partOf: (ids: readonly string[]) => ViewColumns): PartReading => {
  const ids = value.split(',').map((id) => id.trim());
  if (ids.includes('')) return { problem: 'write names of columns between single commas, such as dph_total, gpu_name' };
  const unknown = ids.find((id) => !COLUMN_IDS.includes(id));
  if (unknown === undefined) return { part: { columns: partOf([...new Set(ids)]) } };
  const [near] = nearestWords(unknown, COLUMN_IDS);
  return { problem: `there is no column "${unknown}".${near === undefined ? '' : ` Did you mean ${near}?`}` };
};

const COLUMN_IDS: readonly string[] = [
  ...new Set(
    [...OFFER_COLUMNS, ...SCALAR_OFFER_COLUMNS, ...COMPUTED_FIELDS].map((column) =>
      'id' in column ? column.id : column.name,
    ),
  ),
];

const readFilterValue = (value: string): PartReading => {
  if (value.length > LONGEST_LINE) return { problem: `the filter has more than ${LONGEST_LINE} characters` };
  return printable(value) === value
    ? { part: { filter: value } }
    : { problem: 'the filter contains characters that cannot be displayed' };
};

const wholeNumber = (text: string): number | undefined => {
  const value = Number(text);
  return text !== '' && Number.isSafeInteger(value) && String(value) === text ? value : undefined;
};
