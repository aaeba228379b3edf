/** Compares what a killed service left in its database with what was sent to it. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { NUMBERED_GROUP, type SentWrites } from './kill-writes.ts';

/** What of `sent` is missing or recorded more than once, what nobody sent, and what SQLite finds wrong with the file. */
export const problemsIn = (dataFile: string, sent: SentWrites): readonly string[] => {
  const database = new DatabaseSync(dataFile);
  try {
    return [
      ...damageOf(database),
      ...recordProblems('window', recorded(database, 'SELECT reason AS name FROM maintenance_windows'), sent.windows),
      ...recordProblems('webhook', recorded(database, 'SELECT webhook_url AS name FROM webhooks'), sent.webhooks),
      ...preferenceProblems(database, sent),
      ...keyProblems(database, sent.keys),
    ];
  } finally {
    database.close();
  }
};

/** What SQLite finds wrong with the file; nothing when all is well. */
export const damageOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((finding) => finding !== 'ok');

const recorded = (database: DatabaseSync, query: string): readonly string[] =>
  database
    .prepare(query)
    .all()
    .map(({ name }) => String(name));

const recordProblems = (
  kind: string,
  names: readonly string[],
  sent: ReadonlyMap<string, boolean>,
): readonly string[] => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [
    ...[...sent]
      .filter(([name, isAcknowledged]) => isAcknowledged && !counts.has(name))
      .map(([name]) => `${kind} ${name} was acknowledged and is lost`),
    ...[...counts].filter(([, count]) => count > 1).map(([name, count]) => `${kind} ${name} is there ${count} times`),
    ...[...counts.keys()].filter((name) => !sent.has(name)).map((name) => `${kind} ${name} was never sent`),
  ];
};

const preferenceProblems = (database: DatabaseSync, { preferences }: SentWrites): readonly string[] => {
  const row = database.prepare('SELECT preferences FROM notification_preferences').get();
  const stored: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
    row === undefined ? {} : JSON.parse(String(row.preferences));
  const [number = 0] = Object.keys(stored[NUMBERED_GROUP] ?? {}).map((word) => Number(word.slice(1)));
  return number >= preferences.acknowledged && number <= preferences.sent
    ? []
    : [`preferences number ${preferences.acknowledged} were acknowledged, number ${number} are stored`];
};

const keyProblems = (database: DatabaseSync, keys: readonly string[]): readonly string[] => {
  const find = database.prepare(
    'SELECT 1 FROM api_key_values JOIN api_keys ON id = key_id WHERE hash = ? AND retired_at IS NULL',
  );
  return keys
    .filter((key) => find.get(createHash('sha256').update(key).digest('hex')) === undefined)
    .map((key) => `the key ending in ${key.slice(-4)} was printed and is lost`);
};
