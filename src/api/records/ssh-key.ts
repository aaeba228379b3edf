/** SSH keys as services differ on them (docs/interface.md, SSH keys), brought to one reading. */

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

/** Of a date and a time as text; one that names no zone is UTC, as all times of services are. NaN for anything else. */
const epochSecondsOf = (value: unknown): number => {
  const text = typeof value === 'string' ? /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(.*)$/.exec(value) : null;
  return text === null ? Number.NaN : Date.parse(text[1] === '' ? `${value}Z` : String(value)) / 1000;
};
