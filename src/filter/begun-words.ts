/** Compares what is begun with the words that it may become. */

/** Without letter case, and with a space for `_`. */
export const squeezed = (text: string): string => text.replaceAll('_', ' ').toLowerCase();

/** The words that begin with `begun` in any letter case; where none does, and not `isStrict`, those that hold it. */
export const matching = (words: readonly string[], begun: string, isStrict = false): readonly string[] => {
  const wanted = begun.toLowerCase();
  const beginning = words.filter((word) => word.toLowerCase().startsWith(wanted));
  if (beginning.length > 0 || isStrict) return beginning;
  return words.filter((word) => word.toLowerCase().includes(wanted));
};
