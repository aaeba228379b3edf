/** Measures going through the rows that show a text, and offers side by side. */
import { type Both, keyFigures, press, pressed } from './both.ts';
import type { Figure } from './figure.ts';
import { DOWN, ESCAPE, type KeyFigures, type Terminal } from './terminal.ts';

/** A text that one offer in twenty shows at least: from one to the next the list scrolls now and then. */
const TEXT = 'h100';
const MATCHES = 15;
/** The first of a kind are not counted: they compile what all of them use. */
const FIRST_WARM = 2;
const OPENINGS = 5;
const COMPARED = 4;
const LINES = 10;

/** Figures over `rows` offers in a table without marks; it is left as it was found, the cursor apart. */
export const measureFindAndCompare = async (terminals: Both<Terminal>, rows: number): Promise<readonly Figure[]> => {
  for (const key of ['g', 'f', ...TEXT, '\r']) await press(terminals, key);
  const matches = await pressed(terminals, 'n', FIRST_WARM + MATCHES);
  for (const key of [ESCAPE, 'g']) await press(terminals, key);

  for (let offer = 0; offer < COMPARED; offer++) for (const key of [' ', DOWN]) await press(terminals, key);
  const openings: Both<KeyFigures>[] = [];
  for (let round = 0; round < FIRST_WARM + OPENINGS; round++) {
    openings.push(await press(terminals, '='));
    await press(terminals, ESCAPE);
  }
  await press(terminals, '=');
  const lines = await pressed(terminals, DOWN, FIRST_WARM + LINES);
  for (const key of [ESCAPE, 'u']) await press(terminals, key);

  return [
    ...keyFigures('next match (n)', rows, matches.slice(FIRST_WARM)),
    ...keyFigures(`compare ${COMPARED} (=)`, rows, openings.slice(FIRST_WARM)),
    ...keyFigures('compare: a line down', rows, lines.slice(FIRST_WARM)),
  ];
};
