/** A form of several lines, of which one is open. Pure. */
import { type Line, type LineEdit, lineAccepted, lineOf, lineOffered } from './line.ts';

/** The field that is open, and what stands in all of them. */
export type Form<Field extends string> = { readonly at: Field; readonly lines: Readonly<Record<Field, Line>> };

/** A line for each field. */
export const linesOf = <Field extends string>(
  fields: readonly Field[],
  lineOfField: (field: Field) => Line,
): Form<Field>['lines'] =>
  // Every field is there: the type of `fromEntries` does not say so.
  Object.fromEntries(fields.map((field) => [field, lineOfField(field)])) as Form<Field>['lines'];

/** What stands in a field, without blanks around it. */
export const textOf = <Field extends string>({ lines }: Pick<Form<Field>, 'lines'>, field: Field): string =>
  lines[field].text.trim();

/** The open field's line changed. */
export const fieldEdited = <Some extends Form<string>>(form: Some, edit: LineEdit): Some => ({
  ...form,
  lines: { ...form.lines, [form.at]: edit(form.lines[form.at] ?? lineOf('')) },
});

/** A field was opened, and its text selected. */
export const fieldOpened = <Some extends Form<string>>(form: Some, at: Some['at']): Some => {
  const left = fieldEdited(form, lineAccepted);
  return fieldEdited({ ...left, at }, lineOffered);
};

/** The one of `fields` that is `steps` further on was opened; behind the last comes the first. */
export const fieldMoved = <Some extends Form<string>>(
  form: Some,
  fields: readonly Some['at'][],
  steps: number,
): Some => {
  const count = fields.length;
  return fieldOpened(form, fields[(fields.indexOf(form.at) + steps + count) % count] ?? form.at);
};
