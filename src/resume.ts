/**
 * What of the whole program is remembered for a later run, and how the program goes on with it: the panes' own parts put
 * together. Nothing that is read back is trusted; a part that is not understood is left out and named. Pure.
 */
import { z } from 'zod';
import { parseJson } from './api/json.ts';
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
import type { RememberedWords } from './state/remembered.ts';

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

const part = <Name extends keyof ReturnType<typeof partsRemembered>, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
  words: (remembered: z.output<Schema>) => RememberedWords,
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
  part('maintenance', rememberedMaintenance, maintenanceWords, maintenanceResumed),
  part('notifications', rememberedNotifications, notificationsWords, notificationsResumed),
  part('offers', rememberedOffers, offersWords, offersResumed),
  part('volumes', rememberedVolumes, volumesWords, volumesResumed),
  part('connections', rememberedConnections, connectionsWords, connectionsResumed),
];

/** Everything that the user has done in the panes, without the open one. */
const partsRemembered = (state: DeckState) => ({
  maintenance: maintenanceRemembered(state.maintenance),
  notifications: notificationsRemembered(state.notifications),
  offers: offersRemembered(state.offers),
  volumes: volumesRemembered(state.volumes),
  connections: connectionsRemembered(state.connections),
});

/** The same as JSON text, to be compared with. */
export const partsText = (state: DeckState): string => JSON.stringify(partsRemembered(state));

/**
 * What is to be remembered of the program, as JSON text; undefined while the user has done nothing but look at panes since the
 * `partsText` was `initial`.
 */
export const rememberedText = (state: DeckState, initial: string): string | undefined => {
  const parts = partsRemembered(state);
  return JSON.stringify(parts) === initial ? undefined : JSON.stringify({ pane: state.shell.pane, ...parts });
};

/** What of the program is the user's work at the moment, in words. */
export const workWords = (state: DeckState): string =>
  readRemembered(JSON.stringify({ pane: state.shell.pane, ...partsRemembered(state) })).work.join('; ');

const rememberedRecord = z.looseObject({ pane: z.enum(PANES.map(({ name }) => name)) });

/** Reads what an earlier run has left. */
export const readRemembered = (text: string): Resumption => {
  const content = rememberedRecord.safeParse(parseJson(text)).data;
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
        shell: paneOpened(state.shell, content.pane),
      }),
  };
};
