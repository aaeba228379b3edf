/** The option that names the history, and opening it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command as Parser } from 'commander';
import { printable } from '../../base/printable.ts';
import type { HistoryStore } from '../../history/store.ts';
import { historyFile } from '../../storage/files/places.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';

/** What commander makes of the option. */
export type HistoryFlags = { readonly history?: string };

/** Adds the option to `parser`. */
export const addHistoryOption = (parser: Parser): Parser =>
  parser.option('--history <sqlite:FILE>', 'the history (default: history.db in the state folder)', sqliteFile);

const SCHEME = 'sqlite:';

const sqliteFile = (text: string): string => {
  const file = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : '';
  if (file !== '') return resolve(file);
  throw new InvalidArgumentError('Expected sqlite: and a file, such as sqlite:market.db.');
};

/** The history that is named, or none for that in its usual place; one that is only read is not begun by naming it. */
type NamedHistory = { readonly file: string | undefined; readonly isOnlyRead: boolean };

/** Runs `work` with the history. A message about one that cannot be opened has been written when it resolves. */
export const withHistory = async (
  { file, isOnlyRead }: NamedHistory,
  { setup, clock, writeError }: Pick<CommandIo, 'setup' | 'clock' | 'writeError'>,
  work: (store: HistoryStore) => Promise<ExitCode>,
): Promise<ExitCode> => {
  if (isOnlyRead && file !== undefined && !existsSync(file)) {
    writeError(`gpudeck: there is no history in ${printable(file)}: gpudeck record begins one\n`);
    return EXIT.badUsage;
  }
  const { openSqliteHistory } = await import('../../history/sqlite-store.ts');
  const opened = openSqliteHistory(file ?? historyFile(setup.places), clock.now());
  if ('problem' in opened) {
    writeError(`gpudeck: ${printable(opened.problem)}\n`);
    return EXIT.failed;
  }
  if (opened.setAside !== undefined)
    writeError(
      `gpudeck: the history was damaged: it lies in ${printable(opened.setAside)} now, and a new one begins\n`,
    );
  try {
    return await work(opened.store);
  } finally {
    await opened.store.close();
  }
};
