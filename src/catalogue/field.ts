/**
 * The shape of one catalogue row: everything the program knows about one word of the service
 * (docs/interface.md, Records and docs/interface.md, filter parameters). Rows are plain data; nothing here reads a value.
 */
import type { QuantityName } from './quantity.ts';
import type { Tones } from './tones.ts';

/**
 * Kind of a value in a reply (docs/interface.md, Offer). `flag` is a boolean sent as 0 or 1; `nullable` is a field that is published as
 * nullable without a type; `breakdown` is the object of six prices; `objects` an array of objects, or of their ids, which are counted.
 */
export type WireKind =
  | 'integer'
  | 'number'
  | 'string'
  | 'boolean'
  | 'flag'
  | 'integers'
  | 'objects'
  | 'nullable'
  | 'breakdown';

/** The eight operators of a search filter (docs/interface.md, Search offers), in the spelling of the wire. */
export const OPERATORS = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'in', 'notin'] as const;

/** One operator of a search filter, in the spelling of the wire. */
export type Operator = (typeof OPERATORS)[number];

/** What a filter's value is: `version` compares by its dotted parts, `country` is a two-letter ISO 3166 code. */
export type FilterKind = 'number' | 'integer' | 'boolean' | 'text' | 'version' | 'country';

/** A value in a request body. */
export type WireValue = string | number | boolean | readonly (string | number | boolean)[];

/** The object that one filter parameter is on the wire: one operator with its value. */
export type WireFilter = { readonly [O in Operator]?: WireValue };

/** How a word may be used in a search filter (docs/interface.md, filter parameters). */
export type FieldFilter = {
  readonly kind: FilterKind;
  /** Operators the field takes. */
  readonly operators: readonly Operator[];
  /** Smallest and largest wire value, where a range is published. */
  readonly range?: { readonly minimum: number; readonly maximum: number; readonly isExclusive: boolean };
  /** Largest bare number that can be meant in display units; above it the user surely meant MB. In GB. */
  readonly bareMaximum?: number;
  /** True when values hold spaces, so that an underscore in an unquoted value stands for one. */
  readonly hasBlanks?: true;
  /** True when the catalogue's known values are all that there are. */
  readonly isClosed?: true;
  /** The clause in force when the search does not mention the field, and what lifts it. */
  readonly initial?: { readonly value: string | boolean; readonly any: WireFilter };
};

/** Groups in which an offer's fields are shown. */
export const GROUPS = [
  'price',
  'gpu',
  'processor',
  'storage',
  'network',
  'reliability',
  'availability',
  'identity',
  'other',
] as const;

/** One group of fields. */
export type Group = (typeof GROUPS)[number];

/** One row of the catalogue. */
export type Field = {
  /** The word on the wire. */
  readonly name: string;
  /** The member of a reply that it is made of, where that has another name or unit. */
  readonly madeOf?: string;
  /** Kind in a reply; absent for a word that exists only as a filter. */
  readonly wire?: WireKind;
  /** What the figure measures; absent for text, booleans and objects. */
  readonly quantity?: QuantityName;
  readonly group: Group;
  /** Words for a person, without the unit. */
  readonly label: string;
  /** Column heading with its unit; columns that have none are headed by their wire name. */
  readonly heading?: string;
  /** Cells that a column needs for its usual values; at least the heading's length is given to it. */
  readonly width?: number;
  /** Present when the word is a search filter. */
  readonly filter?: FieldFilter;
  /** How it is compared where the service cannot filter by it and its kind on the wire does not tell. */
  readonly filterHere?: FieldFilter;
  /** Other names by which the field may be typed. */
  readonly aliases?: readonly string[];
  /** Values seen, for completion and likeness; no closed set, unless the filter says so. */
  readonly known?: readonly string[];
  /** Other words for known values. */
  readonly meant?: Readonly<Record<string, string>>;
  /** True for what the service does not know: it is computed here, and never sent. */
  readonly isComputed?: true;
  /** True for what a job costs: it is known only where a workload is. */
  readonly needsWorkload?: true;
  /** Which figure of several is the better one, where the quantity alone says it wrongly. */
  readonly better?: Better;
  /** On the page of a record it stands in the line of another field, as these words say: `_ in all`. */
  readonly beside?: readonly [field: string, words: string];
  /** Which of its values stand out. */
  readonly tones?: Tones;
};

/** Which of several figures is the better one; `neither` where that depends on who asks. */
type Better = 'less' | 'more' | 'neither';

/** True when the field's values are set against the right edge of a column. */
export const isRightAligned = (field: Field): boolean => field.quantity !== undefined && field.quantity !== 'moment';

/** Figures that people want little of. */
const WANTED_SMALL: readonly QuantityName[] = [
  'rate',
  'amount',
  'perGigabyte',
  'perGigabyteMonth',
  'perTerabyte',
  'temperature',
  'identifier',
];

/** The direction in which people want to see the field first: cheap before dear, much before little, texts from their beginning. */
export const firstDirection = ({ quantity, filter }: Field): 'asc' | 'desc' => {
  if (filter?.kind === 'version') return 'desc';
  return quantity === undefined || WANTED_SMALL.includes(quantity) ? 'asc' : 'desc';
};

/** Figures of which none is better than another: names, times, and the power that a card may draw. */
const WITHOUT_BEST: readonly QuantityName[] = ['identifier', 'moment', 'power'];

/** Which figure of several is the better one: the one that people want to see first; texts and booleans have no better one. */
export const betterOf = (field: Field): Better => {
  const { quantity, better } = field;
  if (better !== undefined) return better;
  if (quantity === undefined || WITHOUT_BEST.includes(quantity)) return 'neither';
  return firstDirection(field) === 'asc' ? 'less' : 'more';
};

/** True when the service can order offers by the field: it stands in the reply and holds one comparable value. */
export const isSortable = (field: Field): boolean =>
  field.wire !== undefined && !['integers', 'objects', 'nullable', 'breakdown'].includes(field.wire);

const LISTABLE = ['eq', 'neq', 'in', 'notin'] as const;

/** Any number; all eight operators. */
export const number = { kind: 'number', operators: OPERATORS } as const satisfies FieldFilter;

/** A whole number; all eight operators. */
export const integer = { kind: 'integer', operators: OPERATORS } as const satisfies FieldFilter;

/** Memory in MB; a bare number is GB and may be at most `bareMaximum`. */
export const memory = (bareMaximum: number) => ({ ...integer, bareMaximum }) satisfies FieldFilter;

/** A fraction from 0 to 1, both included (docs/interface.md, Limits). */
export const fraction = {
  ...number,
  range: { minimum: 0, maximum: 1, isExclusive: false },
} as const satisfies FieldFilter;

/** The SLA coverage target: strictly between 0 and 1, one value only (docs/interface.md, Limits). */
export const target = {
  kind: 'number',
  operators: ['eq'],
  range: { minimum: 0, maximum: 1, isExclusive: true },
} as const satisfies FieldFilter;

/** Yes or no, sent as `eq`. */
export const boolean = { kind: 'boolean', operators: ['eq', 'neq'] } as const satisfies FieldFilter;

/** Exact text. */
export const text = { kind: 'text', operators: LISTABLE } as const satisfies FieldFilter;

/** A dotted version, compared part by part; all eight operators. */
export const version = { kind: 'version', operators: OPERATORS } as const satisfies FieldFilter;

/** A two-letter country code, sent as a list. */
export const country = { kind: 'country', operators: LISTABLE } as const satisfies FieldFilter;

/** One price of a breakdown. */
type BreakdownFigure = { readonly name: string; readonly label: string } & Pick<Field, 'better'>;

/** The six prices in the order in which they are shown. */
export const BREAKDOWN_FIGURES = [
  { name: 'gpuCostPerHour', label: 'GPUs' },
  { name: 'diskHour', label: 'Disk' },
  { name: 'slaPremiumPerHour', label: 'SLA premium' },
  { name: 'totalHour', label: 'Total' },
  { name: 'discountTotalHour', label: 'Reserved discount', better: 'more' },
  { name: 'discountedTotalPerHour', label: 'Total if reserved' },
] as const satisfies readonly BreakdownFigure[];

/** A breakdown object; a reply may leave any figure out. $/hour. */
export type Breakdown = { readonly [F in (typeof BREAKDOWN_FIGURES)[number]['name']]?: number | null };
