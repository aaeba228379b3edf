/**
 * JSON Schemas of what commands print (docs/scripts.md, Schemas): those of records are made of the catalogue, which the program reads
 * and prints records by. What a test's command prints as JSON is held against them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { CALLS } from '../../src/api/calls.ts';
import type { Field, WireKind } from '../../src/catalogue/field.ts';
import { OFFER_FIELDS } from '../../src/catalogue/offer-fields.ts';
import { TRACE_FIELDS } from '../../src/catalogue/trace-fields.ts';
import type { Effect, Effects } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { EXITS } from '../../src/cli/exit.ts';

const anything = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.looseObject({})]);

/** What stands in a record that is as it is published; a value of another kind is printed as it came, and stderr says so. */
const KINDS: Readonly<Record<WireKind, z.ZodType>> = {
  integer: z.number(),
  number: z.number(),
  string: z.string(),
  boolean: z.boolean(),
  flag: z.union([z.number(), z.boolean()]),
  integers: z.array(z.number()),
  objects: z.union([z.array(z.unknown()), z.looseObject({})]),
  nullable: anything,
  breakdown: z.looseObject({}),
};

const recordsOf = (fields: readonly Field[]): z.ZodType =>
  z.array(
    z.looseObject(
      Object.fromEntries(
        fields
          .filter(({ isComputed, madeOf }) => !isComputed && madeOf === undefined)
          .map(({ name, label, wire = 'nullable' }) => [name, KINDS[wire].nullable().optional().describe(label)]),
      ),
    ),
  );

const text = z.string().nullable();
const figure = z.number().nullable();

/** By the name that `gpudeck help --json` says. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  error: z.strictObject({
    error: z.strictObject({
      kind: z.enum(EXITS.flatMap(({ kinds }) => kinds)),
      message: z.string(),
      tried: text,
      next: text,
      exit: z.number(),
    }),
  }),
  offers: recordsOf(OFFER_FIELDS),
  instances: recordsOf(CALLS.instances.fields),
  volumes: recordsOf(CALLS.volumes.fields),
  connections: recordsOf(CALLS.connections.fields),
  increases: recordsOf(CALLS.priceIncreases.fields),
  'ssh-keys': recordsOf(CALLS.sshKeys.fields),
  machines: recordsOf(CALLS.machines.fields),
  windows: recordsOf(CALLS.windows.fields),
  webhooks: recordsOf(CALLS.presentWebhooks.fields),
  templates: recordsOf(CALLS.templates.fields),
  journal: recordsOf(TRACE_FIELDS),
  change: z.looseObject({
    outcome: z.string(),
    message: text.optional(),
    reason: text.optional(),
    at: z.iso.datetime().optional(),
  }),
  plan: z.strictObject({
    digest: z.string(),
    apply: z.string(),
    expires_at: z.string(),
    calls: z.array(z.looseObject({ method: z.string(), path: z.string() })),
    cost_per_hour: figure,
    consequences: z.array(z.string()),
    rests_on: z.record(z.string(), z.looseObject({})),
  }),
  limits: z.looseObject({
    limits: z.array(z.looseObject({ member: z.string(), place: z.string(), used: figure })),
    reserved: z.array(z.looseObject({ act: z.string(), per_hour: figure, instances: z.number(), at: z.string() })),
    as_of: z.string(),
  }),
  rental: z.strictObject({ instance_id: z.number(), offer_id: z.number(), label: z.string() }),
  balance: z.strictObject({
    credit: figure,
    balance: figure,
    burn_per_hour: z.looseObject({ gpu: figure, disk: figure, volumes: figure, sla: figure, total: figure }),
    runway: z.strictObject({ hours: figure, until: text, hours_if_stopped: figure }).nullable(),
    as_of: z.string(),
  }),
};

/** The files that belong into docs/schemas, by name. */
export const SCHEMA_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(SCHEMAS).map(([name, schema]) => [
    `${name}.json`,
    `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), undefined, 2)}\n`,
  ]),
);

const read = new Map<string, z.ZodType>();

/** The file of this name, as what holds a value against it; undefined where there is none. */
const schemaNamed = (name: string): z.ZodType | undefined => {
  const file = `docs/schemas/${name}.json`;
  if (!read.has(name) && existsSync(file)) read.set(name, z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8'))));
  return read.get(name);
};

/** What is wrong with a printed `value` by the schema `name`; undefined where nothing is. */
export const schemaProblem = (name: string, value: unknown): string | undefined => {
  const { error } = schemaNamed(name)?.safeParse(value) ?? {};
  return error && `docs/schemas/${name}.json: ${z.prettifyError(error)}`;
};

/** The effect of the command that `args` name. */
const effectOf = async (args: readonly string[], command: string): Promise<Effect | undefined> => {
  const effects = (await COMMANDS.find(({ name }) => name === command)?.load())?.effect;
  return effects === undefined || isOne(effects) ? effects : effects[args[args.indexOf(command) + 1] ?? ''];
};

const isOne = (effects: Effects): effects is Effect => typeof effects.does === 'string';

/** What is wrong with what a command has printed as JSON, by its schema; undefined where nothing is, or nobody says what it prints. */
export const printedProblem = async (
  args: readonly string[],
  command: string,
  { code, out, errors }: { readonly code: number; readonly out: string; readonly errors: string },
): Promise<string | undefined> => {
  const isPlanOnly = args.some((word) => ['--dry-run', '--explain', '--csv', '--table'].includes(word));
  const last = errors.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0 && args.includes('--json') && last.startsWith('{"error"'))
    return schemaProblem('error', JSON.parse(last));
  if (args.includes('--plan') && code === 0 && out.startsWith('{')) return schemaProblem('plan', JSON.parse(out));
  const { prints } = (await effectOf(args, command)) ?? {};
  // Values of another kind than the published one are printed as they came, and said so.
  if (typeof prints !== 'object' || isPlanOnly || out === '' || code !== 0 || errors.includes('unexpected type'))
    return undefined;
  if ('lines' in prints)
    return out.startsWith('{')
      ? out
          .trimEnd()
          .split('\n')
          .map((line) => schemaProblem(prints.lines, JSON.parse(line)))
          .find((problem) => problem !== undefined)
      : undefined;
  return args.includes('--json')
    ? schemaProblem('array' in prints ? prints.array : prints.object, JSON.parse(out))
    : undefined;
};
