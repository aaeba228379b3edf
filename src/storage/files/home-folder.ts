/**
 * Which folder is the user's home. Where nobody says, as for a user without an entry in a container, it is one that does not
 * exist: what is written there fails with its name, instead of landing wherever the program was started. The program's first script
 * imports this, so it stands apart from what asks the system while it is loaded.
 */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** What systems give to users who have no home. */
const NO_HOME = '/nonexistent';

/** The user's home folder, an absolute path. */
export const homeFolder = (): string => found(homedir) ?? found(() => userInfo().homedir) ?? NO_HOME;

/** An empty HOME, or a relative one, would be a place in the folder where the program was started. */
const found = (ask: () => string): string | undefined => {
  try {
    const folder = ask();
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
};
