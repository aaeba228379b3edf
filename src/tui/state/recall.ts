/**
 * Going through earlier lines as readline does: what was being typed, and what an earlier line was changed into, is found
 * again on the way back.
 */

/** The earlier lines with the one being typed behind them, as they stand now, and the place among them that is shown. */
export type Recall = { readonly lines: readonly string[]; readonly place: number };

/** The beginning: `text` is what is being typed, `earlier` the lines before it, the newest last. */
export const recallBegun = (earlier: readonly string[], text: string): Recall => {
  const others = earlier.filter((line) => line !== text.trim());
  return { lines: [...others, text], place: others.length };
};

/** `steps` lines further on, back for a negative number; `text` is what the line shown before has become. */
export const recallMoved = ({ lines, place }: Recall, text: string, steps: number): Recall => ({
  lines: lines.with(place, text),
  place: Math.max(0, Math.min(lines.length - 1, place + steps)),
});

/** The line that is shown. */
export const recalledText = ({ lines, place }: Recall): string => lines[place] ?? '';
