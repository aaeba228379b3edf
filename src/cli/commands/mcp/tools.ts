/** The tools that agents are given: what each takes, and the command line that it is. None but `apply` sends anything. */
import { z } from 'zod';
import { instance } from '../instance.ts';
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

/** The tool that sends something. */
export const APPLY = 'apply';

const text = z.string().max(1000).optional();

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
  tool(
    'plan',
    'What renting, or an act on instances, would send, cost and come to, and a digest for ten minutes. Nothing is sent: show it to the person.',
    {
      act: z.enum(['rent', ...Object.keys(instance.effect).filter((name) => name !== 'execute')]),
      ids: z.array(z.int().min(1)).max(MOST).optional().describe('the offer to rent, or the instances'),
      cheapest: filter.describe('rent: in place of an id, the cheapest that this filter line finds; needs max'),
      max: z.number().optional().describe('rent: the most that is paid, $/hour, disk and all'),
      image: text.describe('rent: image that runs in it, such as ubuntu:24.04'),
      disk: z.number().optional().describe('rent: its disk, GB'),
      template: text.describe('rent: hash of a template that fills in what is not given'),
      preset: text.describe('rent: a preset of the person, which fills in what is not given'),
      bid: z.number().optional().describe('rent: a bid for the GPUs, $/hour, in place of the price on demand'),
      label: text.describe('rent, label: the label'),
      until: text.describe('rent: until when it is wanted, such as +4h'),
      // biome-ignore lint/suspicious/noThenProperty: what is done then, and no promise.
      then: z.enum(['tell', 'stop']).optional().describe('rent: what is done then'),
      price: z.number().optional().describe('bid: the bid, $/hour'),
      to: text.describe('change: an image, or the hash of a template'),
    },
    ({ act, ids = [], ...given }) => [
      ...(act === 'rent' ? ['rent'] : ['instance', act]),
      ...['--plan', '--json', ...ids.map(String)],
      ...Object.entries(given).flatMap(([name, value]) => option(`--${name}`, value)),
    ],
  ),
  tool(
    APPLY,
    'Sends exactly what the plan says, once, where nothing else has changed by now. Only when the person has agreed to this plan.',
    {
      digest: z
        .string()
        .regex(/^[0-9a-f]{24}$/)
        .describe('the digest of the plan'),
    },
    ({ digest }) => ['apply', digest, '--yes', '--json'],
  ),
];

/** As the protocol has them; `mayApply` is false where plans are to be applied by a person alone. */
export const toolRows = (mayApply: boolean): readonly ToolRow[] =>
  TOOLS.filter(({ name }) => mayApply || name !== APPLY).map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: { ...z.toJSONSchema(schema, { target: 'draft-7' }), type: 'object' },
    annotations: { readOnlyHint: name !== APPLY, destructiveHint: name === APPLY, openWorldHint: true },
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
