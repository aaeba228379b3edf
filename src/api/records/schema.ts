/**
 * The shapes of replies as zod schemas, built from the catalogue's rows. Tolerant of data, strict about shape: unknown
 * members are kept, every field may be absent or null, and a value of a wrong kind never costs the record it is in.
 */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { BREAKDOWN_FIGURES, type Field, type WireKind } from '../../catalogue/field.ts';

import type { RecordOf } from '../../catalogue/values.ts';

/** A record that was checked, how many of its values were of a wrong kind, and its JSON text where it was settled. */
type Checked<T> = { readonly record: T; readonly malformedValues: number; readonly text?: string };

/** Brings a record to the one reading of what services write differently; true when this changed it. */
export type Settle = (record: Record<string, unknown>) => boolean;

/** Checks one parsed JSON value; undefined when it is no JSON object. May write into the value it is given. */
export type Check<T> = (json: unknown) => Checked<T> | undefined;

/**
 * zod writes a function for each object schema. One for 96 fields takes V8 25 MB to compile; several for 16 each take
 * 5 MB and run as fast. Without any the check takes twice the time.
 */
const FIELDS_PER_SCHEMA = 16;

/** A published "integer" means any number: live rows hold fractions there (docs/interface.md, Offer). */
const schemasByKind = once((): Readonly<Record<WireKind, z.ZodType>> => {
  const figure = z.number().nullish();
  return {
    integer: figure,
    number: figure,
    string: z.string().nullish(),
    boolean: z.boolean().nullish(),
    flag: z.union([z.number(), z.boolean()]).nullish(),
    integers: z.array(z.number()).nullish(),
    // Some services list the ids of what others describe (docs/interface.md, Volume).
    objects: z.array(z.union([z.record(z.string(), z.unknown()), z.number(), z.string()])).nullish(),
    nullable: z.unknown().optional(),
    breakdown: z.object(Object.fromEntries(BREAKDOWN_FIGURES.map(({ name }) => [name, figure]))).nullish(),
  };
});

const isFigure = (value: unknown): boolean => value === null || value === undefined || Number.isFinite(value);

/**
 * True for values that the schema of the kind has no objection to; false where it is to be asked. Nearly every record of a market
 * is sound, so that a search needs no schema at all: making and compiling those of an offer takes longer than reading some hundred.
 */
const isSound: Readonly<Record<WireKind, (value: unknown) => boolean>> = {
  integer: isFigure,
  number: isFigure,
  string: (value) => typeof value === 'string' || value === null || value === undefined,
  boolean: (value) => typeof value === 'boolean' || value === null || value === undefined,
  flag: (value) => typeof value === 'boolean' || isFigure(value),
  integers: (value) =>
    value === null || value === undefined || (Array.isArray(value) && value.every((entry) => Number.isFinite(entry))),
  objects: (value) => value === null || value === undefined,
  nullable: () => true,
  breakdown: (value) =>
    value === null ||
    value === undefined ||
    (isRecord(value) && BREAKDOWN_FIGURES.every(({ name }) => isFigure(value[name]))),
};

/** Schemas that together describe a record with `fields`. */
const recordSchemas = (fields: readonly Field[]): readonly z.ZodType[] => {
  const entries = fields.flatMap(({ name, wire }) =>
    wire === undefined ? [] : [[name, schemasByKind()[wire]] as const],
  );
  return Array.from({ length: Math.ceil(entries.length / FIELDS_PER_SCHEMA) }, (_, index) =>
    z.object(Object.fromEntries(entries.slice(index * FIELDS_PER_SCHEMA, (index + 1) * FIELDS_PER_SCHEMA))),
  );
};

/**
 * The schemas only judge: the parsed record itself is handed on, which keeps unknown members and saves a copy of each
 * record. What they object to is replaced by `undefined`, which JSON cannot hold and which so marks the place.
 */
export const checkOf = <const Fields extends readonly Field[]>(
  fields: Fields,
  settle: Settle = () => false,
): Check<RecordOf<Fields>> => {
  const tests = fields.flatMap(({ name, wire }) => (wire === undefined ? [] : [[name, isSound[wire]] as const]));
  let made: readonly z.ZodType[] | undefined;
  return (json) => {
    if (!isRecord(json)) return undefined;
    const settled = settle(json) ? { text: JSON.stringify(json) } : {};
    if (tests.every(([name, isSoundHere]) => isSoundHere(json[name]))) {
      // Every catalogue field of the record has the kind that its row names, or is absent or null.
      return { record: json as RecordOf<Fields>, malformedValues: 0, ...settled };
    }
    made ??= recordSchemas(fields);
    let malformedValues = 0;
    for (const schema of made) {
      const judged = schema.safeParse(json);
      if (!judged.success) malformedValues += blank(json, judged.error.issues);
    }
    // Every catalogue field of the record has now the kind that its row names, or is absent, null or undefined.
    return { record: json as RecordOf<Fields>, malformedValues, ...settled };
  };
};

/** Blanks the values that `issues` are about and counts them; a list with a wrong entry goes as a whole. */
const blank = (record: Record<string, unknown>, issues: z.ZodError['issues']): number => {
  const places = new Set<string>();
  for (const { path } of issues) {
    const [field, member] = path.map(String);
    if (field === undefined) continue;
    const inner = record[field];
    const isInside = member !== undefined && isRecord(inner);
    places.add(isInside ? `${field}.${member}` : field);
    if (isInside) inner[member] = undefined;
    else record[field] = undefined;
  }
  return places.size;
};

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
