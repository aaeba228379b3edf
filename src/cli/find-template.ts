/** Reads one template for a command. */
import { templatesBy } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import type { Template } from '../catalogue/values.ts';
import type { CommandIo } from './io.ts';
import { listForCommand } from './with-service.ts';

/** The template with this hash or id among all that there are; undefined where there is none. */
export const findTemplate = async (named: string, client: Client, io: CommandIo): Promise<Template | undefined> => {
  const filter = /^\d{1,15}$/.test(named) ? { id: { eq: Number(named) } } : { hash_id: { eq: named } };
  return (await listForCommand(templatesBy(filter), client, io)).records[0];
};
