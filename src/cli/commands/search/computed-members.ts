/** Puts what is computed here into records as they came, so that every format prints it. */
import type { Received } from '../../../api/records/records.ts';
import { fieldValue, findComputedField } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';

/** The same records with those of `names` that are computed here; null where a part of it is not known. */
export const withComputed = (
  records: readonly Received<Offer>[],
  names: readonly string[],
): readonly Received<Offer>[] => {
  const computed = names.filter((name) => findComputedField(name) !== undefined);
  if (computed.length === 0) return records;
  return records.map(({ record, text }) => {
    const members = Object.fromEntries(computed.map((name) => [name, fieldValue(record, name) ?? null]));
    return { record: { ...record, ...members }, text: joined(text, members) };
  });
};

/** The object `text` with `members` behind its own: of a name that stands twice the last one counts. */
const joined = (text: string, members: Readonly<Record<string, unknown>>): string => {
  const own = text.slice(0, text.lastIndexOf('}')).trimEnd();
  return `${own}${own.endsWith('{') ? '' : ','}${JSON.stringify(members).slice(1)}`;
};
