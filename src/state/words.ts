/** Narrowing a list by words, wherever they stand in a row's text. Letter case counts for nothing, `_` matches a blank too. */

/** `text` as words are looked for in it. */
export const folded = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/** Tells whether a folded text holds every word of `typed`; without words every text does. */
export const wordMatcher = (typed: string): ((foldedText: string) => boolean) => {
  const words = typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(folded);
  return (text) => words.every((word) => text.includes(word));
};
