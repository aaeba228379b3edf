/** Whom the journal knows the key to belong to. */
import type { JournalAccess } from './profile-journal.ts';

/** Webhooks of the journal that are looked through for a user id. */
const WEBHOOKS_LOOKED_AT = 500;

/**
 * The user of the newest webhook whose answer named one (docs/interface.md, Notification webhook): the service said so. Else the one whose
 * id was typed here last; undefined when there is none.
 */
export const savedUser = (access: JournalAccess): number | undefined => {
  if ('problem' in access) return undefined;
  for (const { outcome } of access.webhooks.list(WEBHOOKS_LOOKED_AT)) {
    if (outcome.kind === 'created' && outcome.userId !== undefined) return outcome.userId;
  }
  return access.userId.read();
};
