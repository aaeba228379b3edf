/** What is handed to other programs: words of a shell, cells that a spreadsheet must not take for a formula, and the environment. */
/** What belongs to this program, its key above all, and what leads into the database of its history, are no other program's. */
const OWN = /^(?:GPUDECK_|PG)/;

/** `environment` for a program that is started from here. */
export const foreignEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN.test(name)));

/** The words of a text, of which parts may stand in quotes. */
export const shellWords = (text: string): readonly string[] =>
  [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );

/** `text` as one word, whatever it holds: inside single quotes only a single quote means something. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Where a spreadsheet may see a formula begin: at the start of a cell, behind spaces and quotes too, and behind a separator,
 * because in many countries a spreadsheet splits lines at semicolons whatever stands in quotes.
 */
const FORMULA = /(^|;)(?=[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** `text` with a quotation mark before whatever a spreadsheet could take for a formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "$1'");
