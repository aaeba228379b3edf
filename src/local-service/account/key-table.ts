/** Writes the list of keys as aligned text for a person. */
import stringWidth from 'string-width';
import { type KeyRecord, PERMISSION_FLAGS, type Permissions } from './keys.ts';

/** What a key may do, in words. */
export const permissionsInWords = (permissions: Permissions): string => {
  if (permissions === 'full') return 'full access';
  const allowed = PERMISSION_FLAGS.filter((flag) => permissions[flag]);
  return allowed.length === 0 ? 'read only' : `read, ${allowed.join(', ')}`;
};

/** One line a key under a line of headings, or a sentence when there is none. `ownId` is the service's own key. */
export const keyTable = (keys: readonly KeyRecord[], ownId: number | undefined): string => {
  if (keys.length === 0) return 'no keys yet\n';
  const rows = keys.map((key) => [
    String(key.id),
    key.id === ownId ? `${key.name} (stored beside the database)` : key.name,
    `..${key.ending}`,
    moment(key.createdAtS),
    key.issuedAtS === key.createdAtS ? '-' : moment(key.issuedAtS),
    permissionsInWords(key.permissions),
  ]);
  return aligned([['ID', 'NAME', 'VALUE', 'CREATED UTC', 'RESET UTC', 'ACCESS'], ...rows]);
};

/** `YYYY-MM-DD HH:MM` in UTC. */
const moment = (epochS: number): string => new Date(epochS * 1000).toISOString().slice(0, 16).replace('T', ' ');

const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))));
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
};
