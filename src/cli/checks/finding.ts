/** What a look at the set-up finds. */

/** The subjects, in the order in which they are told. */
export const AREAS = [
  'program',
  'terminal',
  'environment',
  'files',
  'profiles',
  'sets',
  'keys',
  'views',
  'theme',
  'presets',
  'limits',
  'alerts',
  'service',
] as const;

/** One of them. */
type Area = (typeof AREAS)[number];

/**
 * One thing that was looked at: `ok` is as it should be, a `note` is worth knowing and no fault, and a `fault` has a line that
 * says what mends it. No text of it holds a key.
 */
export type Finding = { readonly area: Area; readonly text: string } & (
  | { readonly state: 'ok' | 'note' }
  | { readonly state: 'fault'; readonly todo: string }
);

/** Makes findings of one area. */
export const findingsOf = (area: Area) => ({
  ok: (text: string): Finding => ({ area, state: 'ok', text }),
  note: (text: string): Finding => ({ area, state: 'note', text }),
  fault: (text: string, todo: string): Finding => ({ area, state: 'fault', text, todo }),
});
