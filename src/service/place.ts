/** Where the local service keeps its database when nobody names a place. */
import { join } from 'node:path';
import envPaths from 'env-paths';

/** The default database file: in the user's state folder (`XDG_STATE_HOME` on Linux). */
export const defaultDataFile = (): string => join(envPaths('gpudeck', { suffix: '' }).log, 'service.db');
