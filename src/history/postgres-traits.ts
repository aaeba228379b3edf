/** The traits in a PostgreSQL: each set of them is kept once, under a number. */
import { createHash } from 'node:crypto';
import { traitsOf } from './kept-offer.ts';
import type { Query } from './postgres-connection.ts';
import { kindOf } from './priced-market.ts';
import type { Round } from './store.ts';

/** The numbers under which traits are kept; those of a run are remembered. */
export const createTraits = () => {
  const known = new Map<string, number>();
  const numbersOf = async (query: Query, offers: Round['offers']): Promise<ReadonlyMap<string, number>> => {
    const unknown = new Map<string, string>();
    for (const { traits } of offers) if (!known.has(traits)) unknown.set(digestOf(traits), traits);
    if (unknown.size === 0) return known;
    if (known.size + unknown.size > MOST_REMEMBERED) {
      known.clear();
      for (const { traits } of offers) unknown.set(digestOf(traits), traits);
    }
    const sets = [...unknown].map(([digest, content]) => ({ digest, content, traits: traitsOf(content) }));
    const kinds = await kindNumbers(query, new Set(sets.map(({ traits }) => kindOf(traits))));
    const rows = sets.map(({ digest, content, traits }) => {
      const { machine_id: machine, gpu_name: model, num_gpus: gpus } = traits;
      const kind = kinds.get(kindOf(traits)) ?? 0;
      return { digest, content, gpus, machine, kind, model: typeof model === 'string' ? databaseText(model) : null };
    });
    const found = await query(
      `WITH given AS (SELECT decode(digest, 'hex') AS digest, content, machine, gpus, model, kind
         FROM json_to_recordset($1::text::json)
         AS g (digest text, content text, machine bigint, gpus double precision, model text, kind integer)),
       added AS (INSERT INTO gpudeck.traits (digest, machine_id, num_gpus, gpu_name, content, kind)
         SELECT digest, machine, gpus, model, content, kind FROM given
         WHERE NOT EXISTS (SELECT 1 FROM gpudeck.traits t WHERE t.digest = given.digest)
         ORDER BY digest ON CONFLICT DO NOTHING RETURNING id, digest)
       SELECT id, encode(digest, 'hex') FROM added
       UNION ALL SELECT t.id, encode(t.digest, 'hex') FROM gpudeck.traits t JOIN given USING (digest)`,
      [JSON.stringify(rows)],
    );
    for (const [id, digest] of found) known.set(unknown.get(String(digest)) ?? '', Number(id));
    return known;
  };
  return { numbersOf, forget: () => known.clear() };
};

/** The numbers under which kinds are kept. One that somebody else is just adding has none: the change is made again. */
const kindNumbers = async (query: Query, kinds: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> => {
  const byDigest = new Map([...kinds].map((kind) => [digestOf(kind), kind]));
  const found = await query(
    `WITH given AS (SELECT decode(digest, 'hex') AS digest, content
       FROM json_to_recordset($1::text::json) AS g (digest text, content text)),
     added AS (INSERT INTO gpudeck.kinds (digest, content) SELECT digest, content FROM given
       WHERE NOT EXISTS (SELECT 1 FROM gpudeck.kinds k WHERE k.digest = given.digest)
       ORDER BY digest ON CONFLICT DO NOTHING RETURNING id, digest)
     SELECT id, encode(digest, 'hex') FROM added
     UNION ALL SELECT k.id, encode(k.digest, 'hex') FROM gpudeck.kinds k JOIN given USING (digest)`,
    [JSON.stringify([...byDigest].map(([digest, content]) => ({ digest, content })))],
  );
  return new Map(found.map(([id, digest]) => [byDigest.get(String(digest)) ?? '', Number(id)]));
};

/** Of 25,000 offers the traits take some 15 MB. */
const MOST_REMEMBERED = 60_000;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `text` as PostgreSQL takes it: it knows no NUL, and no half of a character. */
export const databaseText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
