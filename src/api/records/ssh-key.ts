/** SSH keys as services differ on them (docs/interface.md, SSH keys), brought to one reading. */
import { epochSecondsOf } from './told-time.ts';

const MOMENTS = ['created_at', 'deleted_at'];

/**
 * Has a key's public half as `key`, whether the service calls it that or `public_key`, and its times as epoch seconds, where the service writes
 * them as text. True when this changed the record.
 */
export const settleSshKey = (record: Record<string, unknown>): boolean => {
  const { public_key: publicKey } = record;
  const isRenamed = typeof publicKey === 'string' && (record.key ?? publicKey) === publicKey;
  if (isRenamed) {
    record.key = publicKey;
    delete record.public_key;
  }
  const written = MOMENTS.filter((name) => Number.isFinite(epochSecondsOf(record[name])));
  for (const name of written) record[name] = epochSecondsOf(record[name]);
  return isRenamed || written.length > 0;
};
