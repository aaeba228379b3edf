/** What a review says of a volume, or of an offer of one, in one line. */
import { printable } from '../base/printable.ts';
import type { Field } from '../catalogue/field.ts';
import { formatValue, unitOf } from '../catalogue/format.ts';

/** `9100011  machine 77  free 1,200 GB  ...`: of its `fields` those with these names that are told. */
export const recordWords = (
  record: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  names: readonly string[],
): string => {
  const told = fields.filter(({ name }) => names.includes(name) && record[name] != null);
  const words = told.map(
    (field) => `${field.label.toLowerCase()} ${formatValue(field, record[field.name])} ${unitOf(field)}`,
  );
  return printable([String(record.id ?? '?'), ...words].map((word) => word.trimEnd()).join('  '));
};
