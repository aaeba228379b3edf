/**
 * What of the whole program is remembered for a later run, and how the program goes on with it: the panes' own parts put
 * together. Nothing that is read back is trusted; a part that is not understood is left out and named. Pure.
 */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { DeckState } from '../deck.ts';
import { paneOpened } from '../frame/state.ts';
import {
  connectionsResumed,
  connectionsSaved,
  connectionsWords,
  savedConnections,
} from '../panes/connections/resume.ts';
import {
  maintenanceResumed,
  maintenanceSaved,
  maintenanceWords,
  savedMaintenance,
} from '../panes/maintenance/resume.ts';
import { PANES } from '../panes/names.ts';
import {
  notificationsResumed,
  notificationsSaved,
  notificationsWords,
  savedNotifications,
} from '../panes/notifications/resume.ts';
import { offersResumed, offersSaved, offersWords, savedOffers } from '../panes/offers/resume.ts';
import { savedVolumes, volumesResumed, volumesSaved, volumesWords } from '../panes/volumes/resume.ts';
import type { SavedWords } from '../state/saved-list.ts';

/** What an earlier run has left, as far as it is understood. */
export type Resumption = {
  /** What it holds, in a few words each. */
  readonly words: readonly string[];
  /** Those of them that are work: something typed, marked or half done. */
  readonly work: readonly string[];
  /** The panes whose part is not understood. */
  readonly unread: readonly string[];
  /** The program as it is gone on with. The journal must have been read into the panes before. */
  readonly resumed: (state: DeckState) => DeckState;
};

/** One pane's part: the place that it has in what is remembered, and how it is read there. */
type Part = {
  readonly name: string;
  readonly read: (content: unknown) => Pick<Resumption, 'words' | 'work' | 'resumed'> | undefined;
};

const part = <Name extends keyof ReturnType<typeof partsSaved>, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
  words: (remembered: z.output<Schema>) => SavedWords,
  resumed: (pane: DeckState[Name], remembered: z.output<Schema>) => DeckState[Name],
): Part => ({
  name,
  read: (content) => {
    const { data, success } = schema.safeParse(content);
    if (!success) return undefined;
    const { work, place } = words(data);
    return {
      words: [...work, ...place],
      work,
      resumed: (state) => ({ ...state, [name]: resumed(state[name], data) }),
    };
  },
});

/** What matters most comes first. The ledger has no part: its calls are those of one run. */
const PARTS: readonly Part[] = [
  part('maintenance', savedMaintenance, maintenanceWords, maintenanceResumed),
  part('notifications', savedNotifications, notificationsWords, notificationsResumed),
  part('offers', savedOffers, offersWords, offersResumed),
  part('volumes', savedVolumes, volumesWords, volumesResumed),
  part('connections', savedConnections, connectionsWords, connectionsResumed),
];

/** Everything that the user has done in the panes, without the open one. */
const partsSaved = (state: DeckState) => ({
  maintenance: maintenanceSaved(state.maintenance),
  notifications: notificationsSaved(state.notifications),
  offers: offersSaved(state.offers),
  volumes: volumesSaved(state.volumes),
  connections: connectionsSaved(state.connections),
});

/** The same as JSON text, to be compared with. */
export const partsText = (state: DeckState): string => JSON.stringify(partsSaved(state));

/**
 * What is to be remembered of the program, as JSON text; undefined while the user has done nothing but look at panes since the
 * `partsText` was `initial`.
 */
export const savedText = (state: DeckState, initial: string): string | undefined => {
  const parts = partsSaved(state);
  return JSON.stringify(parts) === initial ? undefined : JSON.stringify({ pane: state.frame.pane, ...parts });
};

/** What of the program is the user's work at the moment, in words. */
export const workWords = (state: DeckState): string =>
  readSaved(JSON.stringify({ pane: state.frame.pane, ...partsSaved(state) })).work.join('; ');

const savedRecord = z.looseObject({ pane: z.enum(PANES.map(({ name }) => name)) });

/** Reads what an earlier run has left. */
export const readSaved = (text: string): Resumption => {
  const content = savedRecord.safeParse(parseJson(text)).data;
  if (content === undefined) return { words: [], work: [], unread: ['all of it'], resumed: (state) => state };
  const read = PARTS.map(({ name, read: readPart }) => ({ name, part: readPart(content[name]) }));
  return {
    words: read.flatMap(({ part: found }) => found?.words ?? []),
    work: read.flatMap(({ part: found }) => found?.work ?? []),
    unread: read.every(({ part: found }) => found === undefined)
      ? ['all of it']
      : read.flatMap(({ name, part: found }) => (found === undefined ? [name] : [])),
    resumed: (state) =>
      read.reduce<DeckState>((next, { part: found }) => found?.resumed(next) ?? next, {
        ...state,
        frame: paneOpened(state.frame, content.pane),
      }),
  };
};
