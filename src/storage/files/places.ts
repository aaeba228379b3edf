/** Where the program keeps what outlives it: what the user sets up, and apart from that what the program remembers. */
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { homeFolder } from './home-folder.ts';

/** The two folders. Both may be missing until something is written there. */
export type Places = {
  /** What the user sets up by hand: profiles. */
  readonly configFolder: string;
  /** What the program remembers by itself: the journal, the local service's database. */
  readonly stateFolder: string;
};

/**
 * The user's usual folders (on Linux below `XDG_CONFIG_HOME` and `XDG_STATE_HOME`), or with `moved`, the folder of
 * `--config` and GPUDECK_CONFIG, that folder and `state` in it. An empty text counts as absent, and so
 * does a relative path in those variables, as their rules say: it would be a place in the folder where the program was started.
 */
export const findPlaces = (moved?: string): Places => {
  if (moved !== undefined && moved !== '') {
    const configFolder = resolve(moved);
    return { configFolder, stateFolder: join(configFolder, 'state') };
  }
  const { config, log } = envPaths('gpudeck', { suffix: '' });
  return {
    configFolder: isAbsolute(config) ? config : join(homeFolder(), '.config', 'gpudeck'),
    stateFolder: isAbsolute(log) ? log : join(homeFolder(), '.local', 'state', 'gpudeck'),
  };
};

/** The file of the user's colours; see `theme.ts`. */
export const themeFile = ({ configFolder }: Pick<Places, 'configFolder'>): string => join(configFolder, 'theme.json');

/** The file in which the user gives other keys to rows. */
export const keysFile = ({ configFolder }: Pick<Places, 'configFolder'>): string => join(configFolder, 'keys.json');

/** The journal's file; see `storage/journal`. */
export const journalFile = ({ stateFolder }: Places): string => join(stateFolder, 'journal.db');

/** The folder of the last answers; see `answer-files.ts`. */
export const answersFolder = ({ stateFolder }: Places): string => join(stateFolder, 'answers');

/** The local service's database, unless another file is named. */
export const serviceFile = ({ stateFolder }: Places): string => join(stateFolder, 'service.db');

/** The history of the market, unless another file is named; see `src/history`. */
export const historyFile = ({ stateFolder }: Places): string => join(stateFolder, 'history.db');

/** What instances were seen doing; see `src/money/gpu-samples.ts`. */
export const gpuSamplesFile = ({ stateFolder }: Places): string => join(stateFolder, 'gpu-samples.json');

/** What has fired of alerts about the account; see `src/alerts/account-firings.ts`. */
export const accountAlertsFile = ({ stateFolder }: Pick<Places, 'stateFolder'>): string =>
  join(stateFolder, 'account-alerts.json');

/** The folder of what settled days have cost; see `src/money/kept-days.ts`. */
export const chargesFolder = ({ stateFolder }: Pick<Places, 'stateFolder'>): string => join(stateFolder, 'charges');
