/** Reads a stretch of time as people type it: `90m`, `1h30m`, `1.5h`, `2 days`. */

/** Seconds in each unit, by its first letter. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60 };

const UNIT = /^(\d+(?:\.\d+)?|\.\d+) ?(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?)(?![a-z])(?: ?(?:,|and) | )?/i;

/** The seconds that `text` stands for, at least 0; undefined when it is no figures with units, or names a unit twice. */
export const readSpan = (text: string): number | undefined => {
  const units = new Set<string>();
  let seconds = 0;
  let rest = text.trim();
  do {
    const [whole, figure, word = ''] = UNIT.exec(rest) ?? [];
    const unit = word.charAt(0).toLowerCase();
    if (whole === undefined || units.has(unit)) return undefined;
    units.add(unit);
    seconds += Number(figure) * (UNIT_SECONDS[unit] ?? 0);
    rest = rest.slice(whole.length);
  } while (rest !== '');
  return seconds;
};
