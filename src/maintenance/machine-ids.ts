/** Reads machine ids as people type or paste them: separated by spaces, commas or semicolons. Pure. */

/** A stretch of the typed text that is no machine id, from `from` up to and without `to`, in UTF-16 units. */
type IdProblem = { readonly from: number; readonly to: number; readonly message: string };

/** The ids in the order typed, each once, and what could not be taken. */
type IdsReading = {
  readonly ids: readonly number[];
  readonly problems: readonly IdProblem[];
};

/** Reads `text`. */
export const readMachineIds = (text: string): IdsReading => {
  const ids = new Set<number>();
  const problems: IdProblem[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\s,;]+/g)) {
    const id = /^\d+$/.test(word) ? Number(word) : Number.NaN;
    if (Number.isSafeInteger(id) && id > 0) ids.add(id);
    else
      problems.push({
        from: index,
        to: index + word.length,
        message: `"${word}" is not a machine id: write whole numbers, 1 or more.`,
      });
  }
  return { ids: [...ids], problems };
};
