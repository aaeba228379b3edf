/** Moments as services write them as text. */

/** Unix epoch seconds of a date and a time as text; one that names no zone is UTC, as all times of services are. NaN for anything else. */
export const epochSecondsOf = (value: unknown): number => {
  const text = typeof value === 'string' ? /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(.*)$/.exec(value) : null;
  return text === null ? Number.NaN : Date.parse(text[1] === '' ? `${value}Z` : String(value)) / 1000;
};
