/** What columns are called, and how that is compared with what is typed. Pure. */

/** A column by its names: the heading, and the id, which is the service's word for it as a rule. */
export type NamedColumn = { readonly id: string; readonly heading: string };

/** A name as names are compared: without letter case, `_` as a space. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll('_', ' ').trim();
