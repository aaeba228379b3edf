/** Text that a spreadsheet must not take for a formula. */

/**
 * Where a spreadsheet may see a formula begin: at the start of a cell, behind spaces and quotes too, and behind a separator,
 * because in many countries a spreadsheet splits lines at semicolons whatever stands in quotes.
 */
const FORMULA = /(^|;)(?=[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** `text` with a quotation mark before whatever a spreadsheet could take for a formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "$1'");
