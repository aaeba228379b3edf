/** The option that names the history, and opening it. */
import { resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import { printable } from '../../base/printable.ts';
import { openHistory } from '../../history/open-store.ts';
import type { HistoryStore } from '../../history/store.ts';
import { HistoryTrouble } from '../../history/trouble.ts';
import { type HistoryName, readHistoryName } from '../../storage/files/history-name.ts';
import { historyFile } from '../../storage/files/places.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';

/** What commander makes of the option. */
export type HistoryFlags = { readonly history?: HistoryName };

/** Adds the option to `parser`. */
export const addHistoryOption = (parser: Parser): Parser =>
  parser.option(
    '--history <address>',
    'the history: sqlite:FILE or postgresql://... (default: that of the profile, or history.db in the state folder)',
    (text: string): HistoryName => {
      const reading = readHistoryName(text);
      // Commander would repeat what was given, and with it a password.
      if ('problem' in reading) return parser.error(`error: --history cannot be used. ${reading.problem}`);
      const { name } = reading;
      return name.kind === 'sqlite' ? { ...name, file: resolve(name.file) } : name;
    },
  );

/** The history that is named, or none for that of the profile or in the usual place; one that is only read is not begun. */
type NamedHistory = { readonly name: HistoryName | undefined; readonly isOnlyRead: boolean };

/** Runs `work` with the history. A message about one that cannot be used has been written when it resolves. */
export const withHistory = async (
  { name: fromArguments, isOnlyRead }: NamedHistory,
  { setup, clock, writeError, accessParts }: Pick<CommandIo, 'setup' | 'clock' | 'writeError' | 'accessParts'>,
  work: (store: HistoryStore) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  const named = fromArguments ?? setup.history;
  if (named === false) {
    say(`the profile ${setup.profileName} keeps no history: name one with --history`);
    return EXIT.badUsage;
  }
  const { environment } = accessParts;
  const opened = await openHistory(named ?? { kind: 'sqlite', file: historyFile(setup.places) }, {
    clock,
    environment,
    isOnlyRead: isOnlyRead && named !== undefined,
    say,
  });
  if ('problem' in opened) {
    say(opened.problem);
    return opened.isMissing ? EXIT.badUsage : EXIT.failed;
  }
  if (opened.setAside !== undefined)
    say(`The history was damaged: it lies in ${opened.setAside} now, and a new one begins.`);
  try {
    return await work(opened.store);
  } catch (error) {
    if (!(error instanceof HistoryTrouble)) throw error;
    say(error.message);
    return EXIT.failed;
  } finally {
    await opened.store.close();
  }
};
