/** What the journal holds for one profile: every subject, ready to be used. */
import type { LimitSources } from '../files/limits-file.ts';
import { type Announcements, createAnnouncements, DECISIONS } from './announcements.ts';
import {
  ATTACH_CHANGES,
  CHANGE_KINDS,
  type Changes,
  COPY_KINDS,
  createChanges,
  INCREASE_ANSWERS,
  KEY_CHANGES,
  TEMPLATE_CHANGES,
} from './changes.ts';
import { type ConfirmedPreferences, createConfirmedPreferences, movePreferences } from './confirmed-preferences.ts';
import { inOneStep, type Journal, type Statements, withoutSecrets, written } from './journal.ts';
import { createLeases, LEASE_ENDS, type Leases } from './leases.ts';
import {
  createFilterLines,
  createKnownHosts,
  createLastLook,
  createSavedEventTypes,
  createSavedMachines,
  createSavedUserId,
  type FilterLines,
  type KnownHosts,
  type LastLook,
  type SavedEventTypes,
  type SavedMachines,
  type SavedUserId,
} from './remembered.ts';

import { createRentals, type Rentals } from './rentals.ts';
import { createReservations, type Reservations, reservationsFile } from './reservations.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTraces, type Traces } from './trace.ts';

import { createKnownWebhooks, type KnownWebhooks, WEBHOOK_CHANGE_KINDS } from './webhooks.ts';

/** How a volume is rented. */
export const VOLUME_RENTS = ['rent-volume', 'clone-volume'] as const;

export type VolumeRent = (typeof VOLUME_RENTS)[number];

export type VolumeDeletion = 'delete-volume';

/** The subjects of one profile. */
export type ProfileJournal = AllChanges & {
  /** From now on nothing is written of what `take` takes out of a text: a key, and the secrets that came with it. */
  readonly hide: (take: (text: string) => string) => void;
  readonly announcements: Announcements;
  readonly machines: SavedMachines;
  readonly machineHosts: KnownHosts;
  readonly webhooks: KnownWebhooks;
  readonly rentals: Rentals;
  readonly preferences: ConfirmedPreferences;
  readonly eventTypes: SavedEventTypes;
  /** The filter lines of the list called `list`. */
  readonly filterLines: (list: string) => FilterLines;
  readonly userId: SavedUserId;
  readonly sessions: Sessions;
  readonly lastLook: LastLook;
  readonly leases: Leases;
  /** What was done to machines of the user's, by the machine's id; of a listing the value is its price, what that was made of, and what else changes. */
  readonly machineWrites: { readonly [Kind in MachineWrite]: Changes<Kind> };
  /** All that was sent, of every subject. */
  readonly traces: Traces;
  /** What may be spent. */
  readonly purse: Purse;
};

/** Everything that can be changed: the table where it is noted, by which ids, and what the kinds of it are called. */
const CHANGES = {
  instanceChanges: ['instance_changes', CHANGE_KINDS],
  /** Other images and templates, by the id of the instance. */
  imageChanges: ['instance_changes', ['change-image']],
  /** Answers to price increases, by the id of the instance. */
  increaseAnswers: ['instance_changes', INCREASE_ANSWERS],
  /** Copies of files, by the id of the instance or volume that they go to or come from. */
  copies: ['instance_changes', COPY_KINDS],
  /** What was done to templates, by the template's id, or by the id that the name of a new one gives. */
  templateChanges: ['instance_changes', TEMPLATE_CHANGES],
  /** What was done to SSH keys, by the key's id, or by the id that the text of a new one gives; and what with one to instances. */
  keyChanges: ['instance_changes', KEY_CHANGES],
  attachChanges: ['instance_changes', ATTACH_CHANGES],
  /** Withdrawals of the windows of machines, by the machine's id. */
  withdrawals: ['machine_changes', ['withdraw']],
  /** Volumes that were rented, by the id of the volume offer; the value has the size. */
  volumeRents: ['machine_changes', VOLUME_RENTS],
  /** Volumes that were deleted, by their ids. */
  volumeDeletions: ['machine_changes', ['delete-volume']],
  /** What was done to webhooks, by the webhook's id; the value of a change is its body as JSON. */
  webhookChanges: ['webhook_changes', WEBHOOK_CHANGE_KINDS],
} as const;

type AllChanges = {
  readonly [Name in keyof typeof CHANGES]: Changes<(typeof CHANGES)[Name][1][number]>;
};

/** The limits, and what is reserved of them at a service; without `sources` nothing is limited. */
export type Purse = {
  readonly sources: LimitSources | undefined;
  readonly reservations: Reservations;
  readonly service: string;
};

/** What can be done to a machine besides its windows. */
const MACHINE_WRITES = ['list', 'unlist', 'min-bid', 'clean-up'] as const;

export type MachineWrite = (typeof MACHINE_WRITES)[number];

/** A profile's journal, or in words why there is none. */
export type JournalAccess = ProfileJournal | { readonly problem: string };

/** What a profile's rows are kept under besides its name; where something is left out, that is the name too. */
type KeptUnder = {
  /** The service, by its one name (`serviceAt`): what was sent to it is known to all who lead there. */
  readonly service?: string;
  /** What stood on screen: it belongs to one address, wherever the profile may lead later. */
  readonly cacheName?: string;
  /** Where limits of what may be spent are written; absent: nothing is limited. */
  readonly limits?: LimitSources | undefined;
  /** Profiles that lead to the service: earlier versions kept what was sent under these names. */
  readonly profilesOfService?: readonly string[];
};

/** What rows say in words of the program's own, which a key or a secret may be too: a row without them would be lost. */
const OWN_WORDS: readonly string[] = [
  ...['sending', 'accepted', 'refused', 'unknown', 'created', 'repeated', 'rent', 'cover'],
  ...['waiting', 'over'],
  ...LEASE_ENDS,
  ...MACHINE_WRITES,
  ...Object.values(CHANGES).flatMap(([, kinds]) => kinds),
  ...DECISIONS,
];

/** The journal of `profile` for this run of the program, which `session` tells from every other. */
export const createProfileJournal = (
  opened: Journal,
  profile: string,
  session: string,
  { service = profile, cacheName = profile, limits: sources, profilesOfService = [] }: KeptUnder = {},
): ProfileJournal => {
  const hidden: ((text: string) => string)[] = [];
  const redact = (text: string): string => hidden.reduce((rest, take) => take(rest), text);
  const names = [profile, session, service, cacheName, ...profilesOfService, ...OWN_WORDS];
  const journal = withoutSecrets(opened, names, redact);
  for (const name of profilesOfService) takeOver(journal, name, service);
  const own = { profile, service, session };
  const leases = createLeases(journal, own);
  const ofMachines = <Kind extends MachineWrite>(kind: Kind) => createChanges(journal, own, 'machine_changes', [kind]);
  const changes = Object.entries(CHANGES).map(([name, [table, kinds]]) => [
    name,
    createChanges<string>(journal, own, table, kinds),
  ]);
  return {
    // Each has the kinds that stand under its name.
    ...(Object.fromEntries(changes) as AllChanges),
    hide: (take) => void hidden.push(take),
    announcements: createAnnouncements(journal, own),
    machines: createSavedMachines(journal, profile),
    machineHosts: createKnownHosts(journal, service),
    webhooks: createKnownWebhooks(journal, own),
    rentals: createRentals(journal, own, leases.ofRental),
    preferences: createConfirmedPreferences(journal, service),
    eventTypes: createSavedEventTypes(journal, profile),
    filterLines: (list) => createFilterLines(journal, profile, list),
    userId: createSavedUserId(journal, profile),
    sessions: createSessions(journal, cacheName, session),
    lastLook: createLastLook(journal, cacheName),
    leases,
    machineWrites: {
      list: ofMachines('list'),
      unlist: ofMachines('unlist'),
      'min-bid': ofMachines('min-bid'),
      'clean-up': ofMachines('clean-up'),
    },
    purse: {
      sources,
      service,
      reservations: createReservations(sources === undefined ? ':memory:' : reservationsFile(sources.usual)),
    },
    traces: createTraces(journal, own),
  };
};

/** Puts what an earlier version kept by the name of a profile under the service that the profile leads to. */
const takeOver = (journal: Statements, name: string, service: string): void => {
  for (const table of ['announcements', 'webhooks']) {
    const found = journal.prepare(`SELECT 1 FROM ${table} WHERE service = ? LIMIT 1`);
    const rename = journal.prepare(`UPDATE ${table} SET service = ? WHERE service = ?`);
    written(() => found.get(name) !== undefined && rename.run(service, name));
  }
  const found = journal.prepare('SELECT 1 FROM confirmed_preferences WHERE profile = ? LIMIT 1');
  written(() => {
    if (found.get(name) !== undefined) inOneStep(journal, () => movePreferences(journal, name, service));
  });
};

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
