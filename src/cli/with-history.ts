/** Opens the history that is named, for a command. */
import { printable } from '../base/printable.ts';
import { generatedUntil, generatedWords } from '../history/generated.ts';
import { openHistory } from '../history/open-store.ts';
import { type HistoryStore, HistoryTrouble } from '../history/store.ts';

import { historyFile } from '../storage/files/places.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Runs `work` with the history of the setup; one that is named and only read is not begun. A message about one that cannot be used has been written when it resolves. */
export const withHistory = async (
  { isOnlyRead }: { readonly isOnlyRead: boolean },
  { setup, clock, writeError, accessParts }: Pick<CommandIo, 'setup' | 'clock' | 'writeError' | 'accessParts'>,
  work: (store: HistoryStore) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  const named = setup.history;
  if (named === false) {
    say(`the profile ${setup.profileName} keeps no history: name one with --history`);
    return EXIT.badUsage;
  }
  const { environment } = accessParts;
  const opened = await openHistory(named ?? { kind: 'sqlite', file: historyFile(setup.places), isUsual: true }, {
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

/** Says which part of what is told was generated, where it begins before that. */
export const sayGenerated = async (
  store: HistoryStore,
  fromEpochMs: number,
  { setup, writeError }: Pick<CommandIo, 'setup' | 'writeError'>,
): Promise<void> => {
  const untilMs = await generatedUntil(store, setup.service);
  if (untilMs !== undefined && fromEpochMs <= untilMs)
    writeError(`gpudeck: ${generatedWords(untilMs, setup.timeZone)}\n`);
};
