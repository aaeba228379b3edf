/**
 * A view as text that people read and edit: one line for each of its parts, `part: value`, and comments, which begin with #.
 * A part that is not named has its usual value (docs/views.md, The file). Its order and its name are read here too.
 */
import { LARGEST_LIMIT, SEARCH_TYPES, type SortKey, USUAL_SEARCH } from '../api/requests.ts';
import { nearestWords } from '../base/nearest-words.ts';
import { printable } from '../base/printable.ts';
import { COMPUTED_FIELDS, findComputedField } from '../catalogue/computed-fields.ts';
import { type Field, isSortable } from '../catalogue/field.ts';
import { findFilterField, findOfferField } from '../catalogue/lookup.ts';
import { OFFER_COLUMNS, SCALAR_OFFER_COLUMNS } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { LONGEST_LINE } from '../filter/line.ts';
import { readStorageGb } from '../filter/value.ts';
import { plainView, type View, type ViewColumns } from './view.ts';

/** What is written for the order in which the service answers. */
const NO_ORDER = 'none';

/** `order` as `readOrder` reads it. */
export const orderText = (order: readonly SortKey[]): string =>
  order.length === 0 ? NO_ORDER : order.map((key) => key.join(':')).join(',');

/** The order that a text means: `none`, or what `readSortKeys` reads. */
const readOrder = (text: string): { readonly order: readonly SortKey[] } | { readonly problem: string } =>
  text.trim() === NO_ORDER ? { order: [] } : readSortKeys(text);

/** `FIELD[:asc|desc][,...]` or `FIELD-` for descending, each field once, aliases resolved; else ascending. */
export const readSortKeys = (text: string): { readonly order: readonly SortKey[] } | { readonly problem: string } => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) return { problem: 'Expected words separated by single commas.' };
  const order: SortKey[] = [];
  for (const word of words) {
    const reading = readSortKey(word);
    if ('problem' in reading) return reading;
    const [name] = reading.key;
    if (order.some(([before]) => before === name)) return { problem: `${name} is given twice: remove one.` };
    order.push(reading.key);
  }
  return { order };
};

const readSortKey = (text: string): { readonly key: SortKey } | { readonly problem: string } => {
  const [word = '', direction = 'asc', ...rest] = (text.endsWith('-') ? `${text.slice(0, -1)}:desc` : text).split(':');
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    return { problem: `Write asc or desc after the colon, as in ${word}:desc.` };
  }
  const field = offerField(word);
  if (field !== undefined && isSortable(field)) return { key: [field.name, direction] };
  if (word.startsWith('-')) {
    const meant = offerField(word.slice(1));
    if (meant !== undefined && isSortable(meant))
      return { problem: `For the largest first write ${word.slice(1)}:desc.` };
  }
  const problem = field === undefined ? 'is not an offer field' : 'cannot be used for sorting';
  const near = nearestWords(word, SORTABLE);
  return { problem: `${word} ${problem}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}` };
};

/** The field of an offer, received or computed, that has the wire name or alias `word`. */
export const offerField = (word: string): Field | undefined => {
  const name = findFilterField(word)?.name ?? word;
  return findOfferField(word) ?? findOfferField(name) ?? findComputedField(name);
};

const SORTABLE: readonly string[] = [...OFFER_FIELDS.filter(isSortable), ...COMPUTED_FIELDS].map(({ name }) => name);

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

/** Most characters of a name: the name of its file has fewer than 256 bytes, whatever the letters. */
const LONGEST_NAME = 60;

/** Why no view can be called `name`; undefined when one can. */
export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'Type a name.';
  if (name.length > LONGEST_NAME) return `A name has ${LONGEST_NAME} characters at most.`;
  if (name.startsWith('.')) return 'A name cannot begin with a dot.';
  if (name.includes('/')) return 'A name cannot contain a slash: it is the name of a file too.';
  return printable(name) === name ? undefined : 'The name contains characters that cannot be displayed.';
};

/** The name as it is kept: without blanks around it, and each letter in its one form. */
export const tidyName = (name: string): string => name.trim().normalize('NFC');

/** True for two names that mean one view: letter case is ignored, as some file systems do. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => tidyName(name).toLowerCase();

/** That there is no view called `name`, and which one may have been meant among `names`. */
export const noSuchView = (name: string, names: readonly string[]): string => {
  const none = `there is no view "${name}".`;
  if (names.length === 0) return `${none} There are no views yet.`;
  const near = nearNames(name, names);
  if (near.length > 0) return `${none} Did you mean ${near.map(quoted).join(' or ')}?`;
  return `${none} The views are ${names.slice(0, NAMED).map(quoted).join(', ')}${names.length > NAMED ? ', ...' : '.'}`;
};

/** Views that are named where none is near. */
const NAMED = 10;

const quoted = (name: string): string => `"${name}"`;

/** The names that are near, else those in which a word is: `chep` for `cheap single GPUs`. */
const nearNames = (name: string, names: readonly string[]): readonly string[] => {
  const whole = nearestWords(name, names);
  if (whole.length > 0) return whole;
  const wordsOf = (other: string) => other.split(' ').filter((word) => word !== '');
  const near = wordsOf(name).flatMap((word) => nearestWords(word, [...new Set(names.flatMap(wordsOf))]));
  return names.filter((other) => wordsOf(other).some((word) => near.includes(word))).slice(0, 3);
};
