/** What one run of the program keeps on this machine: opens the journal once, and hands each profile its part of what is kept. */
import { basename } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { type AnswerAccess, type AnswerFiles, createAnswerFiles } from '../storage/files/answer-files.ts';
import { answersFolder, journalFile } from '../storage/files/places.ts';
import { sessionBy } from '../storage/journal/author.ts';
import { openJournal } from '../storage/journal/open-journal.ts';
import { createProfileJournal, type JournalAccess } from '../storage/journal/profile-journal.ts';
import type { Setup } from './setup.ts';

/** The journal, and the last answers beside it. */
export type Journals = {
  /** The profile's part of the journal, or in words why there is none. */
  readonly of: (setup: Setup) => JournalAccess;
  /** The profile's last answers; without a journal nothing else is written either. */
  readonly answersOf: (setup: Setup) => { readonly answers?: AnswerAccess };
  readonly isKept: boolean;
  /** What the user is to know of the journal; undefined when all is well. */
  readonly notice: string | undefined;
  /** Resolves when all of it is on disk. */
  readonly close: () => Promise<void>;
};

/** Opens them for one run. */
export const openJournals = ({ places, agent }: Setup): Journals => {
  const opened = openJournal(journalFile(places));
  // A UUID would have Node load its cryptography before the first picture.
  const run = [systemClock.now(), process.pid, Math.random()].map((part) => part.toString(36)).join('-');
  const session = agent === undefined ? run : sessionBy({ by: 'screen', agent }, run);
  const kept: AnswerFiles[] = [];
  return {
    of: (setup) =>
      'problem' in opened ? opened : createProfileJournal(opened.journal, setup.profileName, session, setup),
    answersOf: ({ cacheName }) => {
      if ('problem' in opened) return {};
      const answers = createAnswerFiles(answersFolder(places), cacheName, systemClock);
      kept.push(answers);
      return { answers };
    },
    isKept: 'journal' in opened,
    notice: noticeOf(opened),
    close: async () => {
      await Promise.all(kept.map(({ settled }) => settled()));
      if ('journal' in opened) opened.journal.close();
    },
  };
};

const noticeOf = (opened: ReturnType<typeof openJournal>): string | undefined => {
  if ('problem' in opened) return `Nothing from this run will be saved. ${opened.problem}`;
  if (opened.setAside === undefined) return undefined;
  return `The journal was damaged: it was moved to ${basename(opened.setAside)}, and a new one was started.`;
};
