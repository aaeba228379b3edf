/** The traits in a PostgreSQL: each set of them is kept once, under a number. */
import { createHash } from 'node:crypto';
import { traitsOf } from './kept-offer.ts';
import type { Query } from './postgres-connection.ts';
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
    const rows = [...unknown].map(([digest, content]) => {
      const { machine_id: machine, gpu_name: model, num_gpus: gpus } = traitsOf(content);
      return { digest, content, gpus, machine, model: typeof model === 'string' ? databaseText(model) : null };
    });
    const found = await query(
      `WITH given AS (SELECT decode(digest, 'hex') AS digest, content, machine, gpus, model
         FROM json_to_recordset($1::text::json)
         AS g (digest text, content text, machine bigint, gpus double precision, model text)),
       added AS (INSERT INTO gpudeck.traits (digest, machine_id, num_gpus, gpu_name, content)
         SELECT digest, machine, gpus, model, content FROM given
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

/** Of 25,000 offers the traits take some 15 MB. */
const MOST_REMEMBERED = 60_000;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `text` as PostgreSQL takes it: it knows no NUL, and no half of a character. */
export const databaseText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
