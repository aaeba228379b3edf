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

const figures = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, figure.optional()]));

/** Of prices in $/h, or of what else is counted. */
const spread = figures('n', 'min', 'p10', 'p25', 'median', 'p75', 'p90', 'max');

const change = z.looseObject({
  outcome: z.string(),
  message: text.optional(),
  reason: text.optional(),
  at: z.iso.datetime().optional(),
});

const rental = z.strictObject({ instance_id: z.number(), offer_id: z.number(), label: z.string() });

const webhookCreated = z.looseObject({ webhook_id: figure, outcome: z.literal('accepted'), secret: text });

const lease = z.strictObject({
  instance_id: figure,
  label: z.string(),
  until: z.string(),
  // biome-ignore lint/suspicious/noThenProperty: what is done then, and no promise.
  then: z.enum(['tell', 'stop', 'destroy']),
  state: z.enum(['waiting', 'sending', 'unknown', 'over']),
  is_open: z.boolean(),
  found_by_looking: z.boolean(),
  machine_id: figure,
  start_date: figure,
  set_at: z.string(),
  warned_at: text,
  stopped_at: text,
  destroy_at: text,
  tried_at: text,
  words: z.string(),
});

const alert = z.looseObject({
  id: z.string(),
  sentence: z.string(),
  service: z.string(),
  armed: z.union([z.string(), z.literal(false)]).optional(),
  command: z.array(z.string()).optional(),
});

const firing = z.looseObject({
  at: z.string(),
  alert: z.string(),
  sentence: z.string(),
  words: z.string(),
});

const view = z.strictObject({
  name: z.string(),
  filter: z.string(),
  order: z.array(z.array(z.string())),
  type: z.string(),
  disk_gb: z.number(),
  limit: figure,
  columns: z.array(z.string()).optional(),
  pinned: z.number().optional(),
  wide: z.array(z.string()).optional(),
});

/** Rows of money, and their sum. */
const report = (row: z.ZodType, more: z.core.$ZodShape = {}) =>
  z.strictObject({
    rows: z.array(row),
    total: z.number(),
    from: z.string(),
    to: z.string(),
    complete: z.boolean(),
    ...more,
  });

/** A list that was told at a moment. */
const told = (row: z.ZodType) =>
  z.strictObject({ as_of: z.string(), complete: z.boolean(), rows: z.array(row) }).nullable();

const advised = z.looseObject(figures('price_gpu', 'rented', 'income_per_day', 'income_low', 'income_high')).nullable();

const option = z.looseObject({ name: z.string(), type: z.string(), meaning: z.string(), is_required: z.boolean() });

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
  'volume-offers': recordsOf(CALLS.volumeOffers.fields),
  variables: recordsOf(CALLS.variables.fields),
  addresses: recordsOf(CALLS.addresses.fields),
  'api-keys': recordsOf(CALLS.apiKeys.fields),
  calls: recordsOf(CALLS.madeCalls.fields),
  team: recordsOf(CALLS.teamMembers.fields),
  roles: recordsOf(CALLS.teamRoles.fields),
  subaccounts: recordsOf(CALLS.subaccounts.fields),
  'recommended-templates': recordsOf(CALLS.recommendedTemplates.fields),
  change,
  'webhook-created': webhookCreated,
  applied: z.union([change, rental]),
  announcement: z.looseObject({ machine_id: z.number(), outcome: z.string(), body: z.looseObject({}) }),
  overview: z.strictObject({
    as_of: text,
    money: z.looseObject(figures('burn_per_hour', 'runway_hours', 'earned_per_day', 'net_per_day')),
    instances: told(z.looseObject({ id: figure, label: text, status: z.string(), cost_per_hour: figure })),
    price_increases: told(z.looseObject({ instance_id: figure, more_per_hour: figure, from: figure })),
    machines: told(z.looseObject({ id: figure, num_gpus: figure, gpu_name: text, earn_day: figure })),
    alerts: z.array(firing),
    market: z.array(z.strictObject({ gpu_name: z.string(), median: figure, week_change: figure })),
    best: z.array(z.strictObject({ id: figure, num_gpus: figure, gpu_name: text, job_total: figure })),
  }),
  market: z.array(z.looseObject(spread)),
  history: z.array(z.looseObject({ from: z.string().optional(), to: text.optional(), ...spread })),
  recorded: z.union([
    z.looseObject({
      at: z.string(),
      type: z.string(),
      offers: z.number(),
      whole: z.boolean(),
      recorded: z.boolean(),
      bytes: z.number(),
    }),
    firing,
  ]),
  exported: z.strictObject({
    day: z.string(),
    kind: z.string(),
    rows: z.record(z.string(), z.number()),
    bytes: z.number(),
  }),
  imported: z.strictObject({ day: z.string(), answers: z.number() }),
  alert,
  alerts: z.array(z.looseObject({ ...alert.shape, state: z.string() })),
  'alert-events': z.array(firing),
  'alert-check': z.strictObject({
    sentence: z.string(),
    answers: z.number(),
    from: text,
    to: text,
    found: z.number(),
    findings: z.array(z.looseObject({ at: z.string(), words: z.string() })),
  }),
  view,
  views: z.array(view),
  'view-change': z.strictObject({ name: z.string(), file: text }),
  lease,
  leases: z.array(lease),
  'lease-step': z.strictObject({ at: z.string(), kind: z.string(), instance_id: figure, words: z.string() }),
  charges: report(z.looseObject({ amount: figure })),
  invoices: report(z.looseObject({ made: text, amount: figure, type: text, service: text, id: text })),
  earnings: report(z.looseObject({ amount: figure }), { pending: figure }),
  waste: z.strictObject({
    rows: z.array(z.looseObject({ kind: z.string(), type: z.string(), id: figure, per_day: figure, command: text })),
    unsure: z.array(z.looseObject({})),
    total_per_day: figure,
    complete: z.boolean(),
    as_of: z.string(),
  }),
  advice: z.strictObject({
    machine_id: z.number(),
    ...{ gpus: figure, price_gpu: figure, median_price_gpu: figure },
    ...{ best: advised, present: advised, median: advised, curve: z.array(advised) },
    ...{ cases: figure, own_cases: figure, machines: figure },
    recorded_until: text,
    as_of: z.string(),
  }),
  doctor: z.strictObject({
    version: z.string(),
    faults: z.number(),
    findings: z.array(z.looseObject({ area: z.string(), state: z.string(), text: z.string() })),
  }),
  'config-path': z.array(z.strictObject({ what: z.string(), path: z.string(), exists: z.boolean() })),
  config: z.looseObject({
    in_use: z.looseObject({ service: z.string(), base_url: text, key: z.string(), read_only: z.boolean() }),
    profiles: z.looseObject({}),
  }),
  'config-problems': z.array(z.looseObject({})),
  'config-keys': z.array(
    z.strictObject({ id: z.string(), keys: z.array(z.string()), label: z.string(), is_own: z.boolean() }),
  ),
  'service-ready': z.strictObject({ url: z.string(), api_key: z.string(), user_id: z.number() }),
  'credit-paid-in': z.strictObject({ paid_in: z.number(), credit: z.number() }),
  'service-keys': z.array(
    z.strictObject({
      id: z.number(),
      name: z.string(),
      ending: z.string(),
      created_at: z.number(),
      issued_at: z.number(),
      allow: z.union([z.literal('full'), z.array(z.string())]),
      is_own: z.boolean(),
    }),
  ),
  'issued-key': z.strictObject({ id: z.number(), value: text }),
  'installed-skill': z.strictObject({ file: z.string() }),
  delivery: z.strictObject({
    at: z.string(),
    event_id: z.string(),
    type: z.string(),
    subject: z.string(),
    attempt: z.number(),
    outcome: z.string(),
    reason: z.string().optional(),
  }),
  help: z.strictObject({
    version: z.string(),
    commands: z.array(
      z.strictObject({
        command: z.string(),
        purpose: z.string(),
        effect: z.looseObject({ does: z.enum(['reads', 'keeps', 'writes']) }),
        arguments: z.array(z.looseObject({ name: z.string(), is_required: z.boolean(), is_many: z.boolean() })),
        options: z.array(option),
        examples: z.array(z.string()),
      }),
    ),
    options: z.array(option),
    environment: z.array(z.strictObject({ name: z.string(), meaning: z.string() })),
    exit_codes: z.array(z.strictObject({ code: z.number(), meaning: z.string(), kinds: z.array(z.string()) })),
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
  rental,
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
  if (effects === undefined || isOne(effects)) return effects;
  return effects[args[args.indexOf(command) + 1] ?? ''] ?? effects[command];
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
  if (
    typeof prints !== 'object' ||
    'text' in prints ||
    isPlanOnly ||
    out === '' ||
    code !== 0 ||
    errors.includes('unexpected type')
  )
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
