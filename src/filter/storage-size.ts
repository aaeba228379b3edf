/** Reads the disk that an instance is to have, as it is typed outside the filter line but in the same units. */
import { findFilterField } from '../catalogue/lookup.ts';
import { readNumber } from './number.ts';

/** The gigabytes that `text` means, above 0: `200`, `500GB`, `1.5TB`; undefined when it means none. */
export const readStorageGb = (text: string): number | undefined => {
  const field = findFilterField('disk_space');
  const reading = field === undefined ? undefined : readNumber(field, text.trim());
  return reading !== undefined && 'value' in reading && reading.value > 0 ? reading.value : undefined;
};
