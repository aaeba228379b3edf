/** Who wrote a line of the journal: said in the text that tells one run of the program from every other, which each line has. */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';

/** The screen, or a command by its name; the agent that ran the program, where it says so (GPUDECK_AGENT); the digest of the plan that was applied. */
export type Author = {
  readonly by: 'screen' | 'command';
  readonly command?: string | undefined;
  readonly agent?: string | undefined;
  readonly plan?: string | undefined;
};

/** The text of the run `id` by this author. */
export const sessionBy = ({ by, command, agent, plan }: Author, id: string): string =>
  JSON.stringify({ by, command, agent, plan, id });

/** What such a text says; earlier versions wrote the id alone, a UUID where a command ran. */
export const authorOf = (session: string): Author => {
  const author = schema.safeParse(parseJson(session)).data;
  return author ?? { by: UUID.test(session) ? 'command' : 'screen' };
};

const schema = z.object({
  by: z.enum(['screen', 'command']),
  command: z.string().optional(),
  agent: z.string().optional(),
  plan: z.string().optional(),
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-/;
