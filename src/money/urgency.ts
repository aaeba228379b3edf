/** How pressing it is that little is left, in a word. Pure. */
import type { Runway } from './runway.ts';
import type { Standing } from './standing.ts';

/** Hours that are left from which on it is said to be low, and to end. */
const LOW_HOURS = 24;
const ENDING_HOURS = 3;

const BELOW = { word: 'below zero', role: 'danger' } as const;
const OVER = { word: 'over', role: 'danger' } as const;
const ENDING = { word: 'ending', role: 'danger' } as const;
const LOW = { word: 'low', role: 'warning' } as const;

/** Undefined where it is not: a card on record is charged before anything stops, and to a host the money is owed. */
export const urgencyOf = (
  standing: Standing,
  runway: Runway | undefined,
): typeof BELOW | typeof OVER | typeof ENDING | typeof LOW | undefined => {
  if (standing.isHost === true) return undefined;
  if (standing.dollars < 0) return BELOW;
  if (standing.hasCard === true || runway === undefined) return undefined;
  if (standing.dollars === 0) return OVER;
  return runway.hours < ENDING_HOURS ? ENDING : runway.hours < LOW_HOURS ? LOW : undefined;
};
