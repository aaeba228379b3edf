/**
 * What of the whole program is remembered for a later run, and how the program goes on with it: the panes' own parts put
 * together. Nothing that is read back is trusted; a part that is not understood is left out and named. Pure.
 */
import { z } from 'zod';
import type { DeckState } from './compose.ts';
import {
  connectionsRemembered,
  connectionsResumed,
  connectionsWords,
  rememberedConnections,
} from './panes/connections/resume.ts';
import {
  maintenanceRemembered,
  maintenanceResumed,
  maintenanceWords,
  rememberedMaintenance,
} from './panes/maintenance/resume.ts';
import {
  notificationsRemembered,
  notificationsResumed,
  notificationsWords,
  rememberedNotifications,
} from './panes/notifications/resume.ts';
import { offersRemembered, offersResumed, offersWords, rememberedOffers } from './panes/offers/resume.ts';
import { PANES } from './panes/shell/panes.ts';
import { paneOpened } from './panes/shell/state.ts';
import { rememberedVolumes, volumesRemembered, volumesResumed, volumesWords } from './panes/volumes/resume.ts';

/** What an earlier run has left, as far as it is understood. */
export type Resumption = {
  /** What it holds, in a few words each. */
  readonly words: readonly string[];
  /** The panes whose part is not understood. */
  readonly unread: readonly string[];
  /** The program as it is gone on with. The journal must have been read into the panes before. */
  readonly resumed: (state: DeckState) => DeckState;
};

/** One pane's part: the place that it has in what is remembered, and how it is read there. */
type Part = {
  readonly name: string;
  readonly read: (content: unknown) => Pick<Resumption, 'words' | 'resumed'> | undefined;
};

const part = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  words: (remembered: z.output<Schema>) => readonly string[],
  resumed: (state: DeckState, remembered: z.output<Schema>) => DeckState,
): Part => ({
  name,
  read: (content) => {
    const { data, success } = schema.safeParse(content);
    return success ? { words: words(data), resumed: (state) => resumed(state, data) } : undefined;
  },
});

/** What matters most comes first. The ledger has no part: its calls are those of one run. */
const PARTS: readonly Part[] = [
  part('maintenance', rememberedMaintenance, maintenanceWords, (state, remembered) => ({
    ...state,
    maintenance: maintenanceResumed(state.maintenance, remembered),
  })),
  part('notifications', rememberedNotifications, notificationsWords, (state, remembered) => ({
    ...state,
    notifications: notificationsResumed(state.notifications, remembered),
  })),
  part('offers', rememberedOffers, offersWords, (state, remembered) => ({
    ...state,
    offers: offersResumed(state.offers, remembered),
  })),
  part('volumes', rememberedVolumes, volumesWords, (state, remembered) => ({
    ...state,
    volumes: volumesResumed(state.volumes, remembered),
  })),
  part('connections', rememberedConnections, connectionsWords, (state, remembered) => ({
    ...state,
    connections: connectionsResumed(state.connections, remembered),
  })),
];

/** Everything that the user has done in the panes, without the open one. */
const partsRemembered = (state: DeckState) => ({
  maintenance: maintenanceRemembered(state.maintenance),
  notifications: notificationsRemembered(state.notifications),
  offers: offersRemembered(state.offers),
  volumes: volumesRemembered(state.volumes),
  connections: connectionsRemembered(state.connections),
});

/**
 * What is to be remembered of the program, as JSON text; undefined while the user has done nothing but look at panes since the
 * program stood as `initial`.
 */
export const rememberedText = (state: DeckState, initial: DeckState): string | undefined => {
  const parts = partsRemembered(state);
  if (JSON.stringify(parts) === JSON.stringify(partsRemembered(initial))) return undefined;
  return JSON.stringify({ pane: state.shell.pane, ...parts });
};

const rememberedRecord = z.looseObject({ pane: z.enum(PANES.map(({ name }) => name)) });

/** Reads what an earlier run has left. */
export const readRemembered = (text: string): Resumption => {
  const content = rememberedRecord.safeParse(parsed(text)).data;
  if (content === undefined) return { words: [], unread: ['all of it'], resumed: (state) => state };
  const read = PARTS.map(({ name, read: readPart }) => ({ name, part: readPart(content[name]) }));
  return {
    words: read.flatMap(({ part: found }) => found?.words ?? []),
    unread: read.every(({ part: found }) => found === undefined)
      ? ['all of it']
      : read.flatMap(({ name, part: found }) => (found === undefined ? [name] : [])),
    resumed: (state) =>
      read.reduce<DeckState>((next, { part: found }) => found?.resumed(next) ?? next, {
        ...state,
        shell: paneOpened(state.shell, content.pane),
      }),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
