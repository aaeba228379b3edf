/** What all offers of a machine have in common, as it is changed. */
import type { Database } from '../database.ts';

/** Writes these members of the machine into the columns of its offers and into its own text. */
export const putMachineFacts = (
  database: Database,
  machineId: number,
  facts: Readonly<Record<string, number | null>>,
): void => {
  const names = Object.keys(facts);
  const values = Object.values(facts);
  database
    .prepare(`UPDATE offers SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE machine_id = ?`)
    .run(...values, machineId);
  const members = names.map((name) => `'$.${name}', ?`).join(', ');
  database
    .prepare(
      `UPDATE machines SET text = (SELECT substr(json, 2, length(json) - 2) FROM (SELECT json_set('{' || text || '}', ${members}) AS json))
       WHERE id = ?`,
    )
    .run(...values, machineId);
};
