/** Reads one template for a command. */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { templatesPath } from '../api/template-calls.ts';
import type { Template } from '../catalogue/values.ts';
import type { CommandIo } from './io.ts';
import { listForCommand } from './with-service.ts';

/** The template with this hash or id among all that there are; undefined where there is none. */
export const findTemplate = async (named: string, client: Client, io: CommandIo): Promise<Template | undefined> => {
  const filter = /^\d{1,15}$/.test(named) ? { id: { eq: Number(named) } } : { hash_id: { eq: named } };
  const call = { ...CALLS.recommendedTemplates, path: templatesPath(filter) };
  return (await listForCommand(call, client, io)).records[0];
};
