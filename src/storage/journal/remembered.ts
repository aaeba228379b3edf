/**
 * What the journal remembers so that it need not be typed or asked again: machines that windows were announced for, event types, user
 * ids, filter lines, how the panes looked last, and whose machines are. What the journal cannot take is not remembered.
 */

import { z } from 'zod';
import { inOneStep, keptText, readOr, type Statements, soundRows, unwritten, written } from './journal.ts';

/** The machines that one profile remembers. */
export type SavedMachines = {
  /** Their ids, the one used last first; none when the journal cannot be read. */
  readonly list: () => readonly number[];
  /** Remembers a machine as used at `atEpochMs`. What the journal cannot take is not remembered. */
  readonly remember: (machineId: number, atEpochMs: number) => void;
  /** Forgets a machine; a sentence comes back when the journal could not be written. */
  readonly forget: (machineId: number) => string | undefined;
};

/** The table; a step of the journal. */
export const MACHINES_TABLE = `
  CREATE TABLE machines (
    profile TEXT NOT NULL,
    machine_id INTEGER NOT NULL,
    used_at_ms INTEGER NOT NULL,
    PRIMARY KEY (profile, machine_id)
  ) STRICT`;

/** Machines of a profile that are kept at the most, those used last: more than anybody looks through, and as many as one queue has. */
export const KEPT_MACHINES = 2000;

/** The machines of `profile`. */
export const createSavedMachines = (journal: Statements, profile: string): SavedMachines => {
  const all = journal.prepare('SELECT machine_id FROM machines WHERE profile = ? ORDER BY used_at_ms DESC, machine_id');
  const put = journal.prepare('INSERT OR REPLACE INTO machines (profile, machine_id, used_at_ms) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM machines WHERE profile = ? AND machine_id IN (
      SELECT machine_id FROM machines WHERE profile = ? ORDER BY used_at_ms DESC, machine_id LIMIT -1 OFFSET ${KEPT_MACHINES})`);
  const remove = journal.prepare('DELETE FROM machines WHERE profile = ? AND machine_id = ?');
  return {
    list: () => readOr([], () => all.all(profile).map((row) => Number(row.machine_id))),
    remember: (machineId, atEpochMs) =>
      void written(() => {
        put.run(profile, machineId, atEpochMs);
        trim.run(profile, profile);
      }),
    forget: (machineId) => written(() => remove.run(profile, machineId)),
  };
};

/** The event types that one profile remembers, each `<group>:<event>`. */
export type SavedEventTypes = {
  /** In the order in which they were first used; none when the journal cannot be read. */
  readonly list: () => readonly string[];
  /** Remembers a type. What the journal cannot take is not remembered. */
  readonly remember: (type: string) => void;
};

/** The table; a step of the journal. */
export const EVENT_TYPES_TABLE = `
  CREATE TABLE event_types (
    place INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    type TEXT NOT NULL,
    UNIQUE (profile, type)
  ) STRICT`;

/** Types of a profile that are kept at the most, those typed last: each was typed by hand, and all of them stand in one list. */
export const KEPT_TYPES = 500;

/** The event types of `profile`. */
export const createSavedEventTypes = (journal: Statements, profile: string): SavedEventTypes => {
  const all = journal.prepare('SELECT type FROM event_types WHERE profile = ? ORDER BY place');
  const put = journal.prepare('INSERT OR IGNORE INTO event_types (profile, type) VALUES (?, ?)');
  const trim = journal.prepare(`
    DELETE FROM event_types WHERE profile = ? AND place <= (
      SELECT place FROM event_types WHERE profile = ? ORDER BY place DESC LIMIT 1 OFFSET ${KEPT_TYPES})`);
  return {
    list: () => readOr([], () => all.all(profile).map(({ type }) => keptText(String(type)))),
    remember: (type) =>
      void written(() => {
        put.run(profile, type);
        trim.run(profile, profile);
      }),
  };
};

/** The user id that one profile remembers. */
export type SavedUserId = {
  /** Undefined when none was ever typed, or the journal cannot be read. */
  readonly read: () => number | undefined;
  /** Remembers an id in place of any before. What the journal cannot take is not remembered. */
  readonly remember: (userId: number) => void;
};

/** The table; a step of the journal. */
export const USER_IDS_TABLE = `
  CREATE TABLE user_ids (
    profile TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL
  ) STRICT`;

/** The user id of `profile`. */
export const createSavedUserId = (journal: Statements, profile: string): SavedUserId => {
  const one = journal.prepare('SELECT user_id FROM user_ids WHERE profile = ?');
  const put = journal.prepare('INSERT OR REPLACE INTO user_ids (profile, user_id) VALUES (?, ?)');
  return {
    read: () => {
      const id = readOr(undefined, () => one.get(profile)?.user_id);
      return typeof id === 'number' ? id : undefined;
    },
    remember: (userId) => void written(() => put.run(profile, userId)),
  };
};

/** The look of one profile. */
export type LastLook = {
  /** As JSON text, to be checked by whoever reads it; undefined where none is kept, or the journal cannot be read. */
  readonly read: () => string | undefined;
  /** Keeps a look in place of the one before. What cannot be written comes back as a sentence that says why. */
  readonly keep: (content: string) => string | undefined;
};

/** The table; a step of the journal. */
export const LAST_LOOKS_TABLE = `
  CREATE TABLE last_looks (
    profile TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) STRICT`;

/** Longest content that is kept, in characters: the longest filter, and every column. */
const CONTENT_MAXIMUM = 50_000;

/** The look of `profile`. */
export const createLastLook = (journal: Statements, profile: string): LastLook => {
  const one = journal.prepare(
    `SELECT content FROM last_looks WHERE profile = ? AND length(content) <= ${CONTENT_MAXIMUM}`,
  );
  const put = journal.prepare('INSERT OR REPLACE INTO last_looks (profile, content) VALUES (?, ?)');
  return {
    read: () => {
      const content = readOr(undefined, () => one.get(profile)?.content);
      return typeof content === 'string' ? content : undefined;
    },
    keep: (content) =>
      content.length > CONTENT_MAXIMUM
        ? unwritten('what is typed here is too long')
        : written(() => put.run(profile, content)),
  };
};

/** The lines of one list. */
export type FilterLines = {
  /** The newest last, none twice. */
  readonly list: () => readonly string[];
  /** Puts a line last. What the journal cannot take is not remembered. */
  readonly keep: (line: string) => void;
};

/** The table; a step of the journal. */
export const FILTER_LINES_TABLE = `
  CREATE TABLE filter_lines (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    list TEXT NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (profile, list, line)
  ) STRICT`;

/** Lines that a list keeps at the most, and the longest one that is kept, in characters. */
const KEPT_LINES = 200;
const LINE_MAXIMUM = 2000;

/** Lines that end with the program, where no journal can be had. */
export const filterLinesInMemory = (): FilterLines => {
  let kept: readonly string[] = [];
  return {
    list: () => kept,
    keep: (line) => {
      if (line !== '') kept = [...kept.filter((other) => other !== line), line].slice(-KEPT_LINES);
    },
  };
};

/** The lines of the list called `list` in `profile`. */
export const createFilterLines = (journal: Statements, profile: string, list: string): FilterLines => {
  const all = journal.prepare(
    `SELECT line FROM filter_lines WHERE profile = ? AND list = ? AND length(line) <= ${LINE_MAXIMUM} ORDER BY place`,
  );
  const put = journal.prepare('INSERT OR REPLACE INTO filter_lines (profile, list, line) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM filter_lines WHERE profile = ? AND list = ? AND place NOT IN (
      SELECT place FROM filter_lines WHERE profile = ? AND list = ? ORDER BY place DESC LIMIT ${KEPT_LINES})`);
  return {
    list: () => readOr([], () => all.all(profile, list).map(({ line }) => String(line))),
    keep: (line) => {
      if (line === '' || line.length > LINE_MAXIMUM) return;
      written(() => put.run(profile, list, line));
      written(() => trim.run(profile, list, profile, list));
    },
  };
};

/** A machine's id and the user id of its host. */
type MachineHost = readonly [machineId: number, hostId: number];

/** The hosts of machines of one service. What the journal cannot take is not remembered. */
export type KnownHosts = {
  /** None when the journal cannot be read. */
  readonly list: () => readonly MachineHost[];
  readonly remember: (hosts: readonly MachineHost[]) => void;
};

/** The table; a step of the journal. */
export const MACHINE_HOSTS_TABLE = `
  CREATE TABLE machine_hosts (
    service TEXT NOT NULL,
    machine_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    PRIMARY KEY (service, machine_id)
  ) STRICT`;

/** Machines of a service that are kept at the most, those learned last: two queues of the largest size. */
const KEPT_HOSTS = 4000;

/** The hosts at `service`. */
export const createKnownHosts = (journal: Statements, service: string): KnownHosts => {
  const all = journal.prepare('SELECT machine_id, host_id FROM machine_hosts WHERE service = ?');
  const put = journal.prepare('INSERT OR REPLACE INTO machine_hosts (service, machine_id, host_id) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM machine_hosts WHERE service = ? AND rowid IN (
      SELECT rowid FROM machine_hosts WHERE service = ? ORDER BY rowid DESC LIMIT -1 OFFSET ${KEPT_HOSTS})`);
  const list = () => readOr([], () => soundRows(all.all(service), readRow));
  return {
    list,
    remember: (hosts) => {
      const known = new Map(list());
      const news = hosts.filter(([machineId, hostId]) => known.get(machineId) !== hostId);
      if (news.length === 0) return;
      written(() =>
        inOneStep(journal, () => {
          for (const [machineId, hostId] of news) put.run(service, machineId, hostId);
          trim.run(service, service);
        }),
      );
    },
  };
};

const rowSchema = z.object({ machine_id: z.int(), host_id: z.int() });

const readRow = (row: unknown): MachineHost => {
  const { machine_id: machineId, host_id: hostId } = rowSchema.parse(row);
  return [machineId, hostId];
};
