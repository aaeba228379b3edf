/** How the moments of the history are printed. */
import type { Field } from '../../../catalogue/field.ts';

/** `2026-11-22T10:00:00Z` for Unix epoch milliseconds. */
export const moment = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** A field that is a moment as text. */
export const momentField = (name: string, heading: string): Field => ({
  name,
  wire: 'string',
  group: 'identity',
  label: heading,
  heading,
  width: 20,
});
