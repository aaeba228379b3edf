/**
 * The journal: what the program has done and learned, in one SQLite file that several programs share. A subject is a file
 * beside this one with its own table. No key and no webhook secret is ever written here.
 */

import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { redactedJson } from '../../api/redact/redact-json.ts';
import { messageOf } from '../../base/message.ts';

/** An open journal; it is closed with `close()`. */
export type Journal = DatabaseSync;

/** What a subject does with the journal: it runs statements. */
export type Statements = {
  readonly prepare: (sql: string) => {
    readonly run: (...values: SQLInputValue[]) => {
      readonly lastInsertRowid: number | bigint;
      readonly changes: number | bigint;
    };
    readonly get: (...values: SQLInputValue[]) => Record<string, SQLOutputValue> | undefined;
    readonly all: (...values: SQLInputValue[]) => Record<string, SQLOutputValue>[];
  };
};

/**
 * The journal in which no text is written but as `redact` leaves it, also where it stands in JSON. The `names` by which
 * subjects find their rows again, and words of the program's own, stay as they are.
 */
export const withoutSecrets = (
  journal: Journal,
  names: readonly string[],
  redact: (text: string) => string,
): Statements => {
  const harmless = (value: SQLInputValue): SQLInputValue => {
    if (typeof value !== 'string' || names.includes(value)) return value;
    return /^[[{]/.test(value) ? (redactedJson(value, redact) ?? redact(value)) : redact(value);
  };
  return {
    prepare: (sql) => {
      const statement = journal.prepare(sql);
      // Asked for numbers alone, SQLite gives no row at all when one of them is too large.
      statement.setReadBigInts(true);
      return {
        run: (...values) => statement.run(...values.map(harmless)),
        get: (...values) => {
          const row = statement.get(...values.map(harmless));
          return row && inNumbers(row);
        },
        all: (...values) => statement.all(...values.map(harmless)).map(inNumbers),
      };
    },
  };
};

const inNumbers = (row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** Whose lines a subject keeps: those of a profile, of the service that it leads to, and of this run of the program. */
export type Own = { readonly profile: string; readonly service: string; readonly session: string };

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
export const LEFT_OPEN = 'no answer was recorded: the program ended first, or another gpudeck is still waiting for it';

/** Longest text of a service that a line keeps, in characters. */
const KEPT_CHARACTERS = 2000;

const CUT = '... (cut)';

/** `text` as a line keeps it: of a long one the beginning, with the mark of the cut. */
export const keptText = (text: string): string =>
  text.length <= KEPT_CHARACTERS + CUT.length ? text : text.slice(0, KEPT_CHARACTERS) + CUT;

/** A text in a row of the journal, where something else may have written it. */
export const storedText = z.string().transform(keptText);

/** Unix epoch milliseconds in a row, of a moment that a calendar knows. */
export const storedMoment = z.number().min(0).max(253_402_300_799_999);

/** What `read` makes of each row; one that is not as it was written is left out, and the rest is as good as before. */
export const soundRows = <Row, Value>(rows: readonly Row[], read: (row: Row) => Value): readonly Value[] =>
  rows.flatMap((row) => readOr([], () => [read(row)]));
/** Does `work` as one step that no other program can come into; what it throws undoes all of it. */
export const inOneStep = <Value>(journal: Statements, work: () => Value): Value => {
  journal.prepare('BEGIN IMMEDIATE').run();
  try {
    const value = work();
    journal.prepare('COMMIT').run();
    return value;
  } catch (error) {
    // A full disk has ended it already.
    readOr(undefined, () => journal.prepare('ROLLBACK').run());
    throw error;
  }
};

/** Writes to the journal; a sentence comes back when that fails. */
export const written = (write: () => unknown): string | undefined => {
  try {
    write();
    return undefined;
  } catch (error) {
    return unwritten(error);
  }
};

/** What `read` finds in the journal; `nothing` when the journal cannot be read. */
export const readOr = <Value>(nothing: Value, read: () => Value): Value => {
  try {
    return read();
  } catch {
    return nothing;
  }
};

/** What `read` finds in the journal, or the sentence that says why it cannot be read. */
export const readOrProblem = <Value>(read: () => Value): Value | { readonly problem: string } => {
  try {
    return read();
  } catch (error) {
    return { problem: `The journal could not be read: ${messageOf(error)}.` };
  }
};

/** The sentence for a line that the journal could not take. */
export const unwritten = (error: unknown): string => `The journal could not be written: ${messageOf(error)}.`;

/** Why a call may not be sent: the journal does not take it, or something stands there that the user does not know of. */
export type Objection<Standing> = { readonly problem: string } | { readonly standing: Standing };

/** What `look` comes to, as one step that no other program can come into; nothing is noted where it throws. */
export const claimed = <Claim>(journal: Statements, look: () => Claim): Claim | { readonly problem: string } => {
  try {
    return inOneStep(journal, look);
  } catch (error) {
    return { problem: unwritten(error) };
  }
};
