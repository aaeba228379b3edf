/** The tools that agents are given: what each takes, and the command line that it is. All of them only read. */
import { z } from 'zod';
import { list } from '../list.ts';
import type { ToolRow } from './serve.ts';

/** A tool, whose arguments become a command line; one that cannot be meant is refused. */
type Tool = {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly line: (given: Readonly<Record<string, unknown>>) => readonly string[];
};

const tool = <const Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  line: (given: z.infer<z.ZodObject<Shape>>) => readonly string[],
): Tool => {
  const schema = z.strictObject(shape);
  return { name, description, schema, line: (given) => line(schema.parse(given)) };
};

/** Offers that a search prints at the most, and where nothing is said. */
const [MOST, USUAL] = [200, 20];

const filter = z
  .string()
  .max(4000)
  .optional()
  .describe("a filter line, such as 'gpu_name=RTX_4090 num_gpus=1 dph<0.5'");

/** What is typed stands behind `--`: it is never taken for an option. */
const typed = (text: string | undefined): readonly string[] => (text === undefined ? [] : ['--', text]);

const option = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];

const LIST_NAMES = z.enum(Object.keys(list.effect));

const TOOLS: readonly Tool[] = [
  tool(
    'search',
    'Offers of GPUs that match a filter, the best for their price first. Prices are $/hour; dph_total is all of it.',
    {
      filter,
      order: z.string().max(200).optional().describe('fields to sort by, such as dph_total'),
      limit: z.int().min(1).max(MOST).optional().describe(`offers at the most (default ${USUAL})`),
      type: z.enum(['ondemand', 'bid', 'reserved']).optional().describe('pricing (default ondemand)'),
    },
    ({ filter: line, order, limit = USUAL, type }) => [
      ...['search', '--json', ...option('--limit', limit), ...option('--order', order), ...option('--type', type)],
      ...typed(line),
    ],
  ),
  tool(
    'market',
    'What GPUs cost now, by model or by other fields, of all offers that match a filter. Prices are $/hour for one GPU.',
    { filter, by: z.string().max(200).optional().describe('fields between commas (default gpu_name)') },
    ({ filter: line, by }) => ['market', '--json', ...option('--by', by), ...typed(line)],
  ),
  tool(
    'list',
    'What belongs to the account: instances, volumes, machines and more.',
    { what: LIST_NAMES },
    ({ what }) => ['list', what, '--json'],
  ),
  tool('balance', 'What is left, what is spent an hour, and how long it lasts.', {}, () => ['balance', '--json']),
];

/** As the protocol has them. */
export const toolRows = (): readonly ToolRow[] =>
  TOOLS.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: { ...z.toJSONSchema(schema, { target: 'draft-7' }), type: 'object' },
  }));

/** The command line of a call, or why there is none. */
export const lineOf = (
  name: string,
  given: Readonly<Record<string, unknown>>,
): { readonly line: readonly string[] } | { readonly problem: string } => {
  const found = TOOLS.find((one) => one.name === name);
  if (found === undefined)
    return { problem: `there is no tool ${name}: the tools are ${TOOLS.map((one) => one.name).join(', ')}` };
  try {
    return { line: found.line(given) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { problem: z.prettifyError(error) };
  }
};
