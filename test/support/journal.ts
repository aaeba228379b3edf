/** The journal of a program under test. */
import { randomUUID } from 'node:crypto';
import { openJournal } from '../../src/storage/journal/open-journal.ts';
import { createProfileJournal, type ProfileJournal } from '../../src/storage/journal/profile-journal.ts';

/** The journal in `file`, as a program that has just started opens it. Closing it is what a killed program does not do. */
export const startJournal = (file = ':memory:'): ProfileJournal & { readonly close: () => void } => {
  const opened = openJournal(file);
  if ('problem' in opened) throw new Error(opened.problem);
  return { ...createProfileJournal(opened.journal, 'test', randomUUID()), close: () => opened.journal.close() };
};
