/** The label of an instance for which none was chosen: by it the instance is found again when the answer to its creation is lost. Pure. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `gpudeck-` and six letters; `random` gives numbers at least 0 and below 1. */
export const madeLabel = (random: () => number): string =>
  `gpudeck-${Array.from({ length: 6 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;
