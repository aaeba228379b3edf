/** What of the environment other programs get to see. */

/** What belongs to this program, its key above all, and what leads into the database of its history, are no other program's. */
const OWN = /^(?:GPUDECK_|PG)/;

/** `environment` for a program that is started from here. */
export const foreignEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN.test(name)));
