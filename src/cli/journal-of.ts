/** The journal of the profile in use, for a command that writes. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../api/client.ts';
import { journalFile } from '../storage/files/places.ts';
import { openJournal } from '../storage/journal/open-journal.ts';
import { createProfileJournal, type JournalAccess } from '../storage/journal/profile-journal.ts';
import type { CommandIo } from './io.ts';

/** Opens it, or says why it cannot be; what `client` knows to be secret is not written. Without one, `hide` is to be called before anything is. */
export const journalOf = ({ setup }: Pick<CommandIo, 'setup'>, client?: Client): JournalAccess => {
  const opened = openJournal(journalFile(setup.places));
  if ('problem' in opened) return opened;
  const journal = createProfileJournal(opened.journal, setup.profileName, randomUUID(), setup);
  if (client !== undefined) journal.hide(client.redact);
  return journal;
};
